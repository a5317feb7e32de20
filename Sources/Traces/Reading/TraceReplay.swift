package import DataFiles
public import FeedMetrics
internal import SocialFeed

/// Replays a trace, a folder of CSV files or a SQLite database, to sinks as the run was observed.
///
/// The tables may come from anybody. Of `run.json` only `duration_s` and `window_from_s` must be there;
/// `users`, `posts`, `impressions` and `interactions` must be, other tables may be missing. Columns are
/// found by name, and things may have any whole numbers: where those are not 0, 1, 2 … already, members
/// are numbered in order of joining, posts and contests in order of time, and requests whenever they do not
/// grow with the time of their first page. Rows of events must be in order of time.
///
/// Members, posts, contests, entries and candidates are held; impressions and other events pass by.
public final class TraceReplay {
  public let run: RunObservation
  /// How the run's metrics were computed.
  public let metricOptions: MetricOptions
  private let nouns: TraceNouns
  private var pages: PageRows
  private var interactions: EventRows<InteractionRow>
  private var ties: TieRows
  private var accounts: EventRows<AccountRow>
  private var requestRows: EventRows<RequestRow>
  private var buttons: EventRows<ButtonsRow>
  private var staleButtons: EventRows<StaleButtonRow>
  private var duplicates: DuplicateRows
  private var requests = RequestNumbers()
  private var sinks: [any ObservationSink] = []
  private let runFaults: [LocatedFault]
  private var isReplayed = false
  /// The event that the sinks observe now.
  private var current = Current.nothing

  private enum Current { case nothing, page, interaction }

  /// Opens a trace and reads all but its events.
  ///
  /// - Throws: All that is wrong with the trace, if anything is wrong with what is read.
  public convenience init(path: String) throws(InvalidTrace) {
    try self.init(opening: path)
    if hasFaults {
      read()
      throw invalidTrace
    }
  }

  private init(opening path: String) throws(InvalidTrace) {
    let source: TraceSource
    let bytes: [UInt8]
    do throws(UnreadableFile) {
      source = try TraceSource(path)
      bytes = try source.run()
    } catch {
      let location = LocatedFault.Location.file(TraceSource.runFile(of: path))
      throw InvalidTrace(faults: [
        LocatedFault(location: location, reason: .unreadable(error.reason))
      ])
    }
    let faults = FaultList(.trace, file: source.runFile)
    let file = RunFile(bytes, file: source.runFile, faults: faults)
    runFaults = faults.ordered
    metricOptions = file.options
    nouns = TraceNouns(source, file)
    let rankers = file.rankers ?? source.rankerNames()
    let names = TraceNames(rankers: rankers)
    run = RunObservation(
      duration: file.duration, windowStart: file.windowStart, categoryCount: nouns.categoryCount,
      groupNames: nouns.members.groupNames, rankerNames: rankers)
    pages = PageRows(source.records(of: .impressions, names), rankers: rankers)
    interactions = EventRows(source.records(of: .interactions))
    ties = TieRows(source.records(of: .ties))
    accounts = EventRows(source.records(of: .accounts))
    requestRows = EventRows(source.records(of: .requests))
    buttons = EventRows(source.records(of: .buttons))
    staleButtons = EventRows(source.records(of: .staleButtons))
    duplicates = DuplicateRows(source.records(of: .duplicates, names))
  }

  /// Replays everything in order of time; at one time members, pets, posts, contests, entries, requests, ties, accounts,
  /// deletions, pages, interactions, buttons, stale buttons, departures. A trace can be replayed once.
  ///
  /// Rows in sequence of one request and one second are one page.
  ///
  /// - Throws: The faults of the events. The sinks have then observed a part of them.
  public func replay(_ sinks: [any ObservationSink]) throws(InvalidTrace) {
    precondition(!isReplayed, "a trace is replayed once")
    self.sinks = sinks
    read()
    if hasFaults { throw invalidTrace }
  }

  /// The numbers of final votes in the trace, in the order in which the entries are replayed.
  package var finalVotes: [(location: LocatedFault.Location, votes: Int)] {
    nouns.entries.rows.map {
      (.line(file: nouns.entryRecords.file, line: $0.line, column: 1), $0.entry.votes)
    }
  }

  /// Whether the trace has a table of ties.
  package var hasTies: Bool { !ties.rows.records.isMissing }

  /// The numbers of a member and a post in the files.
  func identifiers(of member: MemberID, _ post: PostID) -> TraceInvariants.Violation.Shown {
    TraceInvariants.Violation.Shown(
      user: nouns.members.numbering.identifiers[member.index],
      post: nouns.posts.numbering.identifiers[post.index])
  }

  /// The location of the row that the sinks observe now, or of a row of the page.
  package func location(ofRow row: Int) -> LocatedFault.Location {
    switch current {
    case .page: .line(file: pages.rows.records.file, line: pages.lines[row], column: 1)
    case .interaction: interactions.records.location
    case .nothing: .file(pages.rows.records.file)
    }
  }
}

// MARK: - Faults

extension TraceReplay {
  private var hasFaults: Bool {
    !runFaults.isEmpty || nouns.hasFaults || eventRecords.contains(where: \.hasFaults)
  }

  private var eventRecords: [TableRecords] {
    [
      pages.rows.records, interactions.records, ties.rows.records, accounts.records,
      requestRows.records, buttons.records, staleButtons.records, duplicates.rows.records,
    ]
  }

  private var invalidTrace: InvalidTrace {
    let records =
      [
        nouns.users, nouns.userPreferences, nouns.postRecords, nouns.petRecords,
        nouns.contestRecords,
        nouns.entryRecords, nouns.candidateRecords,
      ] + eventRecords
    let byTable = TraceTable.allCases.map { table in records.first { $0.table == table }! }
    return InvalidTrace(faults: runFaults + byTable.flatMap(\.allFaults))
  }
}

// MARK: - The events in order of time

extension TraceReplay {
  private enum Kind: Int, CaseIterable {
    case member, pet, post, contest, entry, request, tie, account, deletion, page, duplicates
    case interaction, buttons, staleButton, departure
  }

  /// How many of the things that are held have been replayed.
  private struct Progress {
    var members = 0
    var pets = 0
    var posts = 0
    var deletions = 0
    var departures = 0
    var contests = 0
    var entries = 0
  }

  /// Reads the events to their end; replays them unless the trace has faults.
  private func read() {
    isReplayed = true
    pages.begin(nouns)
    interactions.next(nouns)
    ties.next(nouns)
    accounts.next(nouns)
    requestRows.next(nouns)
    buttons.next(nouns)
    staleButtons.next(nouns)
    duplicates.begin(nouns)
    if hasFaults { sinks = [] }
    for sink in sinks { sink.begin(run) }
    var progress = Progress()
    var times = Kind.allCases.map { time(of: $0, progress) }
    while let (kind, time) = Self.first(times), time < .infinity {
      replay(kind, &progress)
      times[kind.rawValue] = self.time(of: kind, progress)
    }
    current = .nothing
    nouns.checkCandidates()
  }

  private static func first(_ times: [Double]) -> (Kind, Double)? {
    var first = 0
    for kind in 1..<times.count where times[kind] < times[first] { first = kind }
    return Kind(rawValue: first).map { ($0, times[first]) }
  }

  /// When the next of a kind is due; infinite after the last.
  private func time(of kind: Kind, _ progress: Progress) -> Double {
    switch kind {
    case .member: nouns.members.replayedAt.element(progress.members)
    case .pet: nouns.pets.replayedAt.element(progress.pets)
    case .post: nouns.posts.createdAt.element(progress.posts)
    case .contest: nouns.contests.replayedAt.element(progress.contests)
    case .entry:
      progress.entries < nouns.entries.count
        ? nouns.entries.rows[progress.entries].entry.submittedAt : .infinity
    case .request: requestRows.time
    case .tie: ties.rows.time
    case .account: accounts.time
    case .deletion: nouns.posts.deletions.dropFirst(progress.deletions).first?.time ?? .infinity
    case .departure:
      nouns.members.departures.dropFirst(progress.departures).first?.time ?? .infinity
    case .page: pages.time
    case .duplicates: duplicates.time
    case .interaction: interactions.time
    case .buttons: buttons.time
    case .staleButton: staleButtons.time
    }
  }

  private func replay(_ kind: Kind, _ progress: inout Progress) {
    switch kind {
    case .member:
      replayMember(progress.members)
      progress.members += 1
    case .pet:
      for sink in sinks { sink.observe(nouns.pets.observation(progress.pets)) }
      progress.pets += 1
    case .post:
      replayPost(progress.posts)
      progress.posts += 1
    case .contest:
      for sink in sinks { sink.observe(nouns.contests.observation(progress.contests)) }
      progress.contests += 1
    case .entry:
      replayEntry(nouns.entries.rows[progress.entries].entry)
      progress.entries += 1
    case .request:
      for sink in sinks { sink.observe(requestRows.row.observation) }
      requestRows.next(nouns)
      stopOnFaults(requestRows.records)
    case .account:
      for sink in sinks { sink.observe(accounts.row.observation) }
      accounts.next(nouns)
      stopOnFaults(accounts.records)
    case .deletion:
      for sink in sinks { sink.observe(nouns.posts.deletions[progress.deletions]) }
      progress.deletions += 1
    case .departure:
      for sink in sinks { sink.observe(nouns.members.departures[progress.departures]) }
      progress.departures += 1
    case .tie:
      for sink in sinks { sink.observe(ties.observation) }
      ties.next(nouns)
      stopOnFaults(ties.rows.records)
    case .page: replayPage()
    case .duplicates: replayDuplicates()
    case .interaction: replayInteraction()
    case .buttons:
      for sink in sinks { sink.observe(buttons.row.observation) }
      buttons.next(nouns)
      stopOnFaults(buttons.records)
    case .staleButton:
      for sink in sinks { sink.observe(staleButtons.row.observation) }
      staleButtons.next(nouns)
      stopOnFaults(staleButtons.records)
    }
  }

  /// Stops the replay when a table has faults: metrics of a trace with faults mean nothing, and a sink may
  /// rely on what does not hold.
  private func stopOnFaults(_ records: borrowing TableRecords) {
    if records.hasFaults { sinks = [] }
  }

  private func replayMember(_ member: Int) {
    guard !sinks.isEmpty else { return }
    let observation = nouns.members.observation(member, taste: nouns.tastes[member])
    for sink in sinks { sink.observe(observation) }
  }

  private func replayPost(_ post: Int) {
    guard !sinks.isEmpty else { return }
    let observation = nouns.posts.observation(post, nouns.members)
    for sink in sinks { sink.observe(observation) }
  }

  private func replayEntry(_ row: EntryRow) {
    guard !sinks.isEmpty else { return }
    let observation = EntryObservation(
      contest: ContestID(nouns.contests.numbering.number(of: row.contest)!),
      post: PostID(nouns.posts.numbering.number(of: row.post)!), submittedAt: row.submittedAt)
    for sink in sinks { sink.observe(observation) }
  }

  private func replayPage() {
    guard let (number, isNew) = requests.add(pages.request) else {
      pages.refuseRequest(.contradiction("there are 2³² requests before"))
      return
    }
    pages.page.request = number
    pages.page.pool = isNew ? nouns.candidates.take(pages.request) : nil
    (pages.page.duplicates, pages.page.isShort) =
      duplicates.time == pages.time ? duplicates.take(pages.page, pages.request) : (0, false)
    current = .page
    for sink in sinks { sink.observe(pages.page) }
    pages.takePage(nouns)
    stopOnFaults(pages.rows.records)
  }

  /// Replays the pages that brought no post, or of which the app left out every one.
  private func replayDuplicates() {
    for row in duplicates.waiting {
      guard let number = requests.add(row.request)?.number else { continue }
      let page = PageObservation(
        time: duplicates.time, request: number, viewer: MemberID(row.viewer),
        surface: Surface.allCases[row.surface], ranker: row.ranker, offset: row.offset, posts: [],
        examined: [], relevance: [], duplicates: row.count, isShort: row.isShort)
      for sink in sinks { sink.observe(page) }
    }
    duplicates.takeTime(nouns)
    stopOnFaults(duplicates.rows.records)
  }

  private func replayInteraction() {
    let row = interactions.row
    let request = row.request.flatMap { requests.number(of: $0) }
    if let unknown = row.request, request == nil, !pages.rows.records.hasFaults {
      interactions.records.refuse(
        InteractionRow.request,
        .contradiction("request \(unknown) has no impression at \(row.time.shortest) or before"))
    }
    stopOnFaults(interactions.records)
    current = .interaction
    for sink in sinks { sink.observe(row.observation(request: request)) }
    interactions.next(nouns)
    stopOnFaults(interactions.records)
  }
}

extension TraceNouns {
  /// Adds faults of candidates that belong to no page.
  fileprivate func checkCandidates() {
    guard !hasFaults else { return }
    candidates.checkAllTaken(faults: &candidateRecords)
  }
}

extension [Double] {
  fileprivate func element(_ index: Int) -> Double { index < count ? self[index] : .infinity }
}

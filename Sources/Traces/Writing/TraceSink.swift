internal import FeedMetrics
internal import SocialFeed

/// Writes what is observed as rows of a trace's tables.
///
/// Rows of members, posts, contests' entries and their votes are known only when the run is over and are
/// kept until then, and what was there before the run until the run begins, to be put in order of time.
/// Everything else is written as it comes. Memory is that of members, posts, initial ties and entries, and the
/// session of each request.
final class TraceSink<Store: TraceStore>: ObservationSink {
  private let facts: TraceFacts
  private let store: Store
  private var run: RunObservation?
  private let names = WrittenNames()
  private var outcomes = ContestEntries()
  private var sessions = SessionNumbers()
  /// Members from before the run, in any order.
  private var initialMembers: [MemberObservation] = []
  /// In order of joining.
  private var joined: [UserRow] = []
  private var initialTies: [TieObservation] = []
  private var initialRequests: [RequestObservation] = []
  private var published: [PostObservation] = []
  private var deletions: [PostID: Double] = [:]
  /// By member.
  private var departures: [Int: Double] = [:]

  private var users: TableWriter<UserRow, Store.Rows>
  private var userPreferences: TableWriter<PreferenceRow, Store.Rows>
  private var posts: TableWriter<PostRow, Store.Rows>
  private var impressions: TableWriter<ImpressionRow, Store.Rows>
  private var candidates: TableWriter<CandidateRow, Store.Rows>
  private var interactions: TableWriter<InteractionRow, Store.Rows>
  private var contests: TableWriter<ContestRow, Store.Rows>
  private var contestEntries: TableWriter<EntryRow, Store.Rows>
  private var ties: TableWriter<TieRow, Store.Rows>
  private var accounts: TableWriter<AccountRow, Store.Rows>
  private var requests: TableWriter<RequestRow, Store.Rows>
  private var pets: TableWriter<PetRow, Store.Rows>
  private var buttons: TableWriter<ButtonsRow, Store.Rows>
  private var staleButtons: TableWriter<StaleButtonRow, Store.Rows>
  private var duplicates: TableWriter<DuplicateRow, Store.Rows>

  init(_ facts: TraceFacts, into store: Store) throws {
    self.facts = facts
    self.store = store
    users = TableWriter(try store.makeRows(of: .users), names)
    userPreferences = TableWriter(try store.makeRows(of: .userPreferences), names)
    posts = TableWriter(try store.makeRows(of: .posts), names)
    impressions = TableWriter(try store.makeRows(of: .impressions), names)
    candidates = TableWriter(try store.makeRows(of: .candidates), names)
    interactions = TableWriter(try store.makeRows(of: .interactions), names)
    contests = TableWriter(try store.makeRows(of: .contests), names)
    contestEntries = TableWriter(try store.makeRows(of: .contestEntries), names)
    ties = TableWriter(try store.makeRows(of: .ties), names)
    accounts = TableWriter(try store.makeRows(of: .accounts), names)
    requests = TableWriter(try store.makeRows(of: .requests), names)
    pets = TableWriter(try store.makeRows(of: .pets), names)
    buttons = TableWriter(try store.makeRows(of: .buttons), names)
    staleButtons = TableWriter(try store.makeRows(of: .staleButtons), names)
    duplicates = TableWriter(try store.makeRows(of: .duplicates), names)
  }

  func begin(_ run: RunObservation) {
    self.run = run
    names.set(.group, to: run.groupNames)
    names.set(.ranker, to: run.distinctRankerNames)
  }

  func observe(_ member: MemberObservation) {
    if member.joinedAt < 0 {
      initialMembers.append(member)
    } else {
      addInitialMembers()
      add(member)
    }
  }

  private func addInitialMembers() {
    for member in initialMembers.inOrder(of: \.joinedAt) { add(member) }
    initialMembers = []
  }

  private func add(_ member: MemberObservation) {
    joined.append(UserRow(member))
    for (category, weight) in member.taste.enumerated() {
      var row = PreferenceRow()
      // The number that the metrics use, as others will read it.
      (row.user, row.category, row.weight) = (member.member.index, category, Double(weight))
      userPreferences.write(row)
    }
  }

  func observe(_ post: PostObservation) { published.append(post) }

  func observe(_ page: borrowing PageObservation) {
    let session = sessions.session(of: page)
    if !page.posts.isEmpty { addImpressions(of: page, session: session) }
    if page.duplicates > 0 || page.isShort {
      duplicates.write(DuplicateRow(page, session: session))
    }
    for candidate in page.pool ?? [] {
      var row = CandidateRow()
      (row.request, row.post) = (Int(page.request), candidate.post.index)
      row.relevance = candidate.relevance
      candidates.write(row)
    }
  }

  private func addImpressions(of page: borrowing PageObservation, session: Int) {
    var row = ImpressionRow(page, session: session)
    row.visitPage(&impressions)
    impressions.rows.share()
    let (posts, examined, relevance) = (page.posts.span, page.examined.span, page.relevance.span)
    for index in posts.indices {
      (row.position, row.post) = (page.offset + index + 1, posts[index].index)
      (row.isExamined, row.relevance) = (examined[index], relevance[index])
      row.visitPost(&impressions)
      impressions.rows.endRow()
    }
    impressions.rows.unshare()
  }

  func observe(_ interaction: InteractionObservation) {
    let session = interaction.request.flatMap { sessions.session(ofRequest: $0) }
    interactions.write(InteractionRow(interaction, session: session))
    if interaction.kind == .vote {
      outcomes.addVote(for: interaction.post, at: interaction.time)
    }
  }

  func observe(_ contest: ContestObservation) {
    contests.write(ContestRow(contest))
    outcomes.add(contest)
  }

  func observe(_ entry: EntryObservation) { outcomes.add(entry) }

  func observe(_ tie: TieObservation) {
    if tie.time < 0 {
      initialTies.append(tie)
    } else {
      addInitialTies()
      ties.write(TieRow(tie))
    }
  }

  private func addInitialTies() {
    for tie in initialTies.inOrder(of: \.time) { ties.write(TieRow(tie)) }
    initialTies = []
  }

  func observe(_ departure: DepartureObservation) {
    departures[departure.member.index] = departure.time
  }

  func observe(_ deletion: DeletionObservation) { deletions[deletion.post] = deletion.time }

  func observe(_ account: AccountObservation) { accounts.write(AccountRow(account)) }

  func observe(_ pet: PetObservation) {
    var row = PetRow()
    (row.pet, row.owner) = (pet.pet.index, pet.owner.index)
    pets.write(row)
  }

  func observe(_ request: RequestObservation) {
    if request.time < 0 {
      initialRequests.append(request)
    } else {
      addInitialRequests()
      requests.write(RequestRow(request))
    }
  }

  private func addInitialRequests() {
    for request in initialRequests.inOrder(of: \.time) { requests.write(RequestRow(request)) }
    initialRequests = []
  }

  func observe(_ look: ButtonsObservation) { buttons.write(ButtonsRow(look)) }

  func observe(_ episode: StaleButtonObservation) { staleButtons.write(StaleButtonRow(episode)) }
}

// MARK: - The end

extension TraceSink: FinishedSink {
  func finish(digest: String) throws {
    guard let run else { preconditionFailure("a run has no trace before it begins") }
    addInitialMembers()
    addInitialTies()
    addInitialRequests()
    addUsers()
    addPosts()
    addEntries()
    try store.end(&users.rows)
    try store.end(&userPreferences.rows)
    try store.end(&posts.rows)
    try store.end(&impressions.rows)
    try store.end(&candidates.rows)
    try store.end(&interactions.rows)
    try store.end(&contests.rows)
    try store.end(&contestEntries.rows)
    try store.end(&ties.rows)
    try store.end(&accounts.rows)
    try store.end(&requests.rows)
    try store.end(&pets.rows)
    try store.end(&buttons.rows)
    try store.end(&staleButtons.rows)
    try store.end(&duplicates.rows)
    try store.finish(run: facts.entries(of: run, digest: digest))
  }

  func close() { store.close() }

  private func addUsers() {
    var sample = MemberSample(options: facts.metricOptions)
    for _ in joined { sample.addMember() }
    for var row in joined {
      row.leftAt = departures[row.user]
      row.isSampled = sample.slot(of: row.user) != nil
      users.write(row)
    }
  }

  private func addPosts() {
    for post in published {
      var row = PostRow()
      (row.post, row.author) = (post.post.index, post.author.index)
      (row.category, row.createdAt) = (post.category.index, post.createdAt)
      (row.quality, row.contest) = (post.quality, outcomes.firstContest(of: post.post)?.index)
      (row.privacy, row.pet) = (Int(post.privacy.rawValue), post.pet?.index)
      row.deletedAt = deletions[post.post]
      posts.write(row)
    }
  }

  private func addEntries() {
    for (entry, votes) in outcomes.all {
      var row = EntryRow()
      (row.contest, row.post) = (entry.contest.index, entry.post.index)
      row.author = published[row.post].author.index
      (row.submittedAt, row.votes) = (entry.submittedAt, votes)
      contestEntries.write(row)
    }
  }
}

extension Array {
  /// The elements in order of a time; elements of one time keep their order.
  fileprivate func inOrder(of time: (Element) -> Double) -> [Element] {
    let order = indices.sorted { (time(self[$0]), $0) < (time(self[$1]), $1) }
    return order.map { self[$0] }
  }
}

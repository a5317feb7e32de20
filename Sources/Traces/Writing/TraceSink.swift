internal import FeedMetrics
internal import SocialFeed

/// Writes what is observed as rows of a trace's tables.
///
/// Rows of members, posts, contests' entries and their votes are known only when the run is over and are
/// kept until then, and what was there before the run until the run begins, to be put in order of time.
/// Everything else is written as it comes. Memory is that of members, posts, initial ties and entries.
final class TraceSink<Store: TraceStore>: ObservationSink {
  private let facts: TraceFacts
  private let store: Store
  private var run: RunObservation?
  private var groups: [TraceName] = []
  private var rankers: [TraceName] = []
  private let surfaces = Surface.allCases.map { TraceName($0.description) }
  private let kinds = InteractionKind.allCases.map { TraceName($0.description) }
  private let tieKinds = TieObservation.Kind.all.map { TraceName($0.name) }
  private let buttonKinds = buttonNames.map(TraceName.init)
  private var outcomes = ContestEntries()
  /// What was there before the run began, told in any order.
  private var initialMembers: [MemberObservation] = []
  /// In order of joining.
  private var joined: [(member: Int, group: TraceName, joinedAt: Double)] = []
  private var initialTies: [TieObservation] = []
  private var published: [PostObservation] = []

  private var users: Store.Rows
  private var userPreferences: Store.Rows
  private var posts: Store.Rows
  private var impressions: Store.Rows
  private var candidates: Store.Rows
  private var interactions: Store.Rows
  private var contests: Store.Rows
  private var contestEntries: Store.Rows
  private var ties: Store.Rows
  private var buttons: Store.Rows
  private var wrongButtons: Store.Rows
  private var duplicates: Store.Rows

  init(_ facts: TraceFacts, into store: Store) throws {
    self.facts = facts
    self.store = store
    users = try store.makeRows(of: .users)
    userPreferences = try store.makeRows(of: .userPreferences)
    posts = try store.makeRows(of: .posts)
    impressions = try store.makeRows(of: .impressions)
    candidates = try store.makeRows(of: .candidates)
    interactions = try store.makeRows(of: .interactions)
    contests = try store.makeRows(of: .contests)
    contestEntries = try store.makeRows(of: .contestEntries)
    ties = try store.makeRows(of: .ties)
    buttons = try store.makeRows(of: .buttons)
    wrongButtons = try store.makeRows(of: .wrongButtons)
    duplicates = try store.makeRows(of: .duplicates)
  }

  func begin(_ run: RunObservation) {
    self.run = run
    groups = run.groupNames.map(TraceName.init)
    rankers = run.distinctRankerNames.map(TraceName.init)
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
    joined.append((member.member.index, groups[member.group], member.joinedAt))
    for (category, weight) in member.taste.enumerated() {
      userPreferences.add(member.member.index)
      userPreferences.add(category)
      // The number that the metrics use, as others will read it.
      userPreferences.add(Double(weight))
      userPreferences.endRow()
    }
  }

  func observe(_ post: PostObservation) { published.append(post) }

  func observe(_ page: borrowing PageObservation) {
    if !page.posts.isEmpty { addImpressions(of: page) }
    if page.duplicates > 0 { addDuplicates(of: page) }
    if page.pool != nil { addCandidates(of: page) }
  }

  private func addImpressions(of page: borrowing PageObservation) {
    impressions.add(page.time)
    impressions.add(Int(page.request))
    impressions.add(page.viewer.index)
    impressions.add(surfaces[Int(page.surface.rawValue)])
    impressions.add(rankers[page.ranker])
    impressions.share()
    let (posts, examined, relevance) = (page.posts.span, page.examined.span, page.relevance.span)
    for place in posts.indices {
      impressions.add(page.offset + place + 1)
      impressions.add(posts[place].index)
      impressions.add(examined[place] ? 1 : 0)
      impressions.add(relevance[place])
      impressions.endRow()
    }
    impressions.unshare()
  }

  private func addCandidates(of page: borrowing PageObservation) {
    for candidate in page.pool ?? [] {
      candidates.add(Int(page.request))
      candidates.add(candidate.post.index)
      candidates.add(candidate.relevance)
      candidates.endRow()
    }
  }

  private func addDuplicates(of page: borrowing PageObservation) {
    duplicates.add(page.time)
    duplicates.add(Int(page.request))
    duplicates.add(page.viewer.index)
    duplicates.add(surfaces[Int(page.surface.rawValue)])
    duplicates.add(rankers[page.ranker])
    duplicates.add(page.duplicates)
    duplicates.endRow()
  }

  func observe(_ interaction: InteractionObservation) {
    interactions.add(interaction.time)
    interactions.add(interaction.member.index)
    interactions.add(interaction.post.index)
    interactions.add(kinds[Int(interaction.kind.rawValue)])
    if let request = interaction.request {
      interactions.add(Int(request))
    } else {
      interactions.addNone()
    }
    interactions.endRow()
    if interaction.kind == .vote {
      outcomes.addVote(for: interaction.post, at: interaction.time)
    }
  }

  func observe(_ contest: ContestObservation) {
    contests.add(contest.contest.index)
    contests.add(contest.startsAt)
    contests.add(contest.endsAt)
    contests.endRow()
    outcomes.add(contest)
  }

  func observe(_ entry: EntryObservation) { outcomes.add(entry) }

  func observe(_ tie: TieObservation) {
    if tie.time < 0 {
      initialTies.append(tie)
    } else {
      addInitialTies()
      add(tie)
    }
  }

  private func addInitialTies() {
    for tie in initialTies.inOrder(of: \.time) { add(tie) }
    initialTies = []
  }

  private func add(_ tie: TieObservation) {
    ties.add(tie.time)
    ties.add(tieKinds[Int(tie.kind.rawValue)])
    ties.add(tie.from.index)
    ties.add(tie.to.index)
    ties.endRow()
  }

  func observe(_ look: ButtonsObservation) {
    buttons.add(look.time)
    buttons.add(look.member.index)
    buttons.add(look.device)
    buttons.add(look.buttons)
    buttons.add(look.stale)
    buttons.endRow()
  }

  func observe(_ wrong: StaleButtonObservation) {
    wrongButtons.add(wrong.member.index)
    wrongButtons.add(wrong.device)
    wrongButtons.add(wrong.post.index)
    wrongButtons.add(buttonKinds[wrong.isSaveButton ? 1 : 0])
    wrongButtons.add(wrong.from)
    wrongButtons.add(wrong.until)
    wrongButtons.endRow()
  }
}

// MARK: - The end

extension TraceSink: FinishedSink {
  func finish(digest: String) throws {
    guard let run else { preconditionFailure("a run has no trace before it begins") }
    addInitialMembers()
    addInitialTies()
    addUsers()
    addPosts()
    addEntries()
    try store.end(&users)
    try store.end(&userPreferences)
    try store.end(&posts)
    try store.end(&impressions)
    try store.end(&candidates)
    try store.end(&interactions)
    try store.end(&contests)
    try store.end(&contestEntries)
    try store.end(&ties)
    try store.end(&buttons)
    try store.end(&wrongButtons)
    try store.end(&duplicates)
    try store.finish(run: facts.entries(of: run, digest: digest))
  }

  func close() { store.close() }

  private func addUsers() {
    var sample = MemberSample(options: facts.metricOptions)
    for _ in joined { sample.addMember() }
    for (member, group, joinedAt) in joined {
      users.add(member)
      users.add(group)
      users.add(joinedAt)
      users.add(sample.slot(of: member) == nil ? 0 : 1)
      users.endRow()
    }
  }

  private func addPosts() {
    for post in published {
      posts.add(post.post.index)
      posts.add(post.author.index)
      posts.add(post.category.index)
      posts.add(post.createdAt)
      posts.add(post.quality)
      if let contest = outcomes.firstContest(of: post.post) {
        posts.add(contest.index)
      } else {
        posts.addNone()
      }
      posts.endRow()
    }
  }

  private func addEntries() {
    for (entry, votes) in outcomes.all {
      contestEntries.add(entry.contest.index)
      contestEntries.add(entry.post.index)
      contestEntries.add(published[entry.post.index].author.index)
      contestEntries.add(entry.submittedAt)
      contestEntries.add(votes)
      contestEntries.endRow()
    }
  }
}

extension Array {
  /// In order of a time; those of one time in the order in which they are.
  fileprivate func inOrder(of time: (Element) -> Double) -> [Element] {
    let order = indices.sorted { (time(self[$0]), $0) < (time(self[$1]), $1) }
    return order.map { self[$0] }
  }
}

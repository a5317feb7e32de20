import SocialFeed

/// All that is remembered of a run for the metrics: a tally for each thing that several of them need.
///
/// The statistics' window is from the end of the warm-up to the end of the run, the latter excluded.
/// A page counts when its time lies in it, an interaction when the impression that led to it does; in
/// both, a member's own posts never count. A page costs one call of each tally, which loops over the
/// page's columns. No tally keeps impressions: room is for members, posts, contests, the ages that
/// occur, two days of interactions, and the slates and posts shown of a sample of members.
struct RunTallies: Sendable {
  private let run: RunObservation
  private(set) var members: MemberColumns
  private(set) var posts: PostColumns
  private(set) var exposure = ExposureTally()
  private(set) var reach = ReachTally()
  private(set) var ages = AgeTally()
  private(set) var contests: ContestTally
  private(set) var sample: MemberSample
  private(set) var shownPosts = ShownPostsTally()
  private(set) var turnover: TurnoverTally
  private(set) var categories: CategoryTally
  private(set) var heads: SlateHeadTally
  private(set) var actions = ActionTally()
  private(set) var duplicates = DuplicateTally()
  private(set) var buttons = ButtonTally()
  private(set) var ties: TieTally

  private var requests = CountedRequests()
  private var counted = CountedPage()
  /// The time of the latest page, of any member.
  private var latest = -Double.infinity

  init(run: RunObservation, options: MetricOptions) {
    precondition(
      run.windowStart >= 0 && run.windowStart < run.duration && run.duration.isFinite,
      "a window from \(run.windowStart) to \(run.duration)")
    self.run = run
    members = MemberColumns(run: run)
    posts = PostColumns(run: run)
    contests = ContestTally(run: run)
    sample = MemberSample(options: options)
    turnover = TurnoverTally(run: run)
    categories = CategoryTally(run: run)
    heads = SlateHeadTally(run: run)
    ties = TieTally(run: run)
  }

  /// The end of the run, in seconds from its start.
  var duration: Double { run.duration }
  var groupCount: Int { run.groupNames.count }
  var categoryCount: Int { run.categoryCount }

  mutating func add(_ member: MemberObservation) {
    members.add(member)
    categories.addMember()
    guard let slot = sample.addMember() else { return }
    shownPosts.begin(slot: slot)
    turnover.begin(slot: slot)
  }

  mutating func add(_ post: PostObservation) {
    posts.add(post, memberCount: members.count)
    exposure.addPost()
    reach.addPost()
    contests.addPost()
    turnover.addPost()
  }

  mutating func add(_ page: borrowing PageObservation) {
    precondition(page.time >= latest, "a page of \(page.time) came after one of \(latest)")
    precondition(page.ranker < run.rankerNames.count, "ranker \(page.ranker) has no name")
    latest = page.time
    guard page.time >= run.windowStart else { return requests.leaveOut(page) }
    guard page.time < run.duration else { return requests.leaveOutAtEnd(page) }
    duplicates.add(page)
    guard !page.posts.isEmpty else { return }
    requests.count(page)
    advance(to: page.time)
    counted.fill(from: page, origin: posts.origin)
    if page.request >= requests.first { heads.add(counted) }
    if counted.count > 0 { addCounted() }
  }

  private mutating func addCounted() {
    exposure.add(counted)
    reach.add(counted)
    ages.add(counted)
    categories.add(counted)
    actions.add(counted)
    guard let slot = sample.slot(of: counted.viewer) else { return }
    shownPosts.add(counted, slot: slot)
    turnover.add(counted, slot: slot)
  }

  mutating func add(_ interaction: InteractionObservation) {
    if interaction.kind == .vote { contests.addVote(for: interaction.post, at: interaction.time) }
    guard let request = interaction.request else { return }
    let post = interaction.post
    guard
      posts.origin[post.index].author != interaction.member.rawValue,
      requests.contains(request: request, post: post.rawValue)
    else { return }
    actions.add(interaction.kind, request: request, post: post.rawValue, at: interaction.time)
  }

  mutating func add(_ contest: ContestObservation) {
    contests.add(contest, pagesUntil: latest)
  }

  mutating func add(_ entry: EntryObservation) { contests.add(entry) }

  mutating func add(_ tie: TieObservation) { ties.add(tie) }

  mutating func add(_ buttons: ButtonsObservation) {
    guard buttons.time >= run.windowStart && buttons.time < run.duration else { return }
    self.buttons.add(buttons)
  }

  mutating func add(_ wrong: WrongButtonObservation) {
    buttons.add(wrong, from: run.windowStart, until: run.duration)
  }

  /// Ends the weeks, contests and slates that the end of the run ends.
  mutating func finish() {
    latest = run.duration
    advance(to: run.duration)
    shownPosts.finish()
    turnover.finish()
    heads.finish()
  }

  private mutating func advance(to time: Double) {
    categories.advance(to: time)
    contests.advance(to: time, exposure: exposure)
  }
}

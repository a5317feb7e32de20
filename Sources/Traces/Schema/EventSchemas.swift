internal import DataFiles
internal import FeedMetrics
internal import SocialFeed

/// What follows from the other columns, for those who group rows: a replay does not read it.
enum DerivedCells {
  static let session = TraceCell<Int>.identifier(
    "session_id", of: .session, isRead: false,
    "The session, in order of their first pages: a session ends after more than \(longestGap) s between two requests"
      + " of a member.")
  static let sessionOfRequest = TraceCell<Int?>.identifier(
    "session_id", of: .session, isRead: false, "The session of the request.")
  static let day = TraceCell<Int>.count("day", isRead: false, "The day of the time, from 0.")

  private static let longestGap = SessionTally.longestGap

  /// The day of a time.
  static func day(of time: Double) -> Int { Int((time / 86_400).rounded(.down)) }
}

/// A row of the table of impressions.
struct ImpressionRow: EventRow {
  var time = 0.0
  var request = 0
  var viewer = 0
  var surface = 0
  var ranker = 0
  var position = 0
  var post = 0
  var isExamined = false
  var relevance = 0.0
  var session = 0

  static let summary =
    "Posts on pages that were shown; posts of the viewer are rows too, and keep their position."
  static let isRequired = true
  static let indexes = [["request_id", "position"], ["user_id", "time"], ["post_id", "time"]]
  static let request = TraceCell<Int>.identifier("request_id", of: .request, "The request.")
  static let ranker = TraceCell.name("ranker", of: .ranker, "The ranker of the slate.")
  static let longestSlate = 100_000

  mutating func visit(_ cells: inout some TraceCells) {
    visitPage(&cells)
    visitPost(&cells)
  }

  /// Visits the cells that all rows of a page share.
  mutating func visitPage(_ cells: inout some TraceCells) {
    cells.visit(&time, .time("time", isWhole: true, "When the page was shown."))
    cells.visit(&request, Self.request)
    cells.visit(&viewer, .identifier("user_id", of: .member, "The viewer."))
    cells.visit(&surface, .name("surface", of: .surface, "The feed."))
    cells.visit(&ranker, Self.ranker)
  }

  /// Visits the cells of one post of a page.
  mutating func visitPost(_ cells: inout some TraceCells) {
    cells.visit(
      &position, .count("position", in: 1...Self.longestSlate, "The position in the slate, from 1.")
    )
    cells.visit(&post, .identifier("post_id", of: .post, "The post."))
    cells.visit(&isExamined, .flag("examined", "Whether the viewer looked at the post."))
    cells.visit(
      &relevance, .number("relevance", in: 0...1, "The relevance of the post to the viewer."))
    // Last, so that the other columns are where they were before there were these.
    cells.visit(&session, DerivedCells.session)
    var day = DerivedCells.day(of: time)
    cells.visit(&day, DerivedCells.day)
  }

  init() {}

  /// What all rows of a page share.
  init(_ page: borrowing PageObservation, session: Int) {
    (time, request, viewer) = (page.time, Int(page.request), page.viewer.index)
    (surface, ranker) = (Int(page.surface.rawValue), page.ranker)
    self.session = session
  }
}

/// A row of the table of interactions.
struct InteractionRow: EventRow {
  var time = 0.0
  var member = 0
  var post = 0
  var kind = 0
  var request: Int?
  var session: Int?

  static let summary = "What members did with posts."
  static let isRequired = true
  static let indexes = [["request_id", "post_id"], ["user_id", "time"], ["post_id", "time"]]
  static let request = TraceCell<Int?>.identifier(
    "request_id", of: .request, "The request that showed the post to the member.")

  mutating func visit(_ cells: inout some TraceCells) {
    cells.visit(&time, .time("time", "When the member acted."))
    cells.visit(&member, .identifier("user_id", of: .member, "The member who acted."))
    cells.visit(&post, .identifier("post_id", of: .post, "The post."))
    cells.visit(&kind, .name("kind", of: .interaction, "What the member did."))
    cells.visit(&request, Self.request)
    cells.visit(&session, DerivedCells.sessionOfRequest)
    var day = DerivedCells.day(of: time)
    cells.visit(&day, DerivedCells.day)
  }

  init() {}

  init(_ interaction: InteractionObservation, session: Int?) {
    self.session = session
    (time, kind) = (interaction.time, Int(interaction.kind.rawValue))
    (member, post) = (interaction.member.index, interaction.post.index)
    request = interaction.request.map { Int($0) }
  }

  /// - Parameter request: Our number of the request.
  func observation(request: UInt32?) -> InteractionObservation {
    InteractionObservation(
      time: time, member: MemberID(member), post: PostID(post),
      kind: InteractionKind.allCases[kind], request: request)
  }
}

/// A row of the table of ties.
struct TieRow: EventRow {
  var time = 0.0
  var kind = 0
  var from = 0
  var to = 0

  static let summary = "Ties that begin and end."
  static let indexes = [["from"], ["to"]]
  static let to = TraceCell<Int>.identifier("to", of: .member, "The other member.")

  mutating func visit(_ cells: inout some TraceCells) {
    cells.visit(&time, .time("time", "When the tie changed."))
    cells.visit(&kind, .name("kind", of: .tie, "What changed."))
    cells.visit(&from, .identifier("from", of: .member, "The member who changed the tie."))
    cells.visit(&to, Self.to)
  }

  init() {}

  init(_ tie: TieObservation) {
    (time, kind) = (tie.time, Int(tie.kind.rawValue))
    (from, to) = (tie.from.index, tie.to.index)
  }
}

/// A row of the table of accounts.
struct AccountRow: EventRow {
  var time = 0.0
  var member = 0
  var isPrivate = false

  static let summary = "Accounts that become private or public; all are public at first."
  static let indexes = [["user_id"]]

  mutating func visit(_ cells: inout some TraceCells) {
    cells.visit(&time, .time("time", "When the account changed."))
    cells.visit(&member, .identifier("user_id", of: .member, "The member with the account."))
    cells.visit(&isPrivate, .flag("private", "Whether the account is private from now on."))
  }

  init() {}

  init(_ account: AccountObservation) {
    (time, member, isPrivate) = (account.time, account.member.index, account.isPrivate)
  }

  var observation: AccountObservation {
    AccountObservation(time: time, member: MemberID(member), isPrivate: isPrivate)
  }
}

/// A row of the table of requests.
struct RequestRow: EventRow {
  var time = 0.0
  var kind = 0
  var step = 0
  var from = 0
  var to = 0
  var pet: Int?

  static let summary =
    "Requests to follow a private account, to be friends, and to be a guardian of a pet."
  static let indexes = [["from"], ["to"]]

  mutating func visit(_ cells: inout some TraceCells) {
    cells.visit(&time, .time("time", "When the request was sent, answered or ended."))
    cells.visit(&kind, .name("kind", of: .request, "The wish behind the request."))
    cells.visit(&step, .name("step", of: .step, "What became of the request."))
    cells.visit(&from, .identifier("from", of: .member, "The member who sent the request."))
    cells.visit(&to, .identifier("to", of: .member, "The member who got the request."))
    cells.visit(&pet, .identifier("pet_id", of: .pet, "The pet of a guardianship."))
  }

  init() {}

  init(_ request: RequestObservation) {
    (time, kind, step) = (request.time, Int(request.kind.rawValue), Int(request.step.rawValue))
    (from, to, pet) = (request.from.index, request.to.index, request.pet?.index)
  }

  var observation: RequestObservation {
    RequestObservation(
      time: time, kind: RequestKind.allCases[kind], step: RequestStep.allCases[step],
      from: MemberID(from), to: MemberID(to), pet: pet.map { PetID($0) })
  }
}

/// A row of the table of looks at buttons.
struct ButtonsRow: EventRow {
  var time = 0.0
  var member = 0
  var device = 0
  var buttons = 0
  var stale = 0

  static let summary = "Looks at like and save buttons, two for each post looked at."
  static let indexes = [["user_id"]]

  mutating func visit(_ cells: inout some TraceCells) {
    cells.visit(&time, .time("time", "When the member looked."))
    cells.visit(&member, .identifier("user_id", of: .member, "The member who looked."))
    cells.visit(&device, .count("device", "The index of the device of the member."))
    cells.visit(&buttons, .count("buttons", "The number of buttons looked at."))
    let buttons = buttons
    cells.visit(
      &stale, .count("wrong", in: 0...buttons, "How many of the buttons showed the wrong state."))
  }

  init() {}

  init(_ look: ButtonsObservation) {
    (time, member, device) = (look.time, look.member.index, look.device)
    (buttons, stale) = (look.buttons, look.stale)
  }

  var observation: ButtonsObservation {
    ButtonsObservation(
      time: time, member: MemberID(member), device: device, buttons: buttons, stale: stale)
  }
}

/// A row of the table of stale buttons.
struct StaleButtonRow: EventRow {
  var member = 0
  var device = 0
  var post = 0
  var button = 0
  var from = 0.0
  var until = 0.0

  static let summary =
    "Episodes in which a button on a device showed the wrong state, in order of their ends."
  static let indexes = [["user_id"]]
  static let until = TraceCell.time("wrong_until", "The end of the episode.")

  mutating func visit(_ cells: inout some TraceCells) {
    cells.visit(&member, .identifier("user_id", of: .member, "The member with the device."))
    cells.visit(&device, .count("device", "The index of the device of the member."))
    cells.visit(&post, .identifier("post_id", of: .post, "The post with the button."))
    cells.visit(&button, .name("button", of: .button, "Which button of the post."))
    cells.visit(&from, .number("wrong_from", unit: "s", "The start of the episode."))
    cells.visit(&until, Self.until)
  }

  var time: Double { from }

  var contradiction: (cell: TraceCell<Double>, message: String)? {
    from <= until ? nil : (Self.until, "this ends at \(until.shortest), before it begins")
  }

  init() {}

  init(_ episode: StaleButtonObservation) {
    (member, device, post) = (episode.member.index, episode.device, episode.post.index)
    (button, from, until) = (episode.isSaveButton ? 1 : 0, episode.from, episode.until)
  }

  var observation: StaleButtonObservation {
    StaleButtonObservation(
      member: MemberID(member), device: device, post: PostID(post), isSaveButton: button == 1,
      from: from, until: until)
  }
}

/// A row of the table of duplicates: of a page that brought fewer new posts than the app asked for.
struct DuplicateRow: EventRow {
  var time = 0.0
  var request = 0
  var viewer = 0
  var surface = 0
  var ranker = 0
  var offset = 0
  var count = 0
  var isShort = false
  var session = 0

  static let summary = """
    Pages of which the app left out posts that the slate had already, and pages at the end of a feed that have fewer \
    posts than the app asked for, or none.
    """
  static let indexes = [["request_id"]]
  static let ranker = TraceCell.name("ranker", of: .ranker, "The ranker of the slate.")

  mutating func visit(_ cells: inout some TraceCells) {
    cells.visit(&time, .time("time", isWhole: true, "When the page arrived."))
    cells.visit(&request, .identifier("request_id", of: .request, "The request."))
    cells.visit(&viewer, .identifier("user_id", of: .member, "The viewer."))
    cells.visit(&surface, .name("surface", of: .surface, "The feed."))
    cells.visit(&ranker, Self.ranker)
    cells.visit(
      &offset,
      .count("offset", in: 0...Int(Int32.max), "The number of posts of the slate above the page."))
    cells.visit(
      &count, .count("duplicates", in: 0...Int(Int32.max), "The number of posts left out."))
    cells.visit(&isShort, .flag("short", "Whether the feed ended before the page was full."))
    cells.visit(&session, DerivedCells.session)
  }

  init() {}

  init(_ page: borrowing PageObservation, session: Int) {
    (time, request, viewer) = (page.time, Int(page.request), page.viewer.index)
    self.session = session
    (surface, ranker) = (Int(page.surface.rawValue), page.ranker)
    (offset, count) = (page.offset, page.duplicates)
    isShort = page.isShort
  }
}

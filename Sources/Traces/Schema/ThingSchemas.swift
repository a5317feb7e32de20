internal import FeedMetrics
internal import SocialFeed

/// A row of the table of members.
struct UserRow: TraceRow {
  var user = 0
  var group = 0
  var joinedAt = 0.0
  var isSampled = false
  var leftAt: Double?

  static let summary = "Members, in order of joining."
  static let isRequired = true
  static let indexes = [["user_id"]]
  static let user = TraceCell<Int>.identifier("user_id", of: .member, "The member.")
  static let leftAt = TraceCell.optionalSeconds("left_at", "When the member left for good.")
    .orMissing
  static let group = TraceCell.name("group", of: .group, "The group of the member.")

  mutating func visit(_ cells: inout some TraceCells) {
    cells.visit(&user, Self.user)
    cells.visit(&group, Self.group)
    cells.visit(&joinedAt, .number("joined_at", unit: "s", "When the member joined."))
    // A replay draws the sample again, from the seed and the size that run.json has.
    cells.visit(
      &isSampled,
      .flag("sampled", isRead: false, "Whether metrics of pairs are taken over the member."))
    cells.visit(&leftAt, Self.leftAt)
  }

  init() {}

  init(_ member: MemberObservation) {
    (user, group, joinedAt) = (member.member.index, member.group, member.joinedAt)
  }
}

/// A row of the table of latent interests.
struct PreferenceRow: TraceRow {
  var user = 0
  var category = 0
  var weight = 0.0

  static let summary = "Latent interests at the start; a member without any has no rows."
  static let indexes = [["user_id", "category"]]
  static let user = TraceCell<Int>.identifier("user_id", of: .member, "The member.")
  static let category = TraceCell<Int>.identifier("category", of: .category, "The category.")
  static let weight = TraceCell.number(
    "weight", in: 0...1, "The share of the interest; the shares of a member add up to 1.")

  mutating func visit(_ cells: inout some TraceCells) {
    cells.visit(&user, Self.user)
    cells.visit(&category, Self.category)
    cells.visit(&weight, Self.weight)
  }
}

/// A row of the table of posts.
struct PostRow: TraceRow {
  var post = 0
  var author = 0
  var category = 0
  var createdAt = 0.0
  var quality = 0.0
  var contest: Int?
  /// An index in ``Privacy``.
  var privacy = 0
  var pet: Int?
  var deletedAt: Double?

  static let summary = "Posts, in order of creation."
  static let isRequired = true
  static let indexes = [["post_id"], ["author_id"], ["category"]]
  static let post = TraceCell<Int>.identifier("post_id", of: .post, "The post.")
  static let author = TraceCell<Int>.identifier("author_id", of: .member, "The author of the post.")
  static let category = TraceCell<Int>.identifier(
    "category", of: .category, "The category of the post.")
  static let contest = TraceCell<Int?>.identifier(
    "contest_id", of: .contest, "The contest that the post entered first.")
  static let pet = TraceCell<Int?>.identifier("pet_id", of: .pet, "The pet that the post shows.")
    .orMissing
  static let deletedAt = TraceCell.optionalSeconds(
    "deleted_at", "When the post was deleted."
  ).orMissing

  mutating func visit(_ cells: inout some TraceCells) {
    cells.visit(&post, Self.post)
    cells.visit(&author, Self.author)
    cells.visit(&category, Self.category)
    cells.visit(&createdAt, .wholeSeconds("created_at", "When the post was created."))
    cells.visit(&quality, .number("quality", in: 0...Double.infinity, "The latent quality."))
    cells.visit(&contest, Self.contest)
    cells.visit(
      &privacy,
      .name("privacy", of: .privacy, "Who may see the post, besides those whose post it is.")
        .orMissing)
    cells.visit(&pet, Self.pet)
    cells.visit(&deletedAt, Self.deletedAt)
  }
}

/// A row of the table of pets.
struct PetRow: TraceRow {
  var pet = 0
  var owner = 0

  static let summary = "Pets. A post that shows one is also the post of its owner and guardians."
  static let indexes = [["owner_id"]]
  static let pet = TraceCell<Int>.identifier("pet_id", of: .pet, "The pet.")
  static let owner = TraceCell<Int>.identifier("owner_id", of: .member, "The owner of the pet.")

  mutating func visit(_ cells: inout some TraceCells) {
    cells.visit(&pet, Self.pet)
    cells.visit(&owner, Self.owner)
  }
}

/// A row of the table of contests.
struct ContestRow: TraceRow {
  var contest = 0
  var startsAt = 0.0
  var endsAt = 0.0

  static let summary = "Contests."
  static let indexes = [["contest_id"]]
  static let contest = TraceCell<Int>.identifier("contest_id", of: .contest, "The contest.")
  static let endsAt = TraceCell.number("ends_at", unit: "s", "The end, which is excluded.")

  mutating func visit(_ cells: inout some TraceCells) {
    cells.visit(&contest, Self.contest)
    cells.visit(&startsAt, .number("starts_at", unit: "s", "The start, which is included."))
    cells.visit(&endsAt, Self.endsAt)
  }

  init() {}

  init(_ contest: ContestObservation) {
    self.contest = contest.contest.index
    (startsAt, endsAt) = (contest.startsAt, contest.endsAt)
  }
}

/// A row of the table of entries of contests.
struct EntryRow: TraceRow {
  var contest = 0
  var post = 0
  var author = 0
  var submittedAt = 0.0
  var votes = 0

  static let summary = "Entries of contests."
  static let indexes = [["contest_id"], ["post_id"]]
  static let contest = TraceCell<Int>.identifier("contest_id", of: .contest, "The contest.")
  static let post = TraceCell<Int>.identifier("post_id", of: .post, "The post that was entered.")
  static let author = TraceCell<Int>.identifier("author_id", of: .member, "The author of the post.")

  mutating func visit(_ cells: inout some TraceCells) {
    cells.visit(&contest, Self.contest)
    cells.visit(&post, Self.post)
    cells.visit(&author, Self.author)
    cells.visit(&submittedAt, .number("submitted_at", unit: "s", "When the post was entered."))
    cells.visit(
      &votes,
      .count("votes_final", "Votes for the post from the start of the contest to its end."))
  }
}

/// A row of the table of candidates.
struct CandidateRow: TraceRow {
  var request = 0
  var post = 0
  var relevance = 0.0

  static let summary = "The posts that a sampled request could have shown."
  static let indexes = [["request_id"]]
  static let request = TraceCell<Int>.identifier("request_id", of: .request, "The request.")
  static let post = TraceCell<Int>.identifier("post_id", of: .post, "A candidate.")

  mutating func visit(_ cells: inout some TraceCells) {
    cells.visit(&request, Self.request)
    cells.visit(&post, Self.post)
    cells.visit(
      &relevance, .number("relevance", in: 0...1, "The relevance of the post to the viewer."))
  }
}

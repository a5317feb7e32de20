/// The things of a trace, which are held while its events are read.
final class TraceNouns {
  let members: TraceMembers
  let tastes: TraceTastes
  let posts: TracePosts
  let pets: TracePets
  let contests: TraceContests
  let entries: TraceEntries
  var candidates: TraceCandidates
  let categoryCount: Int
  /// The tables that were read, for their faults.
  let users: TableRecords
  let userPreferences: TableRecords
  let postRecords: TableRecords
  let petRecords: TableRecords
  let contestRecords: TableRecords
  let entryRecords: TableRecords
  var candidateRecords: TableRecords

  init(_ source: TraceSource, _ run: RunFile) {
    let names = TraceNames(groups: run.groups)
    var users = source.records(of: .users, names)
    var userPreferences = source.records(of: .userPreferences)
    var postRecords = source.records(of: .posts)
    var petRecords = source.records(of: .pets)
    var contestRecords = source.records(of: .contests)
    var entryRecords = source.records(of: .contestEntries)
    var candidateRecords = source.records(of: .candidates)
    members = TraceMembers(&users, groups: run.groups)
    pets = TracePets(&petRecords, members)
    var tastes = TraceTastes(&userPreferences)
    var posts = TracePosts(&postRecords)
    var contests = TraceContests(&contestRecords)
    entries = TraceEntries(&entryRecords)
    candidates = TraceCandidates(&candidateRecords, posts)
    let categories = TraceCategories(
      count: run.categoryCount, found: posts.categoriesMet + tastes.categories)
    categoryCount = categories.count
    postRecords.checkVariety(of: "categories", categoryCount, PostRow.category)
    tastes.resolve(members, categories, faults: &userPreferences)
    posts.resolve(members, categories, contests, pets, faults: &postRecords)
    entries.check(contests, posts, faults: &entryRecords)
    contests.precede(entries)
    (self.tastes, self.posts, self.contests) = (tastes, posts, contests)
    (self.users, self.userPreferences, self.postRecords) = (users, userPreferences, postRecords)
    (self.contestRecords, self.entryRecords) = (contestRecords, entryRecords)
    (self.candidateRecords, self.petRecords) = (candidateRecords, petRecords)
  }

  var hasFaults: Bool {
    users.hasFaults || userPreferences.hasFaults || postRecords.hasFaults
      || petRecords.hasFaults || contestRecords.hasFaults || entryRecords.hasFaults
      || candidateRecords.hasFaults
  }
}

import FeedMetrics
import SocialFeed
import TestSupport

extension Trace {
  /// A small run of everything: members who join, posts with repeats and own posts among those shown,
  /// slates on several pages, requests across the ends of the window, contests in and out of it, and
  /// actions of all kinds, some of them late.
  init(seed: UInt64) {
    var author = RandomTraceAuthor(generator: SeededGenerator(seed: seed))
    self = author.write()
  }
}

extension Trace {
  /// A small random run in which nobody acts on what they did not look at, as in a simulation.
  static func lookedAt(_ seed: UInt64) -> Trace {
    var trace = Trace(seed: seed)
    var generator = SeededGenerator(seed: seed ^ 0x5E55)
    for member in trace.members.indices {
      trace.members[member].sessionsPerDay = Double(Int.random(in: 0...4, using: &generator)) / 2
    }
    var looks: Set<[Int]> = []
    for page in trace.pages {
      for (index, post) in page.posts.enumerated() where page.examined[index] {
        looks.insert([Int(page.request), post.index])
      }
    }
    trace.interactions.removeAll { action in
      action.request.map { !looks.contains([Int($0), action.post.index]) } ?? false
    }
    return trace
  }
}

private struct RandomTraceAuthor {
  var generator: SeededGenerator
  var trace = Trace()

  mutating func write() -> Trace {
    let days = Double(int(1...32))
    trace = Trace(
      days: days, warmUp: int(0...2) == 0 ? 0 : days * Double(int(0...3)) / 8,
      categories: int(1...5))
    addMembers()
    addPosts()
    addContests()
    addPages()
    addActions()
    addTies()
    addButtons()
    return trace
  }

  private mutating func int(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &generator)
  }

  private mutating func time(from start: Double, to end: Double) -> Double {
    (start + generator.unit() * (end - start)).rounded(.down)
  }

  private mutating func addMembers() {
    let times = (0..<int(1...12)).map { _ in
      int(0...3) == 0 ? time(from: 0, to: trace.run.duration) : -Double(int(1...30)) * Trace.day
    }
    for time in times.sorted() {
      let weights = (0..<trace.run.categoryCount).map { _ in Float(int(0...3)) }
      let total = weights.reduce(0, +)
      trace.join(
        group: int(0...1), at: time, taste: total > 0 ? weights.map { $0 / total } : [])
    }
  }

  private mutating func addPosts() {
    let times = (0..<int(0...25)).map { _ in time(from: -10 * Trace.day, to: trace.run.duration) }
    for time in times.sorted() {
      let authors = trace.members.filter { $0.joinedAt <= time }
      guard let author = authors.randomElement(using: &generator) else { continue }
      trace.publish(
        by: author.member.index, category: int(0...trace.run.categoryCount - 1), at: time,
        quality: Double(int(0...4)) / 4)
    }
  }

  private mutating func addContests() {
    let starts = (0..<int(0...3)).map { _ in time(from: 0, to: trace.run.duration) / Trace.day }
    for start in starts.sorted() {
      trace.open(start, start + Double(int(1...10)) / 2)
      let contest = trace.contests[trace.contests.count - 1]
      for post in trace.posts.indices where int(0...2) == 0 {
        let first = max(trace.posts[post].createdAt, contest.startsAt)
        guard first < contest.endsAt else { continue }
        trace.enter(
          post, into: trace.contests.count - 1,
          at: int(0...3) == 0 ? first : time(from: first + 1, to: contest.endsAt))
      }
    }
  }

  /// Requests of each feed one after the other, then numbered in order of their first pages.
  private mutating func addPages() {
    var slates: [[PageObservation]] = []
    for member in trace.members.indices {
      for surface in [Surface.home, .contest] {
        var now = max(0, trace.members[member].joinedAt)
        for _ in 0..<int(0...8) {
          now = time(from: now + 1, to: now + 1 + trace.run.duration / 8)
          slates.append(slate(for: member, on: surface, at: &now))
        }
      }
    }
    slates = slates.filter { !$0.isEmpty }.sorted { $0[0].time < $1[0].time }
    for (request, slate) in slates.enumerated() {
      for var page in slate {
        page.request = UInt32(request)
        trace.pages.append(page)
      }
    }
  }

  private mutating func slate(
    for member: Int, on surface: Surface, at now: inout Double
  ) -> [PageObservation] {
    let time = now
    var posts = trace.posts.filter { $0.createdAt <= time }.shuffled(using: &generator)
    posts = Array(posts.prefix(int(0...20)))
    let (length, ranker) = (int(1...12), int(0...1))
    let pool = int(0...2) == 0 ? pool(for: member, showing: posts, at: time) : nil
    var pages: [PageObservation] = []
    for offset in stride(from: 0, to: posts.count, by: length) {
      let shown = posts[offset...].prefix(length)
      pages.append(
        PageObservation(
          time: now, request: 0, viewer: MemberID(member), surface: surface, ranker: ranker,
          offset: offset, posts: shown.map(\.post), examined: shown.map { _ in int(0...2) > 0 },
          relevance: shown.map { _ in generator.unit() }, pool: offset == 0 ? pool : nil,
          duplicates: max(0, int(-3...2)), isShort: int(0...2) == 0))
      now += Double(int(0...1) * int(0...7200))
    }
    return pages
  }

  /// Some of the posts there are by others; what is shown among them.
  private mutating func pool(
    for member: Int, showing shown: [PostObservation], at time: Double
  ) -> [CandidateObservation] {
    trace.posts.filter { post in
      post.author.index != member && post.createdAt <= time
        && (shown.contains { $0.post == post.post } || int(0...1) == 0)
    }.map { CandidateObservation(post: $0.post, relevance: Double(int(0...4)) / 4) }
  }

  private mutating func addActions() {
    for page in trace.pages {
      for post in page.posts {
        var time = page.time
        for _ in 0..<max(0, int(-6...3)) {
          time += generator.unit() * 20_000
          trace.act(
            InteractionKind.allCases[int(0...6)], by: page.viewer.index, on: post.index, at: time,
            request: int(0...9) == 0 ? nil : page.request)
        }
      }
    }
  }

  private mutating func addTies() {
    var present: Set<[Int]> = []
    let times = (0..<int(0...40)).map { _ in time(from: -Trace.day, to: trace.run.duration + 10) }
    for time in times.sorted() where trace.members.count > 1 {
      let (one, other) = (int(0...trace.members.count - 1), int(0...trace.members.count - 1))
      guard one != other else { continue }
      if int(0...3) == 0 {
        let pair = [-1, min(one, other), max(one, other)]
        trace.tie(present.toggle(pair) ? .friend : .unfriend, one, other, at: time)
      } else {
        trace.tie(present.toggle([one, other]) ? .follow : .unfollow, one, other, at: time)
      }
    }
  }

  private mutating func addButtons() {
    for _ in 0..<int(0...10) {
      let buttons = int(0...40)
      let stale = int(0...buttons)
      trace.look(buttons, stale: stale, at: time(from: 0, to: trace.run.duration + 100))
    }
    for _ in 0..<int(0...6) {
      let start = time(from: 0, to: trace.run.duration)
      trace.addStaleButton(from: start, until: time(from: start, to: trace.run.duration))
    }
  }
}

extension Set {
  /// Puts the element in or takes it out; whether it is in now.
  fileprivate mutating func toggle(_ element: Element) -> Bool {
    if remove(element) != nil { return false }
    insert(element)
    return true
  }
}

/// The sessions of members, and the days and weeks in which they came back, in each scope.
///
/// A session ends after a gap of more than half an hour between two requests of a member. Metrics of sessions are means
/// over them, so that their number and the sum of the gaps inside are enough.
package struct SessionTally: Sendable {
  struct Sums: Sendable {
    var requests = 0
    var sessions = 0
    /// Seconds from the first to the last request of each session, all together.
    var seconds = 0
    /// Over the calendar days, the members who came on each.
    var activeDays = 0
    /// Members who came in each complete week, and those among them who came in the next one too,
    /// which is a complete week.
    var active: [Int] = []
    var retained: [Int] = []
  }

  /// The longest gap inside a session, in seconds.
  package static let longestGap: Int32 = 1_800
  static let week = 604_800.0
  private static let day: Int32 = 86_400

  private let scopes: ScopeNumbers
  private let windowStart: Double
  private let completeWeeks: Int
  private(set) var sums: [Sums]
  /// The sums when the latest day ended.
  private var sumsAtMidnight: [Sums]
  /// A row of scopes a member: the latest request's second, week and calendar day; `none` before.
  private var latest: [Latest] = []

  private struct Latest: Sendable {
    var time = Int32.min
    var week = Int16(-2)
    var day = Int16(-1)
  }

  init(run: RunObservation, scopes: ScopeNumbers) {
    self.scopes = scopes
    windowStart = run.windowStart
    completeWeeks = Int((run.duration - run.windowStart) / Self.week)
    let none = [Int](repeating: 0, count: completeWeeks)
    sums = Array(repeating: Sums(active: none, retained: none), count: scopes.count)
    sumsAtMidnight = sums
  }

  mutating func addMember() {
    for _ in 0..<scopes.count { latest.append(Latest()) }
  }

  /// Counts the request that begins with a page.
  mutating func add(_ page: borrowing CountedPage) {
    let week = Int((Double(page.time) - windowStart) / Self.week)
    let scopes =
      [
        ScopeNumbers.all, ScopeNumbers.of(page.surface), ScopeNumbers.of(ranker: page.ranker),
      ] as InlineArray<3, Int>
    for index in scopes.indices {
      count(page, week: week, in: scopes[index])
    }
    for set in self.scopes.ofSets(with: page.surface) { count(page, week: week, in: set) }
  }

  private mutating func count(_ page: borrowing CountedPage, week: Int, in scope: Int) {
    let index = page.viewer * scopes.count + scope
    let before = latest[index]
    sums[scope].requests += 1
    if before.time > Int32.min, page.time - before.time <= Self.longestGap {
      sums[scope].seconds += Int(page.time - before.time)
    } else {
      sums[scope].sessions += 1
    }
    latest[index].time = page.time
    let day = Int16(page.time / Self.day)
    if day != before.day {
      sums[scope].activeDays += 1
      latest[index].day = day
    }
    guard week < completeWeeks, Int(before.week) != week else { return }
    sums[scope].active[week] += 1
    if Int(before.week) == week - 1 { sums[scope].retained[week - 1] += 1 }
    latest[index].week = Int16(week)
  }

  /// Ends a day.
  ///
  /// - Returns: What it adds to the sums of each scope, without weeks. A session counts on the day on which it begins, and
  ///   the time between two of its requests on the day of the later one.
  mutating func endDay() -> [Sums] {
    defer { sumsAtMidnight = sums }
    return zip(sums, sumsAtMidnight).map { now, before in
      Sums(
        requests: now.requests - before.requests, sessions: now.sessions - before.sessions,
        seconds: now.seconds - before.seconds, activeDays: now.activeDays - before.activeDays)
    }
  }
}

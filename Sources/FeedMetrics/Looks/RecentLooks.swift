/// The looks of the last day or two, by request and post: what an interaction needs to be counted where its
/// impression was.
///
/// Interactions follow their impression within a day, so older looks are forgotten.
struct RecentLooks: Sendable {
  struct Look: Sendable {
    let post: UInt32
    /// Index of the level of ``LookDimension/look`` and of ``LookDimension/position``.
    let look: UInt8
    let position: UInt8
    /// Whether it has led to a like, a comment, a save or a vote.
    var isEngaged = false
  }

  struct Page: Sendable {
    let surface: UInt8
    let day: Int32
    /// Index of the level of ``LookDimension/tenure``.
    let tenure: UInt8
    /// The number of its first look.
    fileprivate let first: Int
    fileprivate var count = 0
    /// The number of the request's page before; `none` for the first.
    fileprivate let previous: UInt32

    fileprivate static let none = UInt32.max
  }

  /// The number of the latest page of each request; `Page.none` where it had no look.
  private var latest: [UInt32] = []
  /// Pages and looks are numbered from the start of the run; the first ones are forgotten.
  private var pages: [Page] = []
  private var looks: [Look] = []
  private var forgotten = (pages: 0, looks: 0)
  /// How many there had been at the latest turn of the day.
  private var atTurn = (pages: 0, looks: 0)
  private var nextTurn = -Double.infinity

  private static let dayLength = 86_400.0

  /// Begins a page.
  mutating func begin(request: UInt32, surface: UInt8, day: Int, tenure: Int, at time: Double) {
    turn(to: time)
    while latest.count <= Int(request) { latest.append(Page.none) }
    pages.append(
      Page(
        surface: surface, day: Int32(day), tenure: UInt8(tenure),
        first: forgotten.looks + looks.count,
        previous: latest[Int(request)]))
    latest[Int(request)] = UInt32(forgotten.pages + pages.count - 1)
  }

  /// Adds a look to the page that was begun last.
  mutating func add(post: UInt32, look: Int, position: Int) {
    looks.append(Look(post: post, look: UInt8(look), position: UInt8(position)))
    pages[pages.count - 1].count += 1
  }

  /// Finds a look and takes note of whether it is engaged.
  ///
  /// - Parameter isEngagement: Whether the interaction engages it.
  /// - Returns: The look before the change, and its page; `nil` without a look.
  mutating func find(
    request: UInt32, post: UInt32, isEngagement: Bool
  ) -> (look: Look, page: Page)? {
    guard Int(request) < latest.count else { return nil }
    var number = latest[Int(request)]
    while number != Page.none, Int(number) >= forgotten.pages {
      let page = pages[Int(number) - forgotten.pages]
      let start = page.first - forgotten.looks
      for index in start..<start + page.count where looks[index].post == post {
        let look = looks[index]
        if isEngagement { looks[index].isEngaged = true }
        return (look, page)
      }
      number = page.previous
    }
    return nil
  }

  private mutating func turn(to time: Double) {
    guard time >= nextTurn else { return }
    if time >= nextTurn + Self.dayLength {
      atTurn = (forgotten.pages + pages.count, forgotten.looks + looks.count)
    }
    pages.removeFirst(atTurn.pages - forgotten.pages)
    looks.removeFirst(atTurn.looks - forgotten.looks)
    forgotten = atTurn
    atTurn = (forgotten.pages + pages.count, forgotten.looks + looks.count)
    nextTurn = time + Self.dayLength
  }
}

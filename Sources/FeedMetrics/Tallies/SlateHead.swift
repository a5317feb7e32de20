/// The impressions that count on the first `PositionDiscount.cutoff` positions of one slate.
struct SlateHead: Sendable {
  private(set) var request: UInt32
  private(set) var count = 0
  /// Σ *w*, and Σ *w* · relevance, in order of position.
  private(set) var weight = 0.0
  private(set) var gain = 0.0
  private(set) var ideal: IdealSlate?
  /// Whether the day of its first page is over.
  private(set) var isOfEarlierDay = false
  private var impressions = InlineArray<10, CountedPage.Impression>(
    repeating: CountedPage.Impression())

  init(request: UInt32) { self.request = request }

  /// Begins with another slate, in the same room.
  mutating func begin(request: UInt32) {
    self.request = request
    count = 0
    weight = 0
    gain = 0
    ideal = nil
    isOfEarlierDay = false
  }

  mutating func endDay() { isOfEarlierDay = true }

  mutating func append(_ page: borrowing CountedPage) {
    for row in 0..<page.count {
      let impression = page.rows[row]
      guard impression.position <= PositionDiscount.cutoff else { break }
      weight += impression.weight
      gain += impression.weight * impression.relevance
      impressions[count] = impression
      count += 1
    }
    ideal = ideal ?? page.ideal
  }

  subscript(index: Int) -> CountedPage.Impression { impressions[index] }
}

/// The heads that are not complete.
///
/// A head is complete when a page reaches the last of its positions, which the first page of a feed mostly
/// does. One that is shorter waits for the next page of its request, and is taken unchanged when the viewer's next
/// request of the feed begins, or the run ends.
struct WaitingHeads: Sendable {
  private var waiting: [SlateHead?] = []
  private var atHand = SlateHead(request: 0)
  /// For each viewer the index of its head in `waiting`, or `absent`; empty until one waits.
  private var indexOfViewer: [Int32] = []

  private static let absent: Int32 = -1

  /// Adds a page to its head.
  ///
  /// - Parameter settle: Called with each head that is complete now, and with its viewer.
  mutating func add(
    _ page: borrowing CountedPage, settle: (_ head: SlateHead, _ viewer: Int) -> Void
  ) {
    if let earlier = take(of: page.viewer) {
      if earlier.request == page.request { return goOn(earlier, with: page, settle: settle) }
      settle(earlier, page.viewer)
    }
    guard page.firstPosition <= PositionDiscount.cutoff else { return }
    atHand.begin(request: page.request)
    atHand.append(page)
    if page.lastPosition < PositionDiscount.cutoff {
      wait(atHand, of: page.viewer)
    } else if atHand.count > 0 {
      settle(atHand, page.viewer)
    }
  }

  private mutating func goOn(
    _ earlier: SlateHead, with page: borrowing CountedPage,
    settle: (_ head: SlateHead, _ viewer: Int) -> Void
  ) {
    var head = earlier
    head.append(page)
    if page.lastPosition < PositionDiscount.cutoff {
      wait(head, of: page.viewer)
    } else {
      settle(head, page.viewer)
    }
  }

  /// A page that does not add to its head, which may be complete with it.
  mutating func skip(
    _ page: borrowing CountedPage, settle: (_ head: SlateHead, _ viewer: Int) -> Void
  ) {
    guard page.lastPosition >= PositionDiscount.cutoff, let head = take(of: page.viewer) else {
      return
    }
    if head.request == page.request {
      settle(head, page.viewer)
    } else {
      wait(head, of: page.viewer)
    }
  }

  /// Settles all heads that wait, in order of viewer.
  mutating func finish(settle: (_ head: SlateHead, _ viewer: Int) -> Void) {
    for viewer in indexOfViewer.indices {
      if let head = take(of: viewer) { settle(head, viewer) }
    }
  }

  /// Ends the day of all heads that wait, in order of viewer. They go on waiting.
  ///
  /// - Parameter body: Called with the shown part of each head whose day this was, and with its viewer.
  mutating func endDay(_ body: (_ head: SlateHead, _ viewer: Int) -> Void) {
    for (viewer, index) in indexOfViewer.enumerated() where index != Self.absent {
      guard let head = waiting[Int(index)], !head.isOfEarlierDay else { continue }
      body(head, viewer)
      waiting[Int(index)]?.endDay()
    }
  }

  private mutating func wait(_ head: SlateHead, of viewer: Int) {
    while indexOfViewer.count <= viewer { indexOfViewer.append(Self.absent) }
    if indexOfViewer[viewer] == Self.absent {
      indexOfViewer[viewer] = Int32(waiting.count)
      waiting.append(nil)
    }
    waiting[Int(indexOfViewer[viewer])] = head
  }

  private mutating func take(of viewer: Int) -> SlateHead? {
    guard viewer < indexOfViewer.count, indexOfViewer[viewer] != Self.absent else { return nil }
    defer { waiting[Int(indexOfViewer[viewer])] = nil }
    return waiting[Int(indexOfViewer[viewer])]
  }
}

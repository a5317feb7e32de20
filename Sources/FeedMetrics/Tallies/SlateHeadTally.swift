import SocialFeed

/// Sums over requests of what the first `PositionDiscount.cutoff` places of a slate are worth.
///
/// A head is complete when a page reaches the last of these places, which the first page of a feed
/// mostly does. One that is shorter waits for the next page of its request, and is taken as it is
/// when another request of the viewer on the surface begins, or the run ends. Requests that began
/// before the window are left out: only the tail of their slates lies in it.
struct SlateHeadTally: Sendable {
  /// For each number of posts on a head, the heads of that many posts, and the ordered pairs of posts
  /// on them that have the same category.
  private(set) var heads = [Int](repeating: 0, count: PositionDiscount.cutoff + 1)
  private(set) var pairsOfOneCategory = [Int](repeating: 0, count: PositionDiscount.cutoff + 1)

  /// Position-weighted mean relevance, summed over heads.
  private(set) var relevance = CompensatedSum()
  /// Gain over ideal gain, summed over the heads in `gradedHeads`; those with an ideal gain above 0.
  private(set) var gainRatio = CompensatedSum()
  private(set) var gradedHeads = 0
  /// Ideal gain less gain, summed over the heads in `comparedHeads`; those with an ideal gain.
  private(set) var regret = CompensatedSum()
  private(set) var comparedHeads = 0

  /// Posts of each category on the head at hand.
  private var ofCategory: [UInt8]
  /// The heads that wait for another page of their request.
  private var waiting: [SlateHead?] = []
  /// For each viewer and surface the place of its head in `waiting`, or `absent`; empty until one waits.
  private var placeOfFeed: [Int32] = []

  private static let absent: Int32 = -1

  init(run: RunObservation) { ofCategory = Array(repeating: 0, count: run.categoryCount) }

  /// Heads with at least one post.
  var count: Int { heads.reduce(0, +) }

  mutating func add(_ page: borrowing CountedPage) {
    guard page.firstPosition <= PositionDiscount.cutoff else { return }
    let feed = page.viewer * Surface.allCases.count + Int(page.surface.rawValue)
    var head = takeWaiting(of: feed, request: page.request) ?? SlateHead(request: page.request)
    head.append(page)
    if page.lastPosition >= PositionDiscount.cutoff {
      settle(head)
    } else {
      wait(head, of: feed)
    }
  }

  /// Settles all heads that wait.
  mutating func finish() {
    for place in waiting.indices {
      if let head = waiting[place] { settle(head) }
      waiting[place] = nil
    }
  }

  private mutating func wait(_ head: SlateHead, of feed: Int) {
    while placeOfFeed.count <= feed { placeOfFeed.append(Self.absent) }
    if placeOfFeed[feed] == Self.absent {
      placeOfFeed[feed] = Int32(waiting.count)
      waiting.append(nil)
    }
    waiting[Int(placeOfFeed[feed])] = head
  }

  /// The head that waits for a page of this request; if it is another request's, it is settled.
  private mutating func takeWaiting(of feed: Int, request: UInt32) -> SlateHead? {
    guard feed < placeOfFeed.count, placeOfFeed[feed] != Self.absent else { return nil }
    let place = Int(placeOfFeed[feed])
    guard let head = waiting[place] else { return nil }
    waiting[place] = nil
    if head.request == request { return head }
    settle(head)
    return nil
  }

  private mutating func settle(_ head: SlateHead) {
    guard head.count > 0 else { return }
    heads[head.count] += 1
    pairsOfOneCategory[head.count] += head.pairsOfOneCategory(&ofCategory)
    relevance.add(head.gain / head.weight)
    guard let idealGain = head.idealGain else { return }
    regret.add(idealGain - head.gain)
    comparedHeads += 1
    guard idealGain > 0 else { return }
    gainRatio.add(head.gain / idealGain)
    gradedHeads += 1
  }
}

/// The impressions that count on the first places of one slate.
private struct SlateHead: Sendable {
  let request: UInt32
  var count = 0
  /// Σ *w*, and Σ *w* · relevance, in order of position.
  var weight = 0.0
  var gain = 0.0
  var idealGain: Double?
  /// Room for `PositionDiscount.cutoff` of them.
  var category = InlineArray<10, UInt32>(repeating: 0)

  init(request: UInt32) { self.request = request }

  mutating func append(_ page: borrowing CountedPage) {
    for row in 0..<page.count {
      let impression = page.rows[row]
      guard impression.position <= PositionDiscount.cutoff else { break }
      weight += impression.weight
      gain += impression.weight * impression.relevance
      category[count] = impression.category
      count += 1
    }
    idealGain = idealGain ?? page.idealGain
  }

  /// Ordered pairs of posts of one category: Σ n(n − 1) over the categories.
  ///
  /// - Parameter tally: A zero for each category, before and after.
  func pairsOfOneCategory(_ tally: inout [UInt8]) -> Int {
    var pairs = 0
    for place in 0..<count {
      pairs += 2 * Int(tally[Int(category[place])])
      tally[Int(category[place])] += 1
    }
    for place in 0..<count { tally[Int(category[place])] = 0 }
    return pairs
  }
}

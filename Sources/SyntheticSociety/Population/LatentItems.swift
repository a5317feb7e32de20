internal import PortableMath
internal import SocialFeed
internal import Stochastics

/// Posts whose worth to one viewer is computed together, in columns: many at a time cost a fraction of
/// what they cost one by one.
struct LatentItems: Sendable {
  private(set) var traits: [PostTraits] = []
  private(set) var isFriend: [Bool] = []
  private(set) var freshness: [Double] = []
  /// Utilities before repeats, satiation and herding, once they have been found.
  fileprivate(set) var utilities: [Double] = []
  fileprivate var uniforms: [Double] = []
  fileprivate var deviates: [Double] = []
  fileprivate var situations: [Utility.Situation] = []

  var count: Int { traits.count }

  /// Replaces the posts by the posts of some indices, with their state at a time.
  @inline(__always)
  mutating func refill(
    _ count: Int, from columns: LatentColumns, at time: Double, post: (Int) -> PostID,
    isFriend: (Int) -> Bool
  ) {
    traits.refill(count, from: .none) { columns.posts[post($0).index] }
    freshness.refill(count, from: 0) { columns.freshness(of: post($0), at: time) }
    self.isFriend.refill(count, from: false, isFriend)
  }

  /// Draws the viewer's taste for each post.
  fileprivate mutating func drawTastes(_ stream: KeyedStream, key: UInt32) {
    Self.drawUniforms(stream, key: key, of: traits, into: &uniforms)
    Self.findNormal(uniforms, into: &deviates)
  }

  /// Four draws at a time.
  private static func drawUniforms(
    _ stream: KeyedStream, key: UInt32, of traits: [PostTraits], into uniforms: inout [Double]
  ) {
    uniforms.resize(to: traits.count, 0)
    var column = uniforms.mutableSpan
    for start in stride(from: 0, to: traits.count, by: 4) {
      let end = min(start + 4, traits.count)
      var (authors, opportunities) = (SIMD4<UInt32>(), SIMD4<UInt32>())
      for index in start..<end {
        authors[index - start] = traits[index].authorKey
        opportunities[index - start] = traits[index].opportunity
      }
      let words = stream.bits(key, authors, opportunities &<< 8).0
      for index in start..<end { column[index] = Uniform.open(words[index - start]) }
    }
  }

  private static func findNormal(_ uniforms: [Double], into deviates: inout [Double]) {
    deviates.resize(to: uniforms.count, 0)
    var column = deviates.mutableSpan
    Quantile.normal(uniforms.span, into: &column)
  }
}

extension LatentColumns {
  /// Finds the utilities of posts to a viewer, each as ``baseUtility(of:for:key:isFriend:freshness:)`` has it.
  func findUtilities(of items: inout LatentItems, for viewer: MemberID, key: UInt32) {
    items.drawTastes(tasteStream, key: key)
    let first = viewer.index * categoryCount
    let (traits, isFriend, freshness) = (items.traits, items.isFriend, items.freshness)
    let deviates = items.deviates
    let nothing = Utility.Situation(
      match: 0, quality: 0, isFriend: false, taste: 0, freshness: 0)
    items.situations.refill(traits.count, from: nothing) { index in
      Utility.Situation(
        match: Double(taste[first + Int(traits[index].category)]),
        quality: Double(traits[index].quality), isFriend: isFriend[index],
        taste: deviates[index], freshness: freshness[index])
    }
    decide(items.situations, into: &items.utilities)
  }

  private func decide(_ situations: [Utility.Situation], into utilities: inout [Double]) {
    utilities.resize(to: situations.count, 0)
    var column = utilities.mutableSpan
    utility.decide(situations.span, into: &column)
  }

  /// Writes the latent relevance of posts whose utilities have been found.
  func findRelevance(of items: inout LatentItems, into relevance: inout [Double]) {
    let utilities = items.utilities
    // The column of the taste draws is no longer needed.
    items.uniforms.refill(utilities.count, from: 0) { utilities[$0] + offset }
    relevance.resize(to: items.count, 0)
    var column = relevance.mutableSpan
    Portable.logistic(items.uniforms.span, into: &column)
  }
}

/// How much two rankings agree, the first positions the most.
///
/// With *X*_*d* the number of things that the first *d* positions of both have in common, agreement at depth
/// *d* is *X*_*d*/*d*, and rank-biased overlap is its mean over depths with weights (1 − *p*) *p*^(*d* − 1).
/// Beyond the known positions agreement is assumed to stay the same as at the end; where one list is shorter, *s* of
/// *l* positions, its missing elements are assumed to agree as often as its present ones:
///
/// (1 − *p*)/*p* · (Σ_{*d* ≤ *l*} *X*_*d*/*d* · *p*^*d* + Σ_{*s* < *d* ≤ *l*} *X*_*s* (*d* − *s*)/(*s* *d*) · *p*^*d*)
/// + ((*X*_*l* − *X*_*s*)/*l* + *X*_*s*/*s*) · *p*^*l*.
///
/// - Parameters:
///   - one: No element twice.
///   - other: No element twice; it may be longer or shorter.
///   - persistence: *p*, above 0 and below 1: how much each further position counts.
/// - Returns: In `0...1`: 1 for equal lists, 0 when they have no common element or only one is empty;
///   `nil` when both are empty.
/// - Complexity: O(*l*).
///
/// Source: Webber, Moffat & Zobel, *ACM Transactions on Information Systems* 28(4), 2010, equation 32.
public func rankBiasedOverlap<Element: Hashable>(
  _ one: [Element], _ other: [Element], persistence: Double
) -> Double? {
  precondition(persistence > 0 && persistence < 1, "a persistence of \(persistence)")
  guard !(one.isEmpty && other.isEmpty) else { return nil }
  guard one != other else { return 1 }
  let (short, long) = one.count <= other.count ? (one, other) : (other, one)
  guard !short.isEmpty else { return 0 }
  let shortCount = Double(short.count)
  var (seenShort, seenLong): (Set<Element>, Set<Element>) = ([], [])
  var (common, commonAtShort, sum, weight) = (0.0, 0.0, 0.0, 1.0)
  for index in long.indices {
    let depth = Double(index + 1)
    weight *= persistence
    if index >= short.count {
      if seenShort.contains(long[index]) { common += 1 }
    } else if short[index] == long[index] {
      common += 1
    } else {
      if seenLong.contains(short[index]) { common += 1 }
      if seenShort.contains(long[index]) { common += 1 }
    }
    if index < short.count { seenShort.insert(short[index]) }
    seenLong.insert(long[index])
    if index == short.count - 1 { commonAtShort = common }
    sum += common / depth * weight
    if index >= short.count {
      sum += commonAtShort * (depth - shortCount) / (shortCount * depth) * weight
    }
  }
  let end = (common - commonAtShort) / Double(long.count) + commonAtShort / shortCount
  return min(1, (1 - persistence) / persistence * sum + end * weight)
}

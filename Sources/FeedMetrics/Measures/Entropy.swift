internal import PortableMath

/// Shannon entropy of shares, in nats: *H* = −Σ *p* ln *p*, with 0 ln 0 = 0.
///
/// - Parameter shares: None negative, with sum 1.
package func entropy(ofShares shares: [Double]) -> Double {
  var sum = CompensatedSum()
  for p in shares where p > 0 { sum.add(-p * Portable.log(p)) }
  return sum.value
}

/// Shannon entropy of the shares that counts have in their sum, in nats.
///
/// - Returns: 0 when all counts are 0.
func entropy(ofCounts counts: Span<UInt32>, total: Int) -> Double {
  var sum = 0.0
  for index in counts.indices where counts[index] > 0 {
    let p = Double(counts[index]) / Double(total)
    sum -= p * Portable.log(p)
  }
  return sum
}

/// How many equally frequent kinds have this entropy: exp(*H*), the Hill number of order 1.
///
/// Source: Hill, *Ecology* 54(2), 1973.
package func effectiveNumber(entropy: Double) -> Double { Portable.exp(entropy) }

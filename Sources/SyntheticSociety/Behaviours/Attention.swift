internal import PortableMath
package import Stochastics

/// Components 5 and 6: which positions are looked at, and how far people scroll.
///
/// *Examination* is position-based: a viewer who gets as far as position k looks at it with
/// probability k^−η. *Scrolling* is the first passage of a drifting walk: patience starts at a;
/// each item changes it by −c + g · engaged + σZ, and the viewer leaves when it is not above 0.
/// Both draws belong to the viewer's request and the position, so that arms share them.
///
/// Sources: Craswell et al., WSDM 2008 (position-based model); Huberman, Pirolli, Pitkow & Lukose,
/// *Science* 280, 1998 (law of surfing).
package struct Attention: Sendable {
  let scrolling: SocietyParameters.Scrolling
  package let limit: Int
  private let stream: KeyedStream
  private let examined: [Double]

  package init(_ parameters: SocietyParameters, _ stream: KeyedStream) {
    self.stream = stream
    scrolling = parameters.scrolling
    limit = Int(parameters.scrolling.limit)
    let eta = parameters.examination.eta
    examined = (1...limit).map { Portable.exp(-eta * Portable.log(Double($0))) }
  }

  /// The probability that position `position`, from 0, is looked at by whoever gets there.
  package func probability(at position: Int) -> Double { examined[position] }

  /// A request's draws for positions `2 · pair` and `2 · pair + 1`, from 0: for each a uniform for
  /// looking and one for the step of patience.
  @inline(__always)
  package func draws(_ key: MemberKey, request: UInt32, pair: Int) -> SIMD4<Double> {
    stream.uniforms(key.rawValue, request, UInt32(pair))
  }

  /// What an item does to patience.
  @inline(__always)
  package func step(_ uniform: Double, engaged: Bool) -> Double {
    -scrolling.cost + (engaged ? scrolling.gain : 0)
      + scrolling.deviation * Quantile.normal(uniform)
  }
}

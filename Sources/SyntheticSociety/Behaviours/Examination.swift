internal import PortableMath

/// Which positions are examined.
///
/// The position-based model: a viewer who gets as far as position k, from 1, examines it with
/// probability k^−η. With a *cascade* c, each item opened on the way ends the examination with that
/// probability: k^−η · (1 − c)^opened. At η = 0 and c = 1 that is the cascade model, in which people
/// examine until they open something.
///
/// Sources: Craswell, Zoeter, Taylor & Ramsey, WSDM 2008; Guo, Liu & Wang, WSDM 2009 (cascades that
/// go on after a click).
public struct Examination: Behaviour {
  public struct Parameters: ParameterSection {
    public var eta = 0.0
    public var cascade = 0.0

    static let parameters = [
      SocietyParameter(
        "behaviour.examination.eta", \.examination.eta, 0.5, in: 0...3,
        "Position k is examined with probability k^-eta.",
        source: "an assumption: no open data of scrolled feeds exists", plausible: 0.2...1.1,
        because:
          "from hardly any position bias to that of search results; no data of scrolled feeds"),
      SocietyParameter(
        "behaviour.examination.cascade", \.examination.cascade, 0, in: 0...1,
        "Probability that an opened item ends the examination; with eta 0 and cascade 1, the cascade model.",
        source: "Guo, Liu & Wang, WSDM 2009", plausible: 0...0.5,
        because: "an assumption: from none to every second opened item ending the examination"),
    ]
  }

  static let component = BehaviourComponent(
    "examination", term: "position-based model, or cascade",
    source: "Craswell et al., WSDM 2008; Guo, Liu & Wang, WSDM 2009; eta is an assumption",
    neededBy:
      "Craswell et al. 2008: opens by position; Fleder & Hosanagar 2009: urn of two products",
    equation: { _ in "P(position k is examined) = k^-eta x (1 - cascade)^(opened before)." },
    without: "Every item that is scrolled past is examined.",
    off: [\.examination.eta: 0, \.examination.cascade: 0])

  public struct Situation: Sendable {
    /// From 0.
    public let position: Int
    /// Items opened so far in this walk.
    public let opened: Int

    public init(position: Int, opened: Int) {
      self.position = position
      self.opened = opened
    }
  }

  private let byPosition: [Double]
  private let continuation: Double

  /// Cost: as many powers as the longest walk has positions.
  public init(_ parameters: SocietyParameters) {
    let eta = parameters.examination.eta
    byPosition = (1...Int(parameters.scrolling.limit)).map {
      Portable.exp(-eta * Portable.log(Double($0)))
    }
    continuation = 1 - parameters.examination.cascade
  }

  /// The probability that a viewer who gets to the position examines it.
  public func decide(_ situation: Situation) -> Double {
    let probability = byPosition[situation.position]
    guard continuation < 1 else { return probability }
    return (0..<situation.opened).reduce(probability) { product, _ in product * continuation }
  }
}

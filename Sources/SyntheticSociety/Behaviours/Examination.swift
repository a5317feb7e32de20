internal import PortableMath

/// Component 5: which positions are looked at.
///
/// The position-based model: whoever gets as far as position k, from 1, looks at it with probability
/// k^−η. With a *cascade* c, what has been opened on the way ends the looking with that probability
/// each time: k^−η · (1 − c)^opened; at η = 0 and c = 1 that is the cascade model, in which people
/// look until they open something.
///
/// Sources: Craswell, Zoeter, Taylor & Ramsey, WSDM 2008; Guo, Liu & Wang, WSDM 2009 (cascades that
/// go on after a click).
public struct Examination: Behaviour {
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
  private let goingOn: Double

  /// Cost: as many powers as the longest walk has positions.
  public init(_ parameters: SocietyParameters) {
    let eta = parameters.examination.eta
    byPosition = (1...Int(parameters.scrolling.limit)).map {
      Portable.exp(-eta * Portable.log(Double($0)))
    }
    goingOn = 1 - parameters.examination.cascade
  }

  /// The probability that the position is looked at, by whoever gets there.
  public func decide(_ situation: Situation) -> Double {
    let probability = byPosition[situation.position]
    guard goingOn < 1 else { return probability }
    return (0..<situation.opened).reduce(probability) { product, _ in product * goingOn }
  }
}

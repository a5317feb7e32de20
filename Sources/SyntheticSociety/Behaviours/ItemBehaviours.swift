/// The behaviours that a walk down a feed asks at every item.
///
/// They are asked some million times a second. Where all are the library's own, the walk is compiled for
/// their types, and a question costs no more than the arithmetic of its answer.
protocol ItemBehaviours {
  associatedtype Examining: Behaviour<Examination.Situation, Double>
  associatedtype Walking: Behaviour<Scrolling.Situation, Double>
  associatedtype Doing: Behaviour<Acting.Situation, SIMD4<Double>>
  associatedtype Reading: Behaviour<Dwell.Situation, Double>
  associatedtype Tiring: Behaviour<Satiation.Situation, Double>
  associatedtype Following: Behaviour<Herding.Situation, Double>

  var examination: Examining { get }
  var scrolling: Walking { get }
  var acting: Doing { get }
  var dwell: Reading { get }
  var satiation: Tiring { get }
  var herding: Following { get }
}

/// The library's own.
struct KnownItemBehaviours: ItemBehaviours, Sendable {
  let examination: Examination
  let scrolling: Scrolling
  let acting: Acting
  let dwell: Dwell
  let satiation: Satiation
  let herding: Herding

  /// `nil` where one of them has been swapped for another.
  init?(_ behaviours: Behaviours) {
    guard let examination = behaviours.examination as? Examination,
      let scrolling = behaviours.scrolling as? Scrolling,
      let acting = behaviours.acting as? Acting, let dwell = behaviours.dwell as? Dwell,
      let satiation = behaviours.satiation as? Satiation,
      let herding = behaviours.herding as? Herding
    else { return nil }
    self.examination = examination
    self.scrolling = scrolling
    self.acting = acting
    self.dwell = dwell
    self.satiation = satiation
    self.herding = herding
  }
}

/// Whatever they are.
struct AnyItemBehaviours: ItemBehaviours, Sendable {
  let examination: AnyBehaviour<Examination.Situation, Double>
  let scrolling: AnyBehaviour<Scrolling.Situation, Double>
  let acting: AnyBehaviour<Acting.Situation, SIMD4<Double>>
  let dwell: AnyBehaviour<Dwell.Situation, Double>
  let satiation: AnyBehaviour<Satiation.Situation, Double>
  let herding: AnyBehaviour<Herding.Situation, Double>

  init(_ behaviours: Behaviours) {
    examination = AnyBehaviour(base: behaviours.examination)
    scrolling = AnyBehaviour(base: behaviours.scrolling)
    acting = AnyBehaviour(base: behaviours.acting)
    dwell = AnyBehaviour(base: behaviours.dwell)
    satiation = AnyBehaviour(base: behaviours.satiation)
    herding = AnyBehaviour(base: behaviours.herding)
  }
}

/// A behaviour of a type that is not known.
struct AnyBehaviour<Situation, Decision>: Behaviour {
  let base: any Behaviour<Situation, Decision>

  func decide(_ situation: Situation) -> Decision { base.decide(situation) }
}

/// The behaviours that a walk down a feed calls at every item.
///
/// They are called some million times a second. Where all are the library's own, the walk is compiled
/// for their types, and a call costs no more than its arithmetic.
protocol ItemBehaviours {
  associatedtype Examining: Behaviour<Examination.Situation, Double>
  associatedtype Scrolls: Behaviour<Scrolling.Situation, Double>
  associatedtype Remembering: Behaviour<Memory.Situation, Double>
  associatedtype Acting: Behaviour<Actions.Situation, SIMD4<Double>>
  associatedtype Dwelling: Behaviour<Dwell.Situation, Double>
  associatedtype Satiating: Behaviour<Satiation.Situation, Double>
  associatedtype Herds: Behaviour<Herding.Situation, Double>

  var examination: Examining { get }
  var scrolling: Scrolls { get }
  var memory: Remembering { get }
  var actions: Acting { get }
  var dwell: Dwelling { get }
  var satiation: Satiating { get }
  var herding: Herds { get }
}

/// The library's own.
struct KnownItemBehaviours: ItemBehaviours, Sendable {
  let examination: Examination
  let scrolling: Scrolling
  let memory: Memory
  let actions: Actions
  let dwell: Dwell
  let satiation: Satiation
  let herding: Herding

  /// `nil` where one of them has been swapped for another.
  init?(_ behaviours: Behaviours) {
    guard let examination = behaviours.examination as? Examination,
      let scrolling = behaviours.scrolling as? Scrolling,
      let memory = behaviours.memory as? Memory,
      let actions = behaviours.actions as? Actions, let dwell = behaviours.dwell as? Dwell,
      let satiation = behaviours.satiation as? Satiation,
      let herding = behaviours.herding as? Herding
    else { return nil }
    self.examination = examination
    self.scrolling = scrolling
    self.memory = memory
    self.actions = actions
    self.dwell = dwell
    self.satiation = satiation
    self.herding = herding
  }
}

/// Behaviours of any types.
struct AnyItemBehaviours: ItemBehaviours, Sendable {
  let examination: AnyBehaviour<Examination.Situation, Double>
  let scrolling: AnyBehaviour<Scrolling.Situation, Double>
  let memory: AnyBehaviour<Memory.Situation, Double>
  let actions: AnyBehaviour<Actions.Situation, SIMD4<Double>>
  let dwell: AnyBehaviour<Dwell.Situation, Double>
  let satiation: AnyBehaviour<Satiation.Situation, Double>
  let herding: AnyBehaviour<Herding.Situation, Double>

  init(_ behaviours: Behaviours) {
    examination = AnyBehaviour(base: behaviours.examination)
    scrolling = AnyBehaviour(base: behaviours.scrolling)
    memory = AnyBehaviour(base: behaviours.memory)
    actions = AnyBehaviour(base: behaviours.actions)
    dwell = AnyBehaviour(base: behaviours.dwell)
    satiation = AnyBehaviour(base: behaviours.satiation)
    herding = AnyBehaviour(base: behaviours.herding)
  }
}

/// A behaviour whose type is known only at run time.
struct AnyBehaviour<Situation, Decision>: Behaviour {
  let base: any Behaviour<Situation, Decision>

  func decide(_ situation: Situation) -> Decision { base.decide(situation) }
}

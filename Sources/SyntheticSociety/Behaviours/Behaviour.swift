/// A rule for the behaviour of a synthetic community's people: what they do in a situation.
///
/// A behaviour is a pure value without draws or memory: the situation brings the uniform numbers of
/// the people and posts concerned, the same in every arm, and the world keeps the state. So any
/// behaviour can be swapped for another, and the worlds of a comparison stay in step:
///
/// ```swift
/// struct FirstFive: Behaviour {
///   func decide(_ look: Examination.Situation) -> Double { look.position < 5 ? 1 : 0 }
/// }
/// run.adjustBehaviours = { $0.examination = FirstFive() }
/// ```
///
/// A new behaviour is a file here (rule, parameters, component), its lines in `Behaviours.swift`, the
/// call in the world, and a test.
public protocol Behaviour<Situation, Decision>: Sendable {
  associatedtype Situation
  associatedtype Decision

  /// What is done in a situation: the same for equal situations, always.
  func decide(_ situation: Situation) -> Decision

  /// Writes what is done in each of several situations. By default, each is decided by itself.
  ///
  /// - Parameter decisions: As many as there are situations.
  func decide(_ situations: Span<Situation>, into decisions: inout MutableSpan<Decision>)
}

extension Behaviour {
  public func decide(
    _ situations: Span<Situation>, into decisions: inout MutableSpan<Decision>
  ) {
    for index in situations.indices { decisions[index] = decide(situations[index]) }
  }
}

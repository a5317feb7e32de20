/// A rule by which the people of a synthetic society behave: what they do in a situation.
///
/// A behaviour is a pure value. It draws nothing and remembers nothing: the situation brings the
/// uniform numbers that belong to the people and posts at hand, the same in every arm, and the
/// world remembers what must be remembered. So any behaviour can be swapped for another, and the
/// worlds of a comparison stay in step:
///
/// ```swift
/// struct FirstFive: Behaviour {
///   func decide(_ look: Examination.Situation) -> Double { look.position < 5 ? 1 : 0 }
/// }
/// run.adjustBehaviours = { $0.examination = FirstFive() }
/// ```
///
/// A new component is: a file here with a type that conforms, a property of ``Behaviours``, its
/// numbers in ``SocietyParameters`` and ``SocietyParameter/all``, an entry of
/// ``BehaviourComponent/all``, and the place in the world that asks it.
public protocol Behaviour<Situation, Decision>: Sendable {
  associatedtype Situation
  associatedtype Decision

  /// What is done in a situation: the same for equal situations, always.
  func decide(_ situation: Situation) -> Decision

  /// Writes what is done in each of several situations. Whoever leaves this out is asked one by one.
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

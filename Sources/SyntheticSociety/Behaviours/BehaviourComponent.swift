/// A component of how people behave: what it is called, what it says, and how it is switched off.
public struct BehaviourComponent: Sendable {
  /// In the order of the documentation, from 1.
  public let number: Int
  /// By which scenarios switch it off: `satiation`.
  public let name: String
  /// The field's term for it: "rebounding linear dynamics".
  public let term: String
  /// What it says, in one sentence with its equation.
  public let equation: String
  /// Where it comes from; empty for an assumption.
  public let source: String
  /// The sections of a scenario that hold its numbers: `behaviour.satiation`, or a single key.
  public let sections: [String]
  /// What a society without it does instead.
  public let without: String
  /// Sets the numbers of a society without it.
  let neutralise: @Sendable (inout SocietyParameters) -> Void

  /// Switches the component off.
  public func switchOff(in parameters: inout SocietyParameters) { neutralise(&parameters) }

  /// Its numbers, in the order of ``SocietyParameter/all``.
  public var parameters: [SocietyParameter] {
    SocietyParameter.all.filter { parameter in
      sections.contains { parameter.key == $0 || parameter.key.hasPrefix($0 + ".") }
    }
  }
}

/// A component of how people behave: its name, its equation, and how it is switched off.
///
/// Each is declared in the file of its behaviour and listed in ``all``.
public struct BehaviourComponent: Sendable {
  /// The name by which scenarios switch it off: `satiation`.
  public let name: String
  /// The name that it had in the version before, if that was another.
  public let formerName: String?
  /// The field's term for it: "rebounding linear dynamics".
  public let term: String
  /// Where it comes from; empty for an assumption.
  public let source: String
  /// Which published figures and studies need it, or what else does.
  public let neededBy: String
  /// The sections of a scenario that hold its numbers: `behaviour.satiation`, or a single key.
  public let sections: [String]
  /// What a community without it does instead.
  public let without: String
  private let text: @Sendable (SocietyParameters) -> Equation
  private let off: KeyValuePairs<any WritableKeyPath<SocietyParameters, Double> & Sendable, Double>
  private let besides: (@Sendable (inout SocietyParameters) -> Void)?

  /// - Parameters:
  ///   - neededBy: Published figures and studies that cannot be met without it; if none exist, the part of the modelled
  ///     systems that has it.
  ///   - sections: The sections of its numbers; by default the section of its name.
  ///   - equation: A sentence with the equation, in which the numbers of a community stand.
  ///   - off: The numbers of a community without it.
  ///   - besides: Sets the other properties of such a community that are not numbers.
  init(
    _ name: String, formerly formerName: String? = nil, term: String, source: String = "",
    neededBy: String, sections: [String]? = nil,
    equation: @escaping @Sendable (SocietyParameters) -> Equation, without: String,
    off: KeyValuePairs<any WritableKeyPath<SocietyParameters, Double> & Sendable, Double>,
    besides: (@Sendable (inout SocietyParameters) -> Void)? = nil
  ) {
    self.name = name
    self.formerName = formerName
    self.term = term
    self.source = source
    self.neededBy = neededBy
    self.sections = sections ?? ["behaviour.\(name)"]
    self.without = without
    text = equation
    self.off = off
    self.besides = besides
  }

  /// The component of a name.
  public static func named(_ name: String) -> BehaviourComponent? { all.first { $0.name == name } }

  /// Its position in the documentation, from 1.
  public var number: Int { Self.all.firstIndex { $0.name == name }! + 1 }

  /// What it does, in one sentence with its equation and the default numbers.
  public var equation: String { text(SocietyParameters()).text }

  /// Its numbers, in the order of ``SocietyParameter/all``.
  public var parameters: [SocietyParameter] {
    SocietyParameter.all.filter { parameter in
      sections.contains { parameter.key == $0 || parameter.key.hasPrefix($0 + ".") }
    }
  }

  /// Whether a community is without the component.
  public func isOff(in parameters: SocietyParameters) -> Bool {
    off.allSatisfy { path, value in parameters[keyPath: path] == value }
  }

  /// Switches the component off.
  public func switchOff(in parameters: inout SocietyParameters) {
    for (path, value) in off { parameters[keyPath: path] = value }
    besides?(&parameters)
  }
}

/// Text with the numbers of a community, each as short as it can be: `"H \($0.satiation.halfLifeHours) h"`.
struct Equation: ExpressibleByStringInterpolation {
  let text: String

  init(stringLiteral text: String) { self.text = text }
  init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    init(literalCapacity: Int, interpolationCount: Int) {}

    mutating func appendLiteral(_ literal: String) { text += literal }

    /// A number: 0.5, 3.
    mutating func appendInterpolation(_ number: Double) {
      text += number == number.rounded() ? "\(Int(number))" : "\(number)"
    }

    /// A term of a sum, with its sign as an operator: + 0.5, - 3.
    mutating func appendInterpolation(signed number: Double) {
      text += number < 0 ? "- " : "+ "
      appendInterpolation(number.magnitude)
    }

    /// A factor before a variable, left out where it is 1.
    mutating func appendInterpolation(factor number: Double) {
      guard number != 1 else { return }
      appendInterpolation(number)
      text += " "
    }
  }
}

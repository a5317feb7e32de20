/// A number of a synthetic community that a scenario can set.
///
/// Each is declared once, beside the property that stores it, in the file of the behaviour that reads
/// it. The scenario keys, their checks, `feedlab describe` and the sensitivity analysis are made from
/// these declarations.
public struct SocietyParameter: Sendable {
  /// The scenario key that sets the number: `behaviour.examination.eta`.
  public let key: String
  /// The property that stores the number.
  public let path: any WritableKeyPath<SocietyParameters, Double> & Sendable
  public let defaultValue: Double
  /// Such as `days`; empty for a pure number.
  public let unit: String
  public let range: ClosedRange<Double>
  /// Whether the number must be whole.
  public let isInteger: Bool
  public let summary: String
  /// Where the default comes from; empty for an assumption.
  public let source: String
  /// The values that the community under study might well have; `nil` where a sensitivity analysis
  /// leaves the number alone.
  public let plausible: PlausibleRange?

  /// All parameters, in the order of the documentation: by the properties of ``SocietyParameters``, then by the
  /// declarations of each section.
  public static let all: [SocietyParameter] = Mirror(reflecting: SocietyParameters(sections: ()))
    .children.compactMap { $0.value as? any ParameterSection }
    .flatMap { type(of: $0).parameters }

  /// - Parameters:
  ///   - range: The values that a scenario may set.
  ///   - plausible: The values that the community under study might well have, the first above 0 on
  ///     a log scale; `nil` where a sensitivity analysis leaves the number alone.
  ///   - scale: How a sensitivity analysis divides that range.
  ///   - reason: Why that range is plausible.
  init(
    _ key: String, _ path: any WritableKeyPath<SocietyParameters, Double> & Sendable,
    _ defaultValue: Double, in range: ClosedRange<Double>, unit: String = "",
    isInteger: Bool = false, _ summary: String, source: String = "",
    plausible: ClosedRange<Double>? = nil, _ scale: PlausibleRange.Scale = .linear,
    because reason: String = ""
  ) {
    self.key = key
    self.path = path
    self.defaultValue = defaultValue
    self.unit = unit
    self.range = range
    self.isInteger = isInteger
    self.summary = summary
    self.source = source
    self.plausible = plausible.map {
      PlausibleRange(
        key, $0.lowerBound, $0.upperBound, scale, reason: reason, allowed: range,
        isInteger: isInteger)
    }
  }
}

/// Numbers of a community that a behaviour reads, such as in the scenario section
/// `behaviour.drift`.
///
/// The stored properties are plain numbers, so that a behaviour reads them at no cost. They are 0 in a section made by
/// itself; ``SocietyParameters/init()`` gives them the defaults of their declarations:
///
/// ```swift
/// public struct Parameters: ParameterSection {
///   public var rate = 0.0
///
///   static let parameters = [
///     SocietyParameter(
///       "behaviour.drift.rate", \.drift.rate, 0.01, in: 0...0.5, unit: "a like",
///       "How far a like moves the member's interests towards the post's category.")
///   ]
/// }
/// ```
protocol ParameterSection: Hashable, Sendable {
  /// The declaration of each number, in the order of the documentation.
  static var parameters: [SocietyParameter] { get }
}

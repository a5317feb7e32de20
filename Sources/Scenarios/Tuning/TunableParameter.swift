internal import DataFiles
public import SocialFeed
public import SyntheticSociety

/// A number of an arm's ranker that the scenario lets vary: `{value: 3, tune: [0, 10]}`.
public struct TunableParameter: Sendable, Hashable {
  public let arm: String
  public let surface: Surface
  /// Where it stands in the ranker, such as `weights.like`, `half-life` or `of.weights.like`.
  public let path: String
  /// The scenario's own, one of the range.
  public let value: Double
  public let range: TuneRange
  /// Whether it is written as a duration; values are then in seconds.
  public let isDuration: Bool

  /// - Parameters:
  ///   - path: Of a number that the arm's ranker of the surface has.
  ///   - value: One of the range.
  public init(
    arm: String, surface: Surface, path: String, value: Double, range: TuneRange,
    isDuration: Bool = false
  ) {
    self.arm = arm
    self.surface = surface
    self.path = path
    self.value = value
    self.range = range
    self.isDuration = isDuration
  }

  /// Where it stands below `arms`, such as `affinity.home.weights.like`.
  public var key: String { "\(arm).\(surface).\(path)" }

  /// Its last part, such as `like`.
  public var name: String { path.split(separator: ".").last.map(String.init) ?? path }

  /// Whether it stands under `weights`.
  public var isWeight: Bool { path.split(separator: ".").dropLast().last == "weights" }

  /// A value as a scenario writes it.
  public func text(_ value: Double) -> String {
    isDuration ? DurationForm.text(value) : value.shortest
  }
}

extension Arm {
  /// An arm of another name in which tunable numbers have these values, and which is as this one
  /// otherwise.
  ///
  /// - Parameter values: Of parameters of this arm.
  public func setting(
    _ values: [(parameter: TunableParameter, value: Double)], name: String
  ) -> Arm {
    var choices: [(Surface, RankerSettings)] = []
    for surface in Surface.allCases {
      var ranker = ranker(of: surface)
      for (parameter, value) in values where parameter.surface == surface {
        ranker = ranker.setting(parameter.path.split(separator: ".")[...], to: value)
      }
      choices.append((surface, ranker))
    }
    return choosing(choices, name: name)
  }
}

extension RankerSettings {
  /// - Parameter path: As ``TunableParameter/path``.
  fileprivate func setting(_ path: ArraySlice<Substring>, to value: Double) -> RankerSettings {
    if path.first == "of", let inner {
      return replacingInner(inner.setting(path.dropFirst(), to: value))
    }
    return setting(String(path.last!), to: value)
  }
}

internal import DataFiles
public import SocialFeed
public import SyntheticSociety

/// A number of an arm's ranker that the scenario lets vary: `{value: 3, tune: [0, 10]}`.
public struct TunableParameter: Sendable, Hashable {
  public let arm: String
  public let surface: Surface
  /// The path of the number in the ranker of the surface.
  public let path: RankerPath
  /// The value in the scenario, one of the range.
  public let value: Double
  public let range: TuneRange
  /// Whether the scenario writes the number as a duration; values are then in seconds.
  public let isDuration: Bool

  /// - Parameters:
  ///   - path: Of a number that the arm's ranker of the surface has.
  ///   - value: One of the range.
  public init(
    arm: String, surface: Surface, path: RankerPath, value: Double, range: TuneRange,
    isDuration: Bool = false
  ) {
    self.arm = arm
    self.surface = surface
    self.path = path
    self.value = value
    self.range = range
    self.isDuration = isDuration
  }

  /// The path of the number below `arms`, such as `affinity.home.weights.like`.
  public var key: String { "\(arm).\(surface).\(path)" }

  /// The last part of the path, such as `like`.
  public var name: String { path.name }

  /// Whether the number stands under `weights`.
  public var isWeight: Bool { path.isWeight }

  /// Whether the key, the path or the name of the number is this text.
  public func isNamed(_ text: String) -> Bool { [key, path.description, name].contains(text) }

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
        ranker = ranker.setting(parameter.path, to: value)
      }
      choices.append((surface, ranker))
    }
    return choosing(choices, name: name)
  }
}

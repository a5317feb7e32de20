/// The path of a number inside the settings of a ranker, such as `half-life`, `weights.like` or
/// `of.weights.like`.
///
/// A path is made from its parts, so that no part is ever read back from the text.
public struct RankerPath: Hashable, Sendable {
  /// The name of the parameter, or of the weight of a formula.
  public let name: String
  /// The key under which the number stands in a scenario; `nil` for none.
  public let group: Group?
  /// The number of steps `of` from the outermost ranker to the ranker that has the number; from 0.
  public let depth: Int

  /// The path of a number of the outermost ranker, or of one `depth` rankers further inside.
  package init(_ name: String, in group: Group? = nil, depth: Int = 0) {
    require(depth >= 0, "the path '\(name)' has the depth \(depth), not 0 or more")
    self.name = name
    self.group = group
    self.depth = depth
  }

  /// A key of a scenario that has several numbers of a ranker.
  public enum Group: String, Sendable {
    case weights
    /// Of a ranker that is external.
    case parameters
  }

  /// Whether the number stands under `weights:` in a scenario.
  public var isWeight: Bool { group == .weights }

  /// The path of the same number from a ranker that changes the order of this path's ranker.
  public var outer: RankerPath { RankerPath(name, in: group, depth: depth + 1) }

  /// The path of the same number from the inner ranker; `nil` when the outermost ranker has the
  /// number.
  public var inner: RankerPath? {
    depth > 0 ? RankerPath(name, in: group, depth: depth - 1) : nil
  }
}

extension RankerPath: CustomStringConvertible {
  /// The keys of a scenario from the outermost ranker to the number, with points between them.
  public var description: String {
    String(repeating: "of.", count: depth) + (group.map { "\($0.rawValue)." } ?? "") + name
  }
}

extension RankerParameter {
  /// The path of the parameter in the settings of its ranker.
  public var path: RankerPath { RankerPath(name, in: isWeight ? .weights : nil) }
}

extension RankerSettings {
  /// The ranker that has the number of a path; `nil` when fewer rankers are inside one another.
  public func ranker(at path: RankerPath) -> RankerSettings? {
    guard let path = path.inner else { return self }
    return inner?.ranker(at: path)
  }

  /// The same settings with another value of one number.
  ///
  /// - Parameters:
  ///   - path: The path of a parameter, of a weight of a formula, or of a parameter of a host, that the settings have.
  ///   - value: Within the parameter's range; finite.
  package func setting(_ path: RankerPath, to value: Double) -> RankerSettings {
    var values = Dictionary(
      uniqueKeysWithValues: zip(descriptor.parameters.map(\.name), values))
    var (formula, host, inner) = (formula, host, inner)
    if let path = path.inner {
      require(inner != nil, "the ranker \(name) takes no other ranker")
      inner = inner?.setting(path, to: value)
    } else if let old = formula, old.weights[path.name] != nil {
      formula = old.setting(path.name, to: value)
    } else if path.group == .parameters {
      guard let old = host as? any ParametricHost else {
        fatalError("the ranker \(name) has no number '\(path)'")
      }
      host = old.setting(path.name, to: value)
    } else {
      require(values[path.name] != nil, "the ranker \(name) has no number '\(path.name)'")
      values[path.name] = value
    }
    return RankerSettings(
      descriptor, values, formula: formula, scores: scores, host: host, of: inner)
  }
}

package import SocialFeed
package import SyntheticSociety

extension Arm {
  /// The first feed whose ranker does not learn affinities as that of an earlier feed does, and why.
  ///
  /// A member of a world has one affinity to a category, so that all feeds of an arm weigh
  /// interactions alike and forget them alike; thresholds and other parameters may differ.
  package var affinityConflict: (surface: Surface, message: String)? {
    let rules = Surface.allCases.compactMap { surface in
      ranker(of: surface).affinityRule.map { (surface: surface, values: $0.values) }
    }
    guard let first = rules.first else { return nil }
    for other in rules.dropFirst() {
      for (index, parameter) in AffinityRule.parameters.enumerated() {
        guard first.values[index] != other.values[index] else { continue }
        let message =
          "the feeds of an arm share their affinities, and \(parameter.name) is"
          + " \(parameter.text(first.values[index])) for \(first.surface)"
          + " and \(parameter.text(other.values[index])) for \(other.surface)"
        return (other.surface, message)
      }
    }
    return nil
  }
}

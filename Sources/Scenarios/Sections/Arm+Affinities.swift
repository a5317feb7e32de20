package import SocialFeed
package import SyntheticSociety

extension Arm {
  /// The first feed whose affinity ranker does not learn as that of an earlier feed does, and why.
  ///
  /// A member of a world has one affinity to a category, so that all feeds of an arm weigh
  /// interactions alike and forget them alike; thresholds may differ.
  package var affinityConflict: (surface: Surface, message: String)? {
    let name = "affinity"
    let surfaces = Surface.allCases.filter { ranker(of: $0).name == name }
    guard let first = surfaces.first, let descriptor = RankerCatalogue.descriptor(named: name)
    else { return nil }
    let learned = descriptor.parameters.enumerated().filter { $1.name != "threshold" }
    for surface in surfaces.dropFirst() {
      for (index, parameter) in learned {
        let (one, other) = (ranker(of: first).values[index], ranker(of: surface).values[index])
        guard one != other else { continue }
        let message =
          "the feeds of an arm share their affinities, and \(parameter.name) is"
          + " \(parameter.text(one)) for \(first) and \(parameter.text(other)) for \(surface)"
        return (surface, message)
      }
    }
    return nil
  }
}

package import DataFiles
package import FeedMetrics
internal import SocialFeed

/// Brings the metric ids of a scenario up to date, so that everything after it reads today's.
///
/// Ids that were renamed work for one version, with a note; a value of a parameter is written in the
/// shortest way, and left out where it is the default.
struct MetricNames {
  /// One for each id that was renamed.
  private(set) var notes: [String] = []
  private let faults: FaultList

  init(_ root: inout DocumentNode, faults: FaultList) {
    self.faults = faults
    for path in ["metrics", "check.rules", "tune.maximize"] {
      root.change(path) { renameKeys(of: &$0, at: path) }
    }
    for path in ["ab.primary", "ab.guardrails", "tune.maximize", "tune.minimize"] {
      root.change(path) { rename(&$0) }
    }
    root.change("tune.subject-to") { limits in
      guard case .list(let elements) = limits.content else { return }
      for case .scalar(let text, _) in elements.map(\.content) {
        note(Self.name(inLimit: text))
      }
    }
  }

  /// The metric that a limit of tuning names.
  static func name(inLimit text: String) -> String {
    String(text.drop(while: \.isWhitespace).prefix { !" \t<>".contains($0) })
  }

  private mutating func renameKeys(of node: inout DocumentNode, at path: String) {
    guard case .map(var entries) = node.content else { return }
    for index in entries.indices {
      let name = entries[index].name
      guard let id = MetricCatalogue.definition(name)?.id, id != name else { continue }
      if entries.contains(where: { $0.name == id }) {
        faults.add(
          LocatedFault(
            location: entries[index].location, key: "\(path).\(name)",
            reason: .contradiction("it is another name of '\(id)', which is here too")))
      } else {
        note(name)
        entries[index].name = id
      }
    }
    node.content = .map(entries)
  }

  /// Renames a scalar, or the elements of a list.
  private mutating func rename(_ node: inout DocumentNode) {
    switch node.content {
    case .scalar(let name, let isQuoted):
      guard let id = MetricCatalogue.definition(name)?.id, id != name else { return }
      note(name)
      node.content = .scalar(id, isQuoted: isQuoted)
    case .list(var elements):
      for index in elements.indices { rename(&elements[index]) }
      node.content = .list(elements)
    case .empty, .map: return
    }
  }

  private mutating func note(_ name: String) {
    guard let id = MetricCatalogue.newID(of: name) else { return }
    let note = "the metric \(name) is now \(id); the next version accepts only the new name"
    if !notes.contains(note) { notes.append(note) }
  }
}

extension DocumentCursor {
  /// The metric that a scalar names, or `nil` after adding a fault.
  func metric() -> MetricDefinition? {
    guard let id = text("the name of a metric") else { return nil }
    guard let metric = MetricCatalogue.definition(id) else {
      fault(.noMetric(id))
      return nil
    }
    return metric
  }
}

extension MetricCatalogue {
  /// The id of the metric that a misspelt id, or a label such as `Engagement a day on home`, may mean.
  package static func nearest(to id: String) -> String? {
    let parts = id.split(separator: " on ")
    let form = parts.count == 2 ? "\(parts[0])(surface=\(parts[1]))" : id
    let metrics = all + occasional
    let name = nearestName(to: wholeID(of: form), among: spellings + metrics.map(\.label))
    let metric = name.flatMap { name in
      definition(name) ?? metrics.first { $0.label == name }
    }
    return metric.map { self.id(of: $0.id, withSurfacesOf: form) ?? $0.id }
  }
}

extension LocatedFault.Reason {
  /// The fault of an id that no metric has.
  package static func noMetric(_ id: String) -> Self {
    switch MetricCatalogue.surfaceFault(of: id) {
    case .noSurfaces(let metric):
      return .contradiction("'\(metric)' has no value for a surface")
    case .unknownSurface(let name):
      let names = Surface.allCases.map(\.description)
      return .unknownName(
        kind: "surface", found: name.excerpt, nearest: nearestName(to: name, among: names),
        allowed: names)
    case nil: break
    }
    if let forms = MetricCatalogue.forms(like: id) {
      return .unexpected(expected: forms, found: "'\(id.excerpt)'")
    }
    return .unknownName(
      kind: "metric", found: id.excerpt, nearest: MetricCatalogue.nearest(to: id),
      allowed: (MetricCatalogue.all + MetricCatalogue.occasional).map(\.id))
  }
}

public import SocialFeed

/// The surfaces whose pages a metric counts, such as home and contest in
/// `engagement_per_member_day(surface=home+contest)`.
public struct SurfaceSet: Hashable, Sendable {
  /// At least one, in the order of `Surface`, none twice.
  public let surfaces: [Surface]

  /// - Returns: `nil` without a surface.
  public init?(_ surfaces: some Sequence<Surface>) {
    let given = Set(surfaces)
    guard !given.isEmpty else { return nil }
    self.surfaces = Surface.allCases.filter(given.contains)
  }

  /// Their names in a sentence, such as `home and contest`.
  var words: String {
    let names = surfaces.map(\.description)
    let last = names[names.count - 1]
    return names.count == 1 ? last : "\(names.dropLast().joined(separator: ", ")) and \(last)"
  }
}

/// The id of a metric with a parameter `surface`, taken apart.
struct SurfaceForm {
  /// The id without the parameter.
  let base: String
  /// What stands for surfaces, whether there are such surfaces or not.
  let names: [String]

  private static let parameter = "surface="

  /// - Returns: `nil` for an id without the parameter.
  init?(_ id: String) {
    guard id.hasSuffix(")"), let open = id.firstIndex(of: "(") else { return nil }
    let name = id[..<open]
    var parameters = id[id.index(after: open)...].dropLast()
      .split(separator: ",", omittingEmptySubsequences: false)
    guard let index = parameters.firstIndex(where: { $0.hasPrefix(Self.parameter) }) else {
      return nil
    }
    names = parameters.remove(at: index).dropFirst(Self.parameter.count)
      .split(separator: "+", omittingEmptySubsequences: false).map(String.init)
    base = parameters.isEmpty ? String(name) : "\(name)(\(parameters.joined(separator: ",")))"
  }

  /// The surfaces; `nil` where a name is not one of a surface.
  var surfaces: SurfaceSet? {
    unknownName == nil ? SurfaceSet(Surface.allCases.filter { names.contains("\($0)") }) : nil
  }

  /// The first name that no surface has.
  var unknownName: String? {
    names.first { name in !Surface.allCases.contains { "\($0)" == name } }
  }

  /// The id of a metric with the parameter.
  static func id(of base: String, on surfaces: SurfaceSet) -> String {
    id(of: base, on: surfaces.surfaces.map(\.description))
  }

  static func id(of base: String, on names: [String]) -> String {
    let value = parameter + names.joined(separator: "+")
    return base.hasSuffix(")") ? "\(base.dropLast()),\(value))" : "\(base)(\(value))"
  }

  /// Regular expressions of ids with the parameter.
  ///
  /// - Parameter bases: Regular expressions of ids without it.
  static func patterns(of bases: [String]) -> [String] {
    let surface = "(\(Surface.allCases.map(\.description).joined(separator: "|")))"
    let value = "\(parameter)\(surface)(\\+\(surface))*\\)"
    let end = "\\)"
    let (others, plain) = (bases.filter { $0.hasSuffix(end) }, bases.filter { !$0.hasSuffix(end) })
    return [(plain, "\\("), (others.map { "\($0.dropLast(end.count))" }, ",")].compactMap {
      $0.isEmpty ? nil : "(\($0.joined(separator: "|")))\($1)\(value)"
    }
  }
}

extension Metric {
  /// The same metric of the pages of some surfaces only; `nil` where it has no value for a surface.
  func on(_ surfaces: SurfaceSet) -> Metric? {
    guard breakdown.contains(.feeds) else { return nil }
    var metric = self
    metric.surfaces = surfaces
    metric.breakdown.remove(.feeds)
    metric.ratio = nil
    let whole = definition
    metric.definition = MetricDefinition(
      id: SurfaceForm.id(of: whole.id, on: surfaces), family: whole.family, tier: whole.tier,
      label: "\(whole.label) on \(surfaces.words)", name: "\(whole.name), on \(surfaces.words)",
      formula: "\(whole.formula) Only pages of \(surfaces.words) count.", unit: whole.unit,
      direction: whole.direction, margin: whole.margin, range: whole.range,
      undefined: whole.undefined, source: whole.source)
    return metric
  }
}

/// Metrics of the pages of some surfaces.
extension MetricCatalogue {
  /// Why an id with a parameter `surface` is not one of a metric.
  public enum SurfaceFault: Hashable, Sendable {
    /// The metric has no value for a surface.
    case noSurfaces(metric: String)
    /// No surface has this name.
    case unknownSurface(String)
  }

  /// The fault in the surfaces of an id; `nil` where they are right, and where no metric has the id without them.
  public static func surfaceFault(of id: String) -> SurfaceFault? {
    guard let form = SurfaceForm(id), metric(id) == nil, let whole = definition(form.base) else {
      return nil
    }
    return form.unknownName.map { .unknownSurface($0) } ?? .noSurfaces(metric: whole.id)
  }

  /// The id of a metric of the pages of some surfaces, as a scenario writes it.
  ///
  /// - Parameter id: Without a parameter `surface`.
  public static func id(of id: String, on surfaces: SurfaceSet) -> String {
    SurfaceForm.id(of: id, on: surfaces)
  }

  /// The surfaces that the id of a metric names; `nil` where the metric counts all pages.
  public static func surfaces(of id: String) -> SurfaceSet? { metric(id)?.surfaces }

  /// The id of the metric that counts all pages, for one that counts some surfaces'.
  public static func wholeID(of id: String) -> String { SurfaceForm(id)?.base ?? id }

  /// The id of a metric with the surfaces of another id, if it has values for them.
  public static func id(of metric: String, withSurfacesOf id: String) -> String? {
    SurfaceForm(id).flatMap { definition(SurfaceForm.id(of: metric, on: $0.names))?.id }
  }
}

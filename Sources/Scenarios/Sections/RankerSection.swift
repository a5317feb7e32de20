internal import SocialFeed

/// The ranker of a feed: its name, or a map with its name and parameters.
enum RankerSection {
  /// What a scenario can write for a feed.
  static func key(_ surface: Surface) -> ScenarioKey {
    let descriptors = RankerCatalogue.all.filter { $0.surfaces.contains(surface) }
    return ScenarioKey(
      path: surface.description, summary: "What orders the \(surface) feed.",
      form: .either([.choice(descriptors.map(\.name))] + descriptors.map(form)),
      defaultValue: .string(RankerCatalogue.defaultRanker(of: surface).name))
  }

  private static func form(of descriptor: RankerDescriptor) -> ScenarioForm {
    let ranker = ScenarioKey(
      path: "ranker", summary: "Its name.", form: .choice([descriptor.name]), isRequired: true)
    let weights = descriptor.parameters.filter(\.isWeight).map(\.key)
    let others = descriptor.parameters.filter { !$0.isWeight }.map(\.key)
    let map =
      weights.isEmpty ? [] : [ScenarioKey(path: "weights", summary: "", form: .map(weights))]
    return .shared(
      name: descriptor.name, summary: descriptor.summary, .map([ranker] + map + others))
  }

  /// The ranker and its parameters, or `nil` after adding faults.
  static func settings(_ cursor: ScenarioCursor, of surface: Surface) -> RankerSettings? {
    let isMap = if case .map = cursor.node.content { true } else { false }
    guard isMap else { return descriptor(cursor, of: surface).map { RankerSettings($0.name) } }
    guard let name = cursor["ranker"] else {
      cursor.missing("ranker", "is missing; it names what orders the feed, such as recency")
      return nil
    }
    guard let descriptor = descriptor(name, of: surface) else { return nil }
    guard let values = values(cursor, of: descriptor) else { return nil }
    return RankerSettings(name: descriptor.name, values: values)
  }

  private static func descriptor(
    _ cursor: ScenarioCursor, of surface: Surface
  ) -> RankerDescriptor? {
    if case .empty = cursor.node.content {
      cursor.fault(.missing("names no ranker; write one, such as recency"))
      return nil
    }
    let names = RankerCatalogue.all.map(\.name)
    guard let name = cursor.choice(of: "ranker", among: names),
      let descriptor = RankerCatalogue.descriptor(named: name)
    else { return nil }
    guard descriptor.surfaces.contains(surface) else {
      let surfaces = ScenarioFault.Reason.list(descriptor.surfaces.map(\.description))
      let message = "\(name) cannot order the \(surface) feed; it orders \(surfaces)"
      cursor.fault(.contradiction(message))
      return nil
    }
    return descriptor
  }

  /// A value for each parameter, or `nil` after adding faults.
  private static func values(
    _ cursor: ScenarioCursor, of descriptor: RankerDescriptor
  ) -> [Double]? {
    let parameters = descriptor.parameters
    let weights = parameters.filter(\.isWeight).map(\.name)
    let others = parameters.filter { !$0.isWeight }.map(\.name)
    checkKeys(cursor, of: descriptor, others: others, weights: weights)
    if let map = cursor["weights"], !weights.isEmpty {
      map.checkMap("a map of \(ScenarioFault.Reason.list(weights))", of: weights)
    }
    let before = cursor.faults.count
    let values = parameters.map { parameter in
      let map = parameter.isWeight ? cursor["weights"] : cursor
      return map?[parameter.name].map { parameter.read($0) } ?? parameter.defaultValue
    }
    return cursor.faults.count == before ? values : nil
  }

  /// Weights stand under `weights`: who writes one beside it is told so.
  private static func checkKeys(
    _ cursor: ScenarioCursor, of descriptor: RankerDescriptor, others: [String], weights: [String]
  ) {
    let allowed = ["ranker"] + (weights.isEmpty ? [] : ["weights"]) + others
    for (name, entry) in cursor.entries where !allowed.contains(name) {
      let nearest =
        weights.contains(name) ? "weights.\(name)" : nearestName(to: name, among: allowed)
      entry.keyFault(
        .unknownName(
          kind: "parameter of \(descriptor.name)", found: name.excerpt, nearest: nearest,
          allowed: Array(allowed.dropFirst())))
    }
  }
}

extension RankerParameter {
  private var isDuration: Bool { unit == "s" }

  /// How a scenario writes its values.
  private var numberForm: NumberForm { NumberForm(range: range, unit: unit) }

  fileprivate var key: ScenarioKey {
    ScenarioKey(
      path: name, summary: summary,
      form: isDuration ? .duration(DurationForm(range: range)) : .number(numberForm),
      defaultValue: json(defaultValue))
  }

  /// A value, or the default after adding a fault.
  fileprivate func read(_ cursor: ScenarioCursor) -> Double {
    let value =
      isDuration ? cursor.duration(DurationForm(range: range)) : cursor.number(numberForm)
    return value ?? defaultValue
  }

  /// A value as a scenario writes it.
  func text(_ value: Double) -> String {
    isDuration ? DurationForm.text(value) : value.shortest
  }

  /// A value as a resolved scenario writes it.
  func json(_ value: Double) -> JSONValue {
    isDuration ? .string(DurationForm.text(value)) : .number(value)
  }
}

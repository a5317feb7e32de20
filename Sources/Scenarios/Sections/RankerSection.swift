internal import DataFiles
internal import SocialFeed

/// The ranker of a feed: its name, or a map with its name, its parameters and what else it takes.
struct RankerSection {
  let rankers: RankerCatalogue
  let surface: Surface
  /// Where the scores of a ranker come from that takes some.
  var files = InputFiles(scenarioFile: "")

  /// A ranker, and which of its numbers are tuned.
  struct Reading {
    var settings: RankerSettings
    var tunables: [Tunable] = []
  }

  /// A number that is tuned.
  struct Tunable {
    /// From the outermost ranker.
    var path: RankerPath
    let value: Double
    let range: TuneRange
    let isDuration: Bool
    /// Where the value is in the file.
    let span: TextSpan?
  }

  /// The ranker and its parameters, or `nil` after adding faults.
  ///
  /// - Parameter outer: The names of the rankers that this one is inside of.
  func reading(_ cursor: DocumentCursor, inside outer: [String] = []) -> Reading? {
    let isMap = if case .map = cursor.node.content { true } else { false }
    guard isMap else {
      guard let descriptor = descriptor(cursor, inside: outer) else { return nil }
      guard !descriptor.takesFormula else {
        cursor.fault(.missing("needs a score; write \(FormulaSection.example)"))
        return nil
      }
      guard !descriptor.takesScores else {
        cursor.fault(.missing("needs scores; write \(ScoresSection.example)"))
        return nil
      }
      guard !descriptor.takesHost else {
        cursor.fault(.missing(ProgramSection.need(of: descriptor)))
        return nil
      }
      return Reading(settings: RankerSettings(descriptor))
    }
    guard let name = cursor["ranker"] else {
      cursor.missing("ranker", "is missing; it names what orders the feed, such as recency")
      return nil
    }
    guard let descriptor = descriptor(name, inside: outer) else { return nil }
    return reading(cursor, of: descriptor, inside: outer)
  }

  private func descriptor(
    _ cursor: DocumentCursor, inside outer: [String]
  ) -> RankerDescriptor? {
    if case .empty = cursor.node.content {
      cursor.fault(.missing("names no ranker; write one, such as recency"))
      return nil
    }
    let names = rankers.descriptors.map(\.name)
    guard let name = cursor.choice(of: "ranker", among: names), let descriptor = rankers[name]
    else { return nil }
    guard descriptor.surfaces.contains(surface) else {
      let surfaces = LocatedFault.Reason.list(descriptor.surfaces.map(\.description))
      let message = "\(name) cannot order the \(surface) feed; it orders \(surfaces)"
      cursor.fault(.contradiction(message))
      return nil
    }
    guard !outer.contains(name) else {
      cursor.fault(.contradiction("\(name) is inside of \(name); it changes an order once"))
      return nil
    }
    return descriptor
  }

  /// The ranker that a map describes, or `nil` after adding faults.
  private func reading(
    _ cursor: DocumentCursor, of descriptor: RankerDescriptor, inside outer: [String]
  ) -> Reading? {
    let before = cursor.faults.count
    checkKeys(cursor, of: descriptor)
    var tunables: [Tunable] = []
    let values = values(cursor, of: descriptor, &tunables)
    var formula: ScoreFormula?
    if descriptor.takesFormula {
      let reading = FormulaSection.reading(cursor, of: descriptor.name)
      formula = reading?.formula
      tunables += reading?.tunables ?? []
    }
    let scores = descriptor.takesScores ? ScoresSection.reading(cursor, from: files) : nil
    var host: ProgramHost?
    if descriptor.takesHost {
      let reading = ProgramSection.reading(cursor, of: descriptor, from: files)
      host = reading?.host
      tunables += reading?.tunables ?? []
      if let reranker = outer.last, host?.kind == .serve {
        cursor.fault(
          .contradiction(
            "a program of the kind serve has pages of its own, which \(reranker) cannot put into another order"
          ))
      }
    }
    let inner = cursor["of"].flatMap {
      descriptor.takesRanker ? reading($0, inside: outer + [descriptor.name]) : nil
    }
    guard cursor.faults.count == before else { return nil }
    for var tunable in inner?.tunables ?? [] {
      tunable.path = tunable.path.outer
      tunables.append(tunable)
    }
    return Reading(
      settings: RankerSettings(
        descriptor, values, formula: formula, scores: scores, host: host, of: inner?.settings),
      tunables: tunables)
  }

  /// The values that are written, by the parameter's name.
  ///
  /// - Parameter tunables: Takes in those that are tuned, in the order of the parameters.
  private func values(
    _ cursor: DocumentCursor, of descriptor: RankerDescriptor,
    _ tunables: inout [Tunable]
  ) -> [String: Double] {
    let weights = descriptor.parameters.filter(\.isWeight).map(\.name)
    if let map = cursor["weights"], !weights.isEmpty {
      map.checkMap("a map of \(LocatedFault.Reason.list(weights))", of: weights)
    }
    var values: [String: Double] = [:]
    for parameter in descriptor.parameters {
      let map = parameter.isWeight ? cursor["weights"] : cursor
      guard let entry = map?[parameter.name] else { continue }
      guard parameter.surfaces.contains(surface) else {
        let message = "\(parameter.name) has no meaning for the \(surface) feed; leave it out"
        entry.keyFault(.contradiction(message))
        continue
      }
      let reading = parameter.form.read(entry)
      values[parameter.name] = reading.value ?? parameter.defaultValue
      if let value = reading.value, let range = reading.range {
        tunables.append(
          Tunable(
            path: parameter.path, value: value, range: range, isDuration: parameter.isDuration,
            span: reading.span))
      }
    }
    return values
  }

  /// Adds a fault for each unknown key; for a weight outside of `weights`, the fault names its path.
  private func checkKeys(_ cursor: DocumentCursor, of descriptor: RankerDescriptor) {
    let weights = descriptor.parameters.filter(\.isWeight).map(\.name)
    let allowed = descriptor.keyNames
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

// MARK: - Description

extension RankerSection {
  /// What a scenario can write for the feed.
  var form: ScenarioForm {
    let descriptors = rankers.descriptors.filter { $0.surfaces.contains(surface) }
    return .either([.choice(descriptors.map(\.name))] + descriptors.map(form))
  }

  private func form(of descriptor: RankerDescriptor) -> ScenarioForm {
    let ranker = KeySyntax(
      path: "ranker", summary: "Its name.", form: .choice([descriptor.name]), isRequired: true)
    let weights = descriptor.parameters.filter(\.isWeight).map(\.key)
    let map = weights.isEmpty ? [] : [KeySyntax(path: "weights", summary: "", form: .map(weights))]
    var keys = [ranker] + map + descriptor.parameters.filter { !$0.isWeight }.map(\.key)
    if descriptor.takesFormula { keys += FormulaSection.keys }
    if descriptor.takesScores { keys += ScoresSection.keys }
    if descriptor.takesHost { keys += ProgramSection.keys(of: descriptor) }
    if descriptor.takesRanker { keys.append(innerKey(of: descriptor)) }
    return .shared(name: descriptor.name, summary: descriptor.summary, .map(keys))
  }

  private func innerKey(of descriptor: RankerDescriptor) -> KeySyntax {
    let names = rankers.descriptors.map(\.name).filter { $0 != descriptor.name }
    return KeySyntax(
      path: "of", summary: "The ranker whose order it changes.",
      form: .either([.choice(names)] + names.map(ScenarioForm.reference)),
      defaultValue: .string(RankerSettings(descriptor).inner!.name))
  }
}

// MARK: - As a resolved scenario writes it

extension RankerSection.Reading {
  /// The ranker with all of its parameters, those that are tuned with their ranges.
  func resolved(on surface: Surface) -> JSONValue {
    let ranges = Dictionary(uniqueKeysWithValues: tunables.map { ($0.path, $0.range) })
    return settings.resolved(on: surface, ranges: ranges)
  }
}

extension RankerSection.Tunable {
  init(_ parameter: TunableParameter) {
    self.init(
      path: parameter.path, value: parameter.value, range: parameter.range,
      isDuration: parameter.isDuration, span: nil)
  }

  func parameter(arm: String, surface: Surface) -> TunableParameter {
    TunableParameter(
      arm: arm, surface: surface, path: path, value: value, range: range, isDuration: isDuration)
  }
}

extension RankerSettings {
  /// - Parameter ranges: The ranges of the tuned numbers, by their paths from this ranker.
  fileprivate func resolved(
    on surface: Surface, ranges: [RankerPath: TuneRange]
  ) -> JSONValue {
    func number(
      _ value: Double, at path: RankerPath, _ json: (Double) -> JSONValue
    ) -> JSONValue {
      ranges[path].map { TunableForm.json(value, $0, json) } ?? json(value)
    }
    var ranker: [String: JSONValue] = ["ranker": .string(name)]
    for (parameter, value) in zip(descriptor.parameters, values) {
      guard parameter.surfaces.contains(surface) else { continue }
      ranker.set(parameter.path.description, number(value, at: parameter.path, parameter.json))
    }
    if let formula {
      ranker["score"] = .string(formula.text)
      ranker["else"] = formula.otherwise.map(JSONValue.number)
      ranker["weights"] = .object([:])
      for (name, weight) in formula.weights {
        let path = RankerPath(name, in: .weights)
        ranker.set(path.description, number(weight, at: path, JSONValue.number))
      }
    }
    if let scores {
      ranker["scores"] = .string(InputFiles.digestPrefix + scores.digest)
      ranker["missing"] = scores.missing.map(JSONValue.number)
    }
    if let host {
      // A host from elsewhere has its digest, by which runs are known again.
      ranker.merge((host as? ProgramHost)?.resolved ?? ["digest": .string(host.digest)]) { $1 }
      for (name, value) in (host as? any ParametricHost)?.parameters ?? [:] {
        let path = RankerPath(name, in: .parameters)
        ranker.set(path.description, number(value, at: path, JSONValue.number))
      }
    }
    ranker["of"] = inner?.resolved(
      on: surface,
      ranges: Dictionary(
        uniqueKeysWithValues: ranges.compactMap { path, range in path.inner.map { ($0, range) } }))
    return .object(ranker)
  }
}

extension RankerDescriptor {
  /// The keys of its map, `ranker` first.
  fileprivate var keyNames: [String] {
    let hasWeights = takesFormula || parameters.contains(where: \.isWeight)
    return ["ranker"] + (hasWeights ? ["weights"] : [])
      + parameters.filter { !$0.isWeight }.map(\.name) + (takesFormula ? ["score", "else"] : [])
      + (takesScores ? ScoresSection.keys.map(\.path) : [])
      + (takesHost ? ProgramSection.keys(of: self).map(\.path) : [])
      + (takesRanker ? ["of"] : [])
  }
}

extension RankerParameter {
  fileprivate var isDuration: Bool { unit == "s" }

  /// How a scenario writes it.
  fileprivate var form: TunableForm {
    TunableForm(
      number: isDuration
        ? .duration(DurationForm(range: range))
        : .number(NumberForm(range: range, isWhole: isWhole, unit: unit)))
  }

  fileprivate var key: KeySyntax {
    KeySyntax(
      path: name, summary: summary, form: .scalar(form.number.form.phrase, form.schema),
      defaultValue: json(defaultValue))
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

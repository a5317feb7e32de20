internal import DataFiles
internal import SyntheticSociety

/// How people behave: numbers by component, and the day and week of the sessions.
struct BehaviourSection {
  /// What was read from files or changed, for people.
  private(set) var notes: [String] = []

  static let keys =
    SocietyParameter.all.filter { $0.key.hasPrefix("behaviour.") }.map { ScenarioKey($0) }
    + [HourCurve.key, weekdaysKey, offKey]

  private static let factorForm = NumberForm(range: 0...1000)
  private static let weekdaysPath = "behaviour.sessions.weekdays"

  private static let weekdaysKey = ScenarioKey(
    path: weekdaysPath,
    summary:
      "Factors of the days of a week on the session rate, from Monday, brought to the mean 1.",
    form: .list(of: .number(factorForm), count: 7),
    defaultValue: .array(SocietyParameters().sessions.weekdays.map(JSONValue.number)),
    source: "KuaiRand-27K, 31 days")

  private static let offPath = "behaviour.off"

  private static let offKey = ScenarioKey(
    path: offPath,
    summary: "Components that are switched off, whatever their numbers:"
      + " 'feedlab describe behaviours' lists them.",
    form: .list(of: .choice(BehaviourComponent.all.map(\.name))), defaultSummary: "none")

  /// Reads the numbers of the world and of all behaviours.
  static func readNumbers(_ root: DocumentCursor, into parameters: inout SocietyParameters) {
    for parameter in SocietyParameter.all {
      let value = root.find(parameter.key)?.number(NumberForm(parameter))
      if let value { parameters[keyPath: parameter.path] = value }
    }
  }

  /// Reads the rest of the section into `parameters`, whose numbers are read.
  init(_ root: DocumentCursor, files: InputFiles, into parameters: inout SocietyParameters) {
    if let curve = root.find(HourCurve.key.path).flatMap({ HourCurve($0, files: files) }) {
      parameters.sessions.hours = curve.shares
      notes += curve.notes
    }
    if let cursor = root.find(Self.weekdaysPath), let factors = weekdays(cursor) {
      parameters.sessions.weekdays = factors
    }
    Self.checkPrivacy(root, parameters)
    Self.checkSurfaces(root, parameters)
    Self.switchOff(root, in: &parameters)
  }

  private static func switchOff(_ root: DocumentCursor, in parameters: inout SocietyParameters) {
    let elements = root.find(offPath)?.list("a list of components, such as [satiation]") ?? []
    for element in elements {
      let names = BehaviourComponent.all.map(\.name)
      guard let name = element.choice(of: "component", among: names) else { continue }
      BehaviourComponent.named(name)?.switchOff(in: &parameters)
    }
  }

  private mutating func weekdays(_ cursor: DocumentCursor) -> [Double]? {
    guard let factors = cursor.numbers(Self.factorForm, count: 7, what: "7 numbers, from Monday")
    else { return nil }
    let mean = factors.reduce(0, +) / 7
    guard mean > 0 else {
      cursor.fault(.contradiction("one of the days must be above 0"))
      return nil
    }
    // Factors rounded to two digits are left as they are.
    guard (mean - 1).magnitude > 0.005 else { return factors }
    notes.append("\(Self.weekdaysPath): mean \(mean.shortest), brought to 1")
    return factors.map { $0 / mean }
  }

  private static func checkPrivacy(_ root: DocumentCursor, _ parameters: SocietyParameters) {
    let privacy = parameters.privacy
    guard privacy.friendsOnly + privacy.onlyMe > 1 else { return }
    root.find("behaviour.privacy")?.fault(
      .contradiction(
        "friends-only \(privacy.friendsOnly.shortest) and only-me \(privacy.onlyMe.shortest)"
          + " are together more than 1"))
  }

  private static func checkSurfaces(_ root: DocumentCursor, _ parameters: SocietyParameters) {
    let weights = SocietyParameter.all.filter { $0.key.hasPrefix("behaviour.surfaces.") }
    guard weights.allSatisfy({ parameters[keyPath: $0.path] == 0 }) else { return }
    root.find("behaviour.surfaces")?.fault(
      .contradiction("one of the weights must be above 0"))
  }
}

extension DocumentCursor {
  /// A list of numbers, or `nil` after adding faults.
  func numbers(_ form: NumberForm, count: Int, what: String) -> [Double]? {
    guard let elements = list(what) else { return nil }
    guard elements.count == count else {
      fault(.unexpected(expected: what, found: "a list of \(elements.count)"))
      return nil
    }
    let numbers = elements.map { $0.number(form) }
    return numbers.contains(nil) ? nil : numbers.compactMap { $0 }
  }
}

internal import DataFiles
internal import FeedMetrics
internal import SocialFeed
internal import SyntheticSociety

extension ScenarioDraft {
  /// How people behave: numbers by component, and the day and week of the sessions.
  static let behaviourKeys = societyKeys("behaviour.") + [hoursKey, weekdaysKey, offKey, customKey]

  /// Names that sections had in the version before, by those that they have.
  static let formerSections = ["churn": ["leaving"]]

  private static let factor = NumberForm(range: 0...1000)

  private static let weekdaysKey = Key<Self>(
    "behaviour.sessions.weekdays", .list(of: .number(factor), count: 7),
    "Factors of the days of a week on the session rate, from Monday, brought to the mean 1.",
    source: "KuaiRand-27K, 31 days",
    read: { cursor, draft, _ in draft.readWeekdays(cursor) },
    write: { .array($0.parameters.sessions.weekdays.map(JSONValue.number)) })

  private static let offKey = Key<Self>(
    "behaviour.off",
    .list(
      of: .choice(
        BehaviourComponent.all.map(\.name),
        formerly: Dictionary(
          uniqueKeysWithValues: BehaviourComponent.all.compactMap { component in
            component.formerName.map { ($0, component.name) }
          }))),
    "Components that are switched off, whatever their numbers:"
      + " 'feedlab describe behaviours' lists them.",
    default: .none,
    read: { cursor, draft, _ in
      let names = BehaviourComponent.all.map(\.name)
      draft.off = (cursor.list("a list of components, such as [satiation]") ?? []).compactMap {
        $0.choice(of: "component", among: names).flatMap(BehaviourComponent.named)
      }
    },
    write: { _ in nil })

  private static let customKey = Key<Self>(
    "behaviour.custom", .list(of: .text("the name of a behaviour of the program's own")),
    "Behaviours of a program with custom Swift code, by name. They replace FeedLab's in the order of this list.",
    default: .none,
    read: { cursor, draft, _ in
      draft.parameters.custom =
        (cursor.list("a list of the names of behaviours") ?? []).compactMap { $0.customBehaviour() }
    },
    write: { draft in
      let names = draft.parameters.custom.map { JSONValue.string($0.name) }
      return names.isEmpty ? nil : .array(names)
    })

  private mutating func readWeekdays(_ cursor: DocumentCursor) {
    guard let factors = cursor.numbers(Self.factor, count: 7, what: "7 numbers, from Monday")
    else { return }
    let mean = factors.reduce(0, +) / 7
    guard mean > 0 else {
      cursor.fault(.contradiction("one of the days must be above 0"))
      return
    }
    parameters.sessions.weekdays = factors
    // Factors rounded to two digits are left as they are.
    guard (mean - 1).magnitude > 0.005 else { return }
    notes.append("\(cursor.key): mean \(mean.shortest), brought to 1")
    parameters.sessions.weekdays = factors.map { $0 / mean }
  }

  func checkPrivacy(_ root: DocumentCursor) {
    let privacy = parameters.privacy
    guard privacy.friendsOnly + privacy.onlyMe > 1 else { return }
    root.find("behaviour.privacy")?.fault(
      .contradiction(
        "friends-only \(privacy.friendsOnly.shortest) and only-me \(privacy.onlyMe.shortest)"
          + " are together more than 1"))
  }

  func checkSurfaces(_ root: DocumentCursor) {
    let weights = SocietyParameter.all.filter { $0.key.hasPrefix("behaviour.surfaces.") }
    guard weights.allSatisfy({ parameters[keyPath: $0.path] == 0 }) else { return }
    root.find("behaviour.surfaces")?.fault(
      .contradiction("one of the weights must be above 0"))
  }

  /// The surfaces that sessions open; all where a behaviour of the program's own may choose them.
  var openedSurfaces: [Surface] {
    guard parameters.custom.isEmpty else { return Surface.allCases }
    var parameters = parameters
    for component in off { component.switchOff(in: &parameters) }
    return parameters.openedSurfaces
  }

  /// The first surface of a metric that no session opens.
  func unopenedSurface(of metric: String) -> Surface? {
    MetricCatalogue.surfaces(of: metric)?.surfaces.first { !openedSurfaces.contains($0) }
  }

  /// Refuses tested metrics of surfaces that no session opens.
  func checkTestedSurfaces(_ root: DocumentCursor) {
    for (metric, refuse) in root.testedMetrics {
      guard let surface = unopenedSurface(of: metric) else { continue }
      refuse(.contradiction(Self.unopened(surface, of: metric)))
    }
  }

  /// Why a metric cannot be tested.
  static func unopened(_ surface: Surface, of metric: String) -> String {
    "'\(metric)' counts pages of \(surface), which no session opens: behaviour.surfaces.\(surface) is 0"
  }
}

extension DocumentCursor {
  /// The metrics that a decision, a check or a search depends on, each with what adds a fault of it.
  fileprivate var testedMetrics: [(id: String, refuse: (LocatedFault.Reason) -> Void)] {
    let named = [
      "ab.primary", "ab.guardrails", "tune.maximize", "tune.minimize", "tune.subject-to",
    ]
    .compactMap(find).flatMap(\.scalars)
    let keys = ["check.rules", "tune.maximize"].compactMap(find).flatMap(\.entries)
    return named.map { (MetricNames.name(inLimit: $0.text), $0.cursor.fault) }
      + keys.map { ($0.name, $0.cursor.keyFault) }
  }

  /// The scalar that this is, or the scalars of the list.
  private var scalars: [(text: String, cursor: DocumentCursor)] {
    switch node.content {
    case .scalar(let text, _): [(text, self)]
    case .list: (list("") ?? []).flatMap(\.scalars)
    case .empty, .map: []
    }
  }
}

extension DocumentCursor {
  /// The behaviour of the program's own that a scalar names, or `nil` after adding a fault.
  fileprivate func customBehaviour() -> CustomBehaviour? {
    let available = CustomBehaviour.available
    guard !available.isEmpty else {
      fault(
        .contradiction(
          "this program has no behaviours of its own; see 'Behaviours' in docs/guide/write-a-ranker.md"
        ))
      return nil
    }
    guard let name = choice(of: "custom behaviour", among: available.map(\.name)) else {
      return nil
    }
    return available.first { $0.name == name }
  }

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

internal import DataFiles
package import SocialFeed
package import SyntheticSociety

extension ScenarioDraft {
  static let armsKey = Key<Self>(
    "arms",
    .table(
      names: nil,
      key: KeySyntax(
        path: "<arm>", summary: "Feeds and their rankers, and the app: at least one of them.",
        form: ArmSection.form)),
    "The configurations under comparison: a ranker for each feed that does not keep its default.",
    default: .required("is missing; it holds what to compare, such as newest: {home: recency}"),
    read: { cursor, draft, scenario in
      _ = cursor.checkTable("a map of arms, such as newest: {home: recency}")
      for (name, entry) in cursor.entries {
        draft.armNames.append(name)
        draft.knownArms.insert(name)
        draft.readArm(name, entry, scenario)
      }
    },
    write: { draft in
      let tunables = Dictionary(grouping: draft.tunables, by: \.arm)
      return .object(
        Dictionary(
          uniqueKeysWithValues: draft.arms.map { arm in
            (arm.name, ArmSection(arm, tunables[arm.name] ?? []).resolved)
          }))
    })

  private mutating func readArm(
    _ name: String, _ cursor: DocumentCursor, _ scenario: ScenarioDraft
  ) {
    let example = "such as home: recency"
    guard !cursor.node.isEmpty else {
      cursor.fault(.missing("this arm has no ranker; name one for a feed, \(example)"))
      return
    }
    let before = cursor.faults.count
    guard cursor.checkMap("a map of feeds and rankers, \(example)", of: ArmSection.keyNames) else {
      return
    }
    var section = ArmSection()
    let tolerated = cursor.faults.tolerated?.count ?? 0
    section.read(cursor, scenario)
    if let faults = cursor.faults.tolerated?.added(after: tolerated), !faults.isEmpty {
      absences[name] = Array(faults)
    }
    guard cursor.faults.count == before else { return }
    let arm = section.arm(name, pool: scenario.parameters.pool)
    if arm.freeze != nil, arm.affinityRules.isEmpty, !arm.usesEvents {
      (cursor.find("freeze") ?? cursor).fault(
        .contradiction(
          "no ranker of this arm learns affinities or from events, so 'freeze' has no effect"
        ))
    }
    if arm.servesPages, arm.app.paging == .offset {
      (cursor.find("app.paging") ?? cursor).fault(
        .contradiction(
          "a program of the kind serve has a cursor of its own, so that its pages are known by no offset; leave paging out"
        ))
    }
    if let conflict = arm.affinityConflict {
      (cursor[conflict.surface.description] ?? cursor).fault(.contradiction(conflict.message))
    }
    arms.append(arm)
    for table in arm.scoreTables where !dataFiles.contains(table.source) {
      dataFiles.append(table.source)
    }
    for file in arm.programs.flatMap(\.contents) where !dataFiles.contains(file.location) {
      dataFiles.append(file.location)
    }
    for (surface, ranker) in section.rankers {
      for number in ranker.tunables {
        let tunable = number.parameter(arm: name, surface: surface)
        tunables.append(tunable)
        tunedSpans[tunable.key] = number.span
      }
    }
  }

  /// Adds what is missing for external rankers that arms of these names have.
  func addAbsences(of arms: [String], to faults: FaultList) {
    for arm in arms { faults.add(contentsOf: absences[arm] ?? []) }
  }

  /// Whether an arm has numbers that are tuned.
  func isTuned(_ arm: String) -> Bool { tunables.contains { $0.arm == arm } }
}

/// An arm as a scenario writes it: rankers of some feeds, all of them in a resolved scenario, the candidates of
/// home, the app, and when its rankers stop learning.
struct ArmSection: KeyedSection {
  private(set) var rankers: [(surface: Surface, ranker: RankerSection.Reading)] = []
  private var pool: FeedPool?
  private var app = AppSettings()
  private var freeze: Double?

  static let keys =
    Surface.allCases.map(key)
    + [
      PoolSection.key(\.pool, default: "the scenario's"),
      Key(
        "app", \.app, .section("a map of the app's settings, such as paging: offset"),
        "How the app behaves, beside the order of its feeds.", default: .words("")),
      Key(
        "freeze", \.freeze, .duration(0...3650 * 86_400),
        "From the start of the world, when its rankers stop learning: affinities stay as they then are, and rankers that "
          + "learn get no more impressions and interactions.",
        default: .words("never")),
    ]

  private static func key(of surface: Surface) -> Key<Self> {
    Key(
      surface.description,
      .computed { RankerSection(rankers: .available, surface: surface).form },
      "What orders the \(surface) feed.",
      default: .value(.string(surface.defaultRanker.name)),
      read: { cursor, section, scenario in
        let form = RankerSection(
          rankers: scenario.rankers, surface: surface, files: scenario.files)
        if let ranker = form.reading(cursor) { section.rankers.append((surface, ranker)) }
      },
      write: { section in
        section.rankers.first { $0.surface == surface }?.ranker.resolved(on: surface)
      })
  }

  init() {}

  /// - Parameter tunables: Numbers of the arm that are written with the ranges over which they are tuned.
  init(_ arm: Arm, _ tunables: [TunableParameter] = []) {
    pool = arm.pool
    app = arm.app
    freeze = arm.freeze
    rankers = Surface.allCases.map { surface in
      let numbers = tunables.filter { $0.surface == surface }.map(RankerSection.Tunable.init)
      return (surface, RankerSection.Reading(settings: arm.ranker(of: surface), tunables: numbers))
    }
  }

  /// - Parameter pool: The candidates of home where the arm does not name its own.
  func arm(_ name: String, pool: FeedPool) -> Arm {
    Arm(
      name: name, choices: rankers.map { ($0.surface, $0.ranker.settings) },
      pool: self.pool ?? pool, app: app, freeze: freeze)
  }
}

extension Arm {
  /// The scores from elsewhere that its rankers, or those inside, take.
  package var scoreTables: [ScoreTable] {
    allRankers.compactMap(\.scores)
  }

  /// The external rankers that it has.
  package var programs: [ProgramHost] {
    allRankers.compactMap { $0.host as? ProgramHost }
  }

  /// The first feed whose ranker learns affinities in another way than an earlier feed's, and why.
  ///
  /// A member of a community has one affinity to a category, so that all feeds of an arm weigh
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

extension AppSettings: KeyedSection {
  static let keys = [
    Key<Self>(
      "page-size", \.pageSize, .count(1...100, "posts"),
      "How many posts the app requests at once."
    )
    // What was recorded of a scenario before there was this key stays valid.
    .writing {
      $0.pageSize == FeedRequest.usualPageSize ? nil : .whole(UInt64($0.pageSize))
    },
    Key(
      "paging", \.paging, .choice("paging"),
      "How the app requests the next page: from the last post, or by the number of posts it has."),
    Key(
      "sync", \.sync, .choice("sync"),
      "When the app requests the state of the buttons that it shows."),
    Key(
      "counts", \.counts, .choice("counts"),
      "Whether the app shows how many likes and votes a post has. Without these counts people do not follow the crowd."
    ),
  ]
}

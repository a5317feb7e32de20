internal import DataFiles
internal import ReportKit
public import Scenarios
internal import SocialFeed
internal import Studies
internal import SyntheticSociety

/// The summary of a valid scenario.
public struct ScenarioSummary: Sendable {
  private let scenario: Scenario
  /// The finding on the trend of the measured window; empty without a warning.
  private let trend: String
  /// A warning for each tested metric without a value.
  private let withoutValue: [String]

  public init(_ scenario: Scenario, trend: String = "", withoutValue: [String] = []) {
    (self.scenario, self.trend, self.withoutValue) = (scenario, trend, withoutValue)
  }

  public func text(width: Int) -> String {
    let world = scenario.parameters.world
    let comparison = scenario.comparison
    let arms = scenario.arms.map(\.name).joined(separator: ", ")
    let days =
      "\(NumberText.plain(world.days)), of which \(NumberText.plain(world.warmUpDays)) warm-up"
    let candidates = comparison.candidates.joined(separator: ", ")
    let compared =
      candidates.isEmpty
      ? "none, since the scenario has only one arm" : "\(candidates) against \(comparison.baseline)"
    return FactSheet.text(
      title: "\(scenario.file.plainLine): scenario '\(scenario.name)' is valid",
      facts: [
        ("arms", arms), ("compares", compared),
        ("members", NumberText.count(Int(world.members))), ("days", days),
        ("worlds", ReplicationsText.text(comparison.replications)), ("seed", "\(scenario.seed)"),
      ] + questions + tuning + scenario.notes.map { ("read", $0) } + libraries + formulas
        + withoutValue.map { ("no value", $0) } + [("trend", trend)],
      width: width)
  }

  /// The libraries that were only read as files, a line each.
  private var libraries: [(String, String)] {
    let names = scenario.arms.flatMap(\.programs).compactMap(\.unloadedLibrary)
    return Set(names).sorted().map {
      ("not loaded", "\($0); --load also loads it, which runs its code")
    }
  }

  /// What is odd in the formulas of rankers, a line for each formula and remark.
  private var formulas: [(String, String)] {
    var formulas: [(formula: ScoreFormula, arms: [String])] = []
    for arm in scenario.arms {
      for ranker in arm.rankers {
        var settings: RankerSettings? = ranker
        while let inner = settings?.inner { settings = inner }
        guard let formula = settings?.formula else { continue }
        if let index = formulas.firstIndex(where: { $0.formula == formula }) {
          if formulas[index].arms.last != arm.name { formulas[index].arms.append(arm.name) }
        } else {
          formulas.append((formula, [arm.name]))
        }
      }
    }
    return formulas.flatMap { formula, arms in
      formula.remarks.map { ("formula", "\(arms.joined(separator: ", ")): \($0)") }
    }
  }

  /// What `feedlab tune` would do.
  private var tuning: [(String, String)] {
    scenario.tuning.map { TuningBrief(Tuner(scenario, $0).design).facts } ?? []
  }

  /// The tested metrics.
  private var questions: [(String, String)] {
    let questions = scenario.comparison.questions
    let guardrails = questions.guardrails.joined(separator: ", ")
    let mark = questions.hasDefaultPrimary ? ", by default" : ""
    return (questions.primary.map { [("primary", $0 + mark)] } ?? [])
      + (guardrails.isEmpty ? [] : [("guardrails", guardrails)])
  }
}

/// A number of worlds as text.
enum ReplicationsText {
  static func text(_ replications: Scenario.Replications) -> String {
    switch replications {
    case .fixed(let worlds): NumberText.count(worlds)
    case .looks(let first, let most):
      "\(NumberText.count(first)) to \(NumberText.count(most)), until decided"
    }
  }
}

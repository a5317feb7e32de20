/// What the inputs of a plan are; the study's name follows.
enum StudyInput: String {
  case scenario, design, intercepts, arm
  /// There where the scenario is tuned.
  case tuning
  /// There where it is analysed, or the best of its arms is looked for.
  case analysis
  /// There where it is held against a real community.
  case realism

  func key(_ name: String) -> String { "\(rawValue).\(name)" }

  /// Those that a study has, besides arms that only units name.
  static let ofStudies: [StudyInput] = [
    .scenario, .design, .intercepts, .tuning, .analysis, .realism,
  ]
}

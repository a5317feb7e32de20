internal import DataFiles
internal import SyntheticSociety

/// A key of a scenario: the checks, the schema and the documentation are made from it.
struct ScenarioKey: Sendable {
  /// The key from the root, such as `world.members`; inside a map, from that map.
  let path: String
  let summary: String
  let form: ScenarioForm
  /// What stands where nothing is written; `nil` if nothing does.
  var defaultValue: JSONValue?
  /// What the default is, where it is no single value.
  var defaultSummary = ""
  var isRequired = false
  /// Where the default comes from; empty for an assumption.
  var source = ""
}

/// What a value of a scenario looks like.
indirect enum ScenarioForm: Sendable {
  case number(NumberForm)
  case duration(DurationForm)
  /// A number or a percentage: ``MarginForm``.
  case margin
  /// A number of worlds or a range: ``ReplicationsForm``.
  case replications
  /// The id of a metric that has a good side.
  case metric
  /// A whole number up to 2⁶⁴ − 1.
  case seed
  /// The one number that can stand here.
  case version(Int)
  /// A name in kebab-case: ``KebabName``.
  case name
  /// Free text, such as the path of a file.
  case text(String)
  /// One of a few names.
  case choice([String])
  /// A list, of a fixed length where one is given.
  case list(of: ScenarioForm, count: Int? = nil)
  /// A map with these keys.
  case map([ScenarioKey])
  /// A map whose keys are names; `nil` for any name in kebab-case. What each holds is told by
  /// `key`, whose path is a placeholder such as `<arm>`.
  case table(names: [String]?, key: ScenarioKey)
  /// A map of numbers whose keys are names of letters, digits and underscores.
  case weights(TunableForm)
  /// A number or a duration that may be tuned.
  case tunable(TunableForm)
  /// One of several forms.
  case either([ScenarioForm])
  /// A form that has a name of its own because it stands in several places.
  case shared(name: String, summary: String, ScenarioForm)
  /// The form of this name, which is described where it stands first.
  case reference(String)
}

extension ScenarioKey {
  /// The key of a society's parameter.
  init(_ parameter: SocietyParameter) {
    self.init(
      path: parameter.key, summary: parameter.summary, form: .number(NumberForm(parameter)),
      defaultValue: .number(parameter.defaultValue), source: parameter.source)
  }
}

extension NumberForm {
  init(_ parameter: SocietyParameter) {
    self.init(range: parameter.range, isWhole: parameter.isInteger, unit: parameter.unit)
  }
}

internal import ArgumentParser
internal import DataFiles
internal import FeedMetrics
internal import Reports
internal import Scenarios
internal import SocialFeed
internal import Studies
internal import SyntheticSociety

/// Describes commands, scenarios, metrics and everything else that people look up.
struct DescribeCommand: ParsableCommand {
  /// A page of the reference. `scripts/reference` writes those that are in docs/reference.
  enum Topic: String, ExpressibleByArgument, CaseIterable {
    case commands, scenario, metrics, rankers, behaviours, plausible, mapping, files
    case exitCodes = "exit-codes"

    /// The singular names the same.
    init?(argument: String) {
      guard
        let topic = Self.allCases.first(where: { [argument, argument + "s"].contains($0.rawValue) })
      else { return nil }
      self = topic
    }
  }

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json, markdown
    case jsonSchema = "json-schema"
  }

  static let configuration = CommandConfiguration(
    commandName: "describe",
    abstract:
      "Describe commands, scenario keys, metrics, rankers, behaviours, files and exit codes.",
    discussion: """
      Examples:
        feedlab describe metrics creator_exposure_gini
        feedlab describe rankers affinity
        feedlab describe behaviours satiation
        feedlab describe plausible behaviour.examination.eta
        feedlab describe scenario world
        feedlab describe scenario --format json-schema
        feedlab describe mapping events
        feedlab describe commands --format markdown
      """)

  @Argument(
    help: """
      commands, scenario, metrics, rankers, behaviours, plausible (ranges), mapping, files or exit-codes.
      """)
  var topic: Topic?

  @Argument(
    help: """
      Describe one of them: a command, a key of a scenario, a metric's id, a ranker's or behaviour's name, a \
      table's role, a file or an exit code.
      """, completion: .custom { words, _, _ in Topic.names(after: words) })
  var name: String?

  @OptionGroup(title: OptionSection.output) var form: DescriptionFormat

  func run() throws {
    guard let topic else { return try StandardStream.output.writeText(Topic.overview) }
    guard form.format != .jsonSchema || topic == .scenario else {
      throw CommandFailure.usage("--format json-schema: only scenarios have a JSON Schema")
    }
    let description = try topic.description(of: name)
    let output = StandardStream.output
    switch form.format {
    case .text: try output.writeText(description.text(width: ReportOptions.width))
    case .markdown: try output.write(description.markdown)
    case .jsonSchema: try output.write(ScenarioDescription.jsonSchema)
    case .json: try output.write(description.json)
    }
  }
}

/// The format of printed descriptions.
struct DescriptionFormat: ParsableArguments {
  @Option(help: ArgumentHelp("text, json, markdown or json-schema.", valueName: "format"))
  var format = DescribeCommand.Format.text
}

extension DescribeCommand.Topic {
  /// What is described, as a line of the overview.
  private var summary: String {
    switch self {
    case .commands: "what each command does: \(names.count) commands"
    case .scenario: "what a scenario file can say: \(names.count) keys"
    case .metrics: "what is measured: \(names.count) metrics"
    case .rankers: "what can order a feed: \(names.count) rankers"
    case .behaviours: "how people behave: \(names.count) components"
    case .plausible: "what 'feedlab sensitivity' varies: \(names.count) parameters"
    case .mapping: "what 'feedlab calibrate' can read"
    case .files: "what commands write"
    case .exitCodes: "how commands end"
    }
  }

  static var overview: String {
    let width = allCases.map(\.rawValue.count).max() ?? 0
    return allCases.map { topic in
      let gap = String(repeating: " ", count: width - topic.rawValue.count + 2)
      return "feedlab describe \(topic.rawValue)\(gap)\(topic.summary)\n"
    }.joined()
  }

  private static var allMetrics: [MetricDefinition] {
    MetricCatalogue.all + MetricCatalogue.occasional + MetricCatalogue.tables
  }

  /// The names that can follow the topic.
  private var names: [String] {
    switch self {
    case .commands: CommandDescription.names
    case .scenario: ScenarioDescription.keys
    case .metrics: Self.allMetrics.map(\.id)
    case .rankers: RankerCatalogue.available.descriptors.map(\.name)
    case .behaviours: BehaviourComponent.all.map(\.name) + CustomBehaviour.available.map(\.name)
    case .plausible: PlausibleRange.all.map(\.key)
    case .mapping: MappingDescription.roles
    case .files: FileDescription.names
    case .exitCodes: ExitCodeDescription.names
    }
  }

  /// The names of the topic on a command line, which complete it.
  fileprivate static func names(after words: [String]) -> [String] {
    words.lazy.compactMap(Self.init(argument:)).first?.names ?? []
  }

  /// What the messages call one of the topic's entries.
  private var noun: String {
    switch self {
    case .commands: "command"
    case .scenario: "key"
    case .metrics: "metric"
    case .rankers: "ranker"
    case .behaviours: "behaviour"
    case .plausible: "plausible range"
    case .mapping: "role"
    case .files: "file"
    case .exitCodes: "exit code"
    }
  }

  /// Describes all entries, or the one of a name.
  fileprivate func description(of name: String?) throws -> any TopicDescription {
    switch self {
    case .commands: CommandDescription(try chosen(name, CommandDescription.names) { $0 })
    case .scenario: try Self.scenario(name)
    case .metrics: try metrics(name)
    case .rankers:
      RankerDescription(try chosen(name, RankerCatalogue.available.descriptors, \.name))
    case .behaviours: try behaviours(name)
    case .plausible: PlausibleRangeDescription(try chosen(name, PlausibleRange.all, \.key))
    case .mapping: MappingDescription(try chosen(name, MappingDescription.roles) { $0 })
    case .files: FileDescription(try chosen(name, FileDescription.names) { $0 })
    case .exitCodes: ExitCodeDescription(try chosen(name, ExitCodeDescription.names) { $0 })
    }
  }

  /// Describes all metrics, or the one of an id, which may be a former id or have another value of a parameter.
  private func metrics(_ name: String?) throws -> MetricDescription {
    guard let name, !MetricCatalogue.tables.contains(where: { $0.id == name }) else {
      return MetricDescription(try chosen(name, Self.allMetrics, \.id))
    }
    if let metric = MetricCatalogue.definition(name) {
      let isRenamed = MetricCatalogue.newID(of: name) != nil
      return MetricDescription([metric], formerID: isRenamed ? name : nil)
    }
    if MetricCatalogue.surfaceFault(of: name) != nil || MetricCatalogue.forms(like: name) != nil {
      _ = try NamedMetric.metric(name, at: "describe metrics")
    }
    return MetricDescription(try chosen(name, Self.allMetrics, \.id))
  }

  /// Describes all behaviours, or the one of a name.
  private func behaviours(_ name: String?) throws -> BehaviourDescription {
    let (components, custom) = (BehaviourComponent.all, CustomBehaviour.available)
    let chosen = try chosen(name, names) { $0 }
    return BehaviourDescription(
      components.filter { chosen.contains($0.name) },
      custom: custom.filter { chosen.contains($0.name) })
  }

  private func chosen<Element>(
    _ name: String?, _ all: [Element], _ elementName: (Element) -> String
  ) throws -> [Element] {
    guard let name else { return all }
    guard let element = all.first(where: { elementName($0) == name }) else {
      throw CommandFailure.unknownName(
        name, kind: noun, at: "describe \(rawValue)", among: all.map(elementName))
    }
    return [element]
  }

  private static func scenario(_ name: String?) throws -> ScenarioDescription {
    guard let name else { return ScenarioDescription() }
    if let description = ScenarioDescription(of: name) { return description }
    let nearest = ScenarioDescription.nearest(to: name).map { "did you mean '\($0)'?" }
    let remedy = nearest ?? "'feedlab describe scenario' lists them"
    throw CommandFailure.usage(
      "describe scenario '\(name)': there is no key of this name; \(remedy)")
  }
}

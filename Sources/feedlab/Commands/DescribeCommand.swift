internal import ArgumentParser
internal import FeedMetrics
internal import Reports
internal import Scenarios
internal import SocialFeed
internal import Studies
internal import SyntheticSociety

/// Tells what metrics, rankers, behaviours and the keys of a scenario mean.
struct DescribeCommand: ParsableCommand {
  enum Topic: String, ExpressibleByArgument, CaseIterable {
    case metrics, rankers, behaviours, plausible, scenario, mapping

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
      "Say what the metrics, the rankers, the behaviours or the keys of a scenario or mapping mean.",
    discussion: """
      Examples:
        feedlab describe metrics creator_exposure_gini
        feedlab describe rankers affinity
        feedlab describe behaviours satiation
        feedlab describe plausible behaviour.examination.eta
        feedlab describe scenario world
        feedlab describe scenario --format json-schema
        feedlab describe mapping events
      """)

  @Argument(help: "metrics, rankers, behaviours, plausible (ranges), scenario or mapping.")
  var topic: Topic?

  @Argument(
    help:
      "One of them alone: a metric's id, a ranker's or behaviour's name, a key of a scenario, a table's role."
  )
  var name: String?

  @Option(help: ArgumentHelp("text, json, markdown or json-schema.", valueName: "format"))
  var format = Format.text

  func run() throws {
    let text =
      switch topic {
      case .metrics: try describeMetrics()
      case .rankers: try describeRankers()
      case .behaviours: try describeBehaviours()
      case .plausible: try describePlausible()
      case .scenario: try describeScenario()
      case .mapping: try describeMapping()
      case nil: Self.overview
      }
    try StandardStream.output.write(text)
  }

  private static let overview = """
    feedlab describe metrics     what is measured: \(MetricCatalogue.all.count + MetricCatalogue.tables.count) metrics
    feedlab describe rankers     what can order a feed: \(RankerCatalogue.standard.descriptors.count) rankers
    feedlab describe behaviours  how people behave: \(BehaviourComponent.all.count) components
    feedlab describe plausible   what 'feedlab sensitivity' moves: \(PlausibleRange.all.count) parameters
    feedlab describe scenario    what a scenario file can say
    feedlab describe mapping     what 'feedlab calibrate' can read

    """

  private func describeMetrics() throws -> String {
    let all = MetricCatalogue.all + MetricCatalogue.tables
    let named = try name.flatMap { name in
      if let forms = MetricCatalogue.forms(like: name), MetricCatalogue.definition(name) == nil {
        throw CommandFailure.usage("describe metrics '\(name)': expected \(forms)")
      }
      return MetricCatalogue.definition(name)
    }
    let metrics = try named.map { [$0] } ?? chosen(all, kind: "metric", \.id)
    let description = MetricDescription(metrics)
    switch format {
    case .text:
      let renaming = name.flatMap { name in
        MetricCatalogue.newID(of: name).map { "\(name) is now \($0).\n\n" }
      }
      return (renaming ?? "") + description.text(width: ReportOptions.width)
    case .markdown: return description.markdown
    case .json: return description.json
    case .jsonSchema: throw Self.onlyScenariosHaveSchema
    }
  }

  private func describeRankers() throws -> String {
    let rankers = try chosen(RankerCatalogue.standard.descriptors, kind: "ranker", \.name)
    let description = RankerDescription(rankers)
    switch format {
    case .text: return description.text(width: ReportOptions.width)
    case .markdown: return description.markdown
    case .json: return description.json
    case .jsonSchema: throw Self.onlyScenariosHaveSchema
    }
  }

  private func describeBehaviours() throws -> String {
    let components = try chosen(BehaviourComponent.all, kind: "behaviour", \.name)
    let description = BehaviourDescription(components)
    switch format {
    case .text: return description.text(width: ReportOptions.width)
    case .markdown: return description.markdown
    case .json: return description.json
    case .jsonSchema: throw Self.onlyScenariosHaveSchema
    }
  }

  private func describePlausible() throws -> String {
    let ranges = try chosen(PlausibleRange.all, kind: "plausible range", \.key)
    let description = PlausibleRangeDescription(ranges)
    switch format {
    case .text: return description.text(width: ReportOptions.width)
    case .markdown: return description.markdown
    case .json: return description.json
    case .jsonSchema: throw Self.onlyScenariosHaveSchema
    }
  }

  private func describeScenario() throws -> String {
    guard let name else { return ScenarioDescription().text(format) }
    guard let description = ScenarioDescription(of: name) else {
      let nearest = ScenarioDescription.nearest(to: name).map { "did you mean '\($0)'?" }
      let remedy = nearest ?? "'feedlab describe scenario' lists them"
      throw CommandFailure.usage(
        "describe scenario '\(name)': there is no key of this name; \(remedy)")
    }
    return description.text(format)
  }

  private func describeMapping() throws -> String {
    let roles = try chosen(MappingDescription.roles, kind: "role") { $0 }
    let description = MappingDescription(roles)
    switch format {
    case .text: return description.text(width: ReportOptions.width)
    case .markdown: return description.markdown
    case .json: return description.json
    case .jsonSchema: throw Self.onlyScenariosHaveSchema
    }
  }

  /// All, or the one that is asked for.
  private func chosen<Element>(
    _ all: [Element], kind: String, _ elementName: (Element) -> String
  ) throws -> [Element] {
    guard let name else { return all }
    guard let element = all.first(where: { elementName($0) == name }) else {
      throw CommandFailure.unknownName(
        name, kind: kind, at: "describe \(topic?.rawValue ?? "")", among: all.map(elementName))
    }
    return [element]
  }

  private static let onlyScenariosHaveSchema = CommandFailure.usage(
    "--format json-schema: only scenarios have a JSON Schema")
}

extension ScenarioDescription {
  fileprivate func text(_ format: DescribeCommand.Format) -> String {
    switch format {
    case .text: text
    case .markdown: markdown
    case .json, .jsonSchema: Self.jsonSchema
    }
  }
}

import BenchmarkSupport
import FeedMetrics
import Foundation
import SocialFeed
import SyntheticSociety

// Pages and impressions that one world serves a second on one core: one JSON line.
//
//   FeedRun [--ranker NAME] [--members N] [--days D] [--only] [--metrics core|all] [--digest]
//     [--sampled-members N]
//
// The ranker orders the home feed, or the contest's where it is for contests alone. With `--only`
// every session opens that feed; otherwise sessions open all feeds, as people do. With `--metrics`
// the core metrics or all watch, and their values in every scope are asked for at the end; with
// `--digest` the digest watches, and is told. Seconds are those of the processor; growing the
// community is set-up and apart. Memory is the peak of the process: one case a process.

struct Options {
  var ranker = "affinity"
  var members = 10_000
  var days = 3.0
  var isOnly = false
  var metrics: MetricSet?
  var isDigested = false
  var sampledMembers = MetricOptions().sampledMembers

  init(_ arguments: [String]) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--only": isOnly = true
      case "--metrics": metrics = Self.value(of: argument, &rest) { MetricSet(rawValue: $0) }
      case "--digest": isDigested = true
      case "--sampled-members": sampledMembers = Self.value(of: argument, &rest) { Int($0) }
      case "--ranker": ranker = Self.value(of: argument, &rest) { $0 }
      case "--members": members = Self.value(of: argument, &rest) { Int($0) }
      case "--days": days = Self.value(of: argument, &rest) { Double($0) }
      default: Self.fail("unknown option \(argument)")
      }
    }
    let isKnown = RankerCatalogue.standard[ranker].map { !$0.takesFormula } ?? false
    if !isKnown { Self.fail("no ranker \(ranker) that needs no formula") }
  }

  private static func value<Value>(
    of name: String, _ rest: inout ArraySlice<String>, _ parse: (String) -> Value?
  ) -> Value {
    guard let text = rest.popFirst(), let value = parse(text) else {
      fail("\(name) needs a value")
    }
    return value
  }

  private static func fail(_ message: String) -> Never {
    FileHandle.standardError.write(Data("FeedRun: \(message)\n".utf8))
    exit(64)
  }
}

func parameters(_ options: Options, _ surface: Surface) -> SocietyParameters {
  var parameters = SocietyParameters.society(members: options.members, days: options.days)
  if options.isOnly { parameters.openOnly(surface) }
  return parameters
}

let options = Options(Array(CommandLine.arguments.dropFirst()))
let descriptor = RankerCatalogue.standard[options.ranker]!
let surface: Surface = descriptor.surfaces.contains(.home) ? .home : .contest
var run = WorldRun(
  parameters: parameters(options, surface),
  arm: Arm(name: options.ranker, choices: [(surface, RankerSettings(descriptor))]), seed: 1,
  world: 0)
run.intercepts = SolvedIntercepts(for: run)
let metrics = options.metrics.map {
  MetricSink(options: MetricOptions(sampledMembers: options.sampledMembers, set: $0))
}
var sinks: [any ObservationSink] = []
if let metrics { sinks.append(metrics) }
let digest = options.isDigested ? DigestSink() : nil
if let digest { sinks.append(digest) }

let before = ProcessUsage.now
var grown: ProcessUsage?
let summary = run.live(sinks: sinks) { _ in
  if grown == nil { grown = .now }
  return true
}!
var values = 0
if let metrics {
  for scope in [.all] + metrics.scopes { values += metrics.values(in: scope).count }
  values += metrics.tables().reduce(0) { $0 + $1.rows.count }
}
let after = ProcessUsage.now
let seconds = after.cpuSeconds - grown!.cpuSeconds
let memory = after.peakBytes - before.peakBytes

let fields: [(String, String)] = [
  ("benchmark", "\"feed-run\""), ("ranker", "\"\(options.ranker)\""),
  ("surface", "\"\(options.isOnly ? surface.description : "all")\""),
  ("metrics", "\"\(options.metrics?.rawValue ?? "none")\""),
  ("digest", "\"\(digest?.hexDigest ?? "none")\""),
  ("values", "\(values)"), ("members", "\(options.members)"),
  ("days", "\(options.days)"), ("posts", "\(summary.posts)"), ("events", "\(summary.events)"),
  ("pages", "\(summary.pages)"), ("impressions", "\(summary.impressions)"),
  ("pages_per_s", "\(Int(Double(summary.pages) / seconds))"),
  ("impressions_per_s", "\(Int(Double(summary.impressions) / seconds))"),
  ("events_per_s", "\(Int(Double(summary.events) / seconds))"),
  ("setup_s", String(format: "%.3f", grown!.cpuSeconds - before.cpuSeconds)),
  ("run_s", String(format: "%.3f", seconds)), ("peak_bytes", "\(memory)"),
  ("bytes_per_member", "\(memory / summary.members)"),
]
print("{" + fields.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}")

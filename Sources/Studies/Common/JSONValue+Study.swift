internal import DataFiles
internal import Experiments
internal import ReportKit

extension JSONValue {
  /// The results of a study at full precision: `null` for what is undefined, nothing that depends on the
  /// clock, the machine's paths or the threads.
  static func study(_ design: ExperimentDesign, _ members: [String: JSONValue]) -> JSONValue {
    let head: [String: JSONValue] = [
      "feedlab": .string(FeedLab.version),
      "scenario": .object([
        "name": .string(design.scenario), "digest": .string(design.scenarioDigest),
        "resolved": JSONValue(canonical: design.resolvedScenario),
      ]),
      "seed": .whole(design.seed),
    ]
    return .object(head.merging(members) { $1 })
  }
}

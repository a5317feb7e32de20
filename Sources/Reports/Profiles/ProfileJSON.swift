internal import Experiments
internal import ReportKit
internal import Scenarios
internal import SyntheticSociety

extension RunProfile {
  /// One line.
  var json: String { jsonValue.canonical + "\n" }

  private var jsonValue: JSONValue {
    .object([
      "profile": .object([
        "seconds": .number(seconds), "worlds": JSONValue(worlds),
        "timed_one_in": .object([
          "sessions_and_visits": JSONValue(WorldProfile.visitStride),
          "rotations_and_joinings": JSONValue(1),
          "other_events": JSONValue(WorldProfile.otherStride),
        ]),
        "stages": .array(stages.map(\.jsonValue)), "events": .array(events.map(\.jsonValue)),
        "parts": .array(parts.map(\.jsonValue)),
      ])
    ])
  }
}

extension RunProfile.Row {
  fileprivate var jsonValue: JSONValue {
    .object([
      "name": .string(name), "count": count.map { JSONValue($0) } ?? .null,
      "seconds": .number(seconds),
      "nanoseconds_each": nanosecondsEach.map { .number($0) } ?? .null,
    ])
  }
}

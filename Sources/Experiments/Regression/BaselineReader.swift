internal import Scenarios
internal import SyntheticSociety

/// Takes a baseline out of its file, or says what is wrong with it.
struct BaselineReader {
  let bytes: [UInt8]
  let file: String

  func fault(_ message: String, at value: PositionedJSON) -> JSONFault {
    JSONFault(file: file, bytes: bytes, offset: value.offset, message: message)
  }

  func baseline(_ root: PositionedJSON) throws(JSONFault) -> Baseline {
    let scenario = try member("scenario", of: root)
    let seed = try member("seed", of: root)
    guard case .number(let digits) = seed.content, let seedValue = UInt64(digits) else {
      throw fault("expected a seed, found \(seed.summary)", at: seed)
    }
    var baseline = Baseline(
      scenario: try text(member("name", of: scenario)),
      scenarioDigest: try text(member("digest", of: scenario)),
      communityDigest: try text(member("community", of: scenario)), seed: seedValue,
      arm: try recording(member("arm", of: root)))
    baseline.version = try text(member("feedlab", of: root))
    baseline.metricVersion = try count(member("metrics_version", of: root))
    let anchor = try member("anchor", of: root)
    if case .null = anchor.content {
    } else {
      baseline.anchor = Baseline.Anchor(
        name: try text(member("name", of: anchor)),
        recording: try recording(member("recording", of: anchor)))
    }
    for change in try list(member("history", of: root)) {
      baseline.history.append(try self.change(change))
    }
    return baseline
  }

  private func recording(_ value: PositionedJSON) throws(JSONFault) -> Baseline.Recording {
    let definition = try member("definition", of: value)
    _ = try object(definition)
    return Baseline.Recording(
      name: try text(member("name", of: value)), definition: definition.value,
      worlds: try worlds(value))
  }

  private func worlds(_ value: PositionedJSON) throws(JSONFault) -> RecordedWorlds {
    var fingerprints: [String] = []
    for element in try list(member("fingerprints", of: value)) {
      fingerprints.append(try text(element))
    }
    let count = fingerprints.count
    var values: [String: [Double?]] = [:]
    for (id, column) in try object(member("values", of: value)) {
      values[id] = try numbers(column, count: count)
    }
    let arrivals = try numbers(member("arrivals", of: value), count: count)
    let activity = try numbers(member("activity", of: value), count: count)
    let tops = try member("top_posts", of: value)
    var topPosts: [[String]] = []
    for element in try list(tops) {
      topPosts.append(try text(element).split(separator: " ").map(String.init))
    }
    guard topPosts.count == count else { throw wrongCount(topPosts.count, count, at: tops) }
    return RecordedWorlds(
      values: values,
      exogenous: zip(arrivals, activity).map {
        ExogenousTotals(arrivals: $0 ?? 0, activity: $1 ?? 0)
      }, fingerprints: fingerprints, topPosts: topPosts)
  }

  private func change(_ value: PositionedJSON) throws(JSONFault) -> Baseline.Change {
    var means: [String: Baseline.Change.Move] = [:]
    for (id, move) in try object(member("means", of: value)) {
      let ends = try numbers(move, count: 2)
      means[id] = Baseline.Change.Move(from: ends[0], to: ends[1])
    }
    return Baseline.Change(
      reason: try text(member("reason", of: value)),
      version: try text(member("feedlab", of: value)), means: means)
  }

  private func wrongCount(_ found: Int, _ expected: Int, at value: PositionedJSON) -> JSONFault {
    fault("expected \(expected) elements, found \(found)", at: value)
  }
}

extension BaselineReader {
  func member(_ name: String, of value: PositionedJSON) throws(JSONFault) -> PositionedJSON {
    guard let member = try object(value)[name] else {
      throw fault("'\(name)' is missing; this is no baseline of FeedLab", at: value)
    }
    return member
  }

  func text(_ value: PositionedJSON) throws(JSONFault) -> String {
    guard case .string(let text) = value.content else {
      throw fault("expected a text, found \(value.summary)", at: value)
    }
    return text
  }

  func count(_ value: PositionedJSON) throws(JSONFault) -> Int {
    guard case .number(let digits) = value.content, let count = Int(digits), count >= 0 else {
      throw fault("expected a whole number, found \(value.summary)", at: value)
    }
    return count
  }

  private func object(
    _ value: PositionedJSON
  ) throws(JSONFault) -> [String: PositionedJSON] {
    guard case .object(let members) = value.content else {
      throw fault("expected an object, found \(value.summary)", at: value)
    }
    return members
  }

  private func list(_ value: PositionedJSON) throws(JSONFault) -> [PositionedJSON] {
    guard case .array(let elements) = value.content else {
      throw fault("expected a list, found \(value.summary)", at: value)
    }
    return elements
  }

  /// Finite numbers, `nil` for null.
  private func numbers(
    _ value: PositionedJSON, count: Int
  ) throws(JSONFault) -> [Double?] {
    var numbers: [Double?] = []
    for element in try list(value) {
      switch element.content {
      case .null: numbers.append(nil)
      case .number(let digits):
        guard let number = Double(digits), number.isFinite else { fallthrough }
        numbers.append(number)
      default: throw fault("expected a number or null, found \(element.summary)", at: element)
      }
    }
    guard numbers.count == count else { throw wrongCount(numbers.count, count, at: value) }
    return numbers
  }
}

internal import DataFiles
internal import Experiments
internal import ReportKit
internal import Reports
internal import Scenarios
internal import Studies

extension Reader {
  func readResults(_ input: [UInt8]) -> Bool {
    guard let results = try? SavedResults(input, file: "results.json") else { return false }
    show(SavedComparisonDocument(SavedComparison(old: results, new: results)).document)
    // Another seed, so that worlds are not paired.
    let text = String(decoding: input, as: UTF8.self)
      .replacing("\"seed\"", with: "\"seed\":1,\"_\"")
    if let other = try? SavedResults(Array(text.utf8), file: "other.json") {
      show(SavedComparisonDocument(SavedComparison(old: other, new: results)).document)
    }
    return true
  }

  func readCheck(_ input: [UInt8]) -> Bool {
    (try? CheckHistory(input, path: "check.json", name: "check.json")) != nil
  }

  func readBaseline(_ input: [UInt8]) -> Bool {
    if let baseline = try? Baseline(input, file: "baseline.json") {
      show(baseline.document(file: "baseline.json"))
      return true
    }
    guard let bytes = Self.withChecksum(input),
      let baseline = try? Baseline(bytes, file: "baseline.json")
    else { return false }
    show(baseline.document(file: "baseline.json"))
    show(baseline.differences(to: baseline))
    use(baseline)
    return true
  }

  /// Compares it with a scenario as a check does, and makes its arms again, as `--rerun-baseline` does.
  private func use(_ baseline: Baseline) {
    for rerun in [false, true] {
      let check = Check(Self.gated, against: baseline, file: "baseline.json", rerun: rerun)
      _ = check.misfits.map(\.description)
    }
    for recording in [baseline.arm] + (baseline.anchor.map { [$0.recording] } ?? []) {
      do throws(InvalidScenario) {
        _ = try Self.gated.arm(recording.name, definition: recording.definition)
      } catch {
        _ = error.description
      }
    }
  }

  /// A scenario with rankers in a process and behind a url, none of which reading starts.
  private static let gated = made(
    """
    feedlab: 1
    name: town
    seed: 1
    world: {members: 20, days: 1, warm-up: 0.25}
    arms:
      hot: {home: hot}
      mine: {home: {ranker: command, command: [sh, -c, cat], reads: [likes]}}
      served: {home: {ranker: url, url: "http://127.0.0.1:8000/", reads: [likes], version: v1}}
    check: {arm: mine, rules: {like_rate: error}}
    """)

  /// The arm of the samples of baselines.
  static let recordedArm = Scenario.definition(of: gated.arm("mine")).canonical

  func readSocietyRecord(_ input: [UInt8], in folder: String) -> Bool {
    var experiment = Self.experiment(in: "\(folder)/societies")
    let text = String(decoding: input, as: UTF8.self)
      .replacing("{{question}}", with: experiment.question(of: "hot"))
      .replacing("{{simulation}}", with: FeedLab.simulation)
    let record = Array(text.utf8)
    let folder = emptyFolder("\(folder)/societies/sensitivity")
    var isAccepted = false
    for bytes in [record, Self.withChecksum(record)].compactMap({ $0 }) {
      writeFile(bytes, to: "\(folder)/town.json")
      experiment.lookUpOtherSocieties(hasOptions: false)
      guard let found = experiment.design.otherSocieties else { continue }
      let text = SocietiesText(found)
      _ = text.lines + text.linesBesideDecisions + [text.warning].compactMap { $0 }
      _ = text.standing(of: "hot")
      if case .known = found { isAccepted = true }
    }
    return isAccepted
  }

  /// A JSON object with the checksum that it should have; `nil` for what is none.
  private static func withChecksum(_ input: [UInt8]) -> [UInt8]? {
    guard case .object(var members)? = try? PositionedJSON(input, file: "").value else {
      return nil
    }
    members["checksum"] = nil
    members["checksum"] = .string(SHA256.hexDigest(of: JSONValue.object(members).canonical))
    return Array(JSONValue.object(members).canonical.utf8)
  }

  /// Renders a document.
  func show(_ document: Document, as formats: [ReportFormat] = ReportFormat.allCases) {
    for format in formats { _ = format.render(document) }
  }
}

internal import DataFiles
internal import ReportKit
internal import Reports
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
    guard case .object(var members)? = try? PositionedJSON(input, file: "").value else {
      return false
    }
    members["checksum"] = nil
    members["checksum"] = .string(SHA256.hexDigest(of: JSONValue.object(members).canonical))
    let bytes = Array(JSONValue.object(members).canonical.utf8)
    guard let baseline = try? Baseline(bytes, file: "baseline.json") else { return false }
    show(baseline.document(file: "baseline.json"))
    show(baseline.differences(to: baseline))
    return true
  }

  /// Renders a document.
  func show(_ document: Document, as formats: [ReportFormat] = ReportFormat.allCases) {
    for format in formats { _ = format.render(document) }
  }
}

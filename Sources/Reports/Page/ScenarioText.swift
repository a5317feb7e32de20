internal import DataFiles
internal import Experiments
internal import ReportKit

/// The scenario as a page carries it, so that the same can be had again.
struct DocumentText {
  /// The name of a file that the scenario could be saved in.
  let file: String
  let text: String

  init(_ design: ExperimentDesign) {
    let isPlain = design.scenario.utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
    }
    file = (isPlain && !design.scenario.isEmpty ? design.scenario : "scenario") + ".json"
    text = JSONValue(canonical: design.resolvedScenario).indented
  }

  var title: String { "The scenario in full: \(file)" }

  var againText: String {
    "Save the scenario below as \(file); feedlab \(FeedLab.version) gives the same figures from it."
  }

  /// As a shell reads it as one word.
  static func quoted(_ word: String) -> String {
    let isPlain =
      !word.isEmpty
      && word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_./=%@".contains($0)) }
    return isPlain ? word : "'" + word.replacing("'", with: "'\\''") + "'"
  }
}

import DataFiles
import Scenarios
import TestSupport
import Testing

/// Checks a scenario that is in memory, under the name `town.yml`.
func scenario(_ text: String, overrides: [String] = []) throws(InvalidScenario) -> Scenario {
  try Scenario.parse(Array(text.utf8), file: "town.yml", overrides: overrides)
}

/// The faults of a scenario that is in memory, as a person sees them; none if it has none.
func faults(_ text: String, overrides: [String] = []) -> [String] {
  faults(Array(text.utf8), overrides: overrides)
}

func faults(_ bytes: [UInt8], overrides: [String] = []) -> [String] {
  do throws(InvalidScenario) {
    _ = try Scenario.parse(bytes, file: "town.yml", overrides: overrides)
    return []
  } catch {
    return error.description.split(separator: "\n").map(String.init)
  }
}

/// The head and the arms that a scenario needs; what a test is about comes behind, in line 4.
let least = """
  feedlab: 1
  arms:
    newest: {home: recency}

  """

extension TestFolder {
  /// The faults of one of its scenarios, without the folder's path.
  func faults(of name: String, overrides: [String] = []) -> [String] {
    do throws(InvalidScenario) {
      _ = try Scenario.load(file: "\(path)/\(name)", overrides: overrides)
      return []
    } catch {
      return error.description.replacing("\(path)/", with: "").split(separator: "\n")
        .map(String.init)
    }
  }
}

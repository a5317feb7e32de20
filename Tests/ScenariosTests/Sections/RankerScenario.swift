import Scenarios
import TestSupport

/// A scenario of one arm with a ranker outside of this program.
enum RankerScenario {
  static let script = "print('hello')\n"

  /// A folder with two files of a ranker and a scenario whose line 3 is `a: {latest: RANKER}`.
  static func folder(_ ranker: String) throws -> TestFolder {
    let folder = try TestFolder()
    try folder.write(script, to: "mine.py")
    try folder.write("0.5\n", to: "model.txt")
    try folder.write("feedlab: 1\narms:\n  a: {latest: \(ranker)}\n", to: "t.yml")
    return folder
  }

  static func load(_ ranker: String) throws -> Scenario {
    let folder = try folder(ranker)
    return try Scenario.load(file: "\(folder.path)/t.yml")
  }
}

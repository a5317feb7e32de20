internal import DataFiles
package import Experiments
internal import ReportKit
package import Scenarios
internal import SocialFeed

extension ExperimentFailure {
  /// The same failure, with a sentence on the file that has the request at which an external ranker
  /// failed. The file is written here; that it cannot be does not hide the failure.
  ///
  /// - Parameters:
  ///   - scenario: The scenario of the run.
  ///   - folder: Of the results; made where it is missing.
  package func savingRequest(of scenario: Scenario, in folder: String) -> ExperimentFailure {
    guard case .rankerFailed(let run, let failure) = self, let request = failure.request else {
      return self
    }
    let saved = SavedRequest(
      scenario: scenario.name, arm: run.arm, run: run.description, failure: failure.message,
      request: request)
    let sentence: String
    do {
      let path = try Self.save(saved, in: folder)
      sentence =
        "its request is saved, and '\(Self.call(scenario, arm: run.arm, path))' asks again"
        + (scenario.isResolved ? ", with the scenario of the plan for SCENARIO" : "")
    } catch {
      sentence = "its request is not saved: \(error.reason)"
    }
    return .rankerFailed(run, failure.adding(sentence))
  }

  /// The command that asks again, quoted for a shell.
  private static func call(_ scenario: Scenario, arm: String, _ path: String) -> String {
    // The machine that works on a plan does not know where the scenario's file is.
    let file = scenario.isResolved ? "SCENARIO" : scenario.file
    return ProgramName.command(
      ["rank", file] + scenario.overrides.flatMap { ["--set", $0] }
        + ["--arm", arm, "--request", path])
  }

  private struct Unsaved: Error {
    let reason: String
  }

  /// - Returns: The path of the file.
  private static func save(_ request: SavedRequest, in folder: String) throws(Unsaved) -> String {
    let text = request.text
    guard text.utf8.count <= SavedRequest.largestFile else {
      let candidates = request.request.posts.count
      throw Unsaved(reason: "with \(NumberText.counted(candidates, "candidate")) it is too large")
    }
    let output: OutputFolder
    do throws(RefusedOutput) {
      output = try OutputRule().folder(folder, [.failedRequest])
    } catch {
      throw Unsaved(reason: error.description)
    }
    do throws(UnwritableOutput) {
      try output.write(text, to: .failedRequest)
      return output.path(of: .failedRequest)
    } catch {
      output.removeIfEmpty()
      throw Unsaved(reason: error.description)
    }
  }
}

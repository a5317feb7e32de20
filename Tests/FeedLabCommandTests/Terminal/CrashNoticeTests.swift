import DataFiles
import Distribution
import Experiments
import FeedLabCommand
import Foundation
import Scenarios
internal import Studies
import TestSupport
import Testing

@Suite struct CrashNoticeTests {
  @Test func `a crash names the world it was in and is exit code 1`() async throws {
    let result = await #expect(
      processExitsWith: .exitCode(1), observing: [\.standardErrorContent]
    ) {
      CrashNotice.install()
      RunInProgress.$current.withValue(RunInProgress(arm: "affinity", world: 3)) {
        fatalError("a broken precondition")
      }
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text.contains("feedlab: error: world 3 of arm 'affinity' crashed (signal "))
  }

  @Test func `code of others that ends the program is exit code 1, whatever its own`() async throws
  {
    let result = await #expect(
      processExitsWith: .exitCode(1), observing: [\.standardErrorContent]
    ) {
      CrashNotice.watchForExit()
      RunInProgress.$current.withValue(RunInProgress(arm: "mine", world: 3)) { exit(0) }
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(
      text.contains(
        "feedlab: error: world 3 of arm 'mine': code of a ranker, metric or behaviour ended the program by 'exit';"
          + " a function that fails returns so\n"))
  }

  @Test func `a command that has ended keeps its exit code`() async {
    await #expect(processExitsWith: .exitCode(4)) {
      CrashNotice.watchForExit()
      CrashNotice.expectExit()
      exit(4)
    }
  }

  @Test func `a unit that crashes is published as an error, and its shard is worth trying again`()
    async throws
  {
    let folder = try ScratchFolder()
    let path = folder.url.path()
    await #expect(processExitsWith: .exitCode(75)) { [path = path as String] in
      let plan = try Self.plan(in: path)
      let worker = try Worker(
        plan, shard: try Shard("0", of: 1, environment: [:]), in: WorkStore(path: path)
      ) { _, _ in
        fatalError("a ranker with a broken precondition")
      }
      CrashNotice.install()
      CrashNotice.publish { worker.publishCrash($0) ? .tryAgain : .unfinished }
      _ = try worker.work(jobs: 1)
    }
    let plan = try Self.plan(in: path)
    let part = try Gathering(plan, in: WorkStore(path: path)).parts[0]
    expectEqual(part.missing.count, 3)
    let failure = try #require(part.failures.first)
    #expect(failure.hasPrefix("arm 'newest' in world 0: crashed (signal "))
  }

  private static func plan(in path: String) throws -> WorkPlan {
    let scenario = try Scenario.parse(Array(smallScenario.utf8), file: "small.yml")
    return try WorkPlan(
      [ExperimentStudy(Experiment(scenario, candidates: ["affinity"]))], in: WorkStore(path: path))
  }
}

import Experiments
import Testing
import feedlab

@Suite struct CrashNoticeTests {
  @Test func `a crash names the world it was in and is exit code 1`() async throws {
    let result = await #expect(
      processExitsWith: .exitCode(1), observing: [\.standardErrorContent]
    ) {
      CrashNotice.install()
      LifeInProgress.$current.withValue(LifeInProgress(arm: "affinity", world: 3)) {
        fatalError("a broken precondition")
      }
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text.contains("feedlab: error: world 3 of arm 'affinity' crashed (signal "))
  }
}

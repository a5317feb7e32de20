internal import Scenarios

extension Scenario {
  /// A scenario of the self-test's own.
  static func selfTest(_ text: String) throws(SelfTestFailure) -> Scenario {
    do throws(InvalidScenario) {
      return try parse(Array(text.utf8), file: "selftest.yml")
    } catch {
      throw .scenario(error)
    }
  }

  /// One of those that come with FeedLab.
  static func shipped(_ name: String, _ setting: SelfTestSetting) throws(SelfTestFailure)
    -> Scenario
  {
    do throws(InvalidScenario) {
      return try load(file: "\(setting.scenarios)/\(name)")
    } catch {
      throw .scenario(error)
    }
  }
}

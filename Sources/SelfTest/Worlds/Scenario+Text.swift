internal import Scenarios

extension Scenario {
  /// A scenario that is written in the self-test.
  static func selfTest(_ text: String) throws(SelfTestFailure) -> Scenario {
    do throws(InvalidScenario) {
      return try parse(Array(text.utf8), file: "selftest.yml")
    } catch {
      throw .scenario(error)
    }
  }

  /// A scenario that is shipped with FeedLab.
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

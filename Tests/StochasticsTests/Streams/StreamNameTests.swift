import Stochastics
import TestSupport
import Testing

@Suite struct StreamNameTests {
  @Test(arguments: [
    ("", 0x811C_9DC5 as UInt32), ("a", 0xE40C_292C), ("foobar", 0xBF9C_F968),
  ])
  func `is the published FNV-1a hash of the name`(name: String, expected: UInt32) {
    expectEqual(StreamName(name).rawValue, expected)
  }
}

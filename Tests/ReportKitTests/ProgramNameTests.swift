import ReportKit
import TestSupport
import Testing

@Suite struct ProgramNameTests {
  @Test(arguments: [
    (
      "'feedlab ab' compares; 'feedlab run'", "'scripts/feedlab ab' compares; 'scripts/feedlab run'"
    ),
    ("record it: feedlab run", "record it: scripts/feedlab run"),
    ("feedlab: error: this feedlab runs", "feedlab: error: this feedlab runs"),
    ("scripts/feedlab ab, my-feedlab ab", "scripts/feedlab ab, my-feedlab ab"),
    ("feedlab", "feedlab"), ("", ""),
  ])
  func `the name stands in commands only`(text: String, named: String) {
    let name = ProgramName("scripts/feedlab", commands: ["ab", "run"])
    expectEqual(name.naming(text), named)
    expectEqual(ProgramName.plain.naming(text), text)
  }
}

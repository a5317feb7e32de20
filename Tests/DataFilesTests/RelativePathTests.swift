import DataFiles
import TestSupport
import Testing

@Suite struct RelativePathTests {
  @Test(arguments: [
    ("m.json", "p.yml", "m.json"),
    ("m.json", "new/p.yml", "../m.json"),
    ("logs/m.json", "new/deep/p.yml", "../../logs/m.json"),
    ("new/logs/m.json", "new/p.yml", "logs/m.json"),
    ("./a/../m.json", "new/./p.yml", "../m.json"),
    ("/logs/m.json", "new/p.yml", "/logs/m.json"),
  ])
  func `a path starts at the folder of the file that names it`(
    path: String, other: String, expected: String
  ) {
    expectEqual(RelativePath.of(path, fromFolderOf: other), expected)
  }
}

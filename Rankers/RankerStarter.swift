/// Files to start a ranker in Python from, which are bytes in the executable.
package enum RankerStarter {
  /// FeedLab's module for Python.
  package static var module: String { text(PackageResources.feedlab_ranker_py) }
  /// A ranker that imports the module.
  package static var script: String { text(PackageResources.mine_py) }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}

// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "OwnMetric",
  platforms: [.macOS(.v26)],
  dependencies: [.package(name: "FeedLab", path: "../..")],
  targets: [
    .executableTarget(
      name: "OwnMetric", dependencies: [.product(name: "FeedLab", package: "FeedLab")])
  ])

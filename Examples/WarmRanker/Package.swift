// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "WarmRanker",
  platforms: [.macOS(.v26)],
  dependencies: [.package(name: "FeedLab", path: "../..")],
  targets: [
    .executableTarget(
      name: "WarmRanker", dependencies: [.product(name: "FeedLabCommand", package: "FeedLab")])
  ])

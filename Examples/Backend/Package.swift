// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "Backend",
  platforms: [.macOS(.v26)],
  dependencies: [.package(name: "FeedLab", path: "../..")],
  targets: [
    .executableTarget(
      name: "Backend", dependencies: [.product(name: "SocialFeed", package: "FeedLab")])
  ])

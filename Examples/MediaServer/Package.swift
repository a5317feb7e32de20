// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "MediaServer",
  platforms: [.macOS(.v26)],
  dependencies: [
    .package(name: "FeedLab", path: "../.."),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.0"),
  ],
  targets: [
    .executableTarget(
      name: "MediaServer",
      dependencies: [
        .product(name: "FeedLab", package: "FeedLab"),
        .product(name: "Crypto", package: "swift-crypto"),
      ])
  ])

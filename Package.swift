// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "FeedLab",
  platforms: [.macOS(.v26)],
  products: [
    .executable(name: "feedlab", targets: ["feedlab"]),
    // The domain alone, for a backend or an app: it is built without a package or a library of the system.
    .library(name: "SocialFeed", targets: ["SocialFeed", "FeedDevice"]),
    .library(
      name: "FeedLab",
      targets: [
        "SocialFeed", "FeedDevice", "FeedMetrics", "SyntheticSociety", "Scenarios", "Traces",
        "Calibration", "Experiments", "RunStore", "Distribution", "ReportKit", "Studies", "Reports",
        "OutsideRankers",
      ]),
    // A library that tests load, as a user's ranker is one.
    .library(name: "TestRankers", type: .dynamic, targets: ["TestRankers"]),
    // The command line, for a program that has rankers, metrics or behaviours of its own.
    .library(
      name: "FeedLabCommand",
      targets: ["FeedLabCommand", "SocialFeed", "FeedMetrics", "SyntheticSociety"]),
  ],
  traits: [
    .trait(
      name: "InternalChecks",
      description: "Checks the invariants of the domain and the event list after each change.")
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.0"),
  ],
  targets: [
    .systemLibrary(
      name: "CGSL", pkgConfig: "gsl", providers: [.apt(["libgsl-dev"]), .brew(["gsl"])]),
    .target(name: "PortableMath"),
    .target(name: "Stochastics", dependencies: ["CGSL", "PortableMath"]),
    .target(name: "Optimisation", dependencies: ["Stochastics", "PortableMath"]),
    .target(name: "DiscreteEvents"),
    .target(name: "DataFiles", dependencies: ["Yams"]),
    .target(name: "SocialFeed", dependencies: ["PortableMath"]),
    .target(name: "FeedDevice", dependencies: ["SocialFeed"]),
    // The interface of rankers in shared libraries: a header for their authors.
    .target(name: "CFeedLabRanker", cSettings: [.treatAllWarnings(as: .error)]),
    .target(name: "CChildProcess", cSettings: [.treatAllWarnings(as: .error)]),
    .target(name: "CServiceSocket", cSettings: [.treatAllWarnings(as: .error)]),
    .target(
      name: "OutsideRankers",
      dependencies: [
        "CChildProcess", "CFeedLabRanker", "CServiceSocket", "DataFiles", "PortableMath",
        "SocialFeed",
      ]),
    .target(
      name: "FeedMetrics", dependencies: ["SocialFeed", "Stochastics", "PortableMath"]),
    .target(
      name: "SyntheticSociety",
      dependencies: [
        "Stochastics", "PortableMath", "DiscreteEvents", "SocialFeed", "FeedDevice",
        "FeedMetrics",
      ]),
    .target(
      name: "Scenarios",
      dependencies: [
        "PortableMath", "DataFiles", "OutsideRankers", "SyntheticSociety", "SocialFeed",
        "FeedMetrics",
      ]),
    .target(
      name: "Traces",
      dependencies: [
        "DataFiles", "FeedMetrics", "SocialFeed",
        .product(name: "GRDB", package: "GRDB.swift"),
      ]),
    .target(
      name: "Calibration",
      dependencies: [
        "DataFiles", "SyntheticSociety", "SocialFeed", "FeedMetrics", "Stochastics", "PortableMath",
      ]),
    .target(
      name: "Experiments",
      dependencies: [
        "DataFiles", "Traces", "Calibration", "OutsideRankers", "Scenarios",
        "SyntheticSociety", "FeedMetrics", "SocialFeed", "Stochastics",
      ]),
    .target(
      name: "RunStore",
      dependencies: [
        "Experiments", "Calibration", "DataFiles", "SyntheticSociety", "SocialFeed", "Stochastics",
        "PortableMath", .product(name: "GRDB", package: "GRDB.swift"),
      ]),
    .target(
      name: "Distribution",
      dependencies: [
        "Studies", "Calibration", "RunStore", "Experiments", "DataFiles", "Scenarios",
        "SyntheticSociety", "SocialFeed",
      ]),
    .target(
      name: "SelfTest",
      dependencies: [
        "DataFiles", "Calibration", "Experiments", "Scenarios", "SyntheticSociety", "FeedMetrics",
        "SocialFeed",
        "DiscreteEvents", "Stochastics", "PortableMath",
      ]),
    .target(name: "PageResources", resources: [.embedInCode("Page")]),
    // What 'feedlab init ranker' writes, which is also what people copy.
    .target(
      name: "RankerStarter", path: "Rankers",
      exclude: ["python/test_feedlab_ranker.py"],
      resources: [
        .embedInCode("python/feedlab_ranker.py"), .embedInCode("starter/mine.py"),
      ]),
    .target(
      name: "ReportKit", dependencies: ["DataFiles", "PortableMath"]),
    .target(
      name: "Studies",
      dependencies: [
        "ReportKit", "RunStore", "Experiments", "Calibration", "Scenarios",
        "SyntheticSociety",
        "FeedMetrics",
        "SocialFeed", "Stochastics", "Optimisation", "PortableMath", "DataFiles",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .target(
      name: "Reports",
      dependencies: [
        "Studies", "DataFiles", "ReportKit", "PageResources",
        .product(name: "Mustache", package: "swift-mustache"), "SelfTest",
        "RunStore", "Experiments", "Scenarios", "SyntheticSociety", "FeedMetrics", "SocialFeed",
        "Stochastics", "PortableMath", "Calibration",
      ]),
    .executableTarget(name: "feedlab", dependencies: ["FeedLabCommand"]),
    .target(
      name: "FeedLabCommand",
      dependencies: [
        "Studies", "Reports", "ReportKit", "Distribution", "RankerStarter", "RunStore", "Traces",
        "DataFiles", "SelfTest",
        "Experiments", "Calibration", "OutsideRankers", "CChildProcess", "Scenarios",
        "SyntheticSociety", "FeedMetrics", "SocialFeed", "Stochastics",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], resources: [.embedInCode("Dependencies/dependencies.tsv")]),
    .target(name: "TestSupport", path: "Tests/TestSupport"),
    .target(
      name: "ScenarioGenerator",
      dependencies: ["DataFiles", "Scenarios", "SocialFeed", "TestSupport"],
      path: "Tests/ScenarioGenerator"),
    .target(
      name: "TuningProblems",
      dependencies: [
        "Studies", "Experiments", "Scenarios", "SyntheticSociety", "SocialFeed", "FeedMetrics",
        "Stochastics",
      ],
      path: "Tests/TuningProblems"),
    .target(
      name: "Readers",
      dependencies: [
        "CServiceSocket", "Calibration", "DataFiles", "Distribution", "Experiments", "FeedMetrics",
        "OutsideRankers", "ReportKit", "Reports", "RunStore", "Scenarios", "SocialFeed", "Studies",
        "SyntheticSociety",
        "TestSupport", "Traces", .product(name: "GRDB", package: "GRDB.swift"),
      ],
      path: "Tests/Readers"),
    .testTarget(name: "TestSupportTests", dependencies: ["TestSupport"]),
    .testTarget(
      name: "PortableMathTests", dependencies: ["PortableMath", "Stochastics", "TestSupport"]),
    .testTarget(
      name: "StochasticsTests", dependencies: ["Stochastics", "PortableMath", "TestSupport"]),
    .testTarget(
      name: "OptimisationTests",
      dependencies: ["Optimisation", "Stochastics", "PortableMath", "TestSupport"]),
    .testTarget(
      name: "DiscreteEventsTests", dependencies: ["DiscreteEvents", "TestSupport"]),
    .testTarget(
      name: "SocialFeedTests",
      dependencies: ["SocialFeed", "DataFiles", "PortableMath", "Stochastics", "TestSupport"]),
    .testTarget(
      name: "FeedDeviceTests", dependencies: ["FeedDevice", "SocialFeed", "TestSupport"]),
    .target(
      name: "TestRankers", dependencies: ["CFeedLabRanker"], path: "Tests/TestRankers",
      cSettings: [.treatAllWarnings(as: .error)]),
    .testTarget(
      name: "OutsideRankersTests",
      dependencies: [
        "CServiceSocket", "DataFiles", "OutsideRankers", "SocialFeed", "TestSupport",
      ]),
    .testTarget(
      name: "FeedMetricsTests",
      dependencies: ["FeedMetrics", "SocialFeed", "Stochastics", "TestSupport"]),
    .testTarget(
      name: "SyntheticSocietyTests",
      dependencies: [
        "PortableMath", "SyntheticSociety", "SocialFeed", "FeedMetrics", "Stochastics",
        "TestSupport",
      ]),
    .testTarget(
      name: "ScenariosTests",
      dependencies: [
        "DataFiles", "OutsideRankers", "Scenarios", "SyntheticSociety", "SocialFeed", "FeedMetrics",
        "TestSupport",
      ]),
    .testTarget(name: "DataFilesTests", dependencies: ["DataFiles", "TestSupport"]),
    .testTarget(
      name: "TracesTests",
      dependencies: [
        "DataFiles", "Traces", "Scenarios", "SyntheticSociety", "FeedMetrics", "SocialFeed",
        "TestSupport", .product(name: "GRDB", package: "GRDB.swift"),
      ]),
    .testTarget(
      name: "CalibrationTests",
      dependencies: [
        "DataFiles", "Calibration", "SyntheticSociety", "FeedMetrics", "SocialFeed", "Stochastics",
        "TestSupport",
      ],
      exclude: ["Data"]),
    .testTarget(
      name: "ExperimentsTests",
      dependencies: [
        "ReportKit", "RunStore", "Studies", "Calibration", "DataFiles", "Experiments",
        "OutsideRankers", "Scenarios",
        "SyntheticSociety", "SocialFeed", "FeedMetrics", "Stochastics", "TuningProblems",
        "ScenarioGenerator", "TestSupport",
      ]),
    .testTarget(
      name: "RunStoreTests",
      dependencies: [
        "DataFiles", "RunStore", "Experiments", "Scenarios", "SyntheticSociety", "FeedMetrics",
        "TestSupport", .product(name: "GRDB", package: "GRDB.swift"),
      ]),
    .testTarget(
      name: "DistributionTests",
      dependencies: [
        "Studies", "ReportKit", "DataFiles", "Distribution", "RunStore", "Experiments", "Reports",
        "Scenarios",
        "SyntheticSociety",
        "SocialFeed",
        "FeedMetrics", "Stochastics", "TestSupport",
      ]),
    .testTarget(
      name: "SelfTestTests",
      dependencies: [
        "SelfTest", "Calibration", "Scenarios", "SyntheticSociety", "FeedMetrics", "SocialFeed",
        "Stochastics", "TestSupport",
      ]),
    .testTarget(
      name: "ReportKitTests", dependencies: ["DataFiles", "ReportKit", "TestSupport"]),
    .testTarget(
      name: "ReportsTests",
      dependencies: [
        "Studies", "DataFiles", "SocialFeed", "Reports", "ReportKit", "PageResources", "SelfTest",
        "Stochastics", "Experiments", "Scenarios",
        "SyntheticSociety", "FeedMetrics", "TestSupport",
      ]),
    .testTarget(
      name: "FeedLabCommandTests",
      dependencies: [
        "Studies", "FeedLabCommand", "DataFiles", "Distribution", "Experiments", "FeedMetrics",
        "Readers",
        "Scenarios", "SocialFeed", "SyntheticSociety", "TestSupport",
        .product(name: "GRDB", package: "GRDB.swift"),
      ]),
  ],
  cxxLanguageStandard: .cxx20)

// What gives evidence about FeedLab is not part of it: scripts/bench, scripts/fuzz and the counts of .ci ask for these programs.
if Context.environment["FEEDLAB_EVIDENCE"] != nil {
  package.targets += [
    .target(name: "BenchmarkSupport", path: "Evidence/Benchmarks/BenchmarkSupport"),
    .target(
      name: "BenchmarkWorlds",
      dependencies: ["BenchmarkSupport", "SyntheticSociety", "SocialFeed", "FeedMetrics"],
      path: "Evidence/Benchmarks/BenchmarkWorlds"),
    .executableTarget(
      name: "Reference", path: "Evidence/Benchmarks/Reference",
      cxxSettings: [.treatAllWarnings(as: .error)],
      linkerSettings: [.linkedLibrary("m")]),
    .executableTarget(
      name: "HoldModel", dependencies: ["BenchmarkSupport", "DiscreteEvents", "Stochastics"],
      path: "Evidence/Benchmarks/HoldModel"),
    .executableTarget(
      name: "FeedRun",
      dependencies: ["BenchmarkSupport", "BenchmarkWorlds", "SocialFeed", "FeedMetrics"],
      path: "Evidence/Benchmarks/FeedRun"),
    .executableTarget(
      name: "FeedPages", dependencies: ["BenchmarkSupport", "OutsideRankers", "SocialFeed"],
      path: "Evidence/Benchmarks/FeedPages"),
    .executableTarget(
      name: "FormulaScore", dependencies: ["BenchmarkSupport", "SocialFeed", "Stochastics"],
      path: "Evidence/Benchmarks/FormulaScore"),
    .executableTarget(
      name: "DomainCalls", dependencies: ["BenchmarkSupport", "SocialFeed"],
      path: "Evidence/Benchmarks/DomainCalls"),
    .executableTarget(
      name: "RankerCalls", dependencies: ["BenchmarkSupport", "OutsideRankers", "SocialFeed"],
      path: "Evidence/Benchmarks/RankerCalls"),
    .executableTarget(
      name: "MetricsCost",
      dependencies: ["SocialFeed", "BenchmarkSupport", "BenchmarkWorlds", "FeedMetrics"],
      path: "Evidence/Benchmarks/MetricsCost"),
    .executableTarget(
      name: "TraceWrite",
      dependencies: ["BenchmarkSupport", "Traces", "FeedMetrics", "SocialFeed"],
      path: "Evidence/Benchmarks/TraceWrite"),
    .executableTarget(
      name: "Tuning",
      dependencies: [
        "Studies", "FeedMetrics", "SocialFeed", "SyntheticSociety", "BenchmarkSupport",
        "TuningProblems",
        "Experiments", "Scenarios", "Stochastics",
      ],
      path: "Evidence/Benchmarks/Tuning"),
    .executableTarget(
      name: "ReaderCosts", dependencies: ["BenchmarkSupport", "Readers"],
      path: "Evidence/Benchmarks/ReaderCosts"),
    .executableTarget(
      name: "ReaderFuzz",
      dependencies: [
        "DataFiles", "Readers", "ScenarioGenerator", "TestSupport",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      path: "Evidence/Fuzzers/ReaderFuzz"),
  ]
}

for target in package.targets where target.type != .system {
  target.swiftSettings = [
    .treatAllWarnings(as: .error), .strictMemorySafety(),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
}

// What reads scenarios, formats, lays out and parses options runs once a command, and most of a test is what it calls. The optimiser takes two
// thirds of their build, so scripts/feedlab, scripts/test and .ci ask for a build without it. Releases and packages that use
// FeedLab get the optimised build: SwiftPM refuses such flags in a dependency with a version.
if Context.environment["FEEDLAB_QUICK_BUILD"] != nil {
  let cold = ["Scenarios", "Studies", "Distribution", "Reports", "FeedLabCommand", "feedlab"]
  // The slow model of the domain makes millions of calls.
  let hotTests = ["SocialFeedTests"]
  for target in package.targets
  where cold.contains(target.name) || target.type == .test && !hotTests.contains(target.name) {
    // A second job for the module would check every file once more.
    target.swiftSettings?.append(.unsafeFlags(["-Onone", "-no-emit-module-separately-wmo"]))
  }
}

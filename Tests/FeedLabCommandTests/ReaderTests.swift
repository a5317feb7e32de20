import Foundation
import Readers
import TestSupport
import Testing

/// The readers of what comes from outside.
@Suite struct ReaderTests {
  private static let corpora = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Evidence/Fuzzers/Corpora").standardizedFileURL

  @Test(arguments: Reader.allCases)
  func `a reader accepts its sample, however many of its parts there are`(reader: Reader) throws {
    let folder = try TestFolder()
    for count in [2, 3, 20] {
      let input = try reader.sample(count, in: folder.path)
      // A failed expectation would print the input.
      let isAccepted = reader.read(input, in: folder.path)
      #expect(isAccepted, "\(count)")
    }
  }

  @Test(arguments: [1, 2, 3, 20])
  func `the samples of traces break no invariant of runs`(count: Int) throws {
    let folder = try ScratchFolder()
    let path = folder.url.path()
    for (name, bytes) in FileBundle(try Reader.trace.sample(count, in: path)).files {
      try Data(bytes).write(to: folder.url.appending(path: name))
    }
    try Data(try Reader.traceDatabase.sample(count, in: path))
      .write(to: folder.url.appending(path: "trace.sqlite"))
    for trace in [".", "trace.sqlite"] {
      let measured = try feedlab("measure", trace, in: folder)
      expectEqual(measured.code, 0, "\(measured.error)")
    }
  }

  @Test func `the executions of each reader are counted in docs`() throws {
    let docs = Self.corpora.appending(path: "../../../docs/evidence/fuzzing.md")
    let rows = try String(contentsOf: docs, encoding: .utf8)
      .matches(of: /(?m)^\| `([a-z-]+)` \| .+ \| [0-9,]+ \|$/).map { String($0.output.1) }
    expectEqual(rows, Reader.allCases.map(\.rawValue).sorted())
  }

  /// What the fuzzers begin with, and what they found.
  @Test(arguments: Reader.allCases)
  func `a reader answers each input of its corpus`(reader: Reader) throws {
    let folder = try TestFolder()
    let corpus = Self.corpora.appending(path: reader.rawValue)
    let files = try FileManager.default.contentsOfDirectory(
      at: corpus, includingPropertiesForKeys: nil)
    #expect(!files.isEmpty)
    for file in files { reader.read(Array(try Data(contentsOf: file)), in: folder.path) }
  }
}

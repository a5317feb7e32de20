import Foundation
import Readers
import TestSupport
import Testing

/// The readers of what comes from outside.
@Suite struct ReaderTests {
  private static let corpora = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Fuzzers/Corpora").standardizedFileURL

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

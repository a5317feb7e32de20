internal import DataFiles
internal import OutsideRankers
internal import SocialFeed

/// A program that FeedLab starts, or a library, whose pages come from tapes: its files are the tapes' files. They need
/// not be there, and files that are there must be the same.
extension ProgramSection {
  /// The library of a path.
  func tapedLibrary(
    _ path: DocumentCursor, _ parameters: [String: Double], in tapes: TapeIndex
  ) -> ProgramHost? {
    guard let name = path.text("the path of a file") else { return nil }
    guard let (file, reads) = tapes.library(name) else {
      path.absence(.contradiction(absence("library", in: tapes)))
      return nil
    }
    guard isUnchanged(file, path, tapes) else { return nil }
    return ProgramHost(
      unloaded: file, reads: reads, parameters: parameters, in: .scenario(files.folder),
      tapes: tapes.folder)
  }

  /// The files of a program that FeedLab starts.
  ///
  /// - Parameter carrier: What the tapes know the program by.
  func tapedFiles(
    _ words: [Word], _ carrier: ([String]) -> RecordedProgram.Carrier, in tapes: TapeIndex
  ) -> ([RankerFile], ProgramFolder)? {
    guard let first = words.first else { return nil }
    let listed = (cursor["files"]?.list(Self.paths) ?? []).compactMap { element in
      element.text(Self.path).map { ($0, element) }
    }
    guard
      let list = tapes.files(of: carrier(words.map(\.word)), listing: listed.map(\.0))
    else {
      first.cursor.absence(.contradiction(absence("program with these files", in: tapes)))
      return nil
    }
    for file in list {
      let element =
        (listed + words).first { $0.0 == file.name }?.1 ?? first.cursor
      guard isUnchanged(file, element, tapes) else { return nil }
    }
    // A file that is new would be one of the ranker's where it is asked.
    for (name, element) in ownFiles(words) where !list.contains(where: { $0.name == name }) {
      element.absence(.contradiction(otherFile(name, tapes)))
      return nil
    }
    return (list, .scenario(files.folder))
  }

  private func absence(_ what: String, in tapes: TapeIndex) -> String {
    "the tapes in \(tapes.folder) were recorded without a \(what); \(Self.remedy)"
  }

  /// Whether a file is not there, or has the digest of the tapes; adds a fault otherwise.
  private func isUnchanged(
    _ file: RankerFile, _ element: DocumentCursor, _ tapes: TapeIndex
  ) -> Bool {
    guard let digest = file.currentDigest(from: files.folder), digest != file.digest else {
      return true
    }
    element.absence(.contradiction(otherFile(file.name, tapes)))
    return false
  }

  private func otherFile(_ name: String, _ tapes: TapeIndex) -> String {
    "the tapes in \(tapes.folder) are of other files: '\(name.excerpt)' here is not the one that was recorded;"
      + " \(Self.remedy)"
  }

  private static let remedy = "record this ranker with --record-tape"
}

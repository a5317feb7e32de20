package import ArgumentParser

/// What a command says of a study: its options, and the study that follows from them.
///
/// With this in its folder, and a line in the list of `feedlab`'s commands, a study has a command: files, formats,
/// progress, interruption and exit codes are those of all studies.
package protocol StudyOptions: ParsableArguments {
  /// The command's name and what it says of itself.
  static var configuration: CommandConfiguration { get }
  /// How many worlds at a time, among others.
  var worlds: ExperimentOptions { get }
  /// - Throws: Everything that can be refused before a world is simulated.
  func study() throws -> any Study
}

package import ArgumentParser

/// The options of a study's command, from which it makes the study.
///
/// With this in its folder, and a line in the list of `feedlab`'s commands, a study has a command: files, formats,
/// progress, interruption and exit codes are the same for all studies.
package protocol StudyOptions: ParsableArguments {
  /// The command's name and help.
  static var configuration: CommandConfiguration { get }
  /// The options common to all studies, such as the number of threads.
  var worlds: ExperimentOptions { get }
  /// The study that the options describe.
  ///
  /// - Throws: For everything that can be checked before a world is simulated.
  func study() throws -> any Study
}

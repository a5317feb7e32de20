internal import DataFiles
internal import Foundation
internal import Reports
internal import Studies

/// The file of the library that draws a report's charts.
///
/// The library is searched for in the file that `--chart-library` names, in the one that FEEDLAB_CHART_LIBRARY names,
/// in the folder `vendor` beside the executable and in the user's data folder; the first that exists is used.
struct ChartLibraryFile {
  enum Origin: String {
    case option = "--chart-library"
    case variable = "FEEDLAB_CHART_LIBRARY"
    case vendor = "beside the executable"
    case data = "the user's data folder"
  }

  let origin: Origin
  let url: URL

  var path: String { url.path(percentEncoded: false) }

  /// The command that installs the library.
  static let remedy = "scripts/chart-library installs it"

  /// - Returns: `nil` if there is none; a named file is not searched for elsewhere.
  static func find(named option: String?) -> ChartLibraryFile? {
    let environment = CommandEnvironment.current
    if let option { return ChartLibraryFile(origin: .option, url: URL(filePath: option)) }
    if let path = environment.variables[Origin.variable.rawValue], !path.isEmpty {
      return ChartLibraryFile(origin: .variable, url: URL(filePath: path))
    }
    let found = [
      vendorFolder(environment).map { ChartLibraryFile(origin: .vendor, url: file(in: $0)) },
      dataFolder(environment.variables).map { ChartLibraryFile(origin: .data, url: file(in: $0)) },
    ]
    return found.compactMap { $0 }.first { FileManager.default.fileExists(atPath: $0.path) }
  }

  /// - Throws: When the file cannot be read or is not the library.
  func library() throws(CommandFailure) -> ChartLibrary {
    let bytes: Data
    do {
      bytes = try Data(contentsOf: url)
    } catch {
      throw .usage("\(origin.rawValue): cannot read \(path): \(error.reason)")
    }
    do throws(NoChartLibrary) {
      return try ChartLibrary(bytes)
    } catch {
      throw .usage("\(origin.rawValue): \(path): \(error)")
    }
  }

  private static func file(in folder: URL) -> URL {
    folder.appending(component: ChartLibrary.fileName)
  }

  private static func vendorFolder(_ environment: CommandEnvironment) -> URL? {
    environment.program?.resolvingSymlinksInPath().deletingLastPathComponent()
      .appending(component: "vendor")
  }

  /// The data folder by the variables only, so that an empty environment has none.
  private static func dataFolder(_ environment: [String: String]) -> URL? {
    func folder(_ variable: String, _ path: String) -> URL? {
      environment[variable].flatMap { $0.isEmpty ? nil : URL(filePath: $0).appending(path: path) }
    }
    #if os(macOS)
      return folder("HOME", "Library/Application Support/feedlab")
    #else
      return folder("XDG_DATA_HOME", "feedlab") ?? folder("HOME", ".local/share/feedlab")
    #endif
  }
}

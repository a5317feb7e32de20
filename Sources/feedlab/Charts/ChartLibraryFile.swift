internal import DataFiles
internal import Foundation
internal import Reports
internal import Studies

/// Where the library is that draws a report's charts.
///
/// It is looked for in the file that `--chart-library` names, in the one that FEEDLAB_CHART_LIBRARY names,
/// in the folder `vendor` beside the executable and in the user's data folder; the first there is counts.
struct ChartLibraryFile {
  enum Place: String {
    case option = "--chart-library"
    case variable = "FEEDLAB_CHART_LIBRARY"
    case vendor = "beside the executable"
    case data = "the user's data folder"
  }

  let place: Place
  let url: URL

  var path: String { url.path(percentEncoded: false) }

  /// What installs the library.
  static let remedy = "scripts/chart-library installs it"

  /// - Returns: `nil` when there is none; what is named is not looked for elsewhere.
  static func find(named option: String?) -> ChartLibraryFile? {
    let environment = CommandEnvironment.current
    if let option { return ChartLibraryFile(place: .option, url: URL(filePath: option)) }
    if let path = environment.variables[Place.variable.rawValue], !path.isEmpty {
      return ChartLibraryFile(place: .variable, url: URL(filePath: path))
    }
    let found = [
      vendorFolder(environment).map { ChartLibraryFile(place: .vendor, url: file(in: $0)) },
      dataFolder(environment.variables).map { ChartLibraryFile(place: .data, url: file(in: $0)) },
    ]
    return found.compactMap { $0 }.first { FileManager.default.fileExists(atPath: $0.path) }
  }

  /// - Throws: When it cannot be read or is something else.
  func library() throws(CommandFailure) -> ChartLibrary {
    let bytes: Data
    do {
      bytes = try Data(contentsOf: url)
    } catch {
      throw .usage("\(place.rawValue): cannot read \(path): \(error.reason)")
    }
    do throws(NoChartLibrary) {
      return try ChartLibrary(bytes)
    } catch {
      throw .usage("\(place.rawValue): \(path): \(error)")
    }
  }

  private static func file(in folder: URL) -> URL {
    folder.appending(component: ChartLibrary.fileName)
  }

  private static func vendorFolder(_ environment: CommandEnvironment) -> URL? {
    environment.program?.resolvingSymlinksInPath().deletingLastPathComponent()
      .appending(component: "vendor")
  }

  /// Of the variables alone, so that an empty environment finds nothing.
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

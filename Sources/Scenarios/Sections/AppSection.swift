internal import DataFiles
internal import SyntheticSociety

/// How the app of an arm behaves, beside the order of its feeds.
enum AppSection {
  static let name = "app"

  static let key = ScenarioKey(
    path: name, summary: "How the app behaves, beside the order of its feeds.",
    form: .map([paging, sync]))

  private static let paging = ScenarioKey(
    path: "paging",
    summary:
      "How the app asks for the next page: from the last post, or by the number of posts it has.",
    form: .choice(AppSettings.Paging.allCases.map(\.rawValue)),
    defaultValue: .string(AppSettings().paging.rawValue))

  private static let sync = ScenarioKey(
    path: "sync", summary: "When the app asks for the state of the buttons that it shows.",
    form: .choice(AppSettings.Sync.allCases.map(\.rawValue)),
    defaultValue: .string(AppSettings().sync.rawValue))

  /// The settings, or `nil` after adding faults.
  static func settings(_ cursor: DocumentCursor) -> AppSettings? {
    guard
      cursor.checkMap(
        "a map of the app's settings, such as paging: offset", of: [paging.path, sync.path])
    else { return nil }
    let before = cursor.faults.count
    var settings = AppSettings()
    if let name = cursor[paging.path]?.choice(
      of: "paging", among: AppSettings.Paging.allCases.map(\.rawValue))
    {
      settings.paging = AppSettings.Paging(rawValue: name) ?? settings.paging
    }
    if let name = cursor[sync.path]?.choice(
      of: "sync", among: AppSettings.Sync.allCases.map(\.rawValue))
    {
      settings.sync = AppSettings.Sync(rawValue: name) ?? settings.sync
    }
    return cursor.faults.count == before ? settings : nil
  }

  /// The settings as a resolved scenario writes them.
  static func json(_ settings: AppSettings) -> JSONValue {
    .object([
      paging.path: .string(settings.paging.rawValue), sync.path: .string(settings.sync.rawValue),
    ])
  }
}

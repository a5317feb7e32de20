/// The parts of the report page that are no code: templates, style, script.
///
/// They are bytes in the executable, so that it draws the same page wherever it is copied to.
package enum PageResource: CaseIterable, Sendable {
  /// Mustache templates: the page, a chart with what belongs to it, a table, a metric by day.
  case page, figure, table, spark
  case style, script
  /// Colours, fonts, and what sets arms apart, as JSON.
  case theme

  package var text: String { String(decoding: bytes, as: UTF8.self) }

  private var bytes: [UInt8] {
    switch self {
    case .page: PackageResources.page_mustache
    case .figure: PackageResources.figure_mustache
    case .table: PackageResources.table_mustache
    case .spark: PackageResources.spark_mustache
    case .style: PackageResources.page_css
    case .script: PackageResources.page_js
    case .theme: PackageResources.theme_json
    }
  }
}

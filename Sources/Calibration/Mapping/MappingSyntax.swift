/// The keys of a mapping, the source of the checks and of `feedlab describe mapping`.
package enum MappingSyntax {
  package static let format = "feedlab-mapping/1"

  /// A key with its meaning.
  package struct Key: Sendable {
    package let name: String
    package let summary: String
  }

  /// The keys at the top of a mapping.
  package static let root = [
    Key(name: "format", summary: "'feedlab-mapping/1'. Required."),
    Key(name: "name", summary: "A name for the logs. Default: the name of the file."),
    Key(
      name: "timezone",
      summary: "The users' time zone, such as +08:00. Default: unknown; hours of the day are then"
        + " not fitted."),
    Key(name: "missing", summary: "Texts that mean a missing value, besides the empty text."),
    Key(name: "tables", summary: "The tables, at least one. Required."),
  ]

  /// The keys of a table; ``TableRole/settings`` has the keys of each role.
  package static let table = [
    Key(name: "role", summary: "The contents of the table. Required."),
    Key(
      name: "file",
      summary:
        "A CSV or TSV file with a header, plain or compressed by gzip; the path is relative to"
        + " the mapping's folder. Required."),
    Key(name: "columns", summary: "A map from meanings to names of columns. Required."),
    Key(
      name: "where",
      summary: "A map from names of columns to a text or a list of texts; rows with others are"
        + " skipped."),
    Key(name: "missing", summary: "Replaces the mapping's missing in this table."),
    Key(name: "timezone", summary: "Replaces the mapping's timezone in this table."),
    Key(
      name: "tsUnit",
      summary: "s, ms or us since 1970 in UTC; without it times are text, such as"
        + " 2018-03-12T17:14:46.030Z, in the time zone of the mapping where they name none."),
    Key(
      name: "tsResolution",
      summary: "day where times are only dates; delays, gaps and hours are then not fitted."),
    Key(name: "kind", summary: "The action of every row."),
    Key(
      name: "kindMap",
      summary: "A map from texts of the column kind to kinds of action; rows of null are skipped."),
    Key(name: "tagSeparator", summary: "The separator of tags."),
    Key(name: "missingCategory", summary: "Categories that mean a missing category."),
    Key(
      name: "slateSize",
      summary: "The last position that a post can have. Default: 10000."),
    Key(
      name: "policy",
      summary: "uniform where posts and positions were random; otherwise the ranker's name."),
    Key(name: "unit", summary: "The subject of a row: user, post or arm."),
    Key(name: "group", summary: "The column that names an arm's test."),
    Key(
      name: "axis",
      summary: "The quantity of the bins: "
        + HistogramAxis.allCases.map(\.rawValue).joined(separator: ", ") + "."),
    Key(
      name: "sample",
      summary: "all, random or top: how users were sampled. top, by activity, needs truncatedBelow."
    ),
    Key(
      name: "truncatedBelow",
      summary: "The smallest activity of a user in the sample; the fit accounts for the truncation."
    ),
  ]
}

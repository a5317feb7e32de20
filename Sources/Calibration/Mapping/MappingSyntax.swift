/// What a mapping can say: the checks and `feedlab describe mapping` are made from it.
package enum MappingSyntax {
  package static let format = "feedlab-mapping/1"

  /// A key with its meaning.
  package struct Key: Sendable {
    package let name: String
    package let summary: String
  }

  /// Those of the mapping.
  package static let root = [
    Key(name: "format", summary: "'feedlab-mapping/1'. Required."),
    Key(name: "name", summary: "A name for the logs; that of the file where it is missing."),
    Key(
      name: "timezone",
      summary: "The clock by which people live, such as +08:00; unknown by default,"
        + " and hours of the day are then refused."),
    Key(name: "missing", summary: "Texts that stand for nothing, besides the empty one."),
    Key(name: "tables", summary: "The tables, at least one. Required."),
  ]

  /// Those of a table; which ones belong to which role, ``TableRole/settings`` says.
  package static let table = [
    Key(name: "role", summary: "What the table holds. Required."),
    Key(
      name: "file",
      summary: "A CSV or TSV file with a header, plain or by gzip; the path starts at the"
        + " mapping's folder. Required."),
    Key(name: "columns", summary: "A map from meanings to names of columns. Required."),
    Key(
      name: "where",
      summary: "A map from names of columns to a text or a list of texts; rows with others are"
        + " passed over."),
    Key(name: "missing", summary: "The same as at the top, for this table instead."),
    Key(name: "timezone", summary: "The same as at the top, for this table instead."),
    Key(
      name: "tsUnit",
      summary: "s, ms or us since 1970 in UTC; without it times are text, such as"
        + " 2018-03-12T17:14:46.030Z, in the time zone of the mapping where they name none."),
    Key(
      name: "tsResolution",
      summary: "day where times are dates alone; delays, gaps and hours are then refused."),
    Key(name: "kind", summary: "The action of every row."),
    Key(
      name: "kindMap",
      summary: "A map from words of the column kind to kinds of action; null passes rows over."),
    Key(name: "tagSeparator", summary: "What stands between tags."),
    Key(name: "missingCategory", summary: "Categories that stand for none."),
    Key(
      name: "slateSize",
      summary: "The last position that a post can have; 10000 by default."),
    Key(
      name: "policy",
      summary: "uniform where posts and positions were drawn at random; else the ranker's name."),
    Key(name: "unit", summary: "What a row counts for: user, post or arm."),
    Key(name: "group", summary: "The column of the test that an arm belongs to."),
    Key(
      name: "axis",
      summary: "What the bins are: "
        + HistogramAxis.allCases.map(\.rawValue).joined(separator: ", ") + "."),
    Key(
      name: "sample",
      summary: "all, random or top: whether people were chosen for their activity, which needs"
        + " truncatedBelow."),
    Key(
      name: "truncatedBelow",
      summary: "The least activity that brought somebody into the sample; the fit takes it into"
        + " account."),
  ]
}

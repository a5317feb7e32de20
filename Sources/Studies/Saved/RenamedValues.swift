internal import DataFiles
internal import FeedMetrics

/// The members of an object by metric, under today's ids; a metric that stands there by its former id too is a fault.
struct RenamedValues<Value: Decodable>: Decodable {
  let values: [String: Value]

  init(from decoder: any Decoder) throws {
    let values = try [String: Value](from: decoder)
    for id in values.keys.sorted() {
      if let new = MetricCatalogue.newID(of: id), values[new] != nil {
        throw decoder.misfit("'\(id)' and '\(new)' are the same metric")
      }
    }
    self.values = MetricCatalogue.withNewIDs(values)
  }
}

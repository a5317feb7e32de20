extension MetricValue {
  /// The mean of numbers, supported by their count; undefined without numbers.
  init(meanOf values: [Double]) {
    self.init(mean: CompensatedSum(values).value, over: values.count)
  }

  /// A sum over `count` things, divided by their count; undefined for a count of 0.
  init(mean sum: Double, over count: Int) {
    self.init(count > 0 ? sum / Double(count) : nil, support: count)
  }
}

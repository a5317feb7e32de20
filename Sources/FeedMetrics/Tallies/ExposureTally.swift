/// How much exposure each post got: the sum of the position weights of its impressions.
struct ExposureTally: Sendable {
  private(set) var ofPost: [Double] = []

  mutating func addPost() { ofPost.append(0) }

  mutating func add(_ page: borrowing CountedPage) {
    let rows = page.rows.span
    var exposure = ofPost.mutableSpan
    for row in 0..<page.count { exposure[Int(rows[row].post)] += rows[row].weight }
  }
}

/// Reads the contents of a section, and names the section in its errors.
///
/// The checksums are right when contents are read; but anybody can make them right, so everything
/// is looked at.
struct SnapshotReader {
  private var bytes: ByteReader
  let section: SnapshotSection

  init(_ bytes: [UInt8], in range: Range<Int>, of section: SnapshotSection) {
    self.bytes = ByteReader(bytes, in: range)
    self.section = section
  }

  /// The error that something cannot be.
  func impossible(_ what: String) -> SnapshotError {
    .impossible(what, section: section.name)
  }

  func require(_ isTrue: Bool, _ what: @autoclosure () -> String) throws(SnapshotError) {
    guard isTrue else { throw impossible(what()) }
  }

  func finish() throws(SnapshotError) {
    guard bytes.remaining == 0 else { throw impossible("\(bytes.remaining) bytes too many") }
  }

  mutating func byte() throws(SnapshotError) -> UInt8 {
    do { return try bytes.byte() } catch { throw fault(error) }
  }

  mutating func bytes(_ count: Int) throws(SnapshotError) -> [UInt8] {
    do { return Array(try bytes.raw(count)) } catch { throw fault(error) }
  }

  mutating func flag() throws(SnapshotError) -> Bool {
    let byte = try byte()
    guard byte <= 1 else { throw impossible("a Boolean is \(byte)") }
    return byte == 1
  }

  mutating func varint() throws(SnapshotError) -> UInt64 {
    do { return try bytes.varint() } catch { throw fault(error) }
  }

  mutating func word() throws(SnapshotError) -> UInt64 {
    do { return try bytes.fixed() } catch { throw fault(error) }
  }

  mutating func count(atMost limit: Int, _ what: String) throws(SnapshotError) -> Int {
    let count = try varint()
    guard let number = Int(exactly: count), number <= limit else {
      throw impossible("\(what): \(count), at most \(limit)")
    }
    return number
  }

  /// How many elements follow, each of at least so many bytes.
  mutating func elementCount(bytesEach: Int = 1) throws(SnapshotError) -> Int {
    do { return try bytes.elementCount(bytesEach: bytesEach) } catch { throw fault(error) }
  }

  /// How many of so many elements to make room for at once, each usually of so many bytes: bytes that
  /// were forged get no more room than a true snapshot's.
  func room(for count: Int, bytesEach: Int) -> Int { min(count, bytes.remaining / bytesEach) }

  /// An index below a count.
  mutating func index(below count: Int, _ what: String) throws(SnapshotError) -> Int {
    let index = try varint()
    guard index < UInt64(count) else { throw impossible("\(what) \(index) of \(count)") }
    return Int(index)
  }

  mutating func member(below count: Int) throws(SnapshotError) -> MemberID {
    MemberID(try index(below: count, "member"))
  }

  mutating func time(_ what: String) throws(SnapshotError) -> Double {
    do { return try bytes.finiteDouble() } catch { throw impossible("\(what) is not finite") }
  }

  mutating func double() throws(SnapshotError) -> Double {
    do { return try bytes.double() } catch { throw fault(error) }
  }

  /// A case by its position among all.
  mutating func kind<Kind: CaseIterable>(_ what: String) throws(SnapshotError) -> Kind {
    do { return try bytes.kind() } catch { throw impossible("\(what) is none") }
  }

  mutating func string() throws(SnapshotError) -> String {
    do { return try bytes.string() } catch { throw fault(error) }
  }

  mutating func numbers(_ count: Int) throws(SnapshotError) -> [UInt32] {
    do { return try bytes.column(count) } catch { throw fault(error) }
  }

  mutating func words(_ count: Int) throws(SnapshotError) -> [UInt64] {
    do { return try bytes.column(count) } catch { throw fault(error) }
  }

  /// Finite numbers.
  mutating func times(_ count: Int, _ what: String) throws(SnapshotError) -> [Double] {
    let times: [Double]
    do { times = try bytes.doubleColumn(count) } catch { throw fault(error) }
    for time in times where !time.isFinite { throw impossible("\(what) is not finite") }
    return times
  }

  /// Numbers below a limit.
  mutating func numbers(
    _ count: Int, below limit: Int, _ what: String
  ) throws(SnapshotError) -> [UInt32] {
    let numbers = try numbers(count)
    for number in numbers where Int(number) >= limit {
      throw impossible("\(what) \(number) of \(limit)")
    }
    return numbers
  }

  /// Lists of numbers below a limit, one a node.
  mutating func lists(
    nodes: Int, below limit: Int, _ what: String
  ) throws(SnapshotError) -> FlatLists {
    let counts = try numbers(nodes)
    var total = 0
    for count in counts { total += Int(count) }
    return FlatLists(counts: counts, elements: try numbers(total, below: limit, what))
  }

  private func fault(_ fault: EncodingFault) -> SnapshotError {
    switch fault {
    case .cut: impossible("the values end too early")
    default: impossible("a value has a form that it cannot have")
    }
  }
}

extension ByteWriter {
  package mutating func write(flag: Bool) { write(byte: flag ? 1 : 0) }
  mutating func write(_ lists: FlatLists) {
    write(column: lists.counts)
    write(column: lists.elements)
  }
  package mutating func write<ID: DenseIdentifier>(_ id: ID) { write(varint: UInt64(id.rawValue)) }
}

/// The names that a host gives the categories of its posts, such as `PASTA_ITALIAN`: the first names category 0.
///
/// They are given to a community once, when it is made; clients know names, and the domain numbers. A name is encoded
/// unchanged, and all of them as a list, which is checked when it is decoded.
public struct CategoryNames: Hashable, Sendable {
  /// How many bytes a name may have.
  public static let lengthLimit = 64

  /// In the order of the categories.
  public let all: [String]

  /// No names, for hosts that know categories by number.
  public init() { all = [] }

  /// Takes 0 to ``Community/categoryLimit`` names, none twice, of 1 to ``lengthLimit`` bytes each. Two
  /// spellings of one text in Unicode are one name.
  public init(_ names: [String]) throws(CategoryNamesError) {
    guard names.count <= Community.categoryLimit else { throw .tooMany(names.count) }
    for (index, name) in names.enumerated() {
      if name.isEmpty { throw .empty(CategoryID(index)) }
      if name.utf8.count > Self.lengthLimit { throw .tooLong(name, bytes: name.utf8.count) }
      if names[..<index].contains(name) { throw .twice(name) }
    }
    all = names
  }

  /// How many there are.
  public var count: Int { all.count }

  /// The name of a category, or `nil` when it has none.
  public func name(of category: CategoryID) -> String? {
    category.index < all.count ? all[category.index] : nil
  }

  /// The category of a name, or `nil` when no category has it. The host must then refuse the
  /// publication: `nil` would publish the post without a category. O(names).
  public func category(named name: String) -> CategoryID? {
    all.firstIndex(of: name).map { CategoryID($0) }
  }
}

extension CategoryNames: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    do {
      try self.init(try container.decode([String].self))
    } catch let error as CategoryNamesError {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(error)")
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(all)
  }
}

/// Why names cannot name categories.
public enum CategoryNamesError: Error, Hashable, Sendable {
  /// The names are too many: so many.
  case tooMany(Int)
  /// The name of this category is empty.
  case empty(CategoryID)
  case tooLong(String, bytes: Int)
  /// Two categories have this name.
  case twice(String)
}

extension CategoryNamesError: CustomStringConvertible {
  /// What is wrong, as one sentence without a full stop.
  public var description: String {
    switch self {
    case .tooMany(let count):
      "\(count) categories are named; there are at most \(Community.categoryLimit)"
    case .empty(let category): "the name of category \(category) is empty"
    case .tooLong(let name, let bytes):
      "the category name '\(name)' has \(bytes) bytes; it has at most \(CategoryNames.lengthLimit)"
    case .twice(let name): "two categories are named '\(name)'"
    }
  }
}

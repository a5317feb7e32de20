internal import DataFiles

/// A part of a scenario that is set key by key.
protocol KeyedSection: Sendable {
  /// In the order of the documentation and of reading: a key may depend on those before it.
  static var keys: [Key<Self>] { get }

  /// Makes a section with all defaults that do not depend on other values.
  init()

  /// Sets and checks what depends on several keys, after all of them are read.
  ///
  /// - Parameters:
  ///   - map: The section in the file; `nil` where it is absent.
  ///   - scenario: What was read before the section.
  mutating func complete(_ map: DocumentCursor?, _ scenario: ScenarioDraft)
}

/// A key of a section, declared once: the key is read, written, checked, described and put into the JSON
/// Schema by this declaration.
///
/// Most keys name the property that they set and the ``ValueForm`` of the value:
///
///     Key("alpha", \.alpha, .number(0.0001...0.5), "Type I error rate.")
struct Key<Section: KeyedSection>: Sendable {
  typealias Reader = @Sendable (DocumentCursor, inout Section, ScenarioDraft) -> Void
  typealias Writer = @Sendable (Section) -> JSONValue?

  let syntax: KeySyntax
  /// Reads the key from the map of the section; where the key is absent, sets the default or adds a fault.
  let read: @Sendable (DocumentCursor?, inout Section, ScenarioDraft) -> Void
  /// The value in a resolved scenario; `nil` where the resolved scenario does not have the key.
  var write: Writer
}

/// The value of a section where a key is absent.
enum KeyDefault<Section: Sendable>: Sendable {
  /// The value of a new section.
  case initial
  /// The value of a new section, as a scenario writes it.
  case value(JSONValue)
  /// The value of a new section, in words.
  case words(String)
  /// A value that depends on keys read before, in words, and the function that sets it.
  case computed(String, @Sendable (inout Section, DocumentCursor?, ScenarioDraft) -> Void)
  /// No default: the key must be there, and the message gives the remedy.
  case required(String)

  static var none: KeyDefault { .words("none") }
}

extension Key {
  /// A key that is read and written by functions.
  ///
  /// - Parameters:
  ///   - path: From the section, such as `alpha` or `categories.count`.
  ///   - source: Where the default comes from; empty for an assumption.
  ///   - formerNames: Last parts of the path that the key had in the version before: they are read with a
  ///     note.
  init(
    _ path: String, _ form: ScenarioForm, _ summary: String,
    default absence: KeyDefault<Section> = .initial, source: String = "",
    formerly formerNames: [String] = [], read: @escaping Reader, write: @escaping Writer
  ) {
    var syntax = KeySyntax(
      path: path, summary: summary, form: form, source: source, formerNames: formerNames)
    var skip: @Sendable (DocumentCursor?, inout Section, ScenarioDraft) -> Void = { _, _, _ in }
    switch absence {
    case .initial: syntax.defaultValue = write(Section())
    case .value(let value): syntax.defaultValue = value
    case .words(let words): syntax.defaultSummary = words
    case .computed(let words, let compute):
      syntax.defaultSummary = words
      skip = { map, section, scenario in compute(&section, map, scenario) }
    case .required(let message):
      syntax.isRequired = true
      skip = { map, _, _ in map?.missing(path, message) }
    }
    self.syntax = syntax
    self.write = write
    self.read = { [skip] map, section, scenario in
      if let cursor = map?.find(path) {
        read(cursor, &section, scenario)
      } else {
        skip(map, &section, scenario)
      }
    }
  }

  /// A key that sets a property.
  init<Value>(
    _ path: String, _ property: any WritableKeyPath<Section, Value> & Sendable,
    _ form: ValueForm<Value>, _ summary: String, default absence: KeyDefault<Section> = .initial,
    source: String = "", formerly formerNames: [String] = []
  ) {
    self.init(
      path, form.form, summary, default: absence, source: source, formerly: formerNames,
      read: { cursor, section, scenario in
        if let value = form.read(cursor, scenario) { section[keyPath: property] = value }
      },
      write: { form.write($0[keyPath: property]) })
  }

  /// A key that sets a property which is `nil` without it.
  init<Value>(
    _ path: String, _ property: any WritableKeyPath<Section, Value?> & Sendable,
    _ form: ValueForm<Value>, _ summary: String, default absence: KeyDefault<Section> = .none,
    source: String = "", formerly formerNames: [String] = []
  ) {
    let optional = ValueForm<Value?>(
      form.form, inScenario: { cursor, scenario in form.read(cursor, scenario).map { $0 } },
      write: { $0.flatMap(form.write) })
    self.init(
      path, property, optional, summary, default: absence, source: source, formerly: formerNames)
  }

  /// The same key, written by another function.
  func writing(_ write: @escaping Writer) -> Key {
    var key = self
    key.write = write
    return key
  }
}

extension KeyedSection {
  static var keyNames: [String] { keys.map(\.syntax.path) }
  static var form: ScenarioForm { .map(keys.map(\.syntax)) }

  mutating func complete(_ map: DocumentCursor?, _ scenario: ScenarioDraft) {}

  /// Reads all keys of a map.
  mutating func read(_ map: DocumentCursor?, _ scenario: ScenarioDraft) {
    for key in Self.keys { key.read(map, &self, scenario) }
    complete(map, scenario)
  }

  /// Reads a map whose keys are not checked with the scenario's.
  mutating func readMap(_ map: DocumentCursor, _ scenario: ScenarioDraft) {
    map.checkMap("", of: Self.keyNames)
    read(map, scenario)
  }

  /// The section with every default written out.
  var resolved: JSONValue {
    var members: [String: JSONValue] = [:]
    for key in Self.keys {
      if let value = key.write(self) { members.set(key.syntax.path, value) }
    }
    return .object(members)
  }
}

extension [String: JSONValue] {
  /// Sets the value at a path such as `world.members`, and makes the objects on the way.
  mutating func set(_ path: some StringProtocol, _ value: JSONValue) {
    guard let dot = path.firstIndex(of: ".") else {
      self[String(path)] = value
      return
    }
    let name = String(path[..<dot])
    var inner: Self = if case .object(let members)? = self[name] { members } else { [:] }
    inner.set(path[path.index(after: dot)...], value)
    self[name] = .object(inner)
  }
}

extension DocumentCursor {
  /// The value at a path below, if there is one.
  func find(_ path: String) -> DocumentCursor? {
    guard let dot = path.utf8.firstIndex(of: UInt8(ascii: ".")) else { return self[path] }
    return self[String(path[..<dot])]?.find(String(path[path.utf8.index(after: dot)...]))
  }

  var isMap: Bool { if case .map = node.content { true } else { false } }
}

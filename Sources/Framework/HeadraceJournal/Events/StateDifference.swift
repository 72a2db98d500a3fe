/// The change that an action made to a state, with paths as JSON Pointers (RFC 6901).
public struct StateDifference: Hashable, Sendable {
  /// The values that are new or changed, with their paths.
  public var changed: [Change] = []
  /// The paths of removed members.
  public var removed: [String] = []
  /// The changes of arrays whose number of elements has changed.
  public var spliced: [Splice] = []

  /// A new value at a path.
  public struct Change: Hashable, Sendable {
    /// The path, such as `/rows/3/title`; empty for the whole state.
    public var place: String
    /// The value after the action.
    public var value: JSONValue
  }

  /// Elements of an array that were replaced by others.
  public struct Splice: Hashable, Sendable {
    /// The path of the array.
    public var place: String
    /// The index of the first element that was replaced.
    public var index: Int
    /// The number of removed elements.
    public var removedCount: Int
    /// The elements that replace them.
    public var inserted: [JSONValue]
  }

  /// True if nothing has changed.
  public var isEmpty: Bool { changed.isEmpty && removed.isEmpty && spliced.isEmpty }

  init() {}

  /// Compares two states.
  ///
  /// - Complexity: O(*n*) in the size of the states.
  package init(from old: JSONValue, to new: JSONValue) {
    compare(old, new, at: "")
  }

  private mutating func compare(_ old: JSONValue, _ new: JSONValue, at place: String) {
    guard old != new else { return }
    switch (old, new) {
    case (.object(let old), .object(let new)):
      let olds = Dictionary(old.entries.map { ($0.name, $0.value) }) { $1 }
      var names: Set<String> = []
      for member in new.entries {
        names.insert(member.name)
        let inner = place + "/" + Self.escape(member.name)
        if let value = olds[member.name] {
          compare(value, member.value, at: inner)
        } else {
          changed.append(Change(place: inner, value: member.value))
        }
      }
      for member in old.entries where !names.contains(member.name) {
        removed.append(place + "/" + Self.escape(member.name))
      }
    case (.array(let old), .array(let new)) where old.count == new.count:
      for index in old.indices { compare(old[index], new[index], at: "\(place)/\(index)") }
    case (.array(let old), .array(let new)):
      let start = zip(old, new).prefix { $0 == $1 }.count
      let rest = min(old.count, new.count) - start
      let end = zip(old.reversed(), new.reversed()).prefix(rest).prefix { $0 == $1 }.count
      spliced.append(
        Splice(
          place: place, index: start, removedCount: old.count - end - start,
          inserted: Array(new[start..<(new.count - end)])))
    default: changed.append(Change(place: place, value: new))
    }
  }

  package static func escape(_ name: String) -> String {
    guard name.contains(where: { $0 == "~" || $0 == "/" }) else { return name }
    return name.replacing("~", with: "~0").replacing("/", with: "~1")
  }

  /// Returns the name of a member from its escaped form in a JSON Pointer.
  package static func unescape(_ name: Substring) -> String {
    // Replacing is slow, and most names have no escapes.
    guard name.utf8.contains(UInt8(ascii: "~")) else { return String(name) }
    return String(name.replacing("~1", with: "/").replacing("~0", with: "~"))
  }
}

// MARK: - Applying

extension StateDifference {
  /// Changes the state before an action into the state after it.
  ///
  /// - Throws: ``JournalFailure/Reason/foreignDifference`` if the state has no such path.
  package func apply(to state: inout JSONValue) throws(JournalFailure) {
    for splice in spliced {
      try Self.change(splice.place, of: &state) { value in
        guard case .array(var elements)? = value, splice.index >= 0, splice.removedCount >= 0,
          splice.index <= elements.count, splice.removedCount <= elements.count - splice.index
        else { return false }
        let range = splice.index..<(splice.index + splice.removedCount)
        elements.replaceSubrange(range, with: splice.inserted)
        value = .array(elements)
        return true
      }
    }
    for change in changed {
      try Self.change(change.place, of: &state) { value in
        value = change.value
        return true
      }
    }
    for place in removed {
      try Self.change(place, of: &state) { value in
        defer { value = nil }
        return value != nil
      }
    }
  }

  private static func change(
    _ place: String, of state: inout JSONValue, _ body: (inout JSONValue?) -> Bool
  ) throws(JournalFailure) {
    let names = place.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map {
      unescape($0)
    }
    // No recorder writes deeper values; without a limit, a few lines could nest a state endlessly.
    guard names.count <= JSONValue.depthMax else {
      throw JournalFailure(.foreignDifference(place: place))
    }
    var value: JSONValue? = state
    state = .null
    let isDone = change(names[...], of: &value, body)
    state = value ?? .null
    guard isDone, value != nil else { throw JournalFailure(.foreignDifference(place: place)) }
  }

  private static func change(
    _ names: ArraySlice<String>, of value: inout JSONValue?, _ body: (inout JSONValue?) -> Bool
  ) -> Bool {
    guard let name = names.first else { return body(&value) }
    switch value {
    // The value gives up the part that changes, so that nothing is copied.
    case .object(var members):
      value = nil
      var inner = members[name]
      let isDone = change(names.dropFirst(), of: &inner, body)
      members[name] = inner
      value = .object(members)
      return isDone
    case .array(var elements):
      guard let index = Int(name), elements.indices.contains(index) else { return false }
      value = nil
      var inner: JSONValue? = elements[index]
      elements[index] = .null
      let isDone = change(names.dropFirst(), of: &inner, body) && inner != nil
      elements[index] = inner ?? .null
      value = .array(elements)
      return isDone
    default: return false
    }
  }
}

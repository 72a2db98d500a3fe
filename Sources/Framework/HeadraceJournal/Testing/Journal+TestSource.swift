public import Headrace

extension Journal where State: Codable, Action: Codable {
  /// Writes a part of the journal as a `TestStore` test in Swift, which sends each action and
  /// asserts what it has changed.
  ///
  /// ```swift
  /// let source = try journal.testSource(from: 12, to: 14) { Counter() }
  /// try source.write(to: file, atomically: true, encoding: .utf8)
  /// ```
  ///
  /// The test compiles in a target that depends on the module of the state, on those of the enums
  /// whose cases it writes, and on `Headrace`, `HeadraceJournal` and `HeadraceTesting`. The
  /// properties that the actions change must be settable there, and the state `Equatable`.
  ///
  /// - Parameters:
  ///   - first: The number of the first action.
  ///   - last: The number of the last action.
  ///   - source: How the test makes the feature.
  ///   - reducer: The feature.
  /// - Returns: A function with the attribute `@Test`, and its imports.
  /// - Throws: ``JournalFailure`` if there are no such actions, or something can't be read back.
  public func testSource<R: Reducer>(
    from first: Int, to last: Int, of source: String = "\(R.self)()", reducer: () -> R
  ) throws(JournalFailure) -> String where R.State == State, R.Action == Action {
    try testSource(from: first, to: last, of: source, by: Replay(self, reducer: reducer))
  }
}

extension Journal {
  /// Writes a test with a replay that is there already. The types must be `Codable`.
  package func testSource(
    from first: Int, to last: Int, of source: String, by replay: Replay<State, Action>
  ) throws(JournalFailure) -> String {
    guard first <= last, actions.contains(first) else {
      throw JournalFailure(.noSuchAction(first <= last ? first : last, actions: actions))
    }
    var state = try replay.state(after: first - 1)
    var writer = LiteralWriter()
    let initialState = writer.literal(state)
    var (answers, steps): ([String], [String]) = ([], [])
    for number in first...last {
      let (action, recorded) = try self.action(number)
      answers.append(recorded.source)
      let next = try replay.state(after: number)
      let changes = Self.changes(from: state, to: next, &writer)
      let assertion = changes.isEmpty ? "" : " {\n" + changes.map { "    \($0)\n" }.joined() + "  }"
      steps.append("  await store.send(\(writer.literal(action)))\(assertion)\n")
      state = next
    }
    let module = LiteralWriter.module(of: State.self)
    // Not qualified: in a module with a type of its name, 'WalletApp.State' looks in the type.
    let type = String(reflecting: State.self).dropFirst(module.count + 1)
    let imports = writer.modules.subtracting([module])
      .union(["Headrace", "HeadraceJournal", "HeadraceTesting", "Testing"])
      .sorted().map { "import \($0)\n" }.joined()
    return """
      \(imports)
      @testable import \(module)

      /// Written from a journal of '\(header.app.filter { !$0.isNewline })'.
      @Test func recordedActions\(first)To\(last)() async throws {
        let initialState: \(type) = \(initialState)
        let store = TestStore(initialState: initialState) {
          RecordedFeature\(Self.list(answers)){ \(source) }
        }
      \(steps.joined())}

      """
  }

  /// The answers of all actions, as an argument; nothing if there are none.
  private static func list(_ answers: [String]) -> String {
    guard answers.contains(where: { $0 != "[]" }) else { return " " }
    return "(\n      answers: [\n" + answers.map { "        \($0),\n" }.joined() + "      ]) "
  }

  /// Assignments that change one state into the other: to the properties that differ, or to the
  /// whole.
  private static func changes(
    from old: State, to new: State, _ writer: inout LiteralWriter
  ) -> [String] {
    guard JSONValue(encodingOrDescribing: old) != JSONValue(encodingOrDescribing: new) else {
      return []
    }
    let (olds, news) = (Mirror(reflecting: old), Mirror(reflecting: new))
    guard news.displayStyle == .struct, !(new is any CustomReflectable) else {
      return ["$0 = \(writer.literal(new))"]
    }
    var changes: [String] = []
    for (old, new) in zip(olds.children, news.children) {
      // '@ObservableState' stores the property 'count' as '_count'.
      guard let name = new.label?.drop(while: { $0 == "_" }), !name.hasPrefix("$") else {
        continue
      }
      let (before, after) = (
        JSONValue(encodingOrDescribing: old.value), JSONValue(encodingOrDescribing: new.value)
      )
      if before != after { changes.append("$0.\(name) = \(writer.literal(new.value))") }
    }
    return changes
  }
}

extension RecordedAnswers {
  /// The answers as Swift.
  fileprivate var source: String {
    let parts = lines.map { "(\($0.name.debugDescription), \(rawString($0.json)))" }
    return "[\(parts.joined(separator: ", "))]"
  }
}

/// Writes values as Swift.
private struct LiteralWriter {
  /// The modules to import, because cases of their enums were written.
  private(set) var modules: Set<String> = []

  static func module(of type: Any.Type) -> String {
    String(String(reflecting: type).prefix { $0 != "." })
  }

  /// A value as a literal where there is one, otherwise as JSON.
  mutating func literal(_ value: Any) -> String {
    let before = modules
    if let text = plainLiteral(value) { return text }
    modules = before
    return "try decoded(\(rawString(JSONValue(encodingOrDescribing: value).description)))"
  }

  /// A value as a literal, or as a case of an enum with literals; `nil` if it is anything else.
  private mutating func plainLiteral(_ value: Any) -> String? {
    switch value {
    case let text as String: return text.debugDescription
    case is Bool, is any FixedWidthInteger: return "\(value)"
    case let number as Double: return number.isFinite ? "\(number)" : nil
    case let number as Float: return number.isFinite ? "\(number)" : nil
    default: break
    }
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .optional {
      return mirror.children.first.map { plainLiteral($0.value) } ?? "nil"
    }
    guard mirror.displayStyle == .enum, !(value is any CustomReflectable) else { return nil }
    guard let literal = caseLiteral(value, mirror) else { return nil }
    modules.insert(Self.module(of: mirror.subjectType))
    return literal
  }

  private mutating func caseLiteral(_ value: Any, _ mirror: Mirror) -> String? {
    guard let payload = mirror.children.first, let name = payload.label else {
      return value is any CustomStringConvertible ? nil : ".\(value)"
    }
    let inner = Mirror(reflecting: payload.value)
    guard inner.displayStyle == .tuple else {
      return plainLiteral(payload.value).map { ".\(name)(\($0))" }
    }
    var arguments: [String] = []
    for child in inner.children {
      guard let argument = plainLiteral(child.value) else { return nil }
      let label = child.label.flatMap { $0.hasPrefix(".") ? nil : "\($0): " } ?? ""
      arguments.append(label + argument)
    }
    return ".\(name)(\(arguments.joined(separator: ", ")))"
  }
}

/// A string literal without escapes.
private func rawString(_ text: String) -> String {
  var marks = "#"
  while text.contains("\"" + marks) || text.contains("\\" + marks) { marks += "#" }
  return "\(marks)\"\(text)\"\(marks)"
}

import Foundation
public import Headrace

extension Journal where State: Codable, Action: Codable {
  /// Writes a part of the journal as a `TestStore` test in Swift, which asserts each action's
  /// changes.
  ///
  /// ```swift
  /// let source = try journal.testSource(from: 12, to: 14) { Counter() }
  /// try source.write(to: file, atomically: true, encoding: .utf8)
  /// ```
  ///
  /// The test compiles in a target that depends on the module of the state, on those of the enums
  /// whose cases it writes, and on `Headrace`, `HeadraceJournal` and `HeadraceTesting`. The
  /// properties that the actions change must be settable there, and the state must be `Equatable`.
  ///
  /// - Parameters:
  ///   - first: The number of the first action.
  ///   - last: The number of the last action.
  ///   - source: The expression with which the test creates the feature.
  ///   - reducer: The feature.
  /// - Returns: A function with the attribute `@Test`, and its imports.
  /// - Throws: ``JournalFailure`` if there are no such actions, something can't be read back, or
  ///   the test would not pass, as with a state that is not equal to itself.
  public func testSource<R: Reducer>(
    from first: Int, to last: Int, of source: String = "\(R.self)()", reducer: () -> R
  ) throws(JournalFailure) -> String where R.State == State, R.Action == Action {
    try testSource(from: first, to: last, of: source, by: Replay(self, reducer: reducer))
  }
}

extension Journal {
  /// Writes a test with an existing replay. The types must be `Codable`.
  package func testSource(
    from first: Int, to last: Int, of source: String, by replay: Replay<State, Action>
  ) throws(JournalFailure) -> String {
    guard first <= last, actions.contains(first) else {
      throw JournalFailure(.noSuchAction(first <= last ? first : last, actions: actions))
    }
    guard let type = SwiftName(of: State.self) else {
      throw .untestable(
        first, "a test can't name '\(State.self)', which is private, local, or from C")
    }
    var writer = LiteralWriter()
    var state = try decodedCopy(of: replay.state(after: first - 1), action: first)
    _ = try readBack(state, action: first)
    let initialState = writer.literal(state)
    var (answers, steps): ([String], [String]) = ([], [])
    for number in first...last {
      let (recorded, given) = try action(number)
      let action = try readBack(recorded, action: number)
      answers.append(given.source)
      let old = state
      let found = replay.step(&state, action: action, answers: given)
      if let problem = Self.problem(found) { throw .untestable(number, problem) }
      _ = try readBack(state, action: number)
      let changes = Self.changes(from: old, to: state, &writer)
      let assertion = changes.isEmpty ? "" : " {\n" + changes.map { "    \($0)\n" }.joined() + "  }"
      steps.append("  await store.send(\(writer.literal(action)))\(assertion)\n")
    }
    let own = type.modules.union(SwiftName(of: Action.self)?.modules ?? [])
      .subtracting(SwiftName.libraries)
    let imports = writer.modules.union(type.modules).subtracting(own)
      .union(["Headrace", "HeadraceJournal", "HeadraceTesting", "Testing"]).subtracting(["Swift"])
      .sorted().map { "import \($0)\n" }.joined()
    let ownImports = own.sorted().map { "@testable import \($0)\n" }.joined()
    return """
      \(imports)
      \(ownImports)
      /// Written from a journal of '\(header.app.filter { !$0.isNewline })'.
      @Test func recorded\(type.featureName)Actions\(first)To\(last)() async throws {
        let initialState: \(type.text) = \(initialState)
        let store = TestStore(initialState: initialState) {
          RecordedFeature\(Self.list(answers)){ \(source) }
        }
      \(steps.joined())}

      """
  }

  /// Returns a value as a test decodes it.
  private func decodedCopy<Value>(
    of value: Value, action number: Int
  ) throws(JournalFailure) -> Value {
    guard let read = decoder(of: Value.self) else {
      throw .untestable(number, "'\(String(reflecting: Value.self))' is not 'Codable'")
    }
    do {
      return try read(Data("{\"p\":\(JSONValue(encodingOrDescribing: value))}".utf8))
    } catch {
      let detail = JSONDecoder.detail(of: error)
      throw .untestable(number, "'\(String(reflecting: Value.self))' can't be read back: \(detail)")
    }
  }

  /// Returns a value as a test decodes it, if it is the same.
  private func readBack<Value>(
    _ value: Value, action number: Int
  ) throws(JournalFailure) -> Value {
    let copy = try decodedCopy(of: value, action: number)
    let type = String(reflecting: Value.self)
    if let value = value as? any Equatable {
      if value.isEqual(to: copy) { return copy }
      throw .untestable(number, "'\(type)' is not equal to itself after encoding and decoding")
    }
    // A test compares states; it only sends actions.
    guard Value.self != State.self else {
      throw .untestable(number, "'\(type)' is not 'Equatable'")
    }
    let isSame = JSONValue(encodingOrDescribing: copy) == JSONValue(encodingOrDescribing: value)
    if isSame { return copy }
    throw .untestable(number, "'\(type)' changes when it is encoded and decoded")
  }

  /// Returns the reason why a test store would fail at an action.
  private static func problem(_ noted: RunNotes.Noted) -> String? {
    if !noted.unrecorded.isEmpty {
      let names = noted.unrecorded.sorted().joined(separator: ", ")
      return "its reducer asks for values that were not recorded: \(names)"
    }
    switch noted.findings.first {
    case .misuse(_, let site): return "its reducer misuses the framework in \(site.fileID)"
    case .actionForAbsentChild(let label): return "its child no longer exists: \(label)"
    case nil: return nil
    }
  }

  /// Returns the answers of all actions as an argument; empty if there are none.
  private static func list(_ answers: [String]) -> String {
    guard answers.contains(where: { $0 != "[]" }) else { return " " }
    return "(\n      answers: [\n" + answers.map { "        \($0),\n" }.joined() + "      ]) "
  }

  /// Returns assignments that change one state into the other.
  ///
  /// They set the properties that differ, or the whole state.
  private static func changes(
    from old: State, to new: State, _ writer: inout LiteralWriter
  ) -> [String] {
    guard JSONValue(encodingOrDescribing: old) != JSONValue(encodingOrDescribing: new) else {
      return []
    }
    func whole(_ writer: inout LiteralWriter) -> [String] { ["$0 = \(writer.literal(new))"] }
    let (olds, news) = (Mirror(reflecting: old), Mirror(reflecting: new))
    guard news.displayStyle == .struct, !(new is any CustomReflectable) else {
      return whole(&writer)
    }
    var changes: [String] = []
    for (old, new) in zip(olds.children, news.children) {
      let (before, after) = (
        JSONValue(encodingOrDescribing: old.value), JSONValue(encodingOrDescribing: new.value)
      )
      guard var name = new.label, name != "_$observationRegistrar", before != after else {
        continue
      }
      if name.hasPrefix("_") {
        // '@ObservableState' and '@Presents' store the property 'count' as '_count'. Other wrappers
        // may not accept the wrapped value in an assignment.
        guard State.self is any ObservableState.Type else { return whole(&writer) }
        name.removeFirst()
      }
      guard new.value is any Encodable, let name = SwiftName.member(name) else {
        return whole(&writer)
      }
      changes.append("$0.\(name) = \(writer.literal(new.value))")
    }
    // A custom 'encode(to:)' can differ although no property does.
    return changes.isEmpty ? whole(&writer) : changes
  }
}

extension Equatable {
  fileprivate func isEqual(to other: Any) -> Bool { other as? Self == self }
}

extension JournalFailure {
  fileprivate static func untestable(_ action: Int, _ detail: String) -> Self {
    JournalFailure(.untestable(action: action, detail: detail))
  }
}

extension RecordedAnswers {
  /// The answers as Swift source.
  fileprivate var source: String {
    let parts = lines.map { "(\(SwiftText.literal($0.name)), \(SwiftText.raw($0.json)))" }
    return "[\(parts.joined(separator: ", "))]"
  }
}

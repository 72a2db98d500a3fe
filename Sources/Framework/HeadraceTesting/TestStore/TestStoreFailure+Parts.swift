import CustomDump
public import Headrace

extension TestStoreFailure {
  /// Returns a paragraph about ids that cancelled nothing, for use below a list of effects in
  /// flight.
  static func cancelledNothing(_ cancellations: [String]) -> String {
    """


    '.cancel(id:)' has cancelled nothing:

    \(list(lines: cancellations))

    An id cancels the effects of the feature that returns it, and of those below, that are \
    '.cancellable' with an equal id of the same type.
    """
  }

  /// Returns an action in one line, without parts that don't fit.
  @usableFromInline
  static func name<Value>(of value: Value) -> String {
    let text = dumped(value)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count > 1, let first = lines.first else { return text }
    var line = String(first)
    for part in lines.dropFirst().map({ $0.drop { $0 == " " } }) {
      let isInside = line.last != "(" && line.last != "[" && part.first != ")" && part.first != "]"
      line += (isInside ? " " : "") + part
    }
    // A text of several lines can't be shown in one line.
    let fits = line.count <= nameCountMax && !text.contains("\"\"\"")
    return fits ? line : "\(first)…\(first.hasSuffix("[") ? "]" : ")")"
  }

  /// The maximum length of a name; a longer one would make its sentence hard to read.
  private static let nameCountMax = 80

  /// Returns the actions of a case in one line; if there is only one, that action.
  @usableFromInline
  static func name<Action: CasePathable, Value>(
    of path: AnyCasePath<Action, Value>, by keyPath: CaseKeyPath<Action, Value>
  ) -> String {
    if let value = () as? Value { return name(of: path.embed(value)) }
    return Case<Action>()[keyPath: keyPath].keyPathName
      ?? "an action that matches the case key path to '\(Value.self)'"
  }

  /// Returns the key path of a case as written in source.
  static func name<Action: CasePathable>(ofCase keyPath: PartialCaseKeyPath<Action>) -> String {
    (Case<Action>()[keyPath: keyPath] as? any AnyCase)?.keyPathName
      ?? "an action that matches a case key path"
  }

  @usableFromInline
  static func difference<Value>(_ expected: Value, _ actual: Value) -> String? {
    // The figure spaces of the proportional format look like spaces, but a search for spaces does
    // not find them.
    diff(expected, actual, format: .proportional)
      .map { CollapsedDifference.text(of: $0.replacing("\u{2007}", with: " ")) }
  }

  static func dumped<Value>(_ value: Value) -> String {
    var text = ""
    customDump(value, to: &text)
    return text
  }

  static func counted(_ count: Int, _ one: String, _ many: String) -> String {
    "\(count) \(count == 1 ? one : many)"
  }

  /// The maximum number of items in a list; a longer one is hard to read.
  private static let listedMax = 10

  static func list<Value>(_ values: [Value]) -> String {
    list(count: values.count, values.lazy.map(dumped))
  }

  static func list(lines: [String]) -> String {
    list(count: lines.count, lines)
  }

  static func list(count: Int, _ items: some Sequence<String>) -> String {
    var lines = items.prefix(listedMax).map { "  • " + $0.replacing("\n", with: "\n    ") }
    if count > listedMax { lines.append("  … and \(count - listedMax) more") }
    return lines.joined(separator: "\n")
  }

  static func indented(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : "  \($0)" }.joined(separator: "\n")
  }
}

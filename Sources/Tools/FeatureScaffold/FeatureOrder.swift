/// An author's request for a feature and its parts.
public struct FeatureOrder: Equatable, Sendable {
  /// The feature's type, such as `Login`.
  public var name: TypeName

  /// The coordinator whose screens include it; `Main` stands for `MainFlow` and `MainScreen`.
  public var screen: TypeName?

  /// The client from which the feature loads its content; `Session` stands for `SessionClient`.
  public var client: TypeName?

  /// The fields of its state.
  public var fields: [StateField]

  /// The user's actions, in the past tense: `loginButtonTapped`.
  public var actions: [MemberName]

  /// True if another module may use the feature.
  public var isPublic: Bool

  /// The comment of the feature, in one sentence.
  public var summary: String

  /// Creates an order for a feature.
  ///
  /// - Throws: ``OrderRefusal`` if two parts would have the same name, or the summary is not one
  ///   line.
  public init(
    name: TypeName, screen: TypeName? = nil, client: TypeName? = nil, fields: [StateField] = [],
    actions: [MemberName] = [], isPublic: Bool = false, summary: String? = nil
  ) throws(OrderRefusal) {
    self.name = name
    self.screen = screen
    self.client = client
    self.fields = fields
    self.actions = actions
    self.isPublic = isPublic
    self.summary = try Self.sentence(
      summary ?? "\(name.title): its state and its actions.")
    try checkNames()
  }

  private func checkNames() throws(OrderRefusal) {
    let fieldNames = fields.map(\.name.text) + (client == nil ? [] : ["phase"])
    try Self.requireUnique(fieldNames, "field")
    let own = ["closeButtonTapped"] + (client == nil ? [] : ["appeared"])
    try Self.requireUnique(actions.map(\.text) + own, "action")
    let types = [name.text] + (client.map { [$0.client] } ?? [])
    try Self.requireUnique(types + (screen.map { [$0.flow, $0.screen] } ?? []), "type")
  }

  /// The maximum length of the summary; with the marks of a comment it fills a line.
  private static let summaryLengthMax = 90

  private static func sentence(_ text: String) throws(OrderRefusal) -> String {
    guard !text.isEmpty, text.count <= summaryLengthMax, !text.contains(where: \.isNewline) else {
      throw .summary(text, lengthMax: summaryLengthMax)
    }
    return text
  }

  private static func requireUnique(_ names: [String], _ kind: String) throws(OrderRefusal) {
    var seen: Set<String> = []
    for name in names where !seen.insert(name).inserted { throw .twice(kind: kind, name) }
  }
}

/// A field of a feature's state.
public struct StateField: Equatable, Sendable {
  /// The field's name.
  public let name: MemberName
  /// Its type, as written in Swift.
  public let type: String
  /// The initial value, as written in Swift; `nil` for an optional that begins as `nil`.
  public let value: String?

  /// Creates a field.
  ///
  /// - Throws: ``OrderRefusal`` if the type or the value is not one line of Swift, or if there is
  ///   no value and the type is not optional.
  public init(name: MemberName, type: String, value: String?) throws(OrderRefusal) {
    let isLine = { (text: String) in !text.isEmpty && !text.contains(where: \.isNewline) }
    guard isLine(type), value.map(isLine) ?? type.hasSuffix("?") else {
      throw .field("\(name.text):\(type)")
    }
    self.name = name
    self.type = type
    self.value = value
  }

  /// Parses `name:Type=value` or `name:Type?`.
  ///
  /// - Throws: ``OrderRefusal`` for any other text.
  public init(_ text: String) throws(OrderRefusal) {
    let halves = text.split(separator: ":", maxSplits: 1).map(String.init)
    guard halves.count == 2 else { throw .field(text) }
    let parts = halves[1].split(separator: "=", maxSplits: 1).map(String.init)
    guard let type = parts.first else { throw .field(text) }
    try self.init(
      name: MemberName(halves[0]), type: type, value: parts.count == 2 ? parts[1] : nil)
  }
}

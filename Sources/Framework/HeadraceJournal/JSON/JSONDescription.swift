import CustomDump

extension JSONValue {
  /// The maximum number of parts of a value that are described; the rest is omitted.
  static let describedCountMax = 2_000

  /// Describes a value that is not `Encodable`, for inspection only.
  ///
  /// An enum is described by its case and payload, and other types by their properties.
  /// ``Sensitive`` values are omitted.
  init(describing value: Any) {
    var remainingCount = Self.describedCountMax
    self.init(describing: value, depth: 0, remainingCount: &remainingCount)
  }

  private init(describing value: Any, depth: Int, remainingCount: inout Int) {
    remainingCount -= 1
    switch value {
    case is any Sensitive: self = .redacted
    case _ where depth >= Self.depthMax || remainingCount < 0: self = .tooDeep
    case let value as any JSONRepresentable: self = value.json
    case let value as any CustomStringConvertible where Self.isDescribedByItsText(value):
      self = .string(value.description)
    default:
      let mirror =
        (value as? any CustomDumpReflectable)?.customDumpMirror ?? Mirror(reflecting: value)
      self.init(mirror, of: value, depth: depth + 1, remainingCount: &remainingCount)
    }
  }

  private init(_ mirror: Mirror, of value: Any, depth: Int, remainingCount: inout Int) {
    func describe(_ part: Any) -> JSONValue {
      JSONValue(describing: part, depth: depth, remainingCount: &remainingCount)
    }
    let children = mirror.children.prefix(max(0, remainingCount) + 1)
    switch mirror.displayStyle {
    case .optional: self = children.first.map { describe($0.value) } ?? .null
    case .enum where children.isEmpty: self = .object(Members([(Self.name(of: value), .empty)]))
    case .collection, .set, .dictionary: self = .array(children.map { describe($0.value) })
    case _ where children.isEmpty: self = .string(String(describing: value))
    case .tuple where children.allSatisfy { $0.label?.first == "." }:
      self = .array(children.map { describe($0.value) })
    default:
      self = .object(
        Members(
          children.compactMap { child in
            // '@ObservableState' stores the property 'count' as '_count'.
            let name = (child.label ?? "").drop { $0 == "_" }
            return name == "$observationRegistrar" ? nil : (String(name), describe(child.value))
          }))
    }
  }

  /// Returns `true` if a value's text says more than its properties, as for a date or an address.
  private static func isDescribedByItsText(_ value: Any) -> Bool {
    !(value is any CustomDumpReflectable) && Mirror(reflecting: value).displayStyle == .struct
  }

  /// Returns the name of a case without a payload.
  ///
  /// An enum with a custom description could say anything, so its type is used instead of the case.
  private static func name(of value: Any) -> String {
    value is any CustomStringConvertible ? "\(type(of: value))" : "\(value)"
  }

  static let empty = JSONValue.object(Members())
}

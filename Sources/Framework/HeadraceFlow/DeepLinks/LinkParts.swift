/// A path segment that is a value, such as the `42` of `products/42`.
public struct Segment<Value>: Sendable {
  let name: String
  let read: @Sendable (String) -> Value?
  let write: @Sendable (Value) -> String

  /// Creates a segment.
  ///
  /// - Parameters:
  ///   - name: The name of the value in errors; it does not appear in the URL.
  ///   - type: The type of the value. A value must be in canonical form: `007` is not read as an
  ///     `Int`.
  public init(_ name: String, _ type: Value.Type = Value.self)
  where Value: LosslessStringConvertible & SendableMetatype {
    self.name = name
    self.read = { readFinite($0) }
    self.write = { $0.description }
  }

  /// Creates a segment of an enum, or of another type with raw values.
  ///
  /// - Parameters:
  ///   - name: The name of the value in errors; it does not appear in the URL.
  ///   - type: The type of the value.
  @_disfavoredOverload
  public init(_ name: String, _ type: Value.Type = Value.self)
  where
    Value: RawRepresentable & SendableMetatype,
    Value.RawValue: LosslessStringConvertible & SendableMetatype
  {
    self.name = name
    self.read = { readFinite($0).flatMap(Value.init(rawValue:)) }
    self.write = { $0.rawValue.description }
  }
}

/// An item of a query, such as the `variant=red` of `products/42?variant=red`.
///
/// The items of a URL may be in any order; they are written in the order of their pattern.
public struct Query<Value>: Sendable {
  let name: String
  let isRequired: Bool
  /// Returns the value of a text, or of `nil` if the item is missing.
  let read: @Sendable (String?) -> Value?
  let write: @Sendable (Value) -> String?

  private init(
    name: String, isRequired: Bool, read: @escaping @Sendable (String?) -> Value?,
    write: @escaping @Sendable (Value) -> String?
  ) {
    self.name = name
    self.isRequired = isRequired
    self.read = read
    self.write = write
  }

  /// Creates a required item.
  ///
  /// - Parameters:
  ///   - name: The name of the item.
  ///   - type: The type of its value. A value must be in canonical form: `007` is not read as an
  ///     `Int`.
  public init(_ name: String, _ type: Value.Type = Value.self)
  where Value: LosslessStringConvertible & SendableMetatype {
    self.init(
      name: name, isRequired: true, read: { $0.flatMap { readFinite($0) } },
      write: { $0.description })
  }

  /// Creates a required item of an enum, or of another type with raw values.
  ///
  /// - Parameters:
  ///   - name: The name of the item.
  ///   - type: The type of its value.
  @_disfavoredOverload
  public init(_ name: String, _ type: Value.Type = Value.self)
  where
    Value: RawRepresentable & SendableMetatype,
    Value.RawValue: LosslessStringConvertible & SendableMetatype
  {
    self.init(
      name: name, isRequired: true,
      read: { $0.flatMap { readFinite($0).flatMap(Value.init(rawValue:)) } },
      write: { $0.rawValue.description })
  }

  /// Creates an optional item: `Query("variant", String?.self)`.
  ///
  /// - Parameters:
  ///   - name: The name of the item.
  ///   - type: The optional type of its value; `nil` means that the item is missing.
  public init<Wrapped: LosslessStringConvertible & SendableMetatype>(
    _ name: String, _ type: Wrapped?.Type = Wrapped?.self
  ) where Value == Wrapped? {
    self.init(
      name: name, isRequired: false,
      read: { text in
        guard let text else { return .some(nil) }
        return readFinite(text).map { .some($0) }
      },
      write: { $0?.description })
  }

  /// Creates an optional item of an enum, or of another type with raw values.
  ///
  /// - Parameters:
  ///   - name: The name of the item.
  ///   - type: The optional type of its value; `nil` means that the item is missing.
  @_disfavoredOverload
  public init<Wrapped: RawRepresentable & SendableMetatype>(
    _ name: String, _ type: Wrapped?.Type = Wrapped?.self
  ) where Value == Wrapped?, Wrapped.RawValue: LosslessStringConvertible & SendableMetatype {
    self.init(
      name: name, isRequired: false,
      read: { text in
        guard let text else { return .some(nil) }
        return readFinite(text).flatMap(Wrapped.init(rawValue:)).map { .some($0) }
      },
      write: { $0?.rawValue.description })
  }

  /// Returns the item with a default value if it is missing; the default is not written.
  ///
  /// - Parameter value: The default value. It is evaluated for every link.
  /// - Returns: An optional item.
  public func `default`<Wrapped: Equatable & SendableMetatype>(
    _ value: @autoclosure @escaping @Sendable () -> Wrapped
  ) -> Query<Wrapped> where Value == Wrapped? {
    Query<Wrapped>(
      name: name, isRequired: false,
      read: { [read] text in
        switch read(text) {
        case .none: nil
        case .some(.none): value()
        case .some(.some(let found)): found
        }
      },
      write: { [write] in $0 == value() ? nil : write($0) })
  }
}

/// The parts of a pattern, with the types of its values; created by a ``LinkBuilder``.
public struct LinkParts<each Value>: Sendable {
  /// The shape of the path and of the query.
  let template: LinkTemplate
  let values: (repeat LinkValue<each Value>)

  init(template: LinkTemplate, values: repeat LinkValue<each Value>) {
    self.template = template
    self.values = (repeat each values)
  }
}

/// One value of a pattern, with the functions that read and write it.
struct LinkValue<Value>: Sendable {
  let read: @Sendable (inout LinkReader) -> Value?
  let write: @Sendable (Value, inout LinkWriter) -> Void

  init(_ segment: Segment<Value>) {
    read = { reader in
      let text = reader.takeSegment()
      // A value that can be spelled in several ways would give one screen several URLs.
      guard let value = segment.read(text), segment.write(value).isSameText(as: text) else {
        return reader.fail(segment.name)
      }
      return value
    }
    write = { value, writer in
      let text = segment.write(value)
      writer.writeSegment(text, isReadable: segment.read(text) != nil, of: segment.name)
    }
  }

  init(_ query: Query<Value>) {
    read = { reader in
      let text = reader.item(query.name)
      guard let value = query.read(text) else { return reader.fail(query.name) }
      if let text, let written = query.write(value), !written.isSameText(as: text) {
        return reader.fail(query.name)
      }
      return value
    }
    write = { value, writer in
      guard let text = query.write(value) else { return }
      writer.writeItem(text, isReadable: query.read(text) != nil, of: query.name)
    }
  }
}

/// Returns the value of a text; `nil` also for "nan" and "inf", which are useless in a link.
private func readFinite<Value: LosslessStringConvertible>(_ text: String) -> Value? {
  guard let value = Value(text) else { return nil }
  func isFinite(_ number: some FloatingPoint) -> Bool { number.isFinite }
  if let number = value as? any FloatingPoint, !isFinite(number) { return nil }
  return value
}

/// Builds the parts of a ``LinkPattern``: texts, ``Segment`` and ``Query``, in the order of the
/// path.
@resultBuilder
public enum LinkBuilder {
  /// Begins with one part.
  public static func buildPartialBlock(first text: String) -> LinkParts<> {
    .init(template: LinkTemplate(literal: text))
  }

  /// Begins with a value of the path.
  public static func buildPartialBlock<Value>(first segment: Segment<Value>) -> LinkParts<Value> {
    LinkParts(template: LinkTemplate(segment: segment.name), values: LinkValue(segment))
  }

  /// Begins with a value of the query.
  public static func buildPartialBlock<Value>(first query: Query<Value>) -> LinkParts<Value> {
    LinkParts(
      template: LinkTemplate(item: query.name, isRequired: query.isRequired),
      values: LinkValue(query))
  }

  /// Adds one segment, or several with `/` between them.
  public static func buildPartialBlock<each Value>(
    accumulated: LinkParts<repeat each Value>, next text: String
  ) -> LinkParts<repeat each Value> {
    LinkParts(
      template: accumulated.template + LinkTemplate(literal: text),
      values: repeat each accumulated.values)
  }

  /// Adds a value of the path.
  public static func buildPartialBlock<each Value, Next>(
    accumulated: LinkParts<repeat each Value>, next segment: Segment<Next>
  ) -> LinkParts<repeat each Value, Next> {
    LinkParts<repeat each Value, Next>(
      template: accumulated.template + LinkTemplate(segment: segment.name),
      values: repeat each accumulated.values, LinkValue(segment))
  }

  /// Adds a value of the query.
  public static func buildPartialBlock<each Value, Next>(
    accumulated: LinkParts<repeat each Value>, next query: Query<Next>
  ) -> LinkParts<repeat each Value, Next> {
    LinkParts<repeat each Value, Next>(
      template: accumulated.template
        + LinkTemplate(item: query.name, isRequired: query.isRequired),
      values: repeat each accumulated.values, LinkValue(query))
  }
}

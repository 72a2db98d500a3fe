/// A way into and out of one case of an enum.
///
/// It is the concrete form of a ``CaseKeyPath``; the runtime makes it once, when it makes a store's
/// tree of nodes, so that extracting a payload takes one call.
public struct AnyCasePath<Root, Value> {
  /// Puts a payload into the case.
  public let embed: (Value) -> Root

  /// Extracts the payload if the value is of the case.
  public let extract: (Root) -> Value?

  /// The property that the path was made in, which has the name of the case.
  @usableFromInline let property: StaticString

  /// Creates a case path from its two directions.
  ///
  /// - Parameters:
  ///   - embed: Puts a payload into the case.
  ///   - extract: Returns the payload, or `nil` for a value of another case.
  ///   - property: What test failures call the case: the property of `AllCasePaths` that makes the
  ///     path.
  @inlinable
  public init(
    embed: @escaping (Value) -> Root, extract: @escaping (Root) -> Value?,
    property: StaticString = #function
  ) {
    self.embed = embed
    self.extract = extract
    self.property = property
  }
}

extension AnyCasePath {
  /// Resolves a case key path.
  ///
  /// - Complexity: O(*n*) in the length of the key path; keep the result.
  @inlinable
  public init(_ keyPath: CaseKeyPath<Root, Value>) {
    self = Case<Root>()[keyPath: keyPath].makeCasePath(from: Root.self)
  }

  /// The path from the outer enum to the payload of a case of this path's payload.
  @inlinable
  func appending<Part>(_ other: AnyCasePath<Value, Part>) -> AnyCasePath<Root, Part> {
    let (embed, extract) = (embed, extract)
    return AnyCasePath<Root, Part>(
      embed: { embed(other.embed($0)) }, extract: { extract($0).flatMap(other.extract) })
  }
}

extension AnyCasePath where Root == Value {
  /// The path from a value to itself.
  @inlinable
  init() { self.init(embed: { $0 }, extract: { $0 }) }
}

extension AnyCasePath {
  /// Changes the payload of a case without copying what it refers to, if the value is of this case.
  @inlinable
  func modifyInPlace<Result>(_ root: inout Root, _ body: (inout Value) -> Result) -> Result? {
    guard var value = extract(root) else { return nil }
    // The enum releases its payload while the payload is changed, so that the change finds it
    // uniquely referenced.
    _ = consume root
    let result = body(&value)
    root = embed(value)
    return result
  }
}

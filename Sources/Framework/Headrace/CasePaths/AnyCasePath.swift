/// A value that embeds payloads in one case of an enum, and extracts them.
///
/// It is the concrete form of a ``CaseKeyPath``; the runtime creates it once, with a store's tree
/// of nodes, so that extracting a payload takes one call.
public struct AnyCasePath<Root, Value> {
  /// Embeds a payload in the case.
  public let embed: (Value) -> Root

  /// Extracts the payload if the value is of the case.
  public let extract: (Root) -> Value?

  /// The property that created the path, which has the name of the case.
  @usableFromInline let property: StaticString

  /// Creates a case path from two functions.
  ///
  /// - Parameters:
  ///   - embed: Embeds a payload in the case.
  ///   - extract: Returns the payload, or `nil` for a value of another case.
  ///   - property: The name of the case in test failures: the property of `AllCasePaths` that
  ///     creates the path.
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

  /// Returns the path from the outer enum to the payload of a case of this path's payload.
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
  /// Changes the payload in place, without copying what it refers to, if the value is of this case.
  @inlinable
  func modifyInPlace<Result>(_ root: inout Root, _ body: (inout Value) -> Result) -> Result? {
    guard var value = extract(root) else { return nil }
    // The enum gives up its payload during the change, so that the change finds it uniquely
    // referenced.
    _ = consume root
    let result = body(&value)
    root = embed(value)
    return result
  }
}

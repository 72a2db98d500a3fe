/// The value of a case along a key path, as in `\Action.child.tick`.
///
/// It appears to authors only in the types of key paths.
@dynamicMemberLookup
public struct Case<Value> {
  /// The last step of the key path, with the type of its enum erased; `nil` at the beginning.
  @usableFromInline let lastStep: (any AnyCase<Value>)?

  /// Creates the beginning of a key path, or continues one.
  @inlinable
  package init(lastStep: (any AnyCase<Value>)? = nil) { self.lastStep = lastStep }

  /// Extends the key path into a case of the value.
  @inlinable
  package func appending<Part>(_ path: AnyCasePath<Value, Part>) -> Case<Part> {
    Case<Part>(lastStep: CaseStep(before: self, path: path))
  }
}

extension Case where Value: CasePathable {
  /// Extends the key path into a case of the value.
  @inlinable
  public subscript<Part>(
    dynamicMember keyPath: KeyPath<Value.AllCasePaths, AnyCasePath<Value, Part>>
  ) -> Case<Part> {
    appending(Value.allCasePaths[keyPath: keyPath])
  }
}

/// The case that a key path leads to, with the type of its payload erased.
@usableFromInline
package protocol AnyCase<Value> {
  associatedtype Value

  /// Creates the path from the enum where the key path began.
  ///
  /// - Precondition: `Root` is that enum, which the type of a ``CaseKeyPath`` ensures.
  func makeCasePath<Root>(from root: Root.Type) -> AnyCasePath<Root, Value>

  /// The key path as an author writes it, such as `\.view.tapped`; `nil` if it leads through more
  /// than properties.
  var keyPathName: String? { get }
}

extension AnyCase {
  /// Returns true if a value is of the case.
  @inlinable
  package func matches<Root>(_ root: Root) -> Bool {
    makeCasePath(from: Root.self).extract(root) != nil
  }

  /// Returns the payload if a value is of the case.
  func anyPayload<Root>(of root: Root) -> Any? { makeCasePath(from: Root.self).extract(root) }

  /// Embeds a payload in the case; returns `nil` if the payload is of another type.
  func embedding<Root>(_ payload: Any, in root: Root.Type) -> Root? {
    (payload as? Value).map(makeCasePath(from: root).embed)
  }
}

extension Case: AnyCase {
  @inlinable
  package func makeCasePath<Root>(from root: Root.Type) -> AnyCasePath<Root, Value> {
    if let lastStep { return lastStep.makeCasePath(from: root) }
    guard let path = AnyCasePath<Value, Value>() as? AnyCasePath<Root, Value> else {
      preconditionFailure("A case key path from '\(root)' began elsewhere.")
    }
    return path
  }

  @usableFromInline package var keyPathName: String? {
    if let lastStep { lastStep.keyPathName } else { "\\" }
  }
}

/// The step of a key path from a value into one of its cases.
@usableFromInline
struct CaseStep<Whole, Value>: AnyCase {
  @usableFromInline let before: Case<Whole>
  @usableFromInline let path: AnyCasePath<Whole, Value>

  @inlinable
  init(before: Case<Whole>, path: AnyCasePath<Whole, Value>) {
    self.before = before
    self.path = path
  }

  @inlinable
  package func makeCasePath<Root>(from root: Root.Type) -> AnyCasePath<Root, Value> {
    if before.lastStep == nil, let path = path as? AnyCasePath<Root, Value> { return path }
    return before.makeCasePath(from: root).appending(path)
  }

  @usableFromInline package var keyPathName: String? {
    let property = "\(path.property)"
    return property.contains("(") ? nil : before.keyPathName.map { "\($0).\(property)" }
  }
}

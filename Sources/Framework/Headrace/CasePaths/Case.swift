/// Represents the value of a case while a key path leads through it: `\Action.child.tick`.
///
/// Authors see it only in the type of key paths.
@dynamicMemberLookup
public struct Case<Value> {
  /// Makes the path so far, from the enum where the key path began; its root is erased.
  @usableFromInline let steps: any CaseSteps<Value>

  @inlinable
  init(steps: any CaseSteps<Value>) {
    self.steps = steps
  }

  /// Creates the beginning of a key path.
  @inlinable
  package init() {
    self.steps = FirstStep<Value>()
  }

  /// Makes the path from the enum where the key path began.
  ///
  /// - Precondition: `Root` is the type where the key path began, which the type of a
  ///   ``CaseKeyPath`` ensures.
  @inlinable
  func path<Root>() -> AnyCasePath<Root, Value> {
    guard let path = steps.path(from: Root.self) else {
      preconditionFailure("A case key path from '\(Root.self)' began elsewhere.")
    }
    return path
  }

  /// Continues into a case of the value.
  @inlinable
  public func appending<Part>(_ path: AnyCasePath<Value, Part>) -> Case<Part> {
    Case<Part>(steps: NextStep(before: steps, path: path))
  }
}

extension Case where Value: CasePathable {
  /// Continues into a case of the value.
  @inlinable
  public subscript<Part>(
    dynamicMember keyPath: KeyPath<Value.AllCasePaths, AnyCasePath<Value, Part>>
  ) -> Case<Part> {
    appending(Value.allCasePaths[keyPath: keyPath])
  }
}

/// What a key path led to, whatever the type of its payload.
@usableFromInline
package protocol AnyCase {
  /// The key path as an author writes it, such as `\.view.tapped`; `nil` where it leads through
  /// more than properties.
  var keyPathName: String? { get }

  /// Returns whether a value is of the case.
  func matches<Root>(_ root: Root) -> Bool

  /// The payload, if a value is of the case.
  func anyPayload<Root>(of root: Root) -> Any?

  /// Embeds a payload in the case; `nil` if the payload is of another type.
  func embedding<Root>(_ payload: Any, in root: Root.Type) -> Root?
}

extension Case: AnyCase {
  @usableFromInline package var keyPathName: String? { steps.name }

  @usableFromInline
  package func matches<Root>(_ root: Root) -> Bool {
    let path: AnyCasePath<Root, Value> = path()
    return path.extract(root) != nil
  }

  @usableFromInline
  package func anyPayload<Root>(of root: Root) -> Any? {
    let path: AnyCasePath<Root, Value> = path()
    return path.extract(root)
  }

  @usableFromInline
  package func embedding<Root>(_ payload: Any, in root: Root.Type) -> Root? {
    (payload as? Value).map(path().embed)
  }
}

/// The cases that a key path leads through.
@usableFromInline
protocol CaseSteps<Value> {
  associatedtype Value

  func path<Root>(from root: Root.Type) -> AnyCasePath<Root, Value>?

  /// The key path as an author writes it, such as `\.view.tapped`; `nil` where it leads through
  /// more than properties.
  var name: String? { get }
}

@usableFromInline
struct FirstStep<Value>: CaseSteps {
  @inlinable
  init() {}

  @inlinable
  func path<Root>(from root: Root.Type) -> AnyCasePath<Root, Value>? {
    AnyCasePath<Value, Value>() as? AnyCasePath<Root, Value>
  }

  @usableFromInline var name: String? { "\\" }
}

@usableFromInline
struct NextStep<Value, Part>: CaseSteps {
  @usableFromInline let before: any CaseSteps<Value>
  @usableFromInline let path: AnyCasePath<Value, Part>

  @inlinable
  init(before: any CaseSteps<Value>, path: AnyCasePath<Value, Part>) {
    self.before = before
    self.path = path
  }

  @inlinable
  func path<Root>(from root: Root.Type) -> AnyCasePath<Root, Part>? {
    if before is FirstStep<Root> { return path as? AnyCasePath<Root, Part> }
    return before.path(from: root)?.appending(path)
  }

  @usableFromInline var name: String? {
    let property = "\(path.property)"
    return property.contains("(") ? nil : before.name.map { "\($0).\(property)" }
  }
}

// Case paths in patterns, and case paths whose payload type is unknown.

// The key path is passed as a function. With the key path's own type here, the compiler would look
// up a misspelled case of a `switch` in it, and report that the key path has no such case.
extension CasePathable {
  /// Returns true if a value is of the case that a key path leads to, so that a `switch` can name
  /// it.
  ///
  /// ```swift
  /// switch action {
  /// case \.settings.store.subscribeButtonTapped: …
  /// case \.settings: …
  /// default: …
  /// }
  /// ```
  ///
  /// The compiler does not know which cases are left, so such a `switch` needs a `default`. A path
  /// in a variable can't be a pattern; use ``is(_:)`` instead.
  ///
  /// - Parameters:
  ///   - path: The case, written as a key path.
  ///   - value: The value.
  @_disfavoredOverload
  @inlinable
  public static func ~= <Payload>(path: (Case<Self>) -> Case<Payload>, value: Self) -> Bool {
    path(Case<Self>()).matches(value)
  }

  /// The payload of a case, with its type erased, if the value is of that case.
  @_disfavoredOverload
  public subscript(case path: PartialCaseKeyPath<Self>) -> Any? {
    (Case<Self>()[keyPath: path] as? any AnyCase)?.anyPayload(of: self)
  }
}

extension _AppendKeyPath {
  /// Embeds a payload in the case that this key path leads to, if the payload is of its type.
  ///
  /// - Returns: `nil` if the case has payloads of another type.
  @_disfavoredOverload
  public func callAsFunction<Enum: CasePathable>(_ payload: Any) -> Enum?
  where Self == PartialCaseKeyPath<Enum> {
    (Case<Enum>()[keyPath: self] as? any AnyCase)?.embedding(payload, in: Enum.self)
  }
}

extension Never: CasePathable {
  /// The case paths: none.
  public static var allCasePaths: Void { () }
}

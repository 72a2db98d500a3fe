// Case paths in patterns, and case paths whose payload is of a type that is not known.

// The key path is taken as a function. If its own type were written here, the compiler would search
// it for a case that an author misspells in a 'switch', and say that the key path has no such case.
extension CasePathable {
  /// Whether a value is of the case that a key path leads to, so that a `switch` can name it.
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
  /// in a variable is no pattern; ask ``is(_:)``.
  ///
  /// - Parameters:
  ///   - path: The case, written as a key path.
  ///   - value: The value.
  @_disfavoredOverload
  @inlinable
  public static func ~= <Payload>(path: (Case<Self>) -> Case<Payload>, value: Self) -> Bool {
    path(Case<Self>()).matches(value)
  }

  /// The payload of a case whose payload may be of any type, if the value is of that case.
  @_disfavoredOverload
  public subscript(case path: PartialCaseKeyPath<Self>) -> Any? {
    (Case<Self>()[keyPath: path] as? any AnyCase)?.anyPayload(of: self)
  }
}

extension _AppendKeyPath {
  /// Embeds a payload in the case that this key path leads to, if the payload is of its type.
  ///
  /// - Parameter payload: The payload.
  /// - Returns: `nil` if the case holds payloads of another type.
  @_disfavoredOverload
  public func callAsFunction<Enum: CasePathable>(_ payload: Any) -> Enum?
  where Self == PartialCaseKeyPath<Enum> {
    (Case<Enum>()[keyPath: self] as? any AnyCase)?.embedding(payload, in: Enum.self)
  }
}

extension Never: CasePathable {
  /// The case paths, of which there are none.
  public static var allCasePaths: Void { () }
}

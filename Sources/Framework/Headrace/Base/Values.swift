extension Equatable {
  /// Returns true if a value of any type is equal to this one.
  func isEqual(to other: Any) -> Bool { other as? Self == self }
}

extension Optional where Wrapped: ~Copyable {
  /// Changes the wrapped value in place, if there is one.
  ///
  /// The value is inspected in place, as a type that can't be copied. If the compiler could copy
  /// it, a debug build would do so to compare it with `nil`, and a large value may not fit on a
  /// small stack.
  @inlinable
  package mutating func modifyWrapped<Result>(_ body: (inout Wrapped) -> Result) -> Result? {
    let isPresent =
      switch self {
      case .some: true
      case .none: false
      }
    guard isPresent else { return nil }
    // The language has no other way to access the value without moving it out.
    return body(&self!)
  }
}

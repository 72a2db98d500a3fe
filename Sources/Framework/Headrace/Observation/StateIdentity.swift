public import CThreadSlots

// A store knows the type of its state as `any ObservableState.Type` if it has `@ObservableState`.

extension ObservableState {
  /// Returns the identity of a state of this type.
  ///
  /// A debug build would copy a value that is not `inout`.
  @usableFromInline
  static func identity<State>(of state: inout State) -> ObservableStateID {
    inPlace(&state, as: Self.self) { $0._$id }
  }

  /// Returns the identity of the state at an address.
  ///
  /// Safe: reading it changes nothing, and the caller keeps the state there.
  @usableFromInline
  static func identity<State>(at state: UnsafePointer<State>) -> ObservableStateID {
    identity(of: &UnsafeMutablePointer(mutating: state).pointee)
  }

  /// Returns the identity of a state that is being read.
  ///
  /// Safe: the pointer is used only in the closure.
  @usableFromInline
  static func identity<State>(reading state: State) -> ObservableStateID {
    withUnsafePointer(to: state) { identity(at: $0) }
  }
}

/// Calls a closure with a value in place, as its actual type.
///
/// A cast would copy the value.
///
/// - Precondition: The types are the same.
func inPlace<Value, Known, Result>(
  _ value: inout Value, as type: Known.Type, _ body: (inout Known) -> Result
) -> Result {
  precondition(Value.self == type, "The types are the same.")
  return withUnsafeMutablePointer(to: &value) { value in
    // Safe: the types are the same, as just checked, and this code has exclusive access to the
    // value.
    body(&UnsafeMutableRawPointer(value).assumingMemoryBound(to: Known.self).pointee)
  }
}

/// Numbers of changes, unique in the process; 0 means that a state has not changed yet.
///
/// They are generated even without observers: a copy can be saved before the first observer is
/// added. Each thread counts in its own block, so most stamps take no atomic operation.
@usableFromInline
enum StateStamp {
  /// Returns a stamp that no earlier change has.
  @inlinable
  @inline(__always)
  static func next() -> UInt64 { cthreadstamp_take() }

  /// Gives a state a new stamp, and returns it.
  ///
  /// - Parameter offset: The offset of its registrar's stamp, which its type provides.
  @inlinable
  @inline(__always)
  @discardableResult
  static func renew<State>(in state: inout State, offset: Int) -> UInt64 {
    let stamp = next()
    // Safe: this code has exclusive access to the state, whose type says that a stamp is there.
    withUnsafeMutableBytes(of: &state) { bytes in
      bytes.storeBytes(of: stamp, toByteOffset: offset, as: UInt64.self)
    }
    return stamp
  }
}

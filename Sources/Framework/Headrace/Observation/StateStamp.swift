public import CThreadSlots

/// Numbers of changes, unique in the process; 0 means that a state has not changed yet.
///
/// They are made whether or not there are observers: a copy can be saved before the first observer
/// is added. Each thread counts in its own block, so most stamps take no atomic operation.
@usableFromInline
enum StateStamp {
  /// A stamp that no change had before.
  @inlinable
  @inline(__always)
  static func next() -> UInt64 { cthreadstamp_take() }

  /// Gives a state a new stamp.
  ///
  /// - Parameter offset: The distance of its registrar's stamp, which its type provides.
  @inlinable
  @inline(__always)
  static func renew<State>(in state: inout State, offset: Int) {
    // Safe: the type of the state says that a stamp is there.
    withUnsafeMutableBytes(of: &state) { bytes in
      bytes.storeBytes(of: next(), toByteOffset: offset, as: UInt64.self)
    }
  }
}

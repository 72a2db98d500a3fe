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

  /// Gives the state at a place a new stamp.
  ///
  /// - Parameter offset: The distance of its registrar's stamp, which its type provides.
  @inlinable
  @inline(__always)
  static func renew<State>(at state: UnsafeMutablePointer<State>, offset: Int) {
    // Safe: the caller has exclusive access to the state, whose type says that a stamp is there.
    (UnsafeMutableRawPointer(state) + offset).assumingMemoryBound(to: UInt64.self).pointee = next()
  }
}

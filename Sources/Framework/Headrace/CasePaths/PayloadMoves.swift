/// Moves a payload out of a case and into it, where a copy would count references.
///
/// A copy of an action looks through all enums below it and counts the references that it finds: at
/// each level of features, on the way to the child, and for a child store on the way to the root as
/// well. So the runtime lends the payload instead. It copies the bits of the enum, moves the
/// payload out of the copy, and forgets both when the child has returned: see the benchmarks' row
/// `send through scopes, as written`.
///
/// It is safe for these reasons. The caller holds the value at the address until the call returns,
/// and the payload is part of it. Every value of Swift on Linux may be moved by its bits: neither
/// a strong nor a weak reference knows its own address. The closures move only within the two
/// slots, never in the caller's memory. What they move is not counted: a case that is not
/// `indirect` holds its payload itself, so one takes over what the other held. Then nothing is
/// destroyed in the slots.
@frozen
@usableFromInline
struct PayloadMoves<Root: ~Copyable, Value> {
  @usableFromInline let out: (_Slot<Root>, _Slot<Value>) -> Bool
  @usableFromInline let into: (_Slot<Value>, _Slot<Root>) -> Void
  /// Whether the closures are there, and a copy would count references.
  @usableFromInline let areUsed: Bool

  @inlinable
  init(
    out: @escaping (_Slot<Root>, _Slot<Value>) -> Bool,
    in into: @escaping (_Slot<Value>, _Slot<Root>) -> Void
  ) {
    self.out = out
    self.into = into
    self.areUsed = !_isPOD(Value.self)
  }

  /// The moves of a path that can't move: its payload is copied.
  @inlinable
  init() {
    self.out = { _, _ in false }
    self.into = { _, _ in }
    self.areUsed = false
  }
}

/// Memory for one value, which the runtime lends to the closures of a case path.
///
/// Safe: the runtime makes a slot of memory that outlives the call, and `@CasePathable` writes what
/// is called. It takes a value only out of a slot that holds one, and puts one only into the other.
@frozen
public struct _Slot<Value: ~Copyable> {
  @usableFromInline let address: UnsafeMutablePointer<Value>

  @inlinable
  init(_ address: UnsafeMutablePointer<Value>) {
    self.address = address
  }

  /// The value in the slot.
  @inlinable
  public var value: Value {
    _read { yield address.pointee }
  }

  /// Moves the value out of the slot.
  @inlinable
  public func take() -> Value { address.move() }

  /// Moves a payload out of its slot, and into this one as a case; this one must be empty.
  @inlinable
  public func put<Payload>(
    _ payload: _Slot<Payload>, in embed: (consuming Payload) -> Value
  ) {
    put(embed(payload.take()))
  }

  /// Moves a value into the slot, which must be empty.
  @inlinable
  public func put(_ value: consuming Value) {
    address.initialize(to: value)
  }
}

// Safe: the caller holds the value at an address until the call returns, so it and its payload are
// there for the closure. What a slot holds at the end belongs to that value, and is not destroyed.

extension AnyCasePath where Root: ~Copyable {
  /// Extracts the payload of the value at an address, which is not copied.
  ///
  /// A copy of an action looks through all enums below it. Where `Root` may be not copyable, the
  /// compiler makes none.
  @inlinable
  @inline(__always)
  package func extract(at root: UnsafePointer<Root>) -> Value? {
    extract(root.pointee)
  }

  /// Calls a closure with the address of the payload, if the value is of the case.
  ///
  /// - Parameters:
  ///   - root: The address of the value.
  ///   - body: Reads the payload, until it returns.
  /// - Returns: What the closure returns; `nil` for a value of another case.
  @inlinable
  @inline(__always)
  package func withPayload<Result>(
    at root: UnsafePointer<Root>, _ body: (UnsafePointer<Value>) -> Result
  ) -> Result? {
    guard !_isPOD(Value.self), moves.areUsed else {
      return extract(at: root).map { _withUnprotectedUnsafePointer(to: $0, body) }
    }
    return _Slot.withBits(of: root) { copy in
      _Slot.withEmpty { payload in moves.out(copy, payload) ? body(payload.address) : nil }
    }
  }
}

// Safe: the bits are read as the type that they have, and memory for one value is asked for.

extension _Slot where Value: ~Copyable {
  /// Calls a closure with a slot that holds the bits of a value.
  @inlinable
  @inline(__always)
  static func withBits<Result>(
    of value: UnsafePointer<Value>, _ body: (_Slot<Value>) -> Result
  ) -> Result {
    withEmpty { copy in
      UnsafeMutableRawPointer(copy.address)
        .copyMemory(from: value, byteCount: MemoryLayout<Value>.size)
      return body(copy)
    }
  }

  /// Calls a closure with an empty slot. What is in it at the end is forgotten, not destroyed.
  @inlinable
  @inline(__always)
  static func withEmpty<Result>(_ body: (_Slot<Value>) -> Result) -> Result {
    withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { memory in
      // Memory for one value has an address.
      body(_Slot(memory.baseAddress.unsafelyUnwrapped))
    }
  }
}

/// Moves a payload out of a case and into it, where a copy would count references.
///
/// A copy of an action looks through all enums below it and counts the references that it finds: at
/// each level of features, on the way to the child, and for a child store on the way to the root as
/// well. So the runtime lends the payload instead. It copies the bits of the enum, moves the
/// payload out of the copy, and forgets both when the child has returned: see the benchmarks' row
/// `send through scopes, as written`.
///
/// It is safe for these reasons. The caller holds the value at the address until the call returns,
/// and the payload is part of it. `areUsed` asks whether the type may be moved by its bits. The
/// closures move only within the two slots, never in the caller's memory. A move makes and counts
/// nothing: the payload is an enum that is stored in the case, not in a box, so one slot takes over
/// what the other held. Then nothing is destroyed in the slots.
@usableFromInline
struct PayloadMoves<Root: ~Copyable, Value> {
  @usableFromInline let out: (_Slot<Root>, _Slot<Value>) -> Bool
  @usableFromInline let into: (_Slot<Value>, _Slot<Root>) -> Void
  /// Whether the closures are used. They are not optional, because to look at an optional closure
  /// counts a reference to it.
  @usableFromInline let areUsed: Bool

  @inlinable
  init(
    out: @escaping (_Slot<Root>, _Slot<Value>) -> Bool,
    in into: @escaping (_Slot<Value>, _Slot<Root>) -> Void
  ) where Root: Copyable {
    self.out = out
    self.into = into
    // A payload without references is copied at no cost. A type may not be moved by its bits if it
    // has a weak field, or is a type of C++ that knows its own address. A larger slot than these
    // would be allocated on the heap.
    self.areUsed =
      !_isPOD(Value.self) && _isBitwiseTakable(Root.self) && MemoryLayout<Root>.stride <= 1_024
      && MemoryLayout<Root>.alignment <= 16
  }

  /// The moves of a path that does not move: its payload is copied.
  @inlinable
  init() {
    self.out = { _, _ in false }
    self.into = { _, _ in }
    self.areUsed = false
  }
}

// MARK: - What '@CasePathable' Writes

extension AnyCasePath where Value: CasePathable {
  /// Creates a case path that can also move its payload, an enum; `@CasePathable` writes it.
  ///
  /// - Parameters:
  ///   - embed: Puts a payload into the case.
  ///   - extract: Returns the payload, or `nil` for a value of another case.
  ///   - moveOut: If the value in the first slot is of the case, moves its payload into the second,
  ///     and returns `true`. Otherwise returns `false`, and leaves the value where it is.
  ///   - moveIn: Moves the payload in the first slot into the case, and that into the second.
  ///   - property: What test failures call the case.
  /// - Precondition: The case is not `indirect`.
  @inlinable
  public init(
    embed: @escaping (Value) -> Root, extract: @escaping (borrowing Root) -> Value?,
    _moveOut moveOut: @escaping (_Slot<Root>, _Slot<Value>) -> Bool,
    _moveIn moveIn: @escaping (_Slot<Value>, _Slot<Root>) -> Void,
    property: StaticString = #function
  ) {
    self.init(
      embed: embed, extract: extract, moves: PayloadMoves(out: moveOut, in: moveIn),
      property: property)
  }
}

extension AnyCasePath {
  /// Creates a case path whose payload may be anything, and is copied. A move may make something: a
  /// function in an enum and one in a slot are called in different ways, so a function is wrapped.
  @inlinable
  public init(
    embed: @escaping (Value) -> Root, extract: @escaping (borrowing Root) -> Value?,
    _moveOut: @escaping (_Slot<Root>, _Slot<Value>) -> Bool,
    _moveIn: @escaping (_Slot<Value>, _Slot<Root>) -> Void,
    property: StaticString = #function
  ) {
    self.init(embed: embed, extract: extract, property: property)
  }
}

extension AnyCasePath where Value: CasePathable & ExpressibleByNilLiteral {
  /// Creates a case path whose payload is an optional, which may hold a function, and is copied.
  @inlinable
  public init(
    embed: @escaping (Value) -> Root, extract: @escaping (borrowing Root) -> Value?,
    _moveOut: @escaping (_Slot<Root>, _Slot<Value>) -> Bool,
    _moveIn: @escaping (_Slot<Value>, _Slot<Root>) -> Void,
    property: StaticString = #function
  ) {
    self.init(embed: embed, extract: extract, property: property)
  }
}

/// Memory for one value, which the runtime lends to the closures of a case path.
///
/// Safe: the runtime makes a slot of memory that outlives the call. What `@CasePathable` writes
/// takes a value out of a slot that holds one, and puts it into an empty slot.
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

  /// Moves the value out of the slot, which must hold one.
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
    // The first question is answered when the code is compiled, where the type is known.
    guard !_isPOD(Value.self), moves.areUsed else {
      return extract(at: root).map { _withUnprotectedUnsafePointer(to: $0, body) }
    }
    return _Slot.withBits(of: root) { copy in
      _Slot.withEmpty { payload in moves.out(copy, payload) ? body(payload.address) : nil }
    }
  }
}

// Safe: the bits are read as the type that they have, and memory for one value is asked for.

extension _Slot {
  /// Calls a closure with the address of a payload in its case, where a function moves it.
  @inlinable
  @inline(__always)
  static func withCase<Root, Result>(
    of payload: UnsafePointer<Value>, by moveIn: (_Slot<Value>, _Slot<Root>) -> Void,
    _ body: (UnsafePointer<Root>) -> Result
  ) -> Result {
    withBits(of: payload) { payload in
      _Slot<Root>.withEmpty { root in
        moveIn(payload, root)
        return body(root.address)
      }
    }
  }
}

// Safe: as above.

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

/// A number that stands for a typed passcode stored by the client.
///
/// It can be spent once. The client discards the passcode when the handle is spent or its last copy
/// ends.
public struct PasscodeHandle: Sendable {
  /// A number that a client never issues twice.
  public let id: UInt64
  /// An object of the client that lives as long as any copy of the handle.
  public let lease: (any Sendable)?

  /// Creates a handle with a number, in a client or a test.
  ///
  /// - Parameters:
  ///   - id: The number.
  ///   - lease: An object that ends with the last copy of the handle; a test needs none.
  public init(id: UInt64, lease: (any Sendable)? = nil) {
    self.id = id
    self.lease = lease
  }
}

extension PasscodeHandle: Hashable {
  /// Compares the numbers.
  public static func == (first: PasscodeHandle, second: PasscodeHandle) -> Bool {
    first.id == second.id
  }

  /// Hashes the number.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(id)
  }
}

extension PasscodeHandle: CustomReflectable {
  /// The number, without the lease, which leads to the passcode.
  public var customMirror: Mirror {
    Mirror(self, children: ["id": id], displayStyle: .struct)
  }
}

/// Permission to change the passcode once, given after verifying the current one.
public struct PasscodeLeave: Hashable, Sendable {
  /// A number that a client never issues twice.
  public let id: UInt64

  /// Creates a leave with a number, in a client or a test.
  public init(id: UInt64) {
    self.id = id
  }
}

/// A passcode that was typed, kept by the client; here it is a number.
///
/// It can be spent once. The client forgets the passcode when it is spent, or when the handle
/// is gone.
public struct PasscodeHandle: Sendable {
  /// A number that is never given twice by one client.
  public let id: UInt64
  /// What the client wants to live as long as a copy of the handle.
  public let lease: (any Sendable)?

  /// Names a passcode with a number, as a client or a test does.
  ///
  /// - Parameters:
  ///   - id: The number.
  ///   - lease: What ends with the last copy of the handle; a test needs none.
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
  /// The number, and nothing of where the passcode is.
  public var customMirror: Mirror {
    Mirror(self, children: ["id": id], displayStyle: .struct)
  }
}

/// Leave to change the passcode once, given for the one that was set.
public struct PasscodeLeave: Hashable, Sendable {
  /// A number that is never given twice by one client.
  public let id: UInt64

  /// Names leave with a number, as a client or a test does.
  public init(id: UInt64) {
    self.id = id
  }
}

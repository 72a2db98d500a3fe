/// A secret that the host deposited in the vault, such as a passcode or a typed phrase.
///
/// It can be spent once, by the operation that it is passed to. It is wiped when it is spent, when
/// the vault is locked, five minutes after it was deposited, or when the last copy of the handle
/// ends: an action that arrived at the wrong time, or an effect that was cancelled before it began,
/// leaves nothing behind.
package struct SecretHandle: Sendable {
  /// A number that a vault never issues twice.
  package let id: UInt64

  /// An object that keeps the secret for as long as a copy of the handle exists.
  private let lease: SecretLease?

  /// Creates a handle with a number, in a vault or a test.
  ///
  /// - Parameters:
  ///   - id: The number.
  ///   - lease: An object that ends with the last copy of the handle; a test needs none.
  package init(id: UInt64, lease: SecretLease? = nil) {
    self.id = id
    self.lease = lease
  }
}

extension SecretHandle: Hashable {
  /// Compares the numbers.
  package static func == (first: SecretHandle, second: SecretHandle) -> Bool {
    first.id == second.id
  }

  /// Hashes the number.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(id)
  }
}

extension SecretHandle: Codable {
  /// Decodes the number, and marks it as decoded.
  package init(from decoder: any Decoder) throws {
    self.init(id: UInt64(handleFrom: try decoder.singleValueContainer().decode(UInt64.self)))
  }

  /// Encodes the number without the mark.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(id.unmarked)
  }
}

/// Marks the number of a decoded handle, which names nothing in any vault: the highest bit is set,
/// and no vault counts that far.
///
/// So a line of a journal can't spend a secret of the process that reads it.
extension UInt64 {
  private static let decodedMark: UInt64 = 1 << 63

  init(handleFrom number: UInt64) { self = number | Self.decodedMark }

  var unmarked: UInt64 { self & ~Self.decodedMark }
}

extension SecretHandle: CustomReflectable {
  /// The number, without the lease, which leads to the secret.
  package var customMirror: Mirror {
    Mirror(self, children: ["id": id], displayStyle: .struct)
  }
}

/// Notifies its vault when the last copy of a handle ends.
package final class SecretLease: Sendable {
  private let end: @Sendable () -> Void

  /// Creates a lease that calls a closure once, at its end, on any thread.
  package init(end: @escaping @Sendable () -> Void) {
    self.end = end
  }

  deinit {
    end()
  }
}

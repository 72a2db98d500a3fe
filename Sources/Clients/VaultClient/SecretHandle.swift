/// A secret that the host deposited in the vault, such as a passcode or a typed phrase.
///
/// It can be spent once, by the operation it is passed to. It is wiped when it is, when the vault
/// is locked, five minutes after it was deposited, or when the handle is gone: an
/// action that came at the wrong time, or an effect that was cancelled before it began, leaves
/// nothing behind.
package struct SecretHandle: Sendable {
  /// A number that is never given twice by one vault.
  package let id: UInt64

  /// What keeps the secret for as long as a copy of the handle is held.
  private let lease: SecretLease?

  /// Names the secret with a number, as a vault or a test does.
  ///
  /// - Parameters:
  ///   - id: The number.
  ///   - lease: Ends with the last copy of the handle; a test needs none.
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
  /// Reads the number, marked as decoded.
  package init(from decoder: any Decoder) throws {
    self.init(id: UInt64(handleFrom: try decoder.singleValueContainer().decode(UInt64.self)))
  }

  /// Writes the number without the mark.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(id.unmarked)
  }
}

/// A decoded handle names nothing in any vault, so a line of a journal can't spend a secret of the
/// process that reads it: the highest bit of its number is set, and no vault counts that far.
extension UInt64 {
  private static let decodedMark: UInt64 = 1 << 63

  init(handleFrom number: UInt64) { self = number | Self.decodedMark }

  var unmarked: UInt64 { self & ~Self.decodedMark }
}

extension SecretHandle: CustomReflectable {
  /// The number, and nothing of where the secret is.
  package var customMirror: Mirror {
    Mirror(self, children: ["id": id], displayStyle: .struct)
  }
}

/// Tells its vault when the last copy of a handle is gone.
package final class SecretLease: Sendable {
  private let end: @Sendable () -> Void

  /// A lease that calls a closure once, at its end, on any thread.
  package init(end: @escaping @Sendable () -> Void) {
    self.end = end
  }

  deinit {
    end()
  }
}

/// What tells one vault from another without its passcode.
public enum VaultMark {
  /// The mark of the vault in a file; nil where the bytes are no vault that can be read.
  ///
  /// It is the Keccak-256 hash of the salt that the vault's key was made with, in hexadecimal with
  /// 0x. A vault that is opened, or gets another account, keeps its mark. A new passcode and a new
  /// vault have new ones. The mark is no secret, and no proof: all that may read the file can make
  /// it.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  public static func read(fromFile bytes: [UInt8]) -> String? {
    do throws(VaultFile.Unreadable) {
      return "0x" + LowercaseHex.encode(VaultCrypto.hash(try VaultFile(decoding: bytes).salt))
    } catch {
      return nil
    }
  }
}

/// The right to change a vault's sessions, among all processes; it ends with the last reference.
package final class SessionsLease: Sendable {
  private let end: @Sendable () -> Void

  /// A lease that calls a closure once, at its end.
  package init(end: @escaping @Sendable () -> Void) {
    self.end = end
  }

  deinit {
    end()
  }
}

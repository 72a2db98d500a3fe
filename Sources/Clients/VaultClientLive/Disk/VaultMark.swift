/// A mark that identifies a vault without its passcode.
public enum VaultMark {
  /// Returns the mark of the vault in a file; nil if the bytes are not a readable vault.
  ///
  /// It is the Keccak-256 hash of the salt of the vault's key, in hexadecimal with 0x. A vault that
  /// is opened, or gets another account, keeps its mark. A new passcode and a new vault have new
  /// ones. The mark is neither a secret nor a proof: anyone who may read the file can compute it.
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

  /// Creates a lease that calls a closure once, at its end.
  package init(end: @escaping @Sendable () -> Void) {
    self.end = end
  }

  deinit {
    end()
  }
}

import ActivityClient
import ActivityClientLive
import Synchronization
import VaultClient
import VaultClientLive

/// Keeps the journal of payments bound to the vault, so that an old copy of it is noticed.
///
/// At each opening, and before each signature, the journal counts on and the vault notes the count
/// in its authenticated header. The vault is read first and written last: another process, or a
/// kill at any moment, leaves a journal that is ahead of the vault and never one that is behind.
struct JournalBinding: Sendable {
  let vault: Vault
  let journal: ActivityJournal

  /// What the last opening found.
  final class Finding: Sendable {
    private let refusal = Mutex<SigningRefusal?>(nil)

    /// Why nothing will be signed; nil where the journal is the vault's.
    var value: SigningRefusal? {
      get { refusal.withLock { $0 } }
      set { refusal.withLock { $0 = newValue } }
    }
  }

  /// Counts one more use of the journal by the open vault.
  ///
  /// - Parameter isSigning: Whether a journal is made where there is none yet.
  /// - Throws: `.journalIsOlder` where it is not the one that the vault knows.
  func use(isSigning: Bool) async throws(SigningRefusal) {
    let known = try await vault.journalMark()
    let stamp: JournalStamp?
    do throws(StampRefusal) {
      stamp = try await journal.stamp(
        expecting: known.map { JournalStamp(id: $0.id, count: $0.stamp) }, makesMissing: isSigning)
    } catch {
      throw SigningRefusal(error)
    }
    if let stamp { try await vault.note(JournalMark(id: stamp.id, stamp: stamp.count)) }
  }

  /// Takes the journal that is there, whatever the vault knows of another one.
  func accept() async throws(SigningRefusal) {
    let stamp: JournalStamp?
    do throws(StampRefusal) {
      stamp = try await journal.stamp(expecting: nil, makesMissing: true)
    } catch {
      throw SigningRefusal(error)
    }
    guard let stamp else { return }
    try await vault.note(JournalMark(id: stamp.id, stamp: stamp.count), isAccepted: true)
  }
}

extension SigningRefusal {
  /// What a journal that was not stamped means for a signature.
  fileprivate init(_ refusal: StampRefusal) {
    switch refusal {
    case .older: self = .journalIsOlder
    case .storage(.diskFull(let path)): self = .storage(.diskFull(path: path))
    case .storage(.permissionDenied(let path)): self = .storage(.permissionDenied(path: path))
    case .storage(.exposed(let path, let mode)):
      self = .storage(.exposed(path: path, mode: mode))
    case .storage(.system(let path, let number)):
      self = .storage(.system(path: path, errorNumber: number))
    case .storage(.busy): self = .storage(.busy)
    case .storage(.damaged(let path, _)), .storage(.corrupt(let path)),
      .storage(.tooLarge(let path)):
      self = .storage(.damaged(path: path))
    case .storage(.unsupportedVersion(let found, let supported)):
      self = .storage(.unsupportedVersion(found: found, supported: supported))
    }
  }
}

extension VaultClient {
  /// The same vault; it signs only beside the journal that it knows.
  ///
  /// - Parameters:
  ///   - binding: The vault and the journal.
  ///   - noting: Told at each opening why nothing will be signed; nil where nothing is wrong.
  func bound(
    by binding: JournalBinding, noting: @escaping @Sendable (SigningRefusal?) -> Void = { _ in }
  ) -> VaultClient {
    var client = self
    let (unlock, sign) = (unlock, sign)
    client.unlock = { handle throws(UnlockRefusal) in
      let accounts = try await unlock(handle)
      do throws(SigningRefusal) {
        try await binding.use(isSigning: false)
        noting(nil)
      } catch {
        noting(error)
      }
      return accounts
    }
    client.sign = { authorization, account, transaction throws(SigningRefusal) in
      try await binding.use(isSigning: true)
      return try await sign(authorization, account, transaction)
    }
    return client
  }
}

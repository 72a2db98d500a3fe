import ActivityClient
import ActivityClientLive
import Synchronization
import VaultClient
import VaultClientLive

/// Binds the journal of payments to the vault, so that an old copy of it is detected.
///
/// At each opening, before each signature, and after each record of a payment, the journal
/// increments its count, and the vault stores the count in its authenticated header. The vault is
/// read first and written last: another process, or a kill at any moment, leaves a journal that is
/// ahead of the vault and never one that is behind.
struct JournalBinding: Sendable {
  let vault: Vault
  let journal: ActivityJournal
  /// The last finding.
  var finding = Finding()

  /// The last finding about the journal, with the vault open.
  final class Finding: Sendable {
    private let standing = Mutex(JournalStatus.asKnown)

    /// The relation of the journal to the vault.
    var value: JournalStatus {
      get { standing.withLock { $0 } }
      set { standing.withLock { $0 = newValue } }
    }
  }

  /// Counts one more use of the journal by the open vault.
  ///
  /// - Parameter isSigning: True to create a missing journal.
  /// - Throws: `.journalIsOlder` if it is not the one that the vault knows.
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

  /// Counts a new record.
  fileprivate func noteRecord() async {
    do throws(SigningRefusal) {
      try await use(isSigning: false)
    } catch {
      // The payment is recorded, which matters more. A failure to update the vault, such as a full
      // disk or a lock in between, is reported by the next signature or opening.
    }
  }

  /// Checks whether a signature would find the journal that the vault knows; writes nothing.
  func look() async throws(SigningRefusal) -> JournalStatus {
    guard let known = try await vault.journalMark() else { return .asKnown }
    do throws(StampRefusal) {
      try await journal.check(expecting: JournalStamp(id: known.id, count: known.stamp))
      return .asKnown
    } catch {
      guard error == .older else { throw SigningRefusal(error) }
      return .older
    }
  }

  /// Accepts the present journal, whatever the vault knows about another one.
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
  /// Converts a refused stamp into an error of a signature.
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

extension ActivityClient {
  /// Returns the same journal, which also stamps each record.
  ///
  /// The stamp before a signature is older than the record. Without this one, a copy of the journal
  /// that was made between the two could replace the journal that has the payment.
  func bound(by binding: JournalBinding) -> ActivityClient {
    var client = self
    let (record, replace) = (record, replace)
    client.record = { intent, transaction throws(RecordRefusal) in
      let payment = try await record(intent, transaction)
      await binding.noteRecord()
      return payment
    }
    client.replace = { id, transaction throws(ReplaceRefusal) in
      let payment = try await replace(id, transaction)
      await binding.noteRecord()
      return payment
    }
    return client
  }
}

extension VaultClient {
  /// Returns the same vault, which signs only beside the journal that it knows.
  ///
  /// - Parameters:
  ///   - binding: The vault and the journal.
  ///   - noting: Receives the finding about the journal at each opening.
  func bound(
    by binding: JournalBinding, noting: @escaping @Sendable (JournalStatus) -> Void = { _ in }
  ) -> VaultClient {
    var client = self
    let (unlock, sign) = (unlock, sign)
    let finding = binding.finding
    client.unlock = { handle throws(UnlockRefusal) in
      let accounts = try await unlock(handle)
      do throws(SigningRefusal) {
        try await binding.use(isSigning: false)
        finding.value = .asKnown
      } catch {
        // A disk error is reported by the operation that needs the journal.
        finding.value = error == .journalIsOlder ? .older : .asKnown
      }
      noting(finding.value)
      return accounts
    }
    client.journalStanding = {
      do throws(SigningRefusal) {
        finding.value = try await binding.look()
      } catch {
        // The vault is locked, or the disk fails, so the last finding is the best knowledge.
        return finding.value
      }
      return finding.value
    }
    client.sign = { authorization, account, transaction throws(SigningRefusal) in
      do throws(SigningRefusal) {
        try await binding.use(isSigning: true)
        finding.value = .asKnown
      } catch {
        if error == .journalIsOlder { finding.value = .older }
        throw error
      }
      return try await sign(authorization, account, transaction)
    }
    return client
  }
}

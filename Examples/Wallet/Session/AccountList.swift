import DurableFiles
import VaultClient
import VaultClientLive

/// The addresses of a home folder's accounts, in a file beside the vault, for showing them without
/// the passcode.
///
/// It has only public data and names. It names the vault it was written for; beside another vault
/// it is outdated and ignored. A program that can write to the home folder can put false addresses
/// into it, as the threat model says; each opening of the vault reports and corrects them.
struct AccountList: Sendable {
  private struct Saved: Codable, Equatable, Sendable {
    /// The mark of the vault.
    var vault: String
    var accounts: [ListedAccount]
  }

  /// The result of comparing the list before writing it.
  enum Finding: Equatable {
    /// The list was missing or outdated, or all its accounts are in the vault.
    case asExpected
    /// The list belonged to this vault, but had an account that differs from the vault's.
    case wasFalse
  }

  /// The maximum size of a vault's file.
  private static let vaultByteCountMax = 1 << 20

  private let record: DurableRecord<Saved>
  private let vaultPath: String
  private let files: FileSystem

  /// Creates the list of a home folder.
  init(home: String, files: FileSystem = .posix) {
    record = DurableRecord(
      path: home + "/settings/accounts.json", format: "headrace-accounts", files: files)
    vaultPath = home + "/vault/vault"
    self.files = files
  }

  /// Returns the accounts; nil if the list is unreadable, or the vault has changed since.
  func read() -> [VaultAccount]? {
    do {
      guard let saved = try record.read(), let vault = try vaultMark(), saved.vault == vault,
        !saved.accounts.isEmpty
      else { return nil }
      return try saved.accounts.map { try $0.account() }
    } catch {
      // The vault shows them, after its passcode.
      return nil
    }
  }

  /// Writes the vault's current accounts.
  ///
  /// A list that can't be written does no harm: commands then ask the vault.
  @discardableResult
  func write(_ accounts: [VaultAccount]) -> Finding {
    do {
      guard let vault = try vaultMark() else { return .asExpected }
      let new = Saved(vault: vault, accounts: accounts.map { ListedAccount($0) })
      let old = readable()
      guard old != new else { return .asExpected }
      try record.replace(new)
      guard let old, old.vault == vault else { return .asExpected }
      let isTrue = old.accounts.allSatisfy { old in new.accounts.contains { old.isSame(as: $0) } }
      return isTrue ? .asExpected : .wasFalse
    } catch {
      return .asExpected
    }
  }

  /// Removes the list, if it exists; one that can't be removed is outdated without its vault.
  func remove() {
    do throws(RecordFailure) {
      try record.remove()
    } catch {
      return
    }
  }

  private func readable() -> Saved? {
    do throws(RecordFailure) {
      return try record.read()
    } catch {
      return nil
    }
  }

  private func vaultMark() throws(FileFailure) -> String? {
    try files.read(vaultPath, Self.vaultByteCountMax).flatMap { VaultMark.read(fromFile: $0) }
  }
}

// MARK: - Updating the List

extension VaultClient {
  /// Returns the same vault, which also writes its accounts to the list whenever they change.
  func listing(
    in list: AccountList, noting: @escaping @Sendable (AccountList.Finding) -> Void = { _ in }
  ) -> VaultClient {
    var client = self
    let (status, unlock, commit) = (status, unlock, commit)
    let (derive, rename, change, erase) = (deriveAccount, renameAccount, changePasscode, erase)
    let authorize = authorize
    let relist: @Sendable () async -> Void = {
      do throws(VaultStorageFailure) {
        if case .unlocked(let accounts) = try await status() { _ = list.write(accounts) }
      } catch {
        // The vault can't be read now; its list is outdated and ignored.
        return
      }
    }
    client.unlock = { handle throws(UnlockRefusal) in
      let accounts = try await unlock(handle)
      noting(list.write(accounts))
      return accounts
    }
    client.authorize = { purpose, passcode throws(AuthorizationRefusal) in
      do throws(AuthorizationRefusal) {
        let authorization = try await authorize(purpose, passcode)
        guard authorization.hasOpenedVault else { return authorization }
        do throws(VaultStorageFailure) {
          if case .unlocked(let accounts) = try await status() { noting(list.write(accounts)) }
        } catch {
          // The vault can't be read now; its list is outdated and ignored.
        }
        return authorization
      } catch {
        if error == .otherAddress {
          list.remove()
          noting(.wasFalse)
        }
        throw error
      }
    }
    client.commit = { handle throws(CommitRefusal) in
      let committed = try await commit(handle)
      await relist()
      return committed
    }
    client.deriveAccount = { () throws(AccountRefusal) in
      let account = try await derive()
      await relist()
      return account
    }
    client.renameAccount = { id, name throws(AccountRefusal) in
      let account = try await rename(id, name)
      await relist()
      return account
    }
    client.changePasscode = { authorization, policy, new, again throws(PasscodeChangeRefusal) in
      try await change(authorization, policy, new, again)
      await relist()
    }
    client.erase = { authorization throws(EraseRefusal) in
      try await erase(authorization)
      list.remove()
    }
    return client
  }
}

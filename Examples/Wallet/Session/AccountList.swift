import DurableFiles
import VaultClient
import VaultClientLive

/// The addresses of a home's accounts, in a file beside the vault: what can be told without the
/// passcode.
///
/// It has public data only, and names. It says which vault it was written with; beside another
/// vault it is stale, and counts as none. A program that can write the home's files can write false
/// addresses into it, as the threat model says; each opening of the vault tells that, and mends it.
struct AccountList: Sendable {
  private struct Saved: Codable, Equatable, Sendable {
    /// The mark of the vault.
    var vault: String
    var accounts: [ListedAccount]
  }

  /// What writing the list found.
  enum Finding: Equatable {
    /// The list was missing or stale, or named no account that the vault doesn't have.
    case asExpected
    /// The list was of this vault, and named an account that the vault doesn't have so.
    case wasFalse
  }

  /// The most that a vault's file has.
  private static let vaultByteCountMax = 1 << 20

  private let record: DurableRecord<Saved>
  private let vaultPath: String
  private let files: FileSystem

  /// Names the list of a home.
  init(home: String, files: FileSystem = .posix) {
    record = DurableRecord(
      path: home + "/settings/accounts.json", format: "headrace-accounts", files: files)
    vaultPath = home + "/vault/vault"
    self.files = files
  }

  /// The accounts; nil where there is no list that can be read, or the vault has changed since.
  func read() -> [VaultAccount]? {
    do {
      guard let saved = try record.read(), let vault = try vaultMark(), saved.vault == vault,
        !saved.accounts.isEmpty
      else { return nil }
      return try saved.accounts.map { try $0.account() }
    } catch {
      // The vault tells, after its passcode.
      return nil
    }
  }

  /// Writes the accounts of the vault as it stands.
  ///
  /// A list that can't be written is not missed: commands ask the vault then.
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

  /// Removes the list, if there is one; one that can't be removed is stale without its vault.
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

// MARK: - Keeping the List

extension VaultClient {
  /// The same vault; whenever its accounts are known or change, they are listed beside it.
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
        // The vault can't be read now; its list is stale, and counts as none.
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
          // The vault can't be read now; its list is stale and is ignored.
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

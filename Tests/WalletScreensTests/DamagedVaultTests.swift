import AuthFeature
import DevChain
import DurableFilesTesting
import EthereumCrypto
import Foundation
import Headrace
import HeadraceFlow
import HeadraceTerminal
import HeadraceTerminalTesting
import HeadraceTesting
import PasscodeFeature
import Testing
import VaultClient
import WalletApp

@testable import WalletCLI

/// The app works although the vault's file can't be read: the wallet is restored from its phrase,
/// and the file is kept.
@Suite(.serialized) struct DamagedVaultTests {
  /// Changes a byte of a wallet's vault, and opens the app.
  private static let script = """
    umask 077; cd "$HOME"
    echo correct horse >pass
    vault="$HOME/.headrace/vault/vault"
    size=$(wc -c <"$vault")
    printf '\\377' | dd of="$vault" bs=1 seek=$((size - 40)) conv=notrunc 2>/dev/null
    cp "$vault" before
    "$0"
    cmp -s before "$vault.unreadable-1" && echo it is kept as it was
    "$0" accounts --passcode-file pass
    """

  @Test func itIsSetAsideByAnImportInTheApp() async throws {
    let process = try ScreenProcess(
      ["-c", Self.script, try ScreenProcess.executable()], size: Size(columns: 100, rows: 30),
      shell: true, files: try await CheapWallet.files(in: ".headrace"))
    process.expect("The vault's file is damaged.")
    process.expect("The file is \(process.home)")
    // The import is already chosen.
    process.type("\r")
    process.expect("Enter the recovery phrase")
    process.type(DevChainAccounts.mnemonic)
    process.expect(Array(repeating: "●", count: 32).joined(separator: " "))
    process.type("\r")
    for question in ["Choose a passcode", "Repeat the passcode"] {
      process.expect(question)
      process.type("correct horse\r")
    }
    process.expect("The damaged file is kept")
    process.expect("Activity")
    process.type("q")
    process.expect("it is kept as it was")
    process.expect(DevChainAccounts.addresses[0].checksummed)
    #expect(process.change() == .exited(0))
  }

  private static let path = "/wallet/vault"

  /// Damages a vault that could be opened before.
  private static func damage(_ disk: SimulatedDisk) throws {
    var bytes = try #require(disk.contents(path))
    bytes[bytes.count - 40] ^= 1
    disk.put(bytes, at: path)
  }

  /// The file was damaged at the passcode prompt: no passcode would ever open it.
  @Test func vaultDamagedWhileLockedLeadsToTheFirstScreen() async throws {
    let disk = SimulatedDisk()
    _ = try await PasscodePerson.atHome(disk)
    let person = PasscodePerson(disk, hasWallet: true)
    try Self.damage(disk)
    await person.enter(PasscodePerson.passcode)
    await person.store.receive(\.inner.vaultDamaged)
    #expect(person.store.state.wallet == nil)
    #expect(person.store.state.passcode == nil)
    #expect(person.rows.contains { $0.contains("The vault's file is damaged.") }, "\(person.rows)")

    await person.press("enter")
    await person.enter(DevChainAccounts.mnemonic)
    await person.receive { if case .create(.inner(.phraseImported)) = $0 { true } else { false } }
    await person.enter(PasscodePerson.passcode)
    await person.store.receive(\.passcode.inner.chosen)
    await person.enter(PasscodePerson.passcode)
    await person.receive { if case .create(.delegate(.finished)) = $0 { true } else { false } }
    #expect(person.store.state.damagedVault == nil)
    #expect(disk.contents(Self.path + ".unreadable-1") != nil)
    #expect(await person.opens(PasscodePerson.passcode))
  }

  /// Escape leads back to the same choice, and the file is not moved.
  @Test func anImportThatIsGivenUpLeavesItWhereItIs() async throws {
    let disk = SimulatedDisk()
    _ = try await PasscodePerson.atHome(disk)
    try Self.damage(disk)
    let before = disk.contents(Self.path)
    let person = PasscodePerson(disk, hasWallet: true)
    await person.enter(PasscodePerson.passcode)
    await person.store.receive(\.inner.vaultDamaged)
    await person.press("enter")
    await person.press("esc")
    await person.receive { if case .create(.delegate(.cancelled)) = $0 { true } else { false } }
    #expect(person.store.state.wallet == nil)
    #expect(person.store.state.damagedVault == Self.path)
    #expect(disk.contents(Self.path) == before)
    #expect(disk.contents(Self.path + ".unreadable-1") == nil)
  }

  /// If a vault can't be opened for another reason, the unlock screen stays.
  @Test func anotherTroubleStaysOnTheScreen() async throws {
    let disk = SimulatedDisk()
    _ = try await PasscodePerson.atHome(disk)
    let person = PasscodePerson(disk, hasWallet: true)
    disk.setMode(0o644, of: Self.path)
    await person.enter(PasscodePerson.passcode)
    await person.store.receive(\.passcode.inner.failed)
    #expect(person.store.state.top?.is(\.unlock) == true)
    #expect(person.store.state.damagedVault == nil)
  }
}

import ActivityClient
import ActivityClientLive
import ArgumentParser
import DurableFiles
import EthereumCrypto
import Foundation
import SendFeature
import VaultClient
import VaultClientLive

/// `wallet backup`: saves the whole wallet to one file.
struct BackupCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "backup",
      abstract: Phrase("Writes the whole wallet into one file, sealed under its passcode.").text,
      discussion: Phrase(
        """
        The file holds the vault, the device key, the payments with the contacts, the networks and \
        the settings; sessions with services are left out. The passcode alone opens it: anyone \
        with the file may guess passcodes, as with copies of the vault and its device key, and six \
        digits fall in about eight days of one core. A file that exists is never replaced.
        """
      ).text)
  }

  @Argument(help: .said("The file to write."))
  var file: String

  @OptionGroup var wallet: SetupOptions

  @Flag(help: .said("Answers with one JSON object."))
  var json = false

  func validate() throws {
    guard !file.isEmpty else {
      throw ValidationError.said("expected a file to write, found nothing")
    }
  }

  func run() async throws {
    let (wallet, file, json) = (wallet, BackupText.path(file), json)
    try await CommandRun.reporting(on: wallet, json: json) {
      session, terminal throws(CommandFailure) in
      // Checked before the passcode is typed, which would otherwise be in vain.
      try BackupText.requireNothing(at: file)
      let passcode = try wallet.passcode("Passcode:", terminal)
      let isWeak = passcode.withUnsafeBytes { bytes in
        bytes.count == 6 && bytes.allSatisfy { (0x30...0x39).contains($0) }
      }
      let backup = try await session.backUp(passcode, home: wallet.homePath)
      do throws(FileFailure) {
        try DurableFile(path: file, byteCountMax: backup.bytes.count, files: .posix)
          .writeNew(backup.bytes)
      } catch {
        throw BackupText.failure(error)
      }
      if isWeak { terminal.writeNote(BackupText.weak, json: json) }
      terminal.writeLine(BackupText.text(backup, file: file, json: json))
    }
  }
}

/// `wallet restore`: restores a wallet from such a file.
struct RestoreCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "restore",
      abstract: Phrase("Restores the wallet from a file that 'wallet backup' wrote.").text,
      discussion: Phrase(
        """
        The wallet's folder must be empty or missing. Everything is checked before anything is \
        written: the wallet is restored completely or not at all. Payments made after the backup \
        are unknown to it: transactions that the node counts beyond it are reported before a \
        payment, and 'wallet repair' reads the outcomes of the others again.
        """
      ).text)
  }

  @Argument(help: .said("The file that 'wallet backup' wrote."))
  var file: String

  @OptionGroup var wallet: SetupOptions

  @Flag(help: .said("Answers with one JSON object."))
  var json = false

  func validate() throws {
    guard !file.isEmpty else {
      throw ValidationError.said("expected a file to read, found nothing")
    }
  }

  func run() async throws {
    let (wallet, file, json) = (wallet, BackupText.path(file), json)
    try await CommandRun.reporting(json: json) { terminal throws(CommandFailure) in
      let session = try wallet.session(terminal)
      let restoring = BackupRestoring(home: wallet.homePath, deviceKeyPath: wallet.deviceKeyPath)
      let bytes = try BackupText.read(file)
      do throws(RestoreRefusal) {
        try restoring.requireEmptyHome()
      } catch {
        throw BackupText.failure(error, file: file)
      }
      let restored = try await session.restore(
        bytes, by: restoring, file: file, try wallet.passcode("Passcode:", terminal))
      terminal.writeNote(restored.warning, json: json)
      terminal.writeLine(restored.text(home: wallet.homePath, json: json))
    }
  }
}

/// `wallet accept-journal`: accepts a journal that the vault does not know.
struct AcceptJournalCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "accept-journal",
      abstract: Phrase("Accepts a payment list that is an old copy, or missing.").text,
      discussion: Phrase(
        """
        The vault knows how many payments there were. If their file is an old copy, another \
        wallet's, or missing, nothing is signed until the right one is restored, or this command \
        accepts the current one. Payments that it lacks are then unknown: the same name (--id) \
        would pay again.
        """
      ).text)
  }

  @OptionGroup var wallet: SetupOptions

  @Flag(help: .said("Answers with one JSON object."))
  var json = false

  func run() async throws {
    let (wallet, json) = (wallet, json)
    try await CommandRun.reporting(on: wallet, json: json) {
      session, terminal throws(CommandFailure) in
      try await session.acceptJournal(try wallet.passcode("Passcode:", terminal))
      terminal.writeLine(
        json
          ? JSONText.object([("journal", .text("accepted"))])
          : Phrase(
            "The payments are accepted as they are. Compare the nonce of the next review with what the node counts."
          ).text)
    }
  }
}

extension WalletSession {
  /// Packs the home folder into one file.
  func backUp(
    _ passcode: consuming SecretBytes, home: String
  ) async throws(CommandFailure) -> Backup {
    let handle = await deposit(passcode)
    let failure = OtherFailure()
    let result: Result<Backup, BackupRefusal> = await watched("Making the backup") {
      [vault, records] in
      do throws(BackupRefusal) {
        return .success(
          try await vault.backUp(handle) { () throws(BackupRefusal) in
            try await Self.parts(home, records, failure)
          })
      } catch {
        return .failure(error)
      }
    }
    do throws(BackupRefusal) {
      return try result.get()
    } catch {
      switch error {
      case .passcode(let refusal): throw FailureText.unlock(refusal)
      case .storage(let failure): throw FailureText.storage(failure)
      case .tooLarge(let found, let max):
        throw CommandFailure(
          "the wallet's files have \(found) bytes; expected at most \(max) for a backup")
      case .otherFile:
        throw failure.value ?? .interrupted
      }
    }
  }

  /// Reads the files beside the vault.
  private static func parts(
    _ home: String, _ journal: ActivityJournal, _ failure: OtherFailure
  ) async throws(BackupRefusal) -> [BackupPart: [UInt8]] {
    var parts: [BackupPart: [UInt8]] = [:]
    for part in BackupPart.allCases {
      switch part {
      case .vault: continue
      case .journal:
        do {
          parts[part] = try await journal.copy()
        } catch {
          failure.value = FailureText.journal(error)
          throw .otherFile(part)
        }
      case .accounts, .networks, .settings, .screens:
        do throws(FileFailure) {
          parts[part] = try FileSystem.posix.read(home + "/" + part.path, 1 << 20)
        } catch {
          failure.value = FailureText.failure(.file(error))
          throw .otherFile(part)
        }
      }
    }
    return parts
  }

  /// Restores a home folder.
  func restore(
    _ bytes: [UInt8], by restoring: BackupRestoring, file: String,
    _ passcode: consuming SecretBytes
  ) async throws(CommandFailure) -> RestoredHome {
    let secret = SecretBox(passcode)
    let result: Result<BackupRestoring.Opened, RestoreRefusal> =
      await watched("Restoring the wallet") { [vault] in
        do throws(RestoreRefusal) {
          return .success(try await restoring.open(bytes, secret, on: vault))
        } catch {
          return .failure(error)
        }
      }
    var journalFailure: JournalFailure?
    var paymentCount = 0
    do throws(RestoreRefusal) {
      let opened = try result.get()
      guard !Task.isCancelled else { throw .cancelled }
      try restoring.place(opened) { path throws(RestoreRefusal) in
        do throws(JournalFailure) {
          paymentCount = try ActivityJournal.check(copyAt: path)
        } catch {
          journalFailure = error
          throw .journal
        }
      }
      return RestoredHome(
        date: Date(timeIntervalSince1970: Double(opened.madeAtMilliseconds) / 1_000),
        parts: opened.parts, paymentCount: paymentCount)
    } catch {
      if error == .journal, let journalFailure { throw FailureText.journal(journalFailure) }
      throw BackupText.failure(error, file: file)
    }
  }

  /// Accepts the present journal as the vault's.
  func acceptJournal(_ passcode: consuming SecretBytes) async throws(CommandFailure) {
    let handle = await deposit(passcode)
    do throws(UnlockRefusal) {
      _ = try await VaultClient.live(vault).unlock(handle)
    } catch {
      throw FailureText.unlock(error)
    }
    do throws(SigningRefusal) {
      try await JournalBinding(vault: vault, journal: records).accept()
    } catch {
      throw FailureText.failure(.signing(error))
    }
    await VaultClient.live(vault).lock()
  }

  /// Runs an operation, and shows the vault's progress in the meantime.
  private func watched<Value: Sendable>(
    _ waiting: Phrase, _ work: @Sendable () async -> Value
  ) async -> Value {
    guard let showProgress = terminal.showProgress else { return await work() }
    let stages = await VaultClient.live(vault).progress()
    let watch = Task { await ProgressWatch(waiting: waiting.text).show(stages, on: showProgress) }
    let value = await work()
    watch.cancel()
    await watch.value
    return value
  }
}

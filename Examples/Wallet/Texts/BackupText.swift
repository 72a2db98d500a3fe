import DurableFiles
import Foundation
import Synchronization
import VaultClientLive

/// Texts about backups.
enum BackupText {
  /// Returns the absolute path of a typed path.
  static func path(_ typed: String) -> String {
    URL(filePath: typed).standardizedFileURL.path(percentEncoded: false)
  }

  /// Throws if a file exists at a path.
  static func requireNothing(at path: String) throws(CommandFailure) {
    do throws(FileFailure) {
      guard try FileSystem.posix.mode(path) == nil else {
        throw FileFailure(.system(errorNumber: EEXIST), path: path)
      }
    } catch {
      throw failure(error)
    }
  }

  /// Reads the file of a backup.
  static func read(_ path: String) throws(CommandFailure) -> [UInt8] {
    let bytes: [UInt8]?
    do throws(FileFailure) {
      bytes = try FileSystem.posix.read(path, Backup.byteCountMax + (1 << 20))
    } catch {
      throw failure(error)
    }
    guard let bytes else {
      throw CommandFailure(
        "\(path) does not exist; expected a file that 'wallet backup' wrote", .usage)
    }
    return bytes
  }

  /// Returns the text for a disk error during a backup.
  static func failure(_ failure: FileFailure) -> CommandFailure {
    guard failure.reason == .system(errorNumber: EEXIST) else {
      return FailureText.failure(.file(failure))
    }
    return CommandFailure(
      "\(failure.path) exists already; expected a new name: a backup never replaces a file")
  }

  /// Returns the text for a backup that was not restored.
  static func failure(_ refusal: RestoreRefusal, file: String) -> CommandFailure {
    switch refusal {
    case .homeTaken(let home, let names):
      CommandFailure(
        "\(home) has \(list(names)) in it; expected an empty or missing folder (see --home)"
      )
    case .homeIsNoFolder(let home):
      CommandFailure(
        "\(home) is not a folder; expected an empty or missing folder (see --home)")
    case .deviceKeyTaken(let path):
      CommandFailure("\(path) is another device key; expected none there, or the wallet's own")
    case .damaged:
      CommandFailure(
        "\(file) is damaged, or not a backup; expected it as 'wallet backup' wrote it", .usage
      ).because(.damagedBackup)
    case .unsupportedVersion(let found, let supported):
      CommandFailure(
        "a newer wallet wrote \(file) (version \(found)); expected at most \(supported)")
    case .wrongPasscode:
      CommandFailure(
        "the passcode is wrong; expected the one that the wallet had when the backup was made",
        .locked
      ).because(.wrongPasscode)
    case .journal:
      CommandFailure(
        "the payments in \(file) can't be used; expected them as the wallet writes them")
    case .cancelled: .interrupted
    case .storage(let failure): FailureText.storage(failure)
    }
  }

  private static let nameCountMax = 5

  private static func list(_ names: [String]) -> String {
    names.prefix(nameCountMax).joined(separator: ", ") + (names.count > nameCountMax ? ", …" : "")
  }

  /// The warning about a passcode of six digits.
  static var weak: String {
    Phrase(
      "The passcode has six digits: anyone with this file can try all of them in about eight days of one core."
    ).text
  }

  /// Returns the text about a written backup.
  static func text(_ backup: Backup, file: String, json: Bool) -> String {
    let date = Date(timeIntervalSince1970: Double(backup.madeAtMilliseconds) / 1_000)
    guard json else {
      return Phrase(
        "\(file) has the wallet as of \(date.formatted(.iso8601)), \(backup.bytes.count) bytes. The passcode alone opens it: keep it where you would keep the wallet."
      ).text
    }
    return JSONText.object([
      ("file", .text(file)), ("bytes", .number(UInt64(backup.bytes.count))),
      ("madeAt", .text(date.formatted(.iso8601))), ("holds", .texts(names(backup.parts))),
    ])
  }

  static func names(_ parts: [BackupPart]) -> [String] {
    parts.map(\.name) + ["deviceKey"]
  }
}

/// A restored home folder.
struct RestoredHome: Equatable, Sendable {
  /// The time of the backup.
  let date: Date
  let parts: [BackupPart]
  let paymentCount: Int

  /// The warning about facts that the wallet no longer knows.
  var warning: String {
    Phrase(
      "Payments made after \(date.formatted(.iso8601)) are unknown to this wallet, and so are their names (--id): the same name would pay again. Transactions that the node counts beyond it are reported before a payment; 'wallet repair' reads the outcomes of the others again."
    ).text
  }

  /// Returns the text about the restored parts.
  func text(home: String, json: Bool) -> String {
    guard json else {
      return Phrase(
        "The wallet of \(date.formatted(.iso8601)) is in \(home), payments: \(paymentCount). Its passcode opens it."
      ).text
    }
    return JSONText.object([
      ("home", .text(home)), ("madeAt", .text(date.formatted(.iso8601))),
      ("holds", .texts(BackupText.names(parts))), ("payments", .number(UInt64(paymentCount))),
    ])
  }
}

/// The reason a file beside the vault could not be read, where only its kind can be thrown.
final class OtherFailure: Sendable {
  private let failure = Mutex<CommandFailure?>(nil)

  /// The failure.
  var value: CommandFailure? {
    get { failure.withLock { $0 } }
    set { failure.withLock { $0 = newValue } }
  }
}

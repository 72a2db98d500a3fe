import ContactsClient
import ContactsFeature
import DurableFiles
import EthereumCrypto
import EthereumPrimitives
import Foundation
import NetworksClient
import VaultClient

// MARK: - Texts for the Home Folder's Files

extension FailureText {
  /// Returns the text for an error of a small file in the home folder.
  static func failure(_ failure: RecordFailure) -> CommandFailure {
    switch failure {
    case .damaged(let path): recordDamaged(path)
    case .unsupportedVersion(let path, let found, let supported):
      recordTooNew(path, found, supported)
    case .file(let failure):
      switch failure.reason {
      case .diskFull: storage(.diskFull(path: failure.path))
      case .permissionDenied: storage(.permissionDenied(path: failure.path))
      case .tooLarge: recordDamaged(failure.path)
      case .exposed(let mode): storage(.exposed(path: failure.path, mode: mode))
      case .foreign: storage(.foreign(path: failure.path))
      case .notAFile: storage(.notAFile(path: failure.path))
      case .notKept: storage(.notKept(path: failure.path))
      case .busy: storage(.busy)
      case .system(let number): storage(.system(path: failure.path, errorNumber: number))
      }
    }
  }

  /// Returns the text for a refused change of the networks.
  static func failure(_ refusal: NetworkRefusal) -> CommandFailure {
    switch refusal {
    case .nameTaken(let name):
      CommandFailure(
        "there is a network '\(name)' already; expected another name, or 'wallet network remove \(name)' first"
      )
    case .unknown(let name):
      CommandFailure("there is no network '\(name)'; see 'wallet network list'", .usage)
    case .full(let max):
      CommandFailure("there are \(max) networks; expected fewer before adding one")
    case .damaged(let path): recordDamaged(path)
    case .unsupportedVersion(let path, let found, let supported):
      recordTooNew(path, found, supported)
    case .diskFull(let path): storage(.diskFull(path: path))
    case .permissionDenied(let path): storage(.permissionDenied(path: path))
    case .busy: storage(.busy)
    case .system(let path, let number): storage(.system(path: path, errorNumber: number))
    }
  }

  /// Reads the name of a network.
  static func networkName(_ text: String) throws(CommandFailure) -> NetworkName {
    do throws(NetworkName.Refusal) {
      return try NetworkName(text)
    } catch {
      switch error {
      case .empty: throw CommandFailure("expected a network's name, found nothing", .usage)
      case .tooLong(let found, let max):
        throw CommandFailure(
          "expected a network's name of at most \(max) characters, found \(found)", .usage)
      case .otherCharacter(let position):
        throw CommandFailure(
          "expected a network's name of a to z, 0 to 9, and - _ . after the first; found another character at \(position + 1)",
          .usage)
      }
    }
  }

  /// Returns the text for a refused change of the contacts, as shown on the screens.
  static func failure(_ failure: ContactsFailure) -> CommandFailure {
    switch failure {
    case .refused(.storage(let failure)): journal(failure)
    case .refused(.unknown):
      CommandFailure("there is no such contact; see 'wallet contacts list'")
    case .name, .nameLooksLikeOwn, .address, .recipient, .addressIsZero, .addressLooksLikeOwn,
      .refused:
      CommandFailure(said: ContactText.text(of: failure, Texts(Speech.language)))
    }
  }

  static func recordDamaged(_ path: String) -> CommandFailure {
    CommandFailure("\(path) is damaged; expected it as the wallet writes it. It is left as it is")
  }

  static func recordTooNew(
    _ path: String, _ found: Int, _ supported: Int
  ) -> CommandFailure {
    CommandFailure(
      "a newer wallet wrote \(path) (version \(found)); expected at most \(supported)")
  }
}

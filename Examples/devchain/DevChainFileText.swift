import DevChain
import DurableFiles
import Foundation
import WalletCLI

/// Texts about the file of a chain.
enum DevChainFileText {
  static func text(_ failure: DevChainFile.Failure, path: String) -> String {
    let path = PlainText.printable(path)
    let phrase =
      switch failure {
      case .inUse:
        Phrase(
          "\(path) is in use by another 'devchain'; expected a file of its own for each")
      case .notTaken(let error):
        Phrase("\(path) can't be read as a chain: \(text(error)). It was left as it is")
      case .tooLarge(let byteCountMax):
        Phrase(
          """
          \(path) is not saved any more: the chain has grown beyond \(byteCountMax) bytes, which \
          could not be loaded again. The file contains what was saved before
          """)
      case .file(let failure):
        Phrase("\(path) can't be used: \(Self.text(failure.reason))")
      }
    return phrase.text
  }

  /// Returns the error in the file; in English, word for word as the chain itself reports it.
  static func text(_ error: SavedChainError) -> String {
    let phrase =
      switch error {
      case .notAChain: Phrase("expected a chain that 'devchain --state' wrote")
      case .unsupportedVersion(let version):
        Phrase("version \(version) is newer than this program")
      case .damaged(let number): Phrase("block \(number) does not follow from those before it")
      }
    return phrase.text
  }

  private static func text(_ reason: FileFailure.Reason) -> String {
    switch reason {
    case .diskFull: Phrase("the disk is full").text
    case .permissionDenied: Phrase("its permissions, or its folder's, don't allow it").text
    case .exposed(let mode):
      Phrase("others may use it too (mode \(String(mode & 0o777, radix: 8)))").text
    case .foreign: Phrase("it belongs to another user").text
    case .notAFile: Phrase("it is a pipe, a device or a folder").text
    case .notKept: Phrase("the disk returned other bytes than were written").text
    case .tooLarge(let byteCountMax): Phrase("it has more than \(byteCountMax) bytes").text
    case .busy: Phrase("another process has it").text
    case .system(let number): String(cString: strerror(number))
    }
  }

  /// Warns that the chain could not be saved; the server keeps running.
  static func warn(_ failure: DevChainFile.Failure, path: String, json: Bool) {
    let text = text(failure, path: path)
    Terminal.devchain(json: json).writeNote(json ? text : "devchain: " + text, json: json)
  }
}

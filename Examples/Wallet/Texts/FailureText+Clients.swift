import ActivityClient
import AuthFeature
import EthereumPrimitives
import Foundation
import NodeClient
import SendFeature
import VaultClient

// MARK: - Texts of the Clients

extension FailureText {
  static var locked: CommandFailure {
    CommandFailure("the wallet is locked; expected its passcode first", .locked).because(.locked)
  }

  /// Returns the text for the reason an authorization can't be used.
  static func spending(_ refusal: SpendRefusal) -> CommandFailure {
    switch refusal {
    case .locked: locked
    case .gone: CommandFailure("the passcode was typed too long ago; type it again", .tryAgain)
    case .otherPurpose:
      CommandFailure("the passcode was typed for something else; type it again for this", .tryAgain)
    }
  }

  static var journalIsOlder: CommandFailure {
    if Speech.isInApp {
      return CommandFailure(
        "nothing was sent: the wallet's payments are an old copy, another wallet's, or missing."
          + " Payments since then are unknown, and equal payments are not noticed; expected the"
          + " file as it was (activity/payments.sqlite), or 'wallet accept-journal' first"
      ).because(.olderPayments)
    }
    return CommandFailure(
      "nothing was sent: the wallet's payments are an old copy, another wallet's, or missing. Payments"
        + " since then are unknown, a name (--id) would pay again, and equal payments are not noticed;"
        + " expected the file as it was (activity/payments.sqlite), or 'wallet accept-journal' first"
    ).because(.olderPayments)
  }
  static var unknownAccount: CommandFailure {
    CommandFailure("the wallet has no such account; see wallet accounts").because(.unknownAccount)
  }

  static func phrase(_ refusal: PhraseImportRefusal) -> CommandFailure {
    switch refusal {
    case .secretGone, .vaultExists, .storage: phraseText(refusal)
    case .wrongWordCount, .unknownWord, .upperCase, .wrongChecksum, .extraSpace, .keyLength,
      .keyDigit, .keyOutOfRange, .published:
      phraseText(refusal).because(.badPhrase)
    }
  }

  private static func phraseText(_ refusal: PhraseImportRefusal) -> CommandFailure {
    switch refusal {
    case .secretGone: secretGone
    case .vaultExists: failure(.creation(.vaultExists))
    case .wrongWordCount(let found):
      found == 1
        ? CommandFailure("the phrase has 1 word; expected 12, 15, 18, 21 or 24")
        : CommandFailure("the phrase has \(found) words; expected 12, 15, 18, 21 or 24")
    case .unknownWord(let position):
      CommandFailure(
        "word \(position) of the phrase is not in the English list; expected a word of BIP-39, in lower case"
      )
    case .upperCase(let position):
      CommandFailure(
        "word \(position) of the phrase is right, but its letters are not all in lower case; expected all"
          + " words in lower case")
    case .wrongChecksum:
      CommandFailure(
        "the words are known but their checksum is wrong; expected the words of one phrase, in their"
          + " order")
    case .extraSpace(let position):
      CommandFailure("there is an extra space at word \(position); expected one between words")
    case .keyLength(found: 2 * Address.byteCount):
      CommandFailure(
        "these are 40 digits, as of an address; expected the 64 digits of a private key, or a phrase",
        .usage)
    case .keyLength(let found):
      CommandFailure(
        "the private key has \(found) digits; expected 64, with or without 0x before them", .usage)
    case .keyDigit(let position):
      CommandFailure(
        "character \(position) of the private key is not a hexadecimal digit; expected 0 to 9"
          + " and a to f",
        .usage)
    case .keyOutOfRange:
      CommandFailure(
        "these digits are not a private key; expected a number from 1 to the order of"
          + " the curve, less 1",
        .usage)
    case .published:
      CommandFailure(
        "this phrase is public, and bots empty its accounts; expected a phrase of your own,"
          + " or a development chain (--chain-id 1337 or 31337)")
    case .storage(let failure): storage(failure)
    }
  }

  /// The text for a refused request for an address whose private key is public.
  static var publishedAccount: CommandFailure {
    CommandFailure(
      "the private key of this account is public: anyone can take the ether sent to it, so it receives on development chains only; expected a wallet with a phrase of its own. You can send away what is there ('wallet send --amount max --from-published')"
    )
  }

  /// Returns the text for a fee above a ceiling.
  static func fee(_ refusal: FeeRefusal) -> CommandFailure {
    switch refusal {
    case .feeTooHigh(let fee, let ceiling):
      if Speech.isInApp {
        CommandFailure(
          "nothing was sent: the fee may be \(ether(fee)) ETH; expected at most"
            + " \(ether(ceiling)) ETH")
      } else {
        CommandFailure(
          "nothing was sent: the fee may be \(ether(fee)) ETH; expected at most"
            + " \(ether(ceiling)) ETH (see --max-fee)")
      }
    case .tipTooHigh(let tip, let ceiling):
      CommandFailure(
        "nothing was sent: the node asks for a tip of \(tip.gweiText) gwei for each gas; expected at"
          + " most \(ceiling.gweiText) gwei beside the base fee that it names")
    case .gasTooHigh(let gas, let ceiling):
      CommandFailure(
        "nothing was sent: the recipient's code would get \(gas); expected at most \(ceiling)")
    case .gasNotPlain(let gas, let expected):
      CommandFailure(
        "nothing was sent: the payment would use \(gas); expected exactly \(expected) for a"
          + " recipient without code")
    case .notANumber:
      CommandFailure(
        "the node named fees that are not an amount of ether; expected fewer than 2²⁵⁶ wei",
        .nodeUnavailable)
    }
  }

  static func confirmation(_ refusal: ConfirmationRefusal) -> CommandFailure {
    switch refusal {
    case .phraseGone: failure(.display(.phraseGone))
    case .secretGone: secretGone
    case .noChallenge: CommandFailure("no words were asked for; expected a question first")
    case .wrongWords(let positions):
      positions.count == 1
        ? CommandFailure(
          "not the word at \(list(positions.map(String.init))); expected that of the phrase shown")
        : CommandFailure(
          "not the words at \(list(positions.map(String.init))); expected those of the phrase shown"
        )
    }
  }

  static func passcode(_ refusal: PasscodeRefusal) -> CommandFailure {
    switch refusal {
    case .phraseGone: failure(.display(.phraseGone))
    case .secretGone: secretGone
    case .tooShort(let minimum):
      CommandFailure("the passcode is too short; expected at least \(minimum) characters")
    case .tooLong(let maximum):
      CommandFailure("the passcode is too long; expected at most \(maximum) bytes")
    case .notDigits(let count):
      CommandFailure("the passcode is not of digits; expected \(count) digits")
    case .notText:
      CommandFailure("the passcode is not text; expected UTF-8 without control characters")
        .because(.badPasscode)
    case .tooCommon:
      CommandFailure(
        "the passcode is easy to guess; expected another one, such as four words"
      )
      .because(.badPasscode)
    case .mismatch: CommandFailure("the two passcodes differ; expected the same one twice")
    }
  }

  static func unlock(_ refusal: UnlockRefusal) -> CommandFailure {
    switch refusal {
    case .noVault: noWallet
    case .secretGone: secretGone
    case .wrongPasscode(let left): wrongPasscode(left).because(.wrongPasscode)
    case .wrongPasscodeThenBackedOff(let until):
      CommandFailure("the passcode is wrong; the next try is possible at \(time(until))", .locked)
        .because(.wrongPasscode, nextTry: until)
    case .backedOff(let until):
      CommandFailure(
        "too many tries without the right passcode, or their count is missing or an old copy; the next"
          + " try is possible at \(time(until))",
        .locked
      ).because(.backedOff, nextTry: until)
    case .notText:
      CommandFailure(
        "the passcode is not text; expected UTF-8 without control characters", .locked
      ).because(.badPasscode)
    case .cancelled: failure(.interrupted)
    case .storage(let failure): storage(failure)
    }
  }

  private static func wrongPasscode(_ left: Int) -> CommandFailure {
    left == 1
      ? CommandFailure(
        "the passcode is wrong; 1 try is left before a wait",
        .locked)
      : CommandFailure(
        "the passcode is wrong; \(left) tries are left before a wait",
        .locked)
  }

  /// Returns the text for a folder without a wallet.
  static func noWallet(in home: String) -> CommandFailure {
    CommandFailure(
      "there is no wallet in \(PlainText.printable(home)); expected one made by wallet init or wallet import (choose with --home)"
    )
    .because(.noWallet)
  }

  /// The text for a missing wallet.
  static var noWallet: CommandFailure {
    CommandFailure("there is no wallet here; expected one made by wallet init or wallet import")
      .because(.noWallet)
  }

  static func authorization(_ refusal: AuthorizationRefusal) -> CommandFailure {
    switch refusal {
    case .locked: locked
    case .unknownAccount: unknownAccount
    case .otherAddress:
      CommandFailure(
        "nothing was signed: the list of addresses beside the vault named another address for this account than the vault; that list is removed. Check the address, and run the command again"
      )
    case .passcode(let refusal): unlock(refusal)
    }
  }

  static func account(_ refusal: AccountRefusal) -> CommandFailure {
    switch refusal {
    case .locked: locked
    case .unknownAccount: unknownAccount
    case .tooManyAccounts(let limit):
      CommandFailure("the wallet has \(limit) accounts; expected fewer before adding one")
    case .keyHasOneAccount:
      CommandFailure(
        "the wallet holds a private key, which is one account; expected a wallet of a phrase to add another"
      )
    case .invalidName(let maximum):
      CommandFailure("this is not a name; expected 1 to \(maximum) characters on one line")
    case .nameTaken: CommandFailure("another account has that name; expected a new one")
    case .storage(let failure): storage(failure)
    }
  }

  /// Returns the text for a disk error of the vault.
  static func storage(_ failure: VaultStorageFailure) -> CommandFailure {
    switch failure {
    case .exposed(let path, let mode): exposed(path, mode)
    case .foreign(let path):
      CommandFailure("\(path) belongs to another user; expected it to be yours (see chown)")
        .because(.exposedFiles)
    case .notAFile(let path):
      CommandFailure("\(path) is a pipe, a device or a folder; expected a file of the wallet")
    case .notKept(let path):
      CommandFailure(
        "the disk returned other bytes than were written to \(path); expected the same bytes. Nothing was"
          + " replaced")
    case .diskFull(let path): diskFull(path)
    case .permissionDenied(let path): permissionDenied(path)
    case .damaged(let path):
      CommandFailure(
        "\(path) is damaged; expected a vault as the wallet writes it. It is left as it is; 'wallet import' sets it aside and makes the wallet again from its phrase"
      ).because(.damagedVault)
    case .unsupportedVersion(let found, let supported):
      CommandFailure(
        "a newer wallet wrote the vault (version \(found)); expected at most \(supported)")
    case .busy: busy
    case .deviceKeyMissing(let path):
      CommandFailure(
        "the device key is not at \(path); expected the file that the vault was made with"
      ).because(.deviceKey)
    case .deviceKeyMalformed(let path):
      CommandFailure("\(path) is not a device key; expected 32 bytes in a file of mode 0600")
        .because(.deviceKey)
    case .deviceKeyMismatched(let path):
      CommandFailure(
        "\(path) belongs to another vault; expected the key that this one was made with"
      ).because(.deviceKey)
    case .outOfMemory:
      CommandFailure("there is too little memory; expected 256 MiB to derive the key", .tryAgain)
    case .system(let path, let number): system(path, number)
    }
  }

  static func journal(_ failure: JournalFailure) -> CommandFailure {
    switch failure {
    case .diskFull(let path): diskFull(path)
    case .permissionDenied(let path): permissionDenied(path)
    case .damaged(let path, let line):
      CommandFailure(
        "line \(line) of \(path) is damaged; expected a payment as the wallet writes it")
    case .exposed(let path, let mode):
      CommandFailure(
        "\(path) has the mode \(String(mode, radix: 8)), so that others may read or write it;"
          + " expected only its owner to have access"
      ).because(.exposedFiles)
    case .corrupt(let path):
      CommandFailure(
        "\(path) is damaged; expected payments as the wallet writes them. It is left as it is")
    case .unsupportedVersion(let found, let supported):
      CommandFailure(
        "a newer wallet wrote the payments (version \(found)); expected at most \(supported)")
    case .tooLarge(let path):
      CommandFailure("\(path) is too large to read; expected it to be moved away by hand")
    case .busy: busy
    case .system(let path, let number): system(path, number)
    }
  }

  /// Returns the text for a node's error.
  static func failure(_ error: NodeError) -> CommandFailure {
    let text = NodeText.text(error).text
    return switch error {
    case .unreachable, .connectionLost:
      CommandFailure(
        "\(text); expected an Ethereum node there (see \(nodeChoice))", .nodeUnavailable
      ).because(.nodeUnreachable)
    case .answerTooLarge, .malformedAnswer, .wrongID, .wrongTransactionHash, .unexpected:
      CommandFailure(said: text, .nodeUnavailable)
    case .httpStatus: CommandFailure(said: text, error.isRetryable ? .tryAgain : .nodeUnavailable)
    case .timedOut, .cancelled: CommandFailure(said: text, .tryAgain)
    case .refused(let method, _):
      // A node that refuses a question, such as a replica without the newest block, can't answer; a
      // refusal is an answer only if it is about code that would run.
      CommandFailure(
        said: text,
        error.isRetryable ? .tryAgain : asksForFacts(method) ? .nodeUnavailable : .refused)
    case .wrongChain: CommandFailure(said: text).because(.wrongChain)
    }
  }

  /// Returns true if a method asks for the content of blocks or accounts.
  private static func asksForFacts(_ method: String) -> Bool {
    method.hasPrefix("eth_get")
      || [
        "eth_chainId", "eth_blockNumber", "eth_feeHistory", "eth_maxPriorityFeePerGas",
        "web3_clientVersion",
      ].contains(method)
  }

  // MARK: - Shared

  private static var secretGone: CommandFailure {
    CommandFailure("what was typed expired after five minutes; type it again", .tryAgain)
      .because(.secretGone)
  }
  private static var busy: CommandFailure {
    CommandFailure("another wallet is writing at this moment; try again when it is done", .tryAgain)
      .because(.busy)
  }
  private static func diskFull(_ path: String) -> CommandFailure {
    CommandFailure("the disk is full: \(path) was not written; expected room for it", .tryAgain)
      .because(.diskFull)
  }
  private static func permissionDenied(_ path: String) -> CommandFailure {
    CommandFailure("\(path) may not be read or written; expected it to be yours and writable")
  }
  private static func system(_ path: String, _ number: Int32) -> CommandFailure {
    number == ELOOP
      ? CommandFailure("\(path) is a link; expected the file or the folder itself")
      : CommandFailure("\(path) can't be used: \(String(cString: strerror(number)))")
  }
  /// Returns the text for files that others may read or write, with a remedy.
  private static func exposed(_ path: String, _ mode: UInt16) -> CommandFailure {
    let number = String(mode & 0o777, radix: 8)
    let (isReadable, isWritable) = (mode & 0o044 != 0, mode & 0o022 != 0)
    let failure =
      switch (isReadable, isWritable) {
      case (true, true):
        CommandFailure(
          "others may read and write \(path) (mode \(number)); expected only its owner to have access (chmod go= \(path))"
        )
      case (false, true):
        CommandFailure(
          "others may write to \(path) (mode \(number)); expected only its owner to have access (chmod go= \(path))"
        )
      default:
        CommandFailure(
          "others may read \(path) (mode \(number)); expected only its owner to have access (chmod go= \(path))"
        )
      }
    return failure.because(.exposedFiles)
  }
  private static func list(_ words: [String]) -> String { words.joined(separator: ", ") }
  private static func time(_ date: Date) -> String { date.formatted(.iso8601) }
}

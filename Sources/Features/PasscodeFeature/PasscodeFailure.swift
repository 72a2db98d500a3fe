public import Foundation

/// The number of passcodes that may be tried now.
public enum PasscodeStanding: Hashable, Sendable {
  /// There is no limit, or the client does not report it.
  case unlimited
  /// This many wrong passcodes, at least 1, may be tried before a wait.
  case tries(left: Int)
  /// No passcode may be tried before this moment.
  case backedOff(until: Date)
}

/// The reasons, as the user sees them, that a passcode was not accepted.
public enum PasscodeFailure: Error, Equatable, Sendable {
  /// The passcode is wrong; this many may still be tried.
  case wrong(PasscodeStanding)
  /// No passcode is checked before this moment.
  case backedOff(until: Date)
  /// Nothing was typed; this does not count as a try.
  case empty
  /// The two passcodes differ.
  case mismatch
  /// It needs at least this many characters.
  case tooShort(minimum: Int)
  /// It has at most this many bytes.
  case tooLong(maximumByteCount: Int)
  /// It has exactly this many digits.
  case notDigits(count: Int)
  /// It is easy to guess.
  case tooCommon
  /// It is not text that can be typed again.
  case notText
  /// The typed passcode no longer exists; it can be typed again.
  case gone
  /// The old passcode was verified too long ago to change it.
  case leaveGone
  /// The work was cancelled before it finished.
  case interrupted
  /// The person was not recognised.
  case biometrics(BiometricsRefusal)
  /// An error of the client itself.
  case trouble(PasscodeTrouble)

  /// Classifies an error thrown by an effect.
  public init(_ error: any Error) {
    switch error {
    case let failure as PasscodeFailure: self = failure
    case let refusal as BiometricsRefusal: self = .biometrics(refusal)
    default: self = .interrupted
    }
  }

  /// True if the failure concerns only a new passcode.
  var concernsNew: Bool {
    switch self {
    case .empty, .mismatch, .tooShort, .tooLong, .notDigits, .tooCommon, .notText, .gone: true
    case .wrong, .backedOff, .leaveGone, .interrupted, .biometrics, .trouble: false
    }
  }
}

/// An error that kept a client from doing its work, for the texts of the app that provides it.
public struct PasscodeTrouble: Error, Equatable, Sendable {
  /// The client's error.
  public let error: any Error & Equatable

  /// Wraps an error of a client.
  public init(_ error: any Error & Equatable) {
    self.error = error
  }

  /// Compares the clients' errors.
  public static func == (first: PasscodeTrouble, second: PasscodeTrouble) -> Bool {
    func isEqual<Failure: Error & Equatable>(_ failure: Failure) -> Bool {
      failure == second.error as? Failure
    }
    return isEqual(first.error)
  }
}

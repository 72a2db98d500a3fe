public import Foundation

/// How many passcodes may be tried now.
public enum PasscodeStanding: Hashable, Sendable {
  /// As many as one likes, or the client does not tell.
  case unlimited
  /// So many wrong ones, at least 1, until waiting begins.
  case tries(left: Int)
  /// None before this moment.
  case backedOff(until: Date)
}

/// What the user can be told when a passcode is not taken.
public enum PasscodeFailure: Error, Equatable, Sendable {
  /// It is wrong; that is how things stand now.
  case wrong(PasscodeStanding)
  /// None is looked at before this moment.
  case backedOff(until: Date)
  /// Nothing was typed; no try is spent.
  case empty
  /// The two were not the same.
  case mismatch
  /// It needs at least this many characters.
  case tooShort(minimum: Int)
  /// It has at most this many bytes.
  case tooLong(maximumByteCount: Int)
  /// It has exactly this many digits.
  case notDigits(count: Int)
  /// It is easy to guess.
  case tooCommon
  /// It is no text that can be typed again.
  case notText
  /// What was typed is no longer there; it can be typed again.
  case gone
  /// The passcode that was set was typed too long ago to change it.
  case leaveGone
  /// The work was cancelled before it was done.
  case interrupted
  /// The person was not recognised by what they are.
  case biometrics(BiometricsRefusal)
  /// The client's own trouble.
  case trouble(PasscodeTrouble)

  /// Classifies what an effect threw.
  public init(_ error: any Error) {
    switch error {
    case let failure as PasscodeFailure: self = failure
    case let refusal as BiometricsRefusal: self = .biometrics(refusal)
    default: self = .interrupted
    }
  }

  /// Whether it is about a passcode that was chosen, and nothing else.
  var concernsNew: Bool {
    switch self {
    case .empty, .mismatch, .tooShort, .tooLong, .notDigits, .tooCommon, .notText, .gone: true
    case .wrong, .backedOff, .leaveGone, .interrupted, .biometrics, .trouble: false
    }
  }
}

/// What keeps a client from doing what it is asked, for the texts of the app that brings it.
public struct PasscodeTrouble: Error, Equatable, Sendable {
  /// What the client met.
  public let error: any Error & Equatable

  /// Wraps what a client met.
  public init(_ error: any Error & Equatable) {
    self.error = error
  }

  /// Compares what the clients met.
  public static func == (first: PasscodeTrouble, second: PasscodeTrouble) -> Bool {
    func isEqual<Failure: Error & Equatable>(_ failure: Failure) -> Bool {
      failure == second.error as? Failure
    }
    return isEqual(first.error)
  }
}

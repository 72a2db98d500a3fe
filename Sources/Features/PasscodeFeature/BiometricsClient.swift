public import Headrace

/// How a person can be recognised by what they are.
public enum Biometrics: Hashable, Sendable {
  /// Not at all: there is no such thing here, or it is not set up.
  case unavailable
  /// By a finger.
  case fingerprint
  /// By the face.
  case face
}

/// Why a person was not recognised.
public enum BiometricsRefusal: Error, Hashable, Sendable {
  /// There is no such thing here, or it was switched off meanwhile.
  case unavailable
  /// The person chose to type the passcode instead.
  case cancelled
  /// It was another person, or could not be seen.
  case notRecognized
}

/// What the feature may ask of a machine that recognises people.
///
/// Such a machine has the passcode in its keeping, and gives it to the person it recognises. So
/// what it answers is tried as one that was typed.
@DependencyClient
public struct BiometricsClient: Sendable {
  /// Tells how a person can be recognised.
  public var availability: @Sendable () async -> Biometrics = { .unavailable }

  /// Recognises the person, and deposits their passcode.
  public var recognize: @Sendable () async throws(BiometricsRefusal) -> PasscodeHandle = {
    () throws(BiometricsRefusal) in throw .unavailable
  }
}

extension BiometricsClient {
  /// A machine that recognises no person.
  public static let unavailable = BiometricsClient(
    availability: { .unavailable },
    recognize: { () throws(BiometricsRefusal) in throw .unavailable })
}

extension BiometricsClient: DependencyKey {
  /// No person is recognised, unless the app brings something that can.
  public static let liveValue = BiometricsClient.unavailable
  /// A client that fails the test that asks it, by the name of what was asked.
  public static let testValue = BiometricsClient()
}

extension DependencyValues {
  /// What recognises people.
  public var biometrics: BiometricsClient {
    get { self[BiometricsClient.self] }
    set { self[BiometricsClient.self] = newValue }
  }
}

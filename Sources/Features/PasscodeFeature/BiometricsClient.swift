public import Headrace

/// The ways of recognising a person by their body.
public enum Biometrics: Hashable, Sendable {
  /// Recognition does not exist on this machine, or is not set up.
  case unavailable
  /// By fingerprint.
  case fingerprint
  /// By face.
  case face
}

/// The reasons a person was not recognised.
public enum BiometricsRefusal: Error, Hashable, Sendable {
  /// Recognition does not exist on this machine, or was switched off in the meantime.
  case unavailable
  /// The person chose to type the passcode instead.
  case cancelled
  /// It was another person, or the sensor could not read them.
  case notRecognized
}

/// The interface to a machine that recognises people.
///
/// The machine stores the passcode, and releases it to the person that it recognises. The released
/// passcode is checked like one that was typed.
@DependencyClient
public struct BiometricsClient: Sendable {
  /// Returns the way in which a person can be recognised.
  public var availability: @Sendable () async -> Biometrics = { .unavailable }

  /// Recognises the person, and deposits their passcode.
  public var recognize: @Sendable () async throws(BiometricsRefusal) -> PasscodeHandle = {
    () throws(BiometricsRefusal) in throw .unavailable
  }
}

extension BiometricsClient {
  /// A machine that does not recognise people.
  public static let unavailable = BiometricsClient(
    availability: { .unavailable },
    recognize: { () throws(BiometricsRefusal) in throw .unavailable })
}

extension BiometricsClient: DependencyKey {
  /// The default: nobody is recognised unless the app provides a client.
  public static let liveValue = BiometricsClient.unavailable
  /// A client that fails the test on each call, naming the endpoint.
  public static let testValue = BiometricsClient()
}

extension DependencyValues {
  /// The client that recognises people.
  public var biometrics: BiometricsClient {
    get { self[BiometricsClient.self] }
    set { self[BiometricsClient.self] = newValue }
  }
}

import Headrace

/// Records sound; a host implements it.
@DependencyClient
nonisolated struct Microphone: Sendable {
  var isAllowed: @Sendable () async -> Bool = { false }
  /// Records until it is stopped; the levels are in percent.
  var levels: @Sendable () -> AsyncThrowingStream<Int, any Error> = {
    AsyncThrowingStream { $0.finish() }
  }
  var stop: @Sendable () async -> Void
}

nonisolated extension Microphone: TestDependencyKey {
  static var testValue: Microphone { Microphone() }
}

nonisolated extension DependencyValues {
  var microphone: Microphone {
    get { self[Microphone.self] }
    set { self[Microphone.self] = newValue }
  }
}

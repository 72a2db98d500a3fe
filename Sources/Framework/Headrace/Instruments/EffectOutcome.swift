/// How an effect ended, if it was not cancelled.
public enum EffectOutcome: Sendable {
  /// Its work returned.
  case finished
  /// Its work threw a `CancellationError`, although the effect was not cancelled.
  case stopped
  /// Its work threw an error, and its `catch:` handled it.
  case caught(any Error)
  /// Its work threw an error that was not handled; it was reported.
  case failed(any Error)
}

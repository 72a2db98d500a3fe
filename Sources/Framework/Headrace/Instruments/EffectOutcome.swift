/// How an effect that was not cancelled has ended.
public enum EffectOutcome: Sendable {
  /// Its work returned.
  case finished
  /// Its work threw a `CancellationError`, though nobody had cancelled the effect.
  case stopped
  /// Its work threw an error, and its `catch:` has handled it.
  case caught(any Error)
  /// Its work threw an error that nothing handles; it was reported.
  case failed(any Error)
}

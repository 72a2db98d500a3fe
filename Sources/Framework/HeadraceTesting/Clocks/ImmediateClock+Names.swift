extension Clock where Self == ImmediateClock<Swift.Duration> {
  /// A clock on which every sleep ends at once: `$0.continuousClock = .immediate`.
  public static var immediate: Self { ImmediateClock() }
}

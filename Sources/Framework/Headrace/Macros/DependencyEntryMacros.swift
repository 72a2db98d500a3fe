#if Macros
  /// Makes a variable in an extension of ``DependencyValues`` a dependency, with a key of its own.
  ///
  /// ```swift
  /// extension DependencyValues {
  ///   @DependencyEntry(liveValue: QuoteClient.live)
  ///   var quoteClient = QuoteClient()
  /// }
  /// ```
  ///
  /// The initial value is what tests use; it is made for each test anew. Without it, write the type
  /// and a live value: then a test that reads the dependency and does not override it fails.
  ///
  /// The key of a `public` or `package` dependency is called after the written type, or after the
  /// variable: `DependencyValues.QuoteClientKey`. Another module can give it a live value by making
  /// it a ``DependencyKey``.
  ///
  /// - Parameters:
  ///   - key: The name of the key, to choose another one.
  ///   - liveValue: What a running program uses.
  ///   - previewValue: What previews use.
  @attached(accessor, names: named(get), named(set))
  @attached(peer, names: arbitrary)
  public macro DependencyEntry(
    _ key: String? = nil, liveValue: Any? = nil, previewValue: Any? = nil
  ) = #externalMacro(module: "HeadraceMacros", type: "DependencyEntryMacro")

  /// Makes the initial value of a variable anew at each read; `@DependencyEntry` adds it.
  @attached(accessor, names: named(get))
  public macro _DependencyEntryValue() =
    #externalMacro(module: "HeadraceMacros", type: "DependencyEntryValueMacro")
#endif

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
  /// - Parameter key: The name of the key, to choose another one.
  @attached(accessor, names: named(get), named(set))
  @attached(peer, names: arbitrary)
  public macro DependencyEntry(_ key: String? = nil) =
    #externalMacro(module: "HeadraceMacros", type: "DependencyEntryMacro")

  /// Makes a variable in an extension of ``DependencyValues`` a dependency with a live value.
  ///
  /// - Parameters:
  ///   - key: The name of the key, to choose another one.
  ///   - liveValue: What a running program uses.
  @attached(accessor, names: named(get), named(set))
  @attached(peer, names: arbitrary)
  public macro DependencyEntry<Live>(_ key: String? = nil, liveValue: Live) =
    #externalMacro(module: "HeadraceMacros", type: "DependencyEntryMacro")

  /// Makes a variable in an extension of ``DependencyValues`` a dependency with a preview's value.
  ///
  /// - Parameters:
  ///   - key: The name of the key, to choose another one.
  ///   - previewValue: What previews use.
  @attached(accessor, names: named(get), named(set))
  @attached(peer, names: arbitrary)
  public macro DependencyEntry<Preview>(_ key: String? = nil, previewValue: Preview) =
    #externalMacro(module: "HeadraceMacros", type: "DependencyEntryMacro")

  /// Makes a variable in an extension of ``DependencyValues`` a dependency with a live value and a
  /// preview's.
  ///
  /// - Parameters:
  ///   - key: The name of the key, to choose another one.
  ///   - liveValue: What a running program uses.
  ///   - previewValue: What previews use.
  @attached(accessor, names: named(get), named(set))
  @attached(peer, names: arbitrary)
  public macro DependencyEntry<Live, Preview>(
    _ key: String? = nil, liveValue: Live, previewValue: Preview
  ) = #externalMacro(module: "HeadraceMacros", type: "DependencyEntryMacro")

  /// Makes the initial value of a variable anew at each read; `@DependencyEntry` adds it.
  @attached(accessor, names: named(get))
  public macro _DependencyEntryValue() =
    #externalMacro(module: "HeadraceMacros", type: "DependencyEntryValueMacro")
#endif

#if Macros
  // MARK: - Case Paths

  /// Makes an enum's cases accessible by key paths: `\Action.child`.
  ///
  /// If the enum is also `@dynamicMemberLookup`, each case becomes an optional property, too:
  /// `state.login?.email`. If it has the case `binding`, as a ``BindableAction`` does, it gets a
  /// property of that name. Enums nested in an enum `Action`, its groups, become case-pathable,
  /// too. If it conforms to ``CasePathIterable``, its case paths can be listed.
  @attached(extension, conformances: CasePathable)
  @attached(memberAttribute)
  @attached(member, names: named(AllCasePaths), named(allCasePaths), named(binding))
  public macro CasePathable() =
    #externalMacro(module: "HeadraceMacros", type: "CasePathableMacro")

  /// Makes the cases of a group of actions accessible by key paths; added by `@CasePathable`.
  @attached(extension, conformances: CasePathable)
  @attached(member, names: named(AllCasePaths), named(allCasePaths), named(binding))
  public macro CasePathableGroup() =
    #externalMacro(module: "HeadraceMacros", type: "CasePathableMacro")

  // MARK: - Observation

  /// Makes the properties of a feature's state individually observable.
  ///
  /// Observers of one property are not notified when another changes. State is still a value: it is
  /// copied, compared and changed in place as before. If the declaration says `Codable`, it is
  /// coded by the names of its properties.
  @attached(extension, conformances: ObservableState)
  @attached(
    member, names: named(_$observationRegistrar), named(_$id), named(_$storedKeyPath),
    named(_$fieldNumber), named(_$registrarOffset), named(_$compare), named(CodingKeys))
  @attached(memberAttribute)
  public macro ObservableState() =
    #externalMacro(module: "HeadraceMacros", type: "ObservableStateMacro")

  /// Observes one property; added by `@ObservableState`.
  @attached(accessor, names: named(init), named(get), named(set), named(_modify))
  @attached(peer, names: prefixed(_))
  public macro ObservationStateTracked() =
    #externalMacro(module: "HeadraceMacros", type: "ObservationStateTrackedMacro")

  /// Excludes a property of an observable state from observation.
  @attached(accessor, names: named(willSet))
  public macro ObservationStateIgnored() =
    #externalMacro(module: "HeadraceMacros", type: "ObservationStateIgnoredMacro")

  // MARK: - Presentation

  /// Makes an optional property contain the state of a presented feature.
  ///
  /// ```swift
  /// @ObservableState
  /// struct State: Equatable {
  ///   @Presents var detail: Detail.State?
  /// }
  /// …
  /// .ifLet(\.$detail, action: \.detail) { Detail() }
  /// ```
  @attached(accessor, names: named(init), named(get), named(set), named(_modify))
  @attached(peer, names: prefixed(_), prefixed(`$`))
  public macro Presents() = #externalMacro(module: "HeadraceMacros", type: "PresentsMacro")

  // MARK: - Clients

  /// Turns a struct of closures into a client that reports calls to endpoints without an
  /// implementation.
  ///
  /// ```swift
  /// @DependencyClient
  /// struct QuoteClient: Sendable {
  ///   var price: @Sendable (_ symbol: String) async throws -> Int
  ///   var isOpen: @Sendable () -> Bool = { false }
  /// }
  /// ```
  ///
  /// `QuoteClient()` has no implementation: each endpoint that is called reports its name, and
  /// throws ``UnimplementedEndpoint`` or returns the result of its default. An endpoint with named
  /// parameters also becomes a method: `try await client.price(symbol: "ETH")`. If the struct has
  /// no initializer, one with all properties is added, too.
  @attached(member, names: named(init))
  @attached(memberAttribute)
  public macro DependencyClient() =
    #externalMacro(module: "HeadraceMacros", type: "DependencyClientMacro")

  /// Turns a closure into an endpoint; added by `@DependencyClient`.
  ///
  /// - Parameter method: The name of the method, if it differs from the property's.
  @attached(accessor, names: named(init), named(get), named(set))
  @attached(peer, names: arbitrary)
  public macro DependencyEndpoint(method: String? = nil) =
    #externalMacro(module: "HeadraceMacros", type: "DependencyEndpointMacro")

  /// Leaves a closure of a client unchanged.
  @attached(peer)
  public macro DependencyEndpointIgnored() =
    #externalMacro(module: "HeadraceMacros", type: "DependencyEndpointIgnoredMacro")

  // MARK: - Dependencies

  /// Turns a variable in an extension of ``DependencyValues`` into a dependency with its own key.
  ///
  /// ```swift
  /// extension DependencyValues {
  ///   @DependencyEntry(liveValue: QuoteClient.live)
  ///   var quoteClient = QuoteClient()
  /// }
  /// ```
  ///
  /// The initial value is used in tests; each test gets a new one. Without an initial value, write
  /// the type and a live value: a test that reads the dependency without an override then fails.
  ///
  /// The key of a `public` or `package` dependency is named after the written type, or after the
  /// variable: `DependencyValues.QuoteClientKey`. Another module can give it a live value by
  /// conforming it to ``DependencyKey``.
  ///
  /// - Parameters:
  ///   - key: A name for the key, instead of the default.
  ///   - liveValue: The value in a running program.
  ///   - previewValue: The value in previews.
  @attached(accessor, names: named(get), named(set))
  @attached(peer, names: arbitrary)
  public macro DependencyEntry(
    _ key: String? = nil, liveValue: Any? = nil, previewValue: Any? = nil
  ) = #externalMacro(module: "HeadraceMacros", type: "DependencyEntryMacro")

  /// Evaluates the initial value of a variable at each read; added by `@DependencyEntry`.
  @attached(accessor, names: named(get))
  public macro _DependencyEntryValue() =
    #externalMacro(module: "HeadraceMacros", type: "DependencyEntryValueMacro")
#endif

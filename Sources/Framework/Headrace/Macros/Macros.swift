#if Macros
  // MARK: - Case Paths

  /// Makes an enum's cases reachable by key paths: `\Action.child`.
  ///
  /// If the enum is also `@dynamicMemberLookup`, each case is also an optional property:
  /// `state.login?.email`. If it has the case `binding`, as a ``BindableAction`` does, it also gets
  /// the property of this name. The enums nested in an enum `Action`, its groups, become
  /// case-pathable too. If it names ``CasePathIterable``, its case paths can be listed.
  @attached(extension, conformances: CasePathable)
  @attached(memberAttribute)
  @attached(member, names: named(AllCasePaths), named(allCasePaths), named(binding))
  public macro CasePathable() =
    #externalMacro(module: "HeadraceMacros", type: "CasePathableMacro")

  /// Makes the cases of a group of actions reachable by key paths; `@CasePathable` adds it.
  @attached(extension, conformances: CasePathable)
  @attached(member, names: named(AllCasePaths), named(allCasePaths), named(binding))
  public macro CasePathableGroup() =
    #externalMacro(module: "HeadraceMacros", type: "CasePathableMacro")

  // MARK: - Observation

  /// Makes the properties of a feature's state observable one by one.
  ///
  /// Observers of one property are not notified when another changes. State is still a value: it is
  /// copied, compared and changed in place as before. Where the declaration says that it is
  /// `Codable`, it is coded by the names of its properties.
  @attached(extension, conformances: ObservableState)
  @attached(
    member, names: named(_$observationRegistrar), named(_$id), named(_$storedKeyPath),
    named(_$fieldNumber), named(_$registrarOffset), named(_$compare), named(CodingKeys))
  @attached(memberAttribute)
  public macro ObservableState() =
    #externalMacro(module: "HeadraceMacros", type: "ObservableStateMacro")

  /// Observes one property; `@ObservableState` adds it.
  @attached(accessor, names: named(init), named(get), named(set), named(_modify))
  @attached(peer, names: prefixed(_))
  public macro ObservationStateTracked() =
    #externalMacro(module: "HeadraceMacros", type: "ObservationStateTrackedMacro")

  /// Leaves a property of an observable state unobserved.
  @attached(accessor, names: named(willSet))
  public macro ObservationStateIgnored() =
    #externalMacro(module: "HeadraceMacros", type: "ObservationStateIgnoredMacro")

  // MARK: - Presentation

  /// Makes an optional property hold the state of a feature that is presented.
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

  /// Makes a struct of closures a client whose endpoints report calls that have no implementation.
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
  /// throws ``UnimplementedEndpoint``, or returns what its default returns. An endpoint that names
  /// its parameters also becomes a method: `try await client.price(symbol: "ETH")`. If the struct
  /// has no initializer, one with all properties is added too.
  @attached(member, names: named(init))
  @attached(memberAttribute)
  public macro DependencyClient() =
    #externalMacro(module: "HeadraceMacros", type: "DependencyClientMacro")

  /// Makes a closure an endpoint; `@DependencyClient` adds it.
  ///
  /// - Parameter method: The name of the method, if it is not the property's.
  @attached(accessor, names: named(init), named(get), named(set))
  @attached(peer, names: arbitrary)
  public macro DependencyEndpoint(method: String? = nil) =
    #externalMacro(module: "HeadraceMacros", type: "DependencyEndpointMacro")

  /// Leaves a closure of a client as it is.
  @attached(peer)
  public macro DependencyEndpointIgnored() =
    #externalMacro(module: "HeadraceMacros", type: "DependencyEndpointIgnoredMacro")

  // MARK: - Dependencies

  /// Makes a variable in an extension of ``DependencyValues`` a dependency, with a key of its own.
  ///
  /// ```swift
  /// extension DependencyValues {
  ///   @DependencyEntry(liveValue: QuoteClient.live)
  ///   var quoteClient = QuoteClient()
  /// }
  /// ```
  ///
  /// The initial value is what tests use; each test gets a new one. Without it, write the type
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

  /// Makes a new initial value of a variable at each read; `@DependencyEntry` adds it.
  @attached(accessor, names: named(get))
  public macro _DependencyEntryValue() =
    #externalMacro(module: "HeadraceMacros", type: "DependencyEntryValueMacro")
#endif

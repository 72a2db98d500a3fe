#if Macros
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
#endif

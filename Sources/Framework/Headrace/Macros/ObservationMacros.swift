#if Macros
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
#endif

#if Macros
  /// Turns a struct into a ``Reducer``, or an enum of reducers into one whose case chooses the
  /// child.
  ///
  /// In a struct, it makes the actions ``CasePathable`` and lets `body` be written as a builder. An
  /// omitted `State`, `Action` or `body` is generated empty.
  ///
  /// ```swift
  /// @Reducer
  /// enum Screen {
  ///   case login(Login)
  ///   case profile(Profile)
  /// }
  /// ```
  ///
  /// In an enum, it adds `State` and `Action` with the cases' names, a static `body` that runs the
  /// child of the current case, and the code that ``Store/case`` needs.
  ///
  /// A `public` struct that stores only dependencies also becomes `Sendable`, as an internal one is
  /// implicitly, so that an effect can use `self`.
  @attached(extension, conformances: Reducer, CaseReducer, CaseScoping, Sendable)
  @attached(memberAttribute)
  @attached(
    member, conformances: Reducer, CaseScoping,
    names: named(State), named(Action), named(body), named(CaseScope), named(scope))
  public macro Reducer() = #externalMacro(module: "HeadraceMacros", type: "ReducerMacro")

  /// Turns an enum of reducers into a reducer whose state and action conform to protocols.
  ///
  /// - Parameters:
  ///   - state: The protocols that the state conforms to.
  ///   - action: The protocols that the action conforms to.
  @attached(extension, conformances: Reducer, CaseReducer, CaseScoping)
  @attached(memberAttribute)
  @attached(
    member, conformances: Reducer, CaseScoping,
    names: named(State), named(Action), named(body), named(CaseScope), named(scope))
  public macro Reducer(
    state: SynthesizedConformance..., action: SynthesizedConformance...
  ) = #externalMacro(module: "HeadraceMacros", type: "ReducerMacro")

  /// Marks a case of an enum of reducers whose payload is the state of a question: its first action
  /// ends the presentation.
  ///
  /// The payload conforms to ``EphemeralState``. ``AlertState`` and ``ConfirmationDialogState``
  /// need no mark.
  @attached(peer)
  public macro ReducerCaseEphemeral() =
    #externalMacro(module: "HeadraceMacros", type: "ReducerCaseEphemeralMacro")

  /// Marks a case of an enum of reducers whose payload is state without a reducer.
  @attached(peer)
  public macro ReducerCaseIgnored() =
    #externalMacro(module: "HeadraceMacros", type: "ReducerCaseIgnoredMacro")
#endif

/// A protocol whose conformance the compiler can synthesize, identified by name.
public enum SynthesizedConformance: Sendable {
  /// The protocol of this name.
  case codable, decodable, encodable, equatable, hashable, sendable
}

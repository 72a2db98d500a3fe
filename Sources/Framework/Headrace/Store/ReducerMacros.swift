#if Macros
  /// Makes a struct a ``Reducer``, or an enum of reducers a reducer whose case chooses the child.
  ///
  /// In a struct it makes the actions ``CasePathable`` and lets `body` be written as a block. An
  /// omitted `State`, `Action` or `body` is added empty.
  ///
  /// ```swift
  /// @Reducer
  /// enum Screen {
  ///   case login(Login)
  ///   case profile(Profile)
  /// }
  /// ```
  ///
  /// In an enum it adds `State` and `Action` with the cases' names, a static `body` that runs the
  /// child of the current case, and what ``Store/case`` needs.
  ///
  /// A `public` struct that stores only dependencies also becomes `Sendable`, as an internal one
  /// does implicitly, so that an effect may use `self`.
  @attached(extension, conformances: Reducer, CaseReducer, CaseScoping, Sendable)
  @attached(memberAttribute)
  @attached(
    member, conformances: Reducer, CaseScoping,
    names: named(State), named(Action), named(body), named(CaseScope), named(scope))
  public macro Reducer() = #externalMacro(module: "HeadraceMacros", type: "ReducerMacro")

  /// Makes an enum of reducers a reducer whose state and action conform to protocols.
  ///
  /// - Parameters:
  ///   - state: What the state conforms to.
  ///   - action: What the action conforms to.
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

/// A protocol whose conformance the compiler can synthesize, by its name.
public enum SynthesizedConformance: Sendable {
  /// The protocol of this name.
  case codable, decodable, encodable, equatable, hashable, sendable
}

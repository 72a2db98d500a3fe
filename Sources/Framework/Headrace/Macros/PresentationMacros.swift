#if Macros
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
#endif

#if Macros
  /// Makes an enum's cases reachable by key paths: `\Action.child`.
  ///
  /// Where the enum is also `@dynamicMemberLookup`, each case is an optional property too:
  /// `state.login?.email`.
  @attached(extension, conformances: CasePathable)
  @attached(member, names: named(AllCasePaths), named(allCasePaths), named(subscript))
  public macro CasePathable() =
    #externalMacro(module: "HeadraceMacros", type: "CasePathableMacro")
#endif

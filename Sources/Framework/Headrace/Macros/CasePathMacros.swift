#if Macros
  /// Makes an enum's cases reachable by key paths: `\Action.child`.
  ///
  /// Where the enum is also `@dynamicMemberLookup`, each case is an optional property too:
  /// `state.login?.email`. Where it has the case `binding`, as a ``BindableAction`` does, it gets
  /// the property of this name as well. The enums nested in an enum `Action`, its groups, are
  /// case-pathable with it.
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
#endif

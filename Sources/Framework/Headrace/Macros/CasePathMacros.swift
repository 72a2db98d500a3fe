#if Macros
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
#endif

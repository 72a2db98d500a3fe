#if Macros
  import SwiftSyntax
  import SwiftSyntaxBuilder
  import SwiftSyntaxMacroExpansion
  import SwiftSyntaxMacros
  import SwiftSyntaxMacrosGenericTestSupport
  import Testing

  @testable import HeadraceMacros

  /// Expands macros and compares the result; differences are failures at the caller's line.
  func expectExpansion(
    of source: String, as expanded: String, diagnostics: [DiagnosticSpec] = [],
    fixed: String? = nil, sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    assertMacroExpansion(
      source, expandedSource: expanded, diagnostics: diagnostics,
      macroSpecs: [
        "CasePathable": MacroSpec(
          type: CasePathableMacro.self, conformances: ["CasePathable"]),
        "DependencyClient": MacroSpec(type: DependencyClientMacro.self),
        "DependencyEndpoint": MacroSpec(type: DependencyEndpointMacro.self),
        "FlowCoordinator": MacroSpec(type: FlowCoordinatorMacro.self, conformances: ["Reducer"]),
        "ObservableState": MacroSpec(
          type: ObservableStateMacro.self, conformances: ["ObservableState"]),
        "ObservationStateTracked": MacroSpec(type: ObservationStateTrackedMacro.self),
        "Presents": MacroSpec(type: PresentsMacro.self),
        "Reducer": MacroSpec(type: ReducerMacro.self, conformances: ["Reducer", "CaseReducer"]),
      ],
      applyFixIts: fixed == nil ? nil : ["Add a default"], fixedSource: fixed,
      indentationWidth: .spaces(2),
      failureHandler: { Issue.record("\($0.message)", sourceLocation: sourceLocation) })
  }
#endif

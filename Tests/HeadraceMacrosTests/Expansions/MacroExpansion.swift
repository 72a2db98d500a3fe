import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros
import SwiftSyntaxMacrosGenericTestSupport
import Testing

@testable import HeadraceMacros

/// The macros, and the conformances that the compiler asks of each where the code has none.
let macroSpecs = [
  "CasePathable": MacroSpec(type: CasePathableMacro.self, conformances: ["CasePathable"]),
  "DependencyClient": MacroSpec(type: DependencyClientMacro.self),
  "DependencyEndpoint": MacroSpec(type: DependencyEndpointMacro.self),
  "DependencyEndpointIgnored": MacroSpec(type: DependencyEndpointIgnoredMacro.self),
  "DependencyEntry": MacroSpec(type: DependencyEntryMacro.self),
  "FlowCoordinator": MacroSpec(type: FlowCoordinatorMacro.self, conformances: ["Reducer"]),
  "ObservableState": MacroSpec(type: ObservableStateMacro.self, conformances: ["ObservableState"]),
  "ObservationStateIgnored": MacroSpec(type: ObservationStateIgnoredMacro.self),
  "ObservationStateTracked": MacroSpec(type: ObservationStateTrackedMacro.self),
  "Presents": MacroSpec(type: PresentsMacro.self),
  "Reducer": MacroSpec(type: ReducerMacro.self, conformances: ["CaseReducer", "Reducer"]),
  "ReducerCaseEphemeral": MacroSpec(type: ReducerCaseEphemeralMacro.self),
  "ReducerCaseIgnored": MacroSpec(type: ReducerCaseIgnoredMacro.self),
]

/// Expands macros and compares the result; differences are failures at the caller's line.
///
/// - Parameters:
///   - source: The author's code.
///   - expanded: The same with all macros expanded.
///   - diagnostics: All messages to the author.
///   - fixIt: The fix-it to apply to the source; `nil` applies none.
///   - fixed: The source after that fix-it.
///   - specs: The macros, if not all with their usual conformances.
func expectExpansion(
  of source: String, as expanded: String, diagnostics: [DiagnosticSpec] = [],
  applying fixIt: String? = nil, fixed: String? = nil,
  specs: [String: MacroSpec] = macroSpecs,
  sourceLocation: Testing.SourceLocation = #_sourceLocation
) {
  assertMacroExpansion(
    source, expandedSource: expanded, diagnostics: diagnostics, macroSpecs: specs,
    applyFixIts: fixIt.map { [$0] }, fixedSource: fixed, indentationWidth: .spaces(2),
    failureHandler: { Issue.record("\($0.message)", sourceLocation: sourceLocation) })
}

#if Macros
  import SwiftCompilerPlugin
  import SwiftSyntaxMacros

  @main
  struct HeadracePlugin: CompilerPlugin {
    let providingMacros: [any Macro.Type] = [
      CasePathableMacro.self,
      DependencyClientMacro.self,
      DependencyEndpointIgnoredMacro.self,
      DependencyEndpointMacro.self,
      DependencyEntryMacro.self,
      DependencyEntryValueMacro.self,
      FlowCoordinatorMacro.self,
      ObservableStateMacro.self,
      ObservationStateIgnoredMacro.self,
      ObservationStateTrackedMacro.self,
      PresentsMacro.self,
      ReducerCaseEphemeralMacro.self,
      ReducerCaseIgnoredMacro.self,
      ReducerMacro.self,
    ]
  }
#else
  /// Without the trait 'Macros' the plug-in is not started. SwiftPM builds it all the same.
  @main
  struct HeadracePlugin {
    static func main() {}
  }
#endif

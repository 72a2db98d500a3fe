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
  /// The plug-in is not started without the trait 'Macros', but SwiftPM still builds it.
  @main
  struct HeadracePlugin {
    static func main() {}
  }
#endif

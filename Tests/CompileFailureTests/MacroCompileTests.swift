#if Macros
  import Testing

  /// What an author sees of a macro that can't stand where it is written.
  @Suite struct MacroCompileTests {
    /// The language has no macro on an extension that adds a conformance. The compiler says so at
    /// the attribute, before the macro is asked.
    @Test func aCoordinatorMacroOnAnExtensionIsRefusedAtItsPlace() throws {
      let verdict = try Compiler.check(
        """
        import HeadraceFlow

        struct Help {}

        @FlowCoordinator(screen: "HelpScreen")
        extension Help {}
        """)
      #expect(!verdict.isAccepted)
      #expect(
        verdict.diagnostics.contains(
          "7:1: error: 'extension' macro cannot be attached to extension (extension of 'Help')"),
        "\(verdict.diagnostics)")
    }

    /// What is written instead.
    @Test func aCoordinatorInExtensionsIsAccepted() throws {
      let verdict = try Compiler.check(
        """
        import HeadraceFlow

        @FlowCoordinator(screen: "HelpScreen")
        struct Help {}

        extension Help {
          func handleRoute(state: inout State, action: Action) -> Effect<Action> { .none }
        }

        @Reducer(state: .equatable) enum HelpScreen { case page(HelpPage) }

        @Reducer struct HelpPage {
          struct State: Equatable {}
          enum Action { case tapped }
          func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
        }
        """)
      #expect(verdict.isAccepted, "\(verdict.diagnostics)")
    }
  }
#endif

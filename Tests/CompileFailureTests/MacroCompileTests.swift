#if Macros
  import Testing

  /// The errors about a macro in a position that is not permitted.
  @Suite struct MacroCompileTests {
    /// The language does not permit a macro that adds a conformance on an extension. The compiler
    /// reports that at the attribute, before it calls the macro.
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

    /// The alternative.
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

    @Test func aDependencyEntrySaysWhatItNeeds() throws {
      let verdict = try Compiler.check(
        """
        extension DependencyValues {
          @DependencyEntry var count: Int
          @DependencyEntry("a key") var other = 1
        }
        struct Other {
          @DependencyEntry var count = 1
        }
        """)
      #expect(!verdict.isAccepted)
      for error in [
        """
        4:3: error: 'count' needs a value for tests, as in 'var count = QuoteClient()', or a live \
        one: '@DependencyEntry(liveValue: …)'.
        """,
        """
        5:3: error: '@DependencyEntry' needs the name of a type for its key: a plain string of \
        letters, digits and '_', such as "QuoteClientKey".
        """,
        "8:3: error: '@DependencyEntry' needs a 'var' in an extension of 'DependencyValues'.",
      ] {
        #expect(verdict.diagnostics.contains(error), "\(verdict.diagnostics)")
      }
    }
  }
#endif

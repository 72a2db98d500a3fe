#if Macros
  import SwiftDiagnostics
  import SwiftSyntax
  import SwiftSyntaxBuilder
  import SwiftSyntaxMacros

  /// Makes a struct a coordinator of a route stack.
  struct FlowCoordinatorMacro {}

  extension FlowCoordinatorMacro: ExtensionMacro {
    static func expansion(
      of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
      providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
      in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
      guard declaration.is(StructDeclSyntax.self) else { return [] }
      return [try ExtensionDeclSyntax("extension \(type.trimmed): Headrace.Reducer {}")]
    }
  }

  extension FlowCoordinatorMacro: MemberAttributeMacro {
    static func expansion(
      of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
      providingAttributesFor member: some DeclSyntaxProtocol,
      in context: some MacroExpansionContext
    ) throws -> [AttributeSyntax] {
      guard let nested = member.as(EnumDeclSyntax.self), nested.name.text == "Action",
        !nested.hasAttribute("CasePathable")
      else { return [] }
      return ["@Headrace.CasePathable"]
    }
  }

  extension FlowCoordinatorMacro: MemberMacro {
    static func expansion(
      of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
      conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
      guard declaration.is(StructDeclSyntax.self) else {
        context.diagnose(
          Diagnostic(
            node: declaration.introducer,
            message: MacroMessage("'@FlowCoordinator' needs a struct.")
          ))
        return []
      }
      let arguments = Arguments(node)
      guard let screen = arguments.screen else {
        context.diagnose(
          Diagnostic(
            node: node,
            message: MacroMessage(
              "'@FlowCoordinator' needs the name of its screens: screen: \"AuthScreen\".")))
        return []
      }
      diagnoseMissingParts(of: declaration, in: context)
      let access = declaration.memberAccess
      var members: [DeclSyntax] = []
      if arguments.hasNavigation {
        for group in ["View", "Navigation"] where declaration.nestedType(group) == nil {
          members.append(
            """
            @Headrace.CasePathable
            \(raw: access)enum \(raw: group): Swift.Equatable, Swift.Sendable {}
            """
          )
        }
      }
      if !declaration.hasProperty("body") {
        members.append(
          """
          @Headrace.ReducerBuilder<Self.State, Self.Action>
          \(raw: access)var body: some Headrace.Reducer<Self.State, Self.Action> {
            Headrace.Reduce<Self.State, Self.Action> { state, action in
              self.handleRoute(state: &state, action: action)
            }
            .forEachRoute(\\.routes, action: \\.router) { \(raw: screen).body }
          }
          """)
      }
      return members
    }

    private struct Arguments {
      var screen: String?
      var hasNavigation = false

      init(_ node: AttributeSyntax) {
        guard case .argumentList(let arguments) = node.arguments else { return }
        for argument in arguments {
          switch argument.label?.text {
          case "screen":
            screen =
              argument.expression.as(StringLiteralExprSyntax.self)?.segments.first?
              .as(StringSegmentSyntax.self)?.content.text
          case "navigation":
            hasNavigation = argument.expression.trimmedDescription == "true"
          default:
            continue
          }
        }
      }
    }

    private static func diagnoseMissingParts(
      of declaration: some DeclGroupSyntax, in context: some MacroExpansionContext
    ) {
      func require(_ isThere: Bool, _ text: String) {
        guard !isThere else { return }
        context.diagnose(
          Diagnostic(node: declaration.introducer, message: MacroMessage(text)))
      }
      require(
        declaration.hasProperty("body") || declaration.hasMethod("handleRoute"),
        """
        A flow coordinator needs \
        'func handleRoute(state: inout State, action: Action) -> Effect<Action>'.
        """
      )
      if let state = declaration.nestedType("State")?.as(StructDeclSyntax.self) {
        require(
          state.hasProperty("routes"),
          "The state of a flow coordinator needs 'var routes: [Route<Screen.State>]'.")
      }
      if let action = declaration.nestedType("Action")?.as(EnumDeclSyntax.self) {
        require(
          action.caseElements.contains { $0.name.text == "router" },
          "The action of a flow coordinator needs 'case router(IndexedRouterActionOf<Screen>)'.")
      }
    }
  }
#endif

#if Macros
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
      guard declaration.is(StructDeclSyntax.self), !protocols.isEmpty,
        !declaration.diagnoseHidden(by: node, in: context)
      else { return [] }
      return [try ExtensionDeclSyntax("extension \(type.trimmed): Headrace.Reducer {}")]
    }
  }

  extension FlowCoordinatorMacro: MemberAttributeMacro {
    static func expansion(
      of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
      providingAttributesFor member: some DeclSyntaxProtocol,
      in context: some MacroExpansionContext
    ) throws -> [AttributeSyntax] {
      if let property = member.as(VariableDeclSyntax.self), property.identifier == "body",
        !property.hasAttribute("ReducerBuilder")
      {
        return ["@Headrace.ReducerBuilder<Self.State, Self.Action>"]
      }
      guard let nested = member.as(EnumDeclSyntax.self), groups.contains(nested.name.text),
        !nested.hasAttribute("CasePathable")
      else { return [] }
      return ["@Headrace.CasePathable"]
    }

    /// The enums of actions that a coordinator may have.
    private static let groups: Set = ["Action", "View", "Inner", "Navigation", "Delegate"]
  }

  extension FlowCoordinatorMacro: MemberMacro {
    static func expansion(
      of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
      conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
      guard let declaration = declaration.as(StructDeclSyntax.self) else {
        FlowDiagnosis.diagnoseNoStruct(declaration, in: context)
        return []
      }
      let arguments = Arguments(node)
      let nested = declaration.nestedType("Screen") == nil ? nil : "Screen"
      guard let screen = arguments.isScreenGiven ? arguments.screen?.onlyText : nested else {
        FlowDiagnosis.diagnoseNoScreen(node, of: declaration, in: context)
        return []
      }
      let access = declaration.memberAccess(in: context)
      let diagnosis = FlowDiagnosis(
        declaration, screen: arguments.screen.map { Syntax($0) } ?? Syntax(node), name: screen,
        access: access)
      guard try diagnosis.diagnose(in: context) else { return [] }
      var members = missingTypes(of: declaration, screen: screen, access: access)
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
      EffectDiagnosis(in: context).walk(declaration.memberBlock)
      if declaration.hasProperty("body") { ChildDiagnosis(declaration).diagnose(in: context) }
      if let member = composition(of: declaration, screen: screen, access: access) {
        members.append(member)
      }
      return members
    }

    /// Returns the coordinator with its screens, as `body`, or as `flow` if the author writes the
    /// `body`.
    private static func composition(
      of declaration: StructDeclSyntax, screen: String, access: String
    ) -> DeclSyntax? {
      let handler = handler(of: declaration).replacing("\n", with: "\n    ")
      guard declaration.hasProperty("body") else {
        return """
          @Headrace.ReducerBuilder<Self.State, Self.Action>
          \(raw: access)var body: some Headrace.Reducer<Self.State, Self.Action> {
            Headrace.Reduce<Self.State, Self.Action> { state, action in
              \(raw: handler)
            }
            .forEachRoute(\\.routes, action: \\.router) { \(raw: screen).body }
          }
          """
      }
      guard !declaration.hasProperty("flow"), !declaration.methods("handleRoute").isEmpty else {
        return nil
      }
      return """
        /// The screens and the coordinator, without what 'body' puts around them.
        var flow: HeadraceFlow.ForEachRoute<
          Headrace.Reduce<Self.State, Self.Action>, \(raw: screen).Body
        > {
          Headrace.Reduce<Self.State, Self.Action> { state, action in
            \(raw: handler)
          }
          .forEachRoute(\\.routes, action: \\.router) { \(raw: screen).body }
        }
        """
    }

    /// Returns the call of the author's method.
    ///
    /// A method that takes only the actions of the stack, as in TCAFlow, receives no others.
    private static func handler(of declaration: StructDeclSyntax) -> String {
      let call = "self.handleRoute(state: &state, action: action)"
      let methods = declaration.methods("handleRoute")
      guard !methods.isEmpty, methods.allSatisfy(\.takesRouterActions) else { return call }
      return """
        guard case .router(let action) = action else {
          return .none
        }
        return \(call)
        """
    }

    /// Returns the state and the action of a coordinator that does not declare its own.
    private static func missingTypes(
      of declaration: StructDeclSyntax, screen: String, access: String
    ) -> [DeclSyntax] {
      var types: [DeclSyntax] = []
      if declaration.nestedType("State") == nil {
        types.append(
          """
          @Headrace.ObservableState
          \(raw: access)struct State: Swift.Equatable {
            \(raw: access)var routes: [HeadraceFlow.Route<\(raw: screen).State>]
            \(raw: access)init(routes: [HeadraceFlow.Route<\(raw: screen).State>]) {
              self.routes = routes
            }
          }
          """)
      }
      if declaration.nestedType("Action") == nil {
        types.append(
          """
          @Headrace.CasePathable
          \(raw: access)enum Action {
            case router(HeadraceFlow.IndexedRouterActionOf<\(raw: screen)>)
          }
          """)
      }
      return types
    }

    private struct Arguments {
      var screen: StringLiteralExprSyntax?
      var isScreenGiven = false
      var hasNavigation = false

      init(_ node: AttributeSyntax) {
        guard case .argumentList(let arguments) = node.arguments else { return }
        for argument in arguments {
          switch argument.label?.text {
          case "screen":
            isScreenGiven = true
            screen = argument.expression.as(StringLiteralExprSyntax.self)
          case "navigation":
            hasNavigation = argument.expression.trimmedDescription == "true"
          default:
            continue
          }
        }
      }
    }
  }

  extension FunctionDeclSyntax {
    /// True if it is `handleRoute(state:action: IndexedRouterActionOf<…>)`.
    fileprivate var takesRouterActions: Bool {
      let type = signature.parameterClause.parameters.last?.type.as(IdentifierTypeSyntax.self)
      return ["IndexedRouterActionOf", "IndexedRouterAction"].contains(type?.name.text)
    }
  }
#endif

#if Macros
  import SwiftDiagnostics
  import SwiftSyntax
  import SwiftSyntaxBuilder
  import SwiftSyntaxMacros

  /// Finds what a coordinator's author forgot, or wrote for other screens.
  struct FlowDiagnosis {
    private let declaration: StructDeclSyntax
    private let screen: Syntax
    private let name: String
    private let access: String

    init(
      _ declaration: StructDeclSyntax, screen: Syntax, name: String, access: String
    ) {
      self.declaration = declaration
      self.screen = screen
      self.name = name
      self.access = access
    }

    /// Tells what is wrong.
    ///
    /// - Returns: Whether the screens are named well enough to write code with.
    func diagnose(in context: some MacroExpansionContext) -> Bool {
      guard isTypeName else {
        context.diagnose(
          screen, "'\(name)' is not the name of a type: name the enum of the screens.")
        return false
      }
      diagnoseHandler(in: context)
      if let state = declaration.nestedType("State")?.as(StructDeclSyntax.self) {
        diagnoseRoutes(of: state, in: context)
      }
      if let action = declaration.nestedType("Action")?.as(EnumDeclSyntax.self) {
        diagnoseRouter(of: action, in: context)
      }
      return true
    }

    private var isTypeName: Bool {
      let plain = name.prefix { $0 != "<" }
      let parts = plain.split(separator: ".", omittingEmptySubsequences: false)
      return !parts.isEmpty
        && parts.allSatisfy { part in
          part.first.map { $0.isLetter || $0 == "_" } == true
            && part.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
        }
    }

    private func diagnoseHandler(in context: some MacroExpansionContext) {
      guard !declaration.hasProperty("body"), declaration.methods("handleRoute").isEmpty else {
        return
      }
      // A coordinator that writes nothing here writes it in extensions, which a macro can't see.
      guard declaration.nestedType("State") != nil || declaration.nestedType("Action") != nil else {
        return
      }
      let method = """
        \(access)func handleRoute(state: inout State, action: Action) -> Effect<Action> {
          .none
        }
        """
      context.diagnose(
        declaration.introducer,
        """
        A flow coordinator needs \
        'func handleRoute(state: inout State, action: Action) -> Effect<Action>'.
        """,
        fixIts: [
          .replace(
            declaration.memberBlock, with: declaration.addingMember(method), "Add 'handleRoute'")
        ])
    }

    private func diagnoseRoutes(
      of state: StructDeclSyntax, in context: some MacroExpansionContext
    ) {
      guard let routes = state.property("routes") else {
        let property = "\(state.modifiers.written)var routes: [Route<\(name).State>]"
        context.diagnose(
          state.structKeyword,
          "The state of a flow coordinator needs 'var routes: [Route<\(name).State>]'.",
          fixIts: [
            .replace(
              state.memberBlock, with: state.addingMember(property), "Add 'routes'")
          ])
        return
      }
      guard
        let array = routes.bindings.first?.typeAnnotation?.type.as(ArrayTypeSyntax.self),
        let route = array.element.as(IdentifierTypeSyntax.self), route.name.text == "Route",
        let written = route.onlyArgument?.as(MemberTypeSyntax.self), written.name.text == "State"
      else { return }
      diagnoseOtherScreen(written.baseType, of: "routes", in: context)
    }

    private func diagnoseRouter(
      of action: EnumDeclSyntax, in context: some MacroExpansionContext
    ) {
      guard let router = action.caseElements.first(where: { $0.name.text == "router" }) else {
        let text = "case router(IndexedRouterActionOf<\(name)>)"
        context.diagnose(
          action.enumKeyword, "The action of a flow coordinator needs '\(text)'.",
          fixIts: [
            .replace(action.memberBlock, with: action.addingMember(text), "Add 'router'")
          ])
        return
      }
      guard
        let type = router.parameterClause?.parameters.first?.type.as(IdentifierTypeSyntax.self),
        type.name.text == "IndexedRouterActionOf", let written = type.onlyArgument
      else { return }
      diagnoseOtherScreen(written, of: "router", in: context)
    }

    private func diagnoseOtherScreen(
      _ type: TypeSyntax, of part: String, in context: some MacroExpansionContext
    ) {
      let other = type.trimmedDescription
      guard other != name, other.split(separator: ".").last != name.split(separator: ".").last
      else { return }
      context.diagnose(
        type, "The coordinator's screens are '\(name)', and '\(part)' is of '\(other)'.",
        fixIts: [
          .replace(type, with: TypeSyntax("\(raw: name)"), "Change '\(other)' to '\(name)'")
        ])
    }
  }

  extension IdentifierTypeSyntax {
    fileprivate var onlyArgument: TypeSyntax? {
      guard let arguments = genericArgumentClause?.arguments, arguments.count == 1 else {
        return nil
      }
      return arguments.first?.argument.as(TypeSyntax.self)
    }
  }

  extension DeclModifierListSyntax {
    fileprivate var written: String { isEmpty ? "" : "\(trimmedDescription) " }
  }
#endif

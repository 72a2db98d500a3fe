#if Macros
  import SwiftDiagnostics
  import SwiftSyntax
  import SwiftSyntaxBuilder
  import SwiftSyntaxMacros

  /// Finds missing parts of a coordinator, and parts that belong to other screens.
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

    /// Reports the mistakes.
    ///
    /// - Returns: `true` if the name of the screens is good enough to generate code.
    func diagnose(in context: some MacroExpansionContext) throws -> Bool {
      guard Self.isTypeName(name) else {
        let meant = Self.screens(of: declaration) ?? Self.typeName(in: name)
        context.diagnose(
          screen, "'\(name)' is not the name of a type: name the enum of the screens.",
          fixIts: meant.map {
            [
              .replace(
                screen, with: StringLiteralExprSyntax(content: $0), "Change '\(name)' to '\($0)'")
            ]
          } ?? [])
        return false
      }
      try diagnoseHandler(in: context)
      if let state = declaration.nestedType("State")?.as(StructDeclSyntax.self) {
        diagnoseRoutes(of: state, in: context)
      }
      if let action = declaration.nestedType("Action")?.as(EnumDeclSyntax.self) {
        diagnoseRouter(of: action, in: context)
      }
      return true
    }

    private static func isTypeName(_ name: String) -> Bool {
      let plain = name.prefix { $0 != "<" }
      let parts = plain.split(separator: ".", omittingEmptySubsequences: false)
      return !parts.isEmpty
        && parts.allSatisfy { part in
          part.first.map { $0.isLetter || $0 == "_" } == true && part != "self"
            && part.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
        }
    }

    /// Returns the probable type name in an invalid one, such as `"Auth Screen"` or
    /// `"AuthScreen.self"`.
    private static func typeName(in text: String) -> String? {
      let name = (text.hasSuffix(".self") ? text.dropLast(5) : text[...])
        .filter { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
      return isTypeName(name) ? name : nil
    }

    private func diagnoseHandler(in context: some MacroExpansionContext) throws {
      let methods = declaration.methods("handleRoute")
      if let method = methods.first, !methods.contains(where: \.isHandler) {
        try diagnoseSignature(of: method, in: context)
      }
      guard !declaration.hasProperty("body"), methods.isEmpty else { return }
      // A coordinator without these here has them in extensions, which a macro can't see.
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

    private func diagnoseSignature(
      of method: FunctionDeclSyntax, in context: some MacroExpansionContext
    ) throws {
      let parameters = method.signature.parameterClause
      let method = try FunctionDeclSyntax("func handleRoute(state: inout State, action: Action) {}")
      let clause = method.signature.parameterClause
      context.diagnose(
        parameters,
        "'handleRoute' of a flow coordinator takes '(state: inout State, action: Action)'.",
        fixIts: [
          .replace(
            parameters, with: clause.with(\.trailingTrivia, parameters.trailingTrivia),
            "Change the parameters")
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
      guard let screens = routes.screensOfRoutes else { return }
      diagnoseOtherScreen(screens, of: "routes", in: context)
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
      guard let screens = router.screensOfRouter else { return }
      diagnoseOtherScreen(screens, of: "router", in: context)
    }

    private func diagnoseOtherScreen(
      _ type: TypeSyntax, of part: String, in context: some MacroExpansionContext
    ) {
      let other = type.trimmedDescription
      guard other != name, other.split(separator: ".").last != name.split(separator: ".").last
      else { return }
      context.diagnose(
        type, "The coordinator's screens are '\(name)', but '\(part)' belongs to '\(other)'.",
        fixIts: [
          .replace(type, with: TypeSyntax("\(raw: name)"), "Change '\(other)' to '\(name)'")
        ])
    }
  }

  // MARK: - Without Screens

  extension FlowDiagnosis {
    /// Reports that the macro is not attached to a struct.
    static func diagnoseNoStruct(
      _ declaration: some DeclGroupSyntax, in context: some MacroExpansionContext
    ) {
      let introducer = declaration.introducer
      // An enum with cases or a class with subclasses can't be turned into a struct by another
      // keyword.
      let isPlain = declaration.modifiers.isEmpty && declaration.inheritanceClause == nil
      let canBeStruct =
        declaration.as(EnumDeclSyntax.self).map { $0.caseElements.isEmpty }
        ?? !declaration.is(ProtocolDeclSyntax.self)
      context.diagnose(
        introducer, "'@FlowCoordinator' needs a struct.",
        fixIts: isPlain && canBeStruct
          ? [
            .replace(
              introducer,
              with: TokenSyntax(
                .keyword(.struct), leadingTrivia: introducer.leadingTrivia,
                trailingTrivia: introducer.trailingTrivia, presence: .present),
              "Change '\(introducer.text)' to 'struct'")
          ] : [])
    }

    /// Reports that the macro does not know the screens, which the routes or the actions usually
    /// name.
    static func diagnoseNoScreen(
      _ node: AttributeSyntax, of declaration: StructDeclSyntax,
      in context: some MacroExpansionContext
    ) {
      context.diagnose(
        node, "'@FlowCoordinator' needs the name of its screens: screen: \"AuthScreen\".",
        fixIts: screens(of: declaration).map { name in
          var arguments = node.arguments?.as(LabeledExprListSyntax.self) ?? []
          arguments = arguments.filter { $0.label?.text != "screen" }
          let screen = LabeledExprSyntax(
            label: "screen", colon: .colonToken(trailingTrivia: .space),
            expression: StringLiteralExprSyntax(content: name),
            trailingComma: arguments.isEmpty ? nil : .commaToken(trailingTrivia: .space))
          var written = node
          if node.leftParen == nil {
            written.attributeName.trailingTrivia = []
            written.rightParen = .rightParenToken(trailingTrivia: node.trailingTrivia)
            written.leftParen = .leftParenToken()
          }
          written.arguments = .argumentList(LabeledExprListSyntax([screen] + Array(arguments)))
          return [.replace(node, with: written, "Add 'screen: \"\(name)\"'")]
        } ?? [])
    }

    /// Returns the name of the screens in a coordinator's routes or actions.
    static func screens(of declaration: StructDeclSyntax) -> String? {
      let state = declaration.nestedType("State")?.as(StructDeclSyntax.self)
      let action = declaration.nestedType("Action")?.as(EnumDeclSyntax.self)
      let router = action?.caseElements.first { $0.name.text == "router" }
      return (state?.property("routes")?.screensOfRoutes ?? router?.screensOfRouter)?
        .trimmedDescription
    }
  }

  extension FunctionDeclSyntax {
    /// True if it takes an `inout` state and an action.
    fileprivate var isHandler: Bool {
      let parameters = Array(signature.parameterClause.parameters)
      guard parameters.map(\.firstName.text) == ["state", "action"] else { return false }
      let state = parameters[0].type.as(AttributedTypeSyntax.self)
      return state?.specifiers.contains { $0.trimmedDescription == "inout" } == true
    }
  }

  extension VariableDeclSyntax {
    /// The `AuthScreen` of `var routes: [Route<AuthScreen.State>]`.
    fileprivate var screensOfRoutes: TypeSyntax? {
      guard
        let array = bindings.first?.typeAnnotation?.type.as(ArrayTypeSyntax.self),
        let route = array.element.as(IdentifierTypeSyntax.self), route.name.text == "Route",
        let written = route.onlyArgument?.as(MemberTypeSyntax.self), written.name.text == "State"
      else { return nil }
      return written.baseType
    }
  }

  extension EnumCaseElementSyntax {
    /// The `AuthScreen` of `case router(IndexedRouterActionOf<AuthScreen>)`.
    fileprivate var screensOfRouter: TypeSyntax? {
      guard
        let type = parameterClause?.parameters.first?.type.as(IdentifierTypeSyntax.self),
        type.name.text == "IndexedRouterActionOf"
      else { return nil }
      return type.onlyArgument
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

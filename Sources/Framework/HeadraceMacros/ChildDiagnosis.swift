#if Macros
  import SwiftDiagnostics
  import SwiftSyntax
  import SwiftSyntaxBuilder
  import SwiftSyntaxMacros

  /// Finds cases of an action that contain a child's actions, although `body` runs no such child.
  ///
  /// It reports only if the whole of `body` is visible to it, and ignores a `body` that uses other
  /// properties.
  struct ChildDiagnosis {
    private let declaration: StructDeclSyntax

    init(_ declaration: StructDeclSyntax) {
      self.declaration = declaration
    }

    func diagnose(in context: some MacroExpansionContext) {
      guard let body = declaration.property("body"),
        let action = declaration.nestedType("Action")?.as(EnumDeclSyntax.self)
      else { return }
      diagnoseMissingDots(in: body, context: context)
      diagnoseBareChildren(in: body, of: action, in: context)
      diagnoseReducersInState(of: action, in: context)
      diagnoseReducersInActions(action, in: context)
      guard body.isMadeOfKnownReducers(in: declaration) else { return }
      let code = declaration.memberBlock.members
        .filter { !$0.decl.is(EnumDeclSyntax.self) && !$0.decl.is(StructDeclSyntax.self) }
        .map(\.decl.trimmedDescription).joined(separator: "\n")
      let run = RunCases.named(in: declaration)
      diagnoseQuestions(of: action, run: run, in: context)
      diagnoseBinding(of: action, in: code, context: context)
      let children = action.caseElements.compactMap { element in
        HeldChild(element, in: declaration).map { (name: element.name, child: $0) }
      }
      for (name, child) in children where !run.contains(name.text) {
        // The type shows that a child is run by hand, unless others have the same type.
        let isOnlyOne = children.count { $0.child.type == child.type } == 1
        guard !(isOnlyOne && isMade(child.type, in: code)),
          !InnerCaseVisitor.matches(name.text, in: declaration)
        else { continue }
        context.diagnose(
          name,
          """
          '\(name.text)' holds the actions of '\(child.type)', and 'body' runs no \
          '\(child.type)'\(isOnlyOne ? "" : " for it"), so only the reducers of \
          '\(declaration.name.text)' itself see them. Add it with \
          '\(child.remedy)'\(child.otherRemedy).
          """, severity: .warning)
      }
    }

    /// Finds `ifLet(…)` without its dot: an operator of the feature itself, which contains itself.
    private func diagnoseMissingDots(
      in body: VariableDeclSyntax, context: some MacroExpansionContext
    ) {
      let operators = ["ifLet", "ifCaseLet", "forEach", "forEachRoute", "forEachTab", "onChange"]
      for item in body.items {
        guard let callee = item.item.expression?.firstCallee, operators.contains(callee),
          declaration.methods(callee).isEmpty
        else { continue }
        context.diagnose(
          item,
          """
          '\(callee)' without a dot runs all of '\(declaration.name.text)' again, inside itself: \
          write '.\(callee)(…)', after the reducer above.
          """)
      }
    }

    /// Finds a child that is listed in the block as if it had the parent's state and action.
    private func diagnoseBareChildren(
      in body: VariableDeclSyntax, of action: EnumDeclSyntax, in context: some MacroExpansionContext
    ) {
      let children = action.caseElements.compactMap { HeldChild($0, in: declaration) }
      for item in body.items {
        guard let call = item.item.expression?.as(FunctionCallExprSyntax.self),
          let child = children.first(where: {
            $0.type == call.calledExpression.trimmedDescription
          })
        else { continue }
        context.diagnose(
          call,
          """
          '\(child.type)' is a child, with a state and actions of its own. Run it with 'Scope', \
          'ifLet' or 'forEach': '\(child.remedy)'.
          """)
      }
    }

    /// Finds properties that contain a child's reducer in place of its state.
    private func diagnoseReducersInState(
      of action: EnumDeclSyntax, in context: some MacroExpansionContext
    ) {
      let state = declaration.nestedType("State")?.as(StructDeclSyntax.self)
      let reducers = Set(action.caseElements.compactMap { HeldChild($0, in: declaration)?.type })
      for member in state?.memberBlock.members ?? [] {
        guard let property = member.decl.as(VariableDeclSyntax.self),
          let type = property.bindings.first?.typeAnnotation?.type.child,
          reducers.contains(type.trimmedDescription)
        else { continue }
        let name = type.trimmedDescription
        context.diagnose(
          type, "'\(name)' is a reducer; a property holds its state: write '\(name).State'.",
          fixIts: [
            .replace(
              type, with: "\(type.trimmed).State" as TypeSyntax, "Change it to '\(name).State'")
          ])
      }
    }

    /// Finds cases that contain a child's reducer in place of its actions.
    private func diagnoseReducersInActions(
      _ action: EnumDeclSyntax, in context: some MacroExpansionContext
    ) {
      let state = declaration.nestedType("State")?.as(StructDeclSyntax.self)
      let children = (state?.memberBlock.members ?? []).compactMap { member in
        let binding = member.decl.as(VariableDeclSyntax.self)?.bindings.first
        return binding?.typeAnnotation?.type.child.trimmedDescription
          ?? binding?.initializer?.value.as(FunctionCallExprSyntax.self)?.calledExpression
          .trimmedDescription
      }
      for element in action.caseElements {
        guard let type = element.parameterClause?.parameters.first?.type,
          children.contains("\(type.trimmedDescription).State")
        else { continue }
        let name = type.trimmedDescription
        context.diagnose(
          type, "'\(name)' is a reducer; a case holds its actions: write '\(name).Action'.",
          fixIts: [
            .replace(
              type, with: "\(type.trimmed).Action" as TypeSyntax, "Change it to '\(name).Action'")
          ])
      }
    }

    /// Finds questions, such as alerts, that are asked but never end.
    private func diagnoseQuestions(
      of action: EnumDeclSyntax, run: Set<String>, in context: some MacroExpansionContext
    ) {
      let state = declaration.nestedType("State")?.as(StructDeclSyntax.self)
      for element in action.caseElements where HeldChild(element, in: declaration) == nil {
        let name = element.name.text
        guard let parameters = element.parameterClause?.parameters, parameters.count == 1,
          parameters.first?.type.trimmedDescription.hasPrefix("PresentationAction<") == true,
          state?.property(name)?.hasAttribute("Presents") == true, !run.contains(name)
        else { continue }
        context.diagnose(
          element.name,
          """
          '\(name)' holds the answers to what '\(name)' in the state presents, and 'body' runs no \
          'ifLet' for it, so it never ends. Add '.ifLet(\\.$\(name), action: \\.\(name))'.
          """, severity: .warning)
      }
    }

    /// Finds actions for changed properties that no reducer applies.
    private func diagnoseBinding(
      of action: EnumDeclSyntax, in code: String, context: some MacroExpansionContext
    ) {
      guard let element = action.caseElements.first(where: { $0.name.text == "binding" }) else {
        return
      }
      let payload = element.parameterClause?.parameters.first?.type
      if let payload, "BindingAction<\(declaration.name.text)>" == payload.trimmedDescription {
        context.diagnose(
          payload, "The changes are those of the state: write 'BindingAction<State>'.",
          fixIts: [
            .replace(
              payload, with: "BindingAction<State>" as TypeSyntax,
              "Change it to 'BindingAction<State>'")
          ])
      }
      guard
        action.inheritanceClause?.inheritedTypes.contains(where: {
          $0.type.lastName == "BindableAction"
        }) == true, !code.contains("BindingReducer")
      else { return }
      context.diagnose(
        element.name,
        "'body' runs no 'BindingReducer()', so nothing makes the changes of 'binding'. Add it.",
        severity: .warning)
    }

    private func isMade(_ child: String, in code: String) -> Bool {
      code.contains("\(child)(") || code.contains("\(child).body")
    }
  }

  extension VariableDeclSyntax {
    private static let known: Set<String> = [
      "Reduce", "Scope", "EmptyReducer", "BindingReducer", "CombineReducers",
    ]

    /// Returns `true` if each reducer in the block is the framework's or a property made of such
    /// reducers.
    fileprivate func isMadeOfKnownReducers(in feature: StructDeclSyntax, depth: Int = 0) -> Bool {
      !items.isEmpty && depth < 8
        && items.allSatisfy { item in
          guard let expression = item.item.expression else { return false }
          if Self.isKnown(expression) { return true }
          let name = expression.as(DeclReferenceExprSyntax.self)?.baseName.text
          return name.flatMap(feature.property)?
            .isMadeOfKnownReducers(in: feature, depth: depth + 1) ?? false
        }
    }

    /// The statements of the block.
    fileprivate var items: CodeBlockItemListSyntax {
      guard case .getter(let items) = bindings.first?.accessorBlock?.accessors else { return [] }
      return items
    }

    private static func isKnown(_ expression: ExprSyntax) -> Bool {
      guard let call = expression.as(FunctionCallExprSyntax.self) else { return false }
      if let member = call.calledExpression.as(MemberAccessExprSyntax.self) {
        return member.base.map(isKnown) ?? false
      }
      let callee = call.calledExpression.as(GenericSpecializationExprSyntax.self)?.expression
      let name = (callee ?? call.calledExpression).as(DeclReferenceExprSyntax.self)?.baseName.text
      return known.contains(name ?? "")
    }
  }

  extension ExprSyntax {
    /// The name of the function with which a chain of calls begins, if it has no base.
    fileprivate var firstCallee: String? {
      guard let callee = self.as(FunctionCallExprSyntax.self)?.calledExpression else { return nil }
      return callee.as(DeclReferenceExprSyntax.self)?.baseName.text
        ?? callee.as(MemberAccessExprSyntax.self)?.base?.firstCallee
    }
  }

  extension CodeBlockItemSyntax.Item {
    /// The expression of a statement that consists of one.
    fileprivate var expression: ExprSyntax? {
      switch self {
      case .expr(let expression): expression
      case .stmt(let statement): statement.as(ExpressionStmtSyntax.self)?.expression
      case .decl: nil
      }
    }
  }
#endif

#if Macros
  import SwiftSyntax
  import SwiftSyntaxMacros

  /// Finds patterns that match an action with more values than its case has, or with a child's
  /// action where the case holds `.presented` or `.element` around it.
  ///
  /// In the closure of `Reduce`, the compiler reports such a pattern at `Reduce` and doesn't
  /// mention the case. The matched value is recognised by the name `action`, or `$1`, until
  /// something else has that name.
  final class PatternDiagnosis<Context: MacroExpansionContext>: OwnCodeVisitor {
    private let context: Context
    private let action: EnumDeclSyntax
    /// True if `action` is the name of something else from here on.
    private var isShadowed = false

    init?(_ declaration: StructDeclSyntax, in context: Context) {
      guard let action = declaration.nestedType("Action")?.as(EnumDeclSyntax.self) else {
        return nil
      }
      self.context = context
      self.action = action
      super.init()
    }

    override func visit(_ node: SwitchExprSyntax) -> SyntaxVisitorContinueKind {
      guard !isShadowed, node.subject.isAction else { return .visitChildren }
      for item in node.cases.lazy.compactMap({ $0.as(SwitchCaseSyntax.self)?.label })
        .compactMap({ $0.as(SwitchCaseLabelSyntax.self)?.caseItems }).joined()
      {
        diagnose(item.pattern)
      }
      // A case may bind the name again: 'case .child(let action): switch action { … }'.
      return .skipChildren
    }

    override func visit(_ node: IfExprSyntax) -> SyntaxVisitorContinueKind {
      guard !isShadowed,
        let condition = node.conditions.first?.condition.as(MatchingPatternConditionSyntax.self),
        condition.initializer.value.isAction
      else { return .visitChildren }
      diagnose(condition.pattern)
      return .skipChildren
    }

    override func visit(_ node: MatchingPatternConditionSyntax) -> SyntaxVisitorContinueKind {
      if !isShadowed, node.initializer.value.isAction { diagnose(node.pattern) }
      return .visitChildren
    }

    override func visit(_ node: IdentifierPatternSyntax) -> SyntaxVisitorContinueKind {
      if node.identifier.text == "action" { isShadowed = true }
      return .visitChildren
    }

    private func diagnose(_ pattern: PatternSyntax) {
      let bare = pattern.as(ValueBindingPatternSyntax.self)?.pattern ?? pattern
      guard let expression = bare.as(ExpressionPatternSyntax.self)?.expression else { return }
      diagnose(expression, in: action)
    }

    private func diagnose(_ expression: ExprSyntax, in group: EnumDeclSyntax) {
      guard let call = expression.as(FunctionCallExprSyntax.self),
        let member = call.calledExpression.as(MemberAccessExprSyntax.self), member.base == nil,
        let element = group.caseElements.first(where: {
          $0.name.text == member.declName.baseName.text
        })
      else { return }
      let name = element.name.trimmed.text
      let parameters = element.parameterClause?.parameters.map(\.type) ?? []
      let count = call.arguments.count
      if parameters.isEmpty, count > 0 {
        context.diagnose(call, "'\(name)' holds no value: match it as '.\(name)'.")
      } else if let type = parameters.first, parameters.count == 1, count > 1 {
        guard !type.is(TupleTypeSyntax.self) else { return }
        let remedy =
          type.isOfElements
          ? "'.\(name)(.element(id: let id, action: let action))'" : "'.\(name)(let value)'"
        context.diagnose(
          call, "'\(name)' holds one value, and the pattern has \(count). Match it as \(remedy).")
      } else if count > 1, count != parameters.count {
        context.diagnose(
          call, "'\(name)' holds \(parameters.count) values, and the pattern has \(count).")
      } else if parameters.count == 1, let inner = call.arguments.first?.expression {
        if let nested = group.nestedType(parameters[0].trimmedDescription)?
          .as(EnumDeclSyntax.self)
        {
          diagnose(inner, in: nested)
        } else if let (cases, around) = parameters[0].casesOfChild,
          let first = inner.nameOfCase, !cases.contains(first)
        {
          context.diagnose(
            inner,
            """
            '\(name)' holds '\(parameters[0].trimmedDescription)', which has no case '\(first)'. \
            Match a child's action as '.\(name)(\(around)\(inner.trimmed)))'.
            """)
        }
      }
    }
  }

  extension ExprSyntax {
    /// True if this is a conventional name for the action being reduced.
    fileprivate var isAction: Bool {
      ["action", "$1"].contains(self.as(DeclReferenceExprSyntax.self)?.baseName.text ?? "")
    }
  }

  extension ExprSyntax {
    /// The `tapped` of `.tapped` and of `.tapped(1)`.
    fileprivate var nameOfCase: String? {
      let member = self.as(FunctionCallExprSyntax.self)?.calledExpression ?? self
      guard let member = member.as(MemberAccessExprSyntax.self), member.base == nil else {
        return nil
      }
      return member.declName.baseName.text
    }
  }

  extension TypeSyntax {
    /// The cases of a type that contains a child's actions, and the beginning of a pattern for one.
    fileprivate var casesOfChild: (names: Set<String>, pattern: String)? {
      switch lastName {
      case "PresentationAction": (["presented", "dismiss"], ".presented(")
      case "IdentifiedAction", "IdentifiedActionOf": (["element"], ".element(id: _, action: ")
      case "StackAction", "StackActionOf":
        (["element", "popFrom", "push"], ".element(id: _, action: ")
      default: nil
      }
    }

    /// True if it contains actions of rows, or of the features on a stack.
    fileprivate var isOfElements: Bool {
      ["IdentifiedAction", "IdentifiedActionOf", "StackAction", "StackActionOf"]
        .contains(lastName ?? "")
    }
  }
#endif

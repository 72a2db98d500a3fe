#if Macros
  import SwiftSyntax

  /// Finds out whether a feature matches the actions of a child itself.
  ///
  /// It may then reduce for the child by hand: `case .child(.tapped)`, `case .child(let action)`. A
  /// child's delegate actions and its dismissal are always for the parent.
  final class InnerCaseVisitor: SyntaxVisitor {
    private let name: String
    private var isMatched = false

    private init(_ name: String) {
      self.name = name
      super.init(viewMode: .sourceAccurate)
    }

    /// - Parameter name: The case that holds the child's actions.
    static func matches(_ name: String, in declaration: StructDeclSyntax) -> Bool {
      let visitor = InnerCaseVisitor(name)
      visitor.walk(declaration.memberBlock)
      return visitor.isMatched
    }

    override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

    override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

    override func visit(_ node: ExpressionPatternSyntax) -> SyntaxVisitorContinueKind {
      guard let call = node.expression.as(FunctionCallExprSyntax.self), call.caseName == name,
        let inner = call.arguments.last?.expression
      else { return .visitChildren }
      if isOfChild(inner) { isMatched = true }
      return .visitChildren
    }

    private func isOfChild(_ expression: ExprSyntax) -> Bool {
      if let pattern = expression.as(PatternExprSyntax.self)?.pattern {
        return !pattern.is(WildcardPatternSyntax.self)
      }
      guard let call = expression.as(FunctionCallExprSyntax.self) else {
        guard let member = expression.as(MemberAccessExprSyntax.self) else { return false }
        return !["delegate", "dismiss"].contains(member.declName.baseName.text)
      }
      switch call.caseName {
      case "presented", "element":
        return call.arguments.last.map { isOfChild($0.expression) } ?? false
      case "delegate", "push", "popFrom", nil: return false
      default: return true
      }
    }
  }

  extension FunctionCallExprSyntax {
    /// The case, if this matches one with values.
    fileprivate var caseName: String? {
      calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text
    }
  }
#endif

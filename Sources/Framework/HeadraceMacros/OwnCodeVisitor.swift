#if Macros
  import SwiftSyntax

  /// Visits the code of a reducer that handles its own state and actions.
  ///
  /// This is its `body` and its `reduce(into:action:)`, without the reducers of its children and
  /// without nested types.
  class OwnCodeVisitor: SyntaxVisitor {
    init() { super.init(viewMode: .sourceAccurate) }

    override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

    override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

    override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

    override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
      node.reducesOwnActions ? .visitChildren : .skipChildren
    }

    override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
      let isMember = node.parent?.is(MemberBlockItemSyntax.self) == true
      return isMember && node.identifier != "body" ? .skipChildren : .visitChildren
    }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
      guard node.runsChild else { return .visitChildren }
      walk(node.calledExpression)
      return .skipChildren
    }
  }

  extension FunctionCallExprSyntax {
    /// True if the closure of this call contains the reducer of a child.
    var runsChild: Bool {
      let member = calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text
      return ["Scope", "ifLet", "ifCaseLet", "forEach", "forEachRoute", "forEachTab"].contains(
        member ?? calledExpression.trimmedDescription)
    }
  }

  extension FunctionDeclSyntax {
    /// True if this is `reduce(into:action:)` for the actions of the enclosing reducer.
    var reducesOwnActions: Bool {
      reducesIntoState
        && ["Action", "Self.Action"].contains(
          signature.parameterClause.parameters.last?.type.trimmedDescription ?? "")
    }
  }
#endif

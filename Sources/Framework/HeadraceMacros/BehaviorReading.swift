#if Macros
  import SwiftSyntax

  /// Finds out whether the behaviour of a feature uses its state and its actions.
  ///
  /// If it does, the feature declares them in the struct or in an extension, which a macro does not
  /// see. In that case `@Reducer` must not add empty ones.
  final class BehaviorReading: SyntaxVisitor {
    private static let operators: Set<String> = [
      "Scope", "ifLet", "ifCaseLet", "forEach", "forEachRoute",
    ]

    private(set) var usesState = false
    private(set) var usesActions = false
    /// The names of the state in the closures and methods that reduce.
    private var stateNames: Set<String> = []

    init(_ declaration: StructDeclSyntax) {
      super.init(viewMode: .sourceAccurate)
      if let body = declaration.property("body") { walk(body) }
      for method in declaration.methods("reduce") { walk(method) }
    }

    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
      if node.name.text == "reduce",
        let parameter = node.signature.parameterClause.parameters.first
      {
        stateNames.insert((parameter.secondName ?? parameter.firstName).text)
      }
      return .visitChildren
    }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
      let name = node.calledExpression.calledName
      if name == "Reduce", let closure = node.trailingClosure {
        stateNames.insert(closure.firstParameter)
      }
      if let name, Self.operators.contains(name),
        node.arguments.contains(where: { $0.expression.is(KeyPathExprSyntax.self) })
      {
        usesState = true
        usesActions = true
      }
      return .visitChildren
    }

    override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
      usesState = usesState || stateNames.contains(node.baseName.text)
      return .visitChildren
    }

    override func visit(_ node: SwitchCaseItemSyntax) -> SyntaxVisitorContinueKind {
      usesActions = usesActions || node.pattern.isOfCase
      return .visitChildren
    }

    override func visit(_ node: MatchingPatternConditionSyntax) -> SyntaxVisitorContinueKind {
      usesActions = usesActions || node.pattern.isOfCase
      return .visitChildren
    }
  }

  extension ExprSyntax {
    /// The name of the called function or type, as in `Reduce`, `Reduce<State, Action>` and
    /// `body.ifLet`.
    fileprivate var calledName: String? {
      if let generic = self.as(GenericSpecializationExprSyntax.self) {
        return generic.expression.calledName
      }
      let member = self.as(MemberAccessExprSyntax.self)
      return (member?.declName ?? self.as(DeclReferenceExprSyntax.self))?.baseName.text
    }
  }

  extension ClosureExprSyntax {
    /// The name of the closure's first parameter.
    fileprivate var firstParameter: String {
      switch signature?.parameterClause {
      case .simpleInput(let names): names.first?.name.text ?? "_"
      case .parameterClause(let clause):
        clause.parameters.first.map { ($0.secondName ?? $0.firstName).text } ?? "_"
      case nil: "$0"
      }
    }
  }

  extension PatternSyntax {
    /// True if it matches a case of a type known from the context: `.tapped`, `let .typed(text)`.
    fileprivate var isOfCase: Bool {
      let pattern = self.as(ValueBindingPatternSyntax.self)?.pattern ?? self
      return pattern.trimmedDescription.hasPrefix(".")
    }
  }
#endif

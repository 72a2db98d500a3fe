#if Macros
  import SwiftSyntax

  /// Collects the cases of a feature's actions for which its code runs a reducer.
  ///
  /// They are the cases that an operator names, `action: \.child`, and those whose reducer is
  /// called by hand: `.map(Action.child)`, `&state.child`. The path to the state does not count.
  final class RunCases: SyntaxVisitor {
    private var names: Set<String> = []

    private init() { super.init(viewMode: .sourceAccurate) }

    static func named(in declaration: StructDeclSyntax) -> Set<String> {
      let visitor = RunCases()
      visitor.walk(declaration.memberBlock)
      return visitor.names
    }

    override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

    override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

    override func visit(_ node: LabeledExprSyntax) -> SyntaxVisitorContinueKind {
      if let member = node.expression.as(MemberAccessExprSyntax.self) {
        names.insert(member.declName.baseName.text)
      }
      return node.isPathToState ? .skipChildren : .visitChildren
    }

    override func visit(_ node: KeyPathPropertyComponentSyntax) -> SyntaxVisitorContinueKind {
      names.insert(node.declName.baseName.text)
      return .visitChildren
    }

    /// A case path with a slash: `/Action.child`.
    override func visit(_ node: PrefixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
      if node.operator.text == "/", let member = node.expression.as(MemberAccessExprSyntax.self) {
        names.insert(member.declName.baseName.text)
      }
      return .visitChildren
    }

    override func visit(_ node: InOutExprSyntax) -> SyntaxVisitorContinueKind {
      if let member = node.expression.as(MemberAccessExprSyntax.self) {
        names.insert(member.declName.baseName.text)
      }
      return .visitChildren
    }
  }

  extension LabeledExprSyntax {
    /// True if it names the state on which an operator runs a child.
    fileprivate var isPathToState: Bool {
      guard expression.is(KeyPathExprSyntax.self) else { return false }
      if label?.text == "of" { return true }
      guard label == nil || label?.text == "state",
        let list = parent?.as(LabeledExprListSyntax.self), list.first?.id == id
      else { return false }
      return list.contains { $0.label?.text == "action" }
    }
  }
#endif

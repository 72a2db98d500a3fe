#if Macros
  import SwiftDiagnostics
  import SwiftSyntax
  import SwiftSyntaxBuilder
  import SwiftSyntaxMacros

  /// Finds effects that are created but not returned, and work that a reducer itself awaits.
  ///
  /// The compiler reports both elsewhere: it says that `.run` has no context, or that the closure
  /// of `Reduce` has another type.
  final class EffectDiagnosis<Context: MacroExpansionContext>: SyntaxVisitor {
    private let context: Context

    init(in context: Context) {
      self.context = context
      super.init(viewMode: .sourceAccurate)
    }

    override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

    override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

    override func visit(_ node: CodeBlockItemSyntax) -> SyntaxVisitorContinueKind {
      guard case .expr(let expression) = node.item else { return .visitChildren }
      if let effect = expression.effect, !node.isValueOfBlock {
        diagnose(effect, as: effect.trimmedDescription)
      } else if let effect = expression.as(SequenceExprSyntax.self)?.effectOnNextLine {
        diagnose(effect.declName, as: ".\(effect.declName.baseName.text)")
      }
      return .visitChildren
    }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
      let callee = node.calledExpression.as(GenericSpecializationExprSyntax.self)?.expression
      let name = (callee ?? node.calledExpression).as(DeclReferenceExprSyntax.self)?.baseName.text
      let argument = node.arguments.first?.expression.as(ClosureExprSyntax.self)
      if name == "Reduce", let closure = node.trailingClosure ?? argument {
        diagnoseReduce(closure)
      }
      if node.calledExpression.effect?.declName.baseName.text == "run",
        let closure = node.trailingClosure ?? argument
      {
        diagnoseWork(closure)
      }
      return .visitChildren
    }

    /// Finds swapped parameters, work that is awaited, and effects that are returned as an array.
    private func diagnoseReduce(_ closure: ClosureExprSyntax) {
      if let parameters = closure.signature?.parameterClause,
        parameters.trimmedDescription.filter({ $0.isLetter || $0 == "," }) == "action,state"
      {
        context.diagnose(parameters, "The state comes first: write '{ state, action in'.")
      }
      let visitor = ReduceVisitor(viewMode: .sourceAccurate)
      visitor.walk(closure.statements)
      if let wait = visitor.wait {
        context.diagnose(
          wait,
          """
          A reducer is synchronous and throws nothing. Do this in an effect, and send what comes \
          of it: 'return .run { send in await send(…) }'.
          """)
      }
      if let effects = visitor.effects {
        context.diagnose(
          effects, "An action returns one effect: write '.merge(…)' in place of the brackets.")
      }
    }

    /// Finds work without a parameter for `send`, and work that returns its action as an effect.
    private func diagnoseWork(_ work: ClosureExprSyntax) {
      for item in work.statements {
        let returned = item.item.as(ReturnStmtSyntax.self)?.expression
        if let effect = returned?.effect, effect.declName.baseName.text == "send" {
          context.diagnose(
            effect, "The work of an effect returns nothing: write 'await send(…)' in place of this."
          )
        }
      }
      guard work.signature == nil, let call = SendVisitor.first(in: work) else { return }
      context.diagnose(
        call, "'send' has no name here: begin the closure with '{ send in'.", severity: .warning)
    }

    private func diagnose(_ node: some SyntaxProtocol, as written: String) {
      guard written != ".none" else {
        return context.diagnose(node, "Nothing is returned here: write 'return .none'.")
      }
      context.diagnose(
        node,
        """
        This effect never runs, because it is not returned: write 'return \(written) …' as the \
        last statement.
        """)
    }
  }

  /// Finds the first `await`, or `try` whose error is not handled, in the closure of a reducer, and
  /// the first array of effects that it returns.
  private final class ReduceVisitor: SyntaxVisitor {
    private(set) var wait: TokenSyntax?
    private(set) var effects: ArrayExprSyntax?

    override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

    override func visit(_ node: DoStmtSyntax) -> SyntaxVisitorContinueKind {
      node.catchClauses.isEmpty ? .visitChildren : .skipChildren
    }

    override func visit(_ node: AwaitExprSyntax) -> SyntaxVisitorContinueKind {
      wait = wait ?? node.awaitKeyword
      return .skipChildren
    }

    override func visit(_ node: TryExprSyntax) -> SyntaxVisitorContinueKind {
      if node.questionOrExclamationMark == nil { wait = wait ?? node.tryKeyword }
      return .visitChildren
    }

    override func visit(_ node: ReturnStmtSyntax) -> SyntaxVisitorContinueKind {
      let array = node.expression?.as(ArrayExprSyntax.self)
      if array?.elements.first?.expression.effect != nil { effects = effects ?? array }
      return .visitChildren
    }
  }

  /// Finds the first call of `send` in a closure, ignoring nested closures.
  private final class SendVisitor: SyntaxVisitor {
    private var first: DeclReferenceExprSyntax?

    static func first(in closure: ClosureExprSyntax) -> DeclReferenceExprSyntax? {
      let visitor = SendVisitor(viewMode: .sourceAccurate)
      visitor.walk(closure.statements)
      return visitor.first
    }

    override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
      let callee = node.calledExpression.as(DeclReferenceExprSyntax.self)
      if callee?.baseName.text == "send" { first = first ?? callee }
      return .visitChildren
    }
  }

  extension ExprSyntax {
    fileprivate static let effects: Set = ["run", "send", "merge", "concatenate", "cancel", "none"]

    /// The beginning of an effect, `.run` or `Effect.run`, if the expression creates one.
    fileprivate var effect: MemberAccessExprSyntax? {
      if let call = self.as(FunctionCallExprSyntax.self) { return call.calledExpression.effect }
      guard let member = self.as(MemberAccessExprSyntax.self) else { return nil }
      guard let base = member.base else {
        return Self.effects.contains(member.declName.baseName.text) ? member : nil
      }
      let type = base.as(GenericSpecializationExprSyntax.self)?.expression ?? base
      if type.as(DeclReferenceExprSyntax.self)?.baseName.text == "Effect" {
        return Self.effects.contains(member.declName.baseName.text) ? member : nil
      }
      return base.effect
    }
  }

  extension SequenceExprSyntax {
    /// The effect that is written below an assignment, and so belongs to the assigned value.
    ///
    /// `state.count += 1` and `.run { … }` on the next line are `state.count += 1.run { … }`.
    fileprivate var effectOnNextLine: MemberAccessExprSyntax? {
      var next = elements.last
      while let current = next {
        if let call = current.as(FunctionCallExprSyntax.self) {
          next = call.calledExpression
        } else if let member = current.as(MemberAccessExprSyntax.self) {
          if ExprSyntax.effects.contains(member.declName.baseName.text),
            member.period.leadingTrivia.contains(where: \.isNewline), let base = member.base,
            base.isLiteral
              || ["run", "none"].contains(member.declName.baseName.text) && assignsState
          {
            return member
          }
          next = member.base
        } else {
          return nil
        }
      }
      return nil
    }

    private var assignsState: Bool {
      let target = elements.first?.trimmedDescription ?? ""
      return ["state.", "$0."].contains(where: target.hasPrefix)
    }
  }

  extension ExprSyntax {
    fileprivate var isLiteral: Bool {
      self.is(IntegerLiteralExprSyntax.self) || self.is(FloatLiteralExprSyntax.self)
        || self.is(BooleanLiteralExprSyntax.self) || self.is(NilLiteralExprSyntax.self)
        || self.is(StringLiteralExprSyntax.self) || self.is(ArrayExprSyntax.self)
    }
  }

  extension CodeBlockItemSyntax {
    /// True if the expression is the value of the closure, function or branch that contains it.
    fileprivate var isValueOfBlock: Bool {
      guard let list = parent?.as(CodeBlockItemListSyntax.self), list.count == 1,
        let block = list.parent
      else { return false }
      if block.is(ClosureExprSyntax.self) || block.is(AccessorBlockSyntax.self) { return true }
      if let branch = block.as(SwitchCaseSyntax.self) {
        return branch.parent?.parent?.isValue ?? false
      }
      guard let block = block.as(CodeBlockSyntax.self), let owner = block.parent else {
        return true
      }
      if owner.is(IfExprSyntax.self) { return owner.isValue }
      return owner.is(FunctionDeclSyntax.self) || owner.is(AccessorDeclSyntax.self)
    }
  }

  extension Syntax {
    /// True if an `if` or a `switch` has a value that is used.
    fileprivate var isValue: Bool {
      guard let parent else { return false }
      // 'else if' belongs to the 'if' before it.
      if self.is(IfExprSyntax.self), parent.is(IfExprSyntax.self) { return parent.isValue }
      guard let statement = parent.as(ExpressionStmtSyntax.self) else { return true }
      return statement.parent?.as(CodeBlockItemSyntax.self)?.isValueOfBlock ?? false
    }
  }
#endif

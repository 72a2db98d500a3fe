#if Macros
  import SwiftDiagnostics
  import SwiftSyntax
  import SwiftSyntaxBuilder
  import SwiftSyntaxMacros

  /// Finds mistakes in a struct with `@Reducer` that the compiler would miss.
  ///
  /// It would accept them, or report them in generated code.
  struct ReducerDiagnosis {
    private let declaration: StructDeclSyntax
    private let access: String
    /// True if an extension, which a macro does not see, contains the behaviour.
    private let hasBehaviorElsewhere: Bool

    init(_ declaration: StructDeclSyntax, access: String, hasBehaviorElsewhere: Bool) {
      self.declaration = declaration
      self.access = access
      self.hasBehaviorElsewhere = hasBehaviorElsewhere
    }

    func diagnose(in context: some MacroExpansionContext) {
      diagnoseClass(in: context)
      BodyDiagnosis(declaration, access: access).diagnose(in: context)
      if let body = declaration.property("body") {
        OperatorDiagnosis(declaration, in: context)?.walk(body)
      }
      PatternDiagnosis(declaration, in: context)?.walk(declaration.memberBlock)
      ChildDiagnosis(declaration).diagnose(in: context)
      EffectDiagnosis(in: context).walk(declaration.memberBlock)
      GenericDiagnosis(declaration).diagnose(in: context)
      let methods = declaration.methods("reduce")
      let reduce = methods.first(where: \.reducesIntoState)
      if declaration.hasProperty("body") {
        if let reduce = methods.first(where: \.reducesOwnActions) {
          context.diagnose(
            reduce.name,
            """
            '\(declaration.name.text)' also has a 'body'. A store runs only the 'body', so this \
            method is never called. Keep one of the two.
            """)
        }
      } else if reduce == nil, let other = methods.first {
        diagnoseSignature(of: other, in: context)
      } else if methods.isEmpty, !hasBehaviorElsewhere {
        if let other = declaration.misnamedBody {
          context.diagnose(other.name, other.message, severity: .warning)
        } else {
          diagnoseMissingBody(in: context)
        }
      }
    }

    private func diagnoseClass(in context: some MacroExpansionContext) {
      guard let state = declaration.nestedType("State")?.as(ClassDeclSyntax.self) else { return }
      context.diagnose(
        state.classKeyword,
        """
        The state of '\(declaration.name.text)' is a class. Copies of it share one object, so \
        neither a test nor an observer can tell what an action changed. Make it a struct.
        """, severity: .warning,
        fixIts: [
          .replace(
            state.classKeyword, with: state.classKeyword.with(\.tokenKind, .keyword(.struct)),
            "Change 'class' to 'struct'")
        ])
    }

    private func diagnoseSignature(
      of method: FunctionDeclSyntax, in context: some MacroExpansionContext
    ) {
      let state: FunctionParameterSyntax = "into state: inout State"
      let expected = FunctionParameterClauseSyntax(
        parameters: [
          state.with(\.trailingComma, .commaToken(trailingTrivia: .space)), "action: Action",
        ])
      let old = method.signature.parameterClause
      context.diagnose(
        method.name,
        """
        '\(declaration.name.text)' has neither a 'body' nor \
        'reduce(into:action:)', and a store calls no other 'reduce'.
        """,
        fixIts: [
          .replace(
            old, with: expected.with(\.trailingTrivia, old.trailingTrivia),
            "Change the parameters to '\(expected.trimmedDescription)'")
        ])
    }

    private func diagnoseMissingBody(in context: some MacroExpansionContext) {
      guard let action = declaration.nestedType("Action")?.as(EnumDeclSyntax.self),
        !action.caseElements.isEmpty
      else { return }
      let cases = action.caseElements.map { "    case .\($0.name.text):\n      return .none" }
      let body = """
        \(access)var body: some ReducerOf<Self> {
          Reduce { state, action in
            switch action {
        \(cases.joined(separator: "\n"))
            }
          }
        }
        """
      context.diagnose(
        declaration.name,
        """
        '\(declaration.name.text)' has actions but no 'body', so it does nothing with them. Add \
        'body' or 'reduce(into:action:)' here, or in an extension that says what it is: \
        'extension \(declaration.name.text): Reducer'.
        """,
        severity: .warning,
        fixIts: [
          .replace(
            declaration.memberBlock, with: declaration.addingMember(body), "Add a body")
        ])
    }
  }
#endif

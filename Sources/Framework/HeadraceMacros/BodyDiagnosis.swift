#if Macros
  import SwiftDiagnostics
  import SwiftSyntax
  import SwiftSyntaxBuilder
  import SwiftSyntaxMacros

  /// Finds mistakes in a struct with `@Reducer` that prevent it from being a reducer.
  ///
  /// The compiler would report them in generated code.
  struct BodyDiagnosis {
    private let declaration: StructDeclSyntax
    private let access: String

    init(_ declaration: StructDeclSyntax, access: String) {
      self.declaration = declaration
      self.access = access
    }

    func diagnose(in context: some MacroExpansionContext) {
      diagnoseNames(in: context)
      diagnoseStateInFeature(in: context)
      diagnoseAccess(in: context)
      if let body = declaration.property("body") {
        diagnoseStatic(body, in: context)
        diagnoseType(of: body, in: context)
        diagnoseOther(body, in: context)
      }
      for method in declaration.methods("reduce") where method.reducesOwnActions {
        diagnose(method, in: context)
      }
    }

    /// Finds `struct state` and `enum Actions`.
    private func diagnoseNames(in context: some MacroExpansionContext) {
      for name in ["State", "Action"] where declaration.nestedType(name) == nil {
        let types = declaration.memberBlock.members.lazy
          .filter { $0.decl.is(StructDeclSyntax.self) || $0.decl.is(EnumDeclSyntax.self) }
          .compactMap { $0.decl.asProtocol((any NamedDeclSyntax).self)?.name }
        guard
          let token = types.first(where: { $0.text.resembles(name) && isProbably(name, $0.text) })
        else { continue }
        context.diagnose(
          token,
          """
          A reducer has a nested type '\(name)', and '\(token.text)' is another name. Rename it to \
          '\(name)'.
          """, severity: .warning,
          fixIts: [
            .replace(
              token, with: token.with(\.tokenKind, .identifier(name)), "Rename it to '\(name)'")
          ])
      }
    }

    /// Finds properties of a feature without a state that it reads as `state.name`.
    private func diagnoseStateInFeature(in context: some MacroExpansionContext) {
      guard declaration.nestedType("State") == nil else { return }
      let words = declaration.memberBlock.tokens(viewMode: .sourceAccurate).map(\.text)
      for member in declaration.memberBlock.members {
        guard let property = member.decl.as(VariableDeclSyntax.self),
          let name = property.identifier, property.attributes.isEmpty,
          property.bindings.first?.initializer != nil,
          words.indices.contains(where: { words[$0...].prefix(3) == ["state", ".", name] })
        else { continue }
        context.diagnose(
          property, "A state is a type of its own: move '\(name)' into 'struct State { … }'.",
          severity: .warning)
      }
    }

    /// Returns `true` if a type with a similar name is probably meant to be the state or the
    /// actions.
    ///
    /// A type that the feature uses under its own name is not.
    private func isProbably(_ name: String, _ written: String) -> Bool {
      // In lower case, it may also be a variable.
      if written.lowercased() == name.lowercased() { return true }
      let uses = declaration.memberBlock.tokens(viewMode: .sourceAccurate)
        .filter { $0.text == written }
      return uses.count == 1
    }

    /// Finds declarations that are less visible than the feature.
    private func diagnoseAccess(in context: some MacroExpansionContext) {
      // Nested declarations may be less visible than their modifiers say.
      guard !access.isEmpty, context.lexicalContext.isEmpty else { return }
      let word = access.trimmingSuffix(" ")
      for name in ["State", "Action"] {
        guard let type = declaration.nestedType(name),
          let token = type.asProtocol((any NamedDeclSyntax).self)?.name,
          let modifiers = type.asProtocol((any WithModifiersSyntax).self)?.modifiers,
          !modifiers.areVisible(as: word)
        else { continue }
        context.diagnose(
          token, "'\(declaration.name.text)' is \(word), so its '\(name)' must be \(word), too.")
      }
      if let body = declaration.property("body"), !body.modifiers.areVisible(as: word) {
        context.diagnose(
          body.bindings,
          "'\(declaration.name.text)' is \(word), so its 'body' must be \(word), too.")
      }
      for method in declaration.methods("reduce")
      where method.reducesOwnActions && !method.modifiers.areVisible(as: word) {
        context.diagnose(
          method.name,
          "'\(declaration.name.text)' is \(word), so its 'reduce' must be \(word), too.")
      }
    }

    private func diagnoseStatic(
      _ body: VariableDeclSyntax, in context: some MacroExpansionContext
    ) {
      guard let modifier = body.modifiers.first(where: { $0.name.tokenKind == .keyword(.static) })
      else { return }
      var instance = body
      instance.modifiers = body.modifiers.filter { $0.name.tokenKind != .keyword(.static) }
      instance.leadingTrivia = body.leadingTrivia
      context.diagnose(
        modifier, "A store reads the 'body' of a value, so 'body' can't be static.",
        fixIts: [.replace(body, with: instance, "Remove 'static'")])
    }

    /// Finds `some Reducer` and `ReducerOf<Self>`.
    private func diagnoseType(
      of body: VariableDeclSyntax, in context: some MacroExpansionContext
    ) {
      guard let type = body.bindings.first?.typeAnnotation?.type else { return }
      let opaque = type.as(SomeOrAnyTypeSyntax.self)
      let written = (opaque?.constraint ?? type).as(IdentifierTypeSyntax.self)
      guard let written else { return }
      let isBare = written.name.text == "Reducer" && written.genericArgumentClause == nil
      let isConcrete = opaque == nil && ["Reducer", "ReducerOf"].contains(written.name.text)
      guard isBare || isConcrete else { return }
      let expected = TypeSyntax("some ReducerOf<Self>")
      context.diagnose(
        type,
        isBare
          ? "'body' must say whose state and actions it has: 'some ReducerOf<Self>'."
          : "'\(written.name.text)' is a protocol: write 'some ReducerOf<Self>'.",
        fixIts: [
          .replace(
            type, with: expected.with(\.trailingTrivia, type.trailingTrivia),
            "Change the type to 'some ReducerOf<Self>'")
        ])
    }

    /// Finds a `body` with the state and the actions of another reducer.
    private func diagnoseOther(
      _ body: VariableDeclSyntax, in context: some MacroExpansionContext
    ) {
      guard let type = body.bindings.first?.typeAnnotation?.type.as(SomeOrAnyTypeSyntax.self),
        declaration.nestedType("State")?.is(TypeAliasDeclSyntax.self) == false,
        declaration.nestedType("Action")?.is(TypeAliasDeclSyntax.self) == false,
        let other = type.constraint.ownerOfReducer,
        ![declaration.name.text, "Self"].contains(String(other.prefix { $0 != "<" }))
      else { return }
      let expected = TypeSyntax("some ReducerOf<Self>")
      context.diagnose(
        type,
        """
        This 'body' reduces the actions of '\(other)', and a store gives it those of \
        '\(declaration.name.text)': write 'some ReducerOf<Self>'.
        """,
        fixIts: [
          .replace(
            TypeSyntax(type), with: expected.with(\.trailingTrivia, type.trailingTrivia),
            "Change the type to 'some ReducerOf<Self>'")
        ])
    }

    private func diagnose(
      _ reduce: FunctionDeclSyntax, in context: some MacroExpansionContext
    ) {
      let name = declaration.name.text
      let state = reduce.signature.parameterClause.parameters.first?.type
      if let state, state.as(AttributedTypeSyntax.self)?.isInout != true {
        context.diagnose(
          state, "'\(name)' changes its state in place: write 'inout \(state.trimmedDescription)'.",
          fixIts: [
            .replace(
              state, with: TypeSyntax("inout \(state.trimmed)"),
              "Add 'inout'")
          ])
      }
      if let effects = reduce.signature.effectSpecifiers {
        context.diagnose(
          effects,
          """
          A reducer is synchronous and throws nothing. Do this in an effect: '.run { send in … }'.
          """)
      }
      if reduce.signature.returnClause == nil {
        context.diagnose(
          reduce.signature.parameterClause.rightParen,
          "'reduce(into:action:)' returns what follows: add '-> Effect<Action>', and '.none'.")
      }
    }
  }

  extension StructDeclSyntax {
    /// A reducer with another name than `body`: a method, or a property that looks like one.
    var misnamedBody: (name: TokenSyntax, message: String)? {
      if let method = methods("body").first {
        return (method.name, "'body' is a property: 'var body: some ReducerOf<Self> { … }'.")
      }
      let reducers = memberBlock.members.compactMap { $0.decl.as(VariableDeclSyntax.self) }
        .filter { property in
          let type = property.bindings.first?.typeAnnotation?.type.trimmedDescription ?? ""
          return ["some ReducerOf<", "some Reducer<"].contains(where: type.hasPrefix)
        }
      guard reducers.count == 1, let property = reducers.first,
        let name = property.bindings.first?.pattern.as(IdentifierPatternSyntax.self)?.identifier
      else { return nil }
      return (
        name, "A store runs only 'body': rename '\(name.text)', or use it in a 'body'."
      )
    }
  }

  extension FunctionDeclSyntax {
    /// True if this is `reduce(into:action:)`.
    var reducesIntoState: Bool {
      signature.parameterClause.parameters.map(\.firstName.text) == ["into", "action"]
    }
  }

  extension AttributedTypeSyntax {
    fileprivate var isInout: Bool { specifiers.trimmedDescription.contains("inout") }
  }

  extension DeclModifierListSyntax {
    /// Returns `true` if the written access is at least that of a word, `public` or `package`.
    fileprivate func areVisible(as word: String) -> Bool {
      let words = word == "public" ? ["public", "open"] : ["public", "open", "package"]
      return contains { $0.detail == nil && words.contains($0.name.text) }
    }
  }

  extension TypeSyntax {
    /// The `Other` of `ReducerOf<Other>` and of `Reducer<Other.State, Other.Action>`.
    fileprivate var ownerOfReducer: String? {
      let clause =
        self.as(IdentifierTypeSyntax.self)?.genericArgumentClause
        ?? self.as(MemberTypeSyntax.self)?.genericArgumentClause
      let arguments = clause?.arguments.map(\.argument.trimmedDescription) ?? []
      switch (lastName, arguments.count) {
      case ("ReducerOf", 1): return arguments[0]
      case ("Reducer", 2):
        guard arguments[0].hasSuffix(".State") else { return nil }
        let owner = String(arguments[0].dropLast(".State".count))
        return arguments[1] == "\(owner).Action" ? owner : nil
      default: return nil
      }
    }
  }

  extension String {
    /// Returns `true` if this is probably a misspelling of a name.
    ///
    /// It differs in case, has an extra `s`, or one letter is missing, doubled or misplaced. With a
    /// wrong or another extra letter, it may be a different word, such as `Stage`, `Slate` or
    /// `Auction`.
    fileprivate func resembles(_ name: String) -> Bool {
      let (own, other) = (lowercased(), name.lowercased())
      if own == other || own == "\(other)s" { return true }
      let start = zip(own, other).prefix { $0 == $1 }.count
      let (left, right) = (own.dropFirst(start), other.dropFirst(start))
      switch left.count - right.count {
      case 1: return left.dropFirst() == right && own.prefix(start).last == left.first
      case -1: return left == right.dropFirst()
      case 0:
        return left.count > 1 && String(left.prefix(2).reversed()) == right.prefix(2)
          && left.dropFirst(2) == right.dropFirst(2)
      default: return false
      }
    }

    fileprivate func trimmingSuffix(_ suffix: String) -> String {
      hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
    }
  }
#endif

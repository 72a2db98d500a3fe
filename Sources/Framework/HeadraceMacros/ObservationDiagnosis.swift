#if Macros
  import SwiftDiagnostics
  import SwiftSyntax
  import SwiftSyntaxMacros

  /// Finds the properties of a struct with `@ObservableState` that can't be observed.
  struct ObservationDiagnosis {
    private let declaration: StructDeclSyntax

    init(_ declaration: StructDeclSyntax) {
      self.declaration = declaration
    }

    func diagnose(in context: some MacroExpansionContext) {
      for item in declaration.memberBlock.members {
        guard let variable = item.decl.as(VariableDeclSyntax.self), variable.isStoredVariable else {
          continue
        }
        if let shared = variable.attribute("Shared"), shared.arguments == nil,
          variable.bindings.first?.initializer != nil
        {
          diagnoseShared(shared, in: context)
        }
        guard !variable.hasObservationAttribute else { continue }
        if let modifier = variable.lazyModifier {
          diagnoseLazy(variable, modifier, in: context)
        } else if variable.bindings.count > 1 {
          diagnoseSeveral(variable, item, in: context)
        } else if let pattern = variable.bindings.first?.pattern.as(TuplePatternSyntax.self) {
          diagnoseTuple(variable, pattern, item, in: context)
        } else if let wrapper = variable.wrapper {
          diagnoseWrapper(variable, wrapper, in: context)
        }
      }
    }

    private func diagnoseShared(_ shared: AttributeSyntax, in context: some MacroExpansionContext) {
      context.diagnose(
        shared,
        """
        A shared value with a default needs a key, as in '@Shared(.inMemory("count")) var count = \
        0'. Without a key, the value is handed over: '@Shared var count: Int'.
        """)
    }

    private func diagnoseLazy(
      _ variable: VariableDeclSyntax, _ modifier: DeclModifierSyntax,
      in context: some MacroExpansionContext
    ) {
      var eager = variable
      eager.modifiers = variable.modifiers.filter { $0.name.tokenKind != .keyword(.lazy) }
      eager.leadingTrivia = variable.leadingTrivia
      context.diagnose(
        modifier,
        "'@ObservableState' can't observe a lazy property: reading it changes the state.",
        fixIts: [
          .replace(variable, with: eager, "Remove 'lazy'"), ignoring(variable),
        ])
    }

    private func diagnoseSeveral(
      _ variable: VariableDeclSyntax, _ item: MemberBlockItemSyntax,
      in context: some MacroExpansionContext
    ) {
      var type: TypeAnnotationSyntax?
      var bindings: [PatternBindingSyntax] = []
      // In 'var a, b: Int', only the last one has the type.
      for var binding in variable.bindings.reversed() {
        type = binding.typeAnnotation ?? (binding.initializer == nil ? type : nil)
        binding.typeAnnotation = type
        binding.trailingComma = nil
        bindings.insert(binding.trimmed, at: 0)
      }
      context.diagnose(
        variable.bindings, "'@ObservableState' observes one property for each 'var'.",
        fixIts: [separating(variable, item, into: bindings)])
    }

    private func diagnoseTuple(
      _ variable: VariableDeclSyntax, _ pattern: TuplePatternSyntax, _ item: MemberBlockItemSyntax,
      in context: some MacroExpansionContext
    ) {
      let binding = variable.bindings.first
      let values = binding?.initializer?.value.as(TupleExprSyntax.self)?.elements.map(\.expression)
      let names = pattern.elements.map(\.pattern)
      var fixIts: [FixIt] = []
      if let values, values.count == names.count, binding?.typeAnnotation == nil,
        names.allSatisfy({ $0.is(IdentifierPatternSyntax.self) })
      {
        let bindings = zip(names, values).map { name, value in
          PatternBindingSyntax(
            pattern: name.trimmed,
            initializer: InitializerClauseSyntax(
              equal: .equalToken(leadingTrivia: .space, trailingTrivia: .space),
              value: value.trimmed))
        }
        fixIts = [separating(variable, item, into: bindings)]
      }
      context.diagnose(
        pattern, "'@ObservableState' can't observe the properties of a tuple pattern.",
        fixIts: fixIts)
    }

    private func diagnoseWrapper(
      _ variable: VariableDeclSyntax, _ wrapper: AttributeSyntax,
      in context: some MacroExpansionContext
    ) {
      context.diagnose(
        wrapper,
        """
        '@ObservableState' can't observe a property with a wrapper. If '@\(wrapper.baseName)' is a \
        macro, add '@ObservationStateTracked'; otherwise mark it '@ObservationStateIgnored'.
        """, fixIts: [ignoring(variable)])
    }

    private func ignoring(_ variable: VariableDeclSyntax) -> FixIt {
      .replace(
        variable, with: variable.addingAttribute("ObservationStateIgnored"),
        "Mark it '@ObservationStateIgnored'")
    }

    private func separating(
      _ variable: VariableDeclSyntax, _ item: MemberBlockItemSyntax,
      into bindings: [PatternBindingSyntax]
    ) -> FixIt {
      var indentation = Trivia(
        pieces: Array(variable.leadingTrivia.pieces.suffix(while: { !$0.isNewline })))
      if indentation.pieces.contains(where: \.isComment) { indentation = .spaces(2) }
      let items = bindings.enumerated().map { index, binding in
        var single = variable
        single.bindings = [binding]
        if index > 0 { single.leadingTrivia = .newline + indentation }
        return MemberBlockItemSyntax(decl: single.with(\.trailingTrivia, []))
      }
      return .replace(item, with: MemberBlockItemListSyntax(items), "Declare each on its own")
    }
  }

  extension VariableDeclSyntax {
    /// True if `@ObservableState` makes this property observable.
    var isTracked: Bool {
      isObservable && identifier != nil && !hasObservationAttribute && wrapper == nil
    }

    /// True if the author or another macro determines how the property is observed.
    fileprivate var hasObservationAttribute: Bool {
      [
        "ObservationStateIgnored", "ObservationStateTracked", "Presents", "Shared", "SharedReader",
      ].contains {
        hasAttribute($0)
      }
    }

    fileprivate var lazyModifier: DeclModifierSyntax? {
      modifiers.first { $0.name.tokenKind == .keyword(.lazy) }
    }

    /// An attribute that is probably a property wrapper: the language's own are in lower case.
    fileprivate var wrapper: AttributeSyntax? {
      attributes.lazy.compactMap { $0.as(AttributeSyntax.self) }.first { attribute in
        let name = attribute.baseName.split(separator: ".").last ?? ""
        return name.first?.isUppercase == true && name != "MainActor"
      }
    }

    fileprivate var isStoredVariable: Bool {
      bindingSpecifier.tokenKind == .keyword(.var) && !isComputed
        && !modifiers.contains {
          [.keyword(.static), .keyword(.class)].contains($0.name.tokenKind)
        }
    }
  }

  extension TriviaPiece {
    fileprivate var isComment: Bool {
      switch self {
      case .lineComment, .blockComment, .docLineComment, .docBlockComment: true
      default: false
      }
    }
  }

  extension Array {
    /// Returns the elements after the last one that fails a test.
    fileprivate func suffix(while test: (Element) -> Bool) -> ArraySlice<Element> {
      guard let last = lastIndex(where: { !test($0) }) else { return self[...] }
      return self[(last + 1)...]
    }
  }
#endif

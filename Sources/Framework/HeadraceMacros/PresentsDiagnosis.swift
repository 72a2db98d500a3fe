#if Macros
  import SwiftDiagnostics
  import SwiftSyntax
  import SwiftSyntaxMacros

  /// Finds mistakes in the use of `@Presents`.
  struct PresentsDiagnosis {
    private let variable: VariableDeclSyntax

    init(_ variable: VariableDeclSyntax) {
      self.variable = variable
    }

    /// Returns `true` if the property is in a struct that is not itself a reducer.
    func isInState(_ context: some MacroExpansionContext) -> Bool {
      // Expansion tests of a property alone have no lexical context.
      guard let surrounding = context.lexicalContext.first else { return true }
      guard let surrounding = surrounding.as(StructDeclSyntax.self) else { return false }
      return !surrounding.hasAttribute("Reducer") && !surrounding.hasAttribute("FlowCoordinator")
    }

    /// Reports the mistakes.
    ///
    /// - Returns: `true` if there was something to report.
    func diagnose(in context: some MacroExpansionContext) -> Bool {
      if !isInState(context) {
        context.diagnose(
          variable,
          "'@Presents' needs a property of a feature's state, which is a struct.")
        return true
      }
      if variable.bindingSpecifier.tokenKind == .keyword(.let) {
        let old = variable.bindingSpecifier
        context.diagnose(
          old, "'@Presents' needs a 'var': a presentation begins and ends.",
          fixIts: [
            .replace(
              old, with: old.with(\.tokenKind, .keyword(.var)), "Change 'let' to 'var'")
          ])
        return true
      }
      guard let property = variable.observable(in: context) else {
        context.diagnose(variable, "'@Presents' needs one stored property with a name.")
        return true
      }
      guard property.wrappedType == nil else { return false }
      diagnoseNoOptional(in: context)
      return true
    }

    /// Returns `true` if the property presents the state that contains it.
    func isRecursive(_ context: some MacroExpansionContext) -> Bool {
      guard let state = context.lexicalContext.first?.as(StructDeclSyntax.self)?.name.text,
        let type = variable.observable(in: context)?.wrappedType
      else { return false }
      var names = [state, "Self"]
      if let feature = context.lexicalContext.dropFirst().first?.as(StructDeclSyntax.self) {
        names.append("\(feature.name.text).\(state)")
      }
      return names.contains("\(type)")
    }

    private func diagnoseNoOptional(in context: some MacroExpansionContext) {
      let type = variable.bindings.first?.typeAnnotation?.type
      let fixIts = type.map { type -> [FixIt] in
        let optional = OptionalTypeSyntax(wrappedType: type.trimmed)
          .with(\.leadingTrivia, type.leadingTrivia)
          .with(\.trailingTrivia, type.trailingTrivia)
        return [.replace(type, with: TypeSyntax(optional), "Make the type optional")]
      }
      context.diagnose(
        variable, "'@Presents' needs an optional type, written out.", fixIts: fixIts ?? [])
    }
  }
#endif

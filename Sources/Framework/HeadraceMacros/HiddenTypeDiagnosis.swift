#if Macros
  import SwiftDiagnostics
  import SwiftSyntax
  import SwiftSyntaxMacros

  extension DeclGroupSyntax {
    /// Reports that a conformance can't be added to a private type in another type.
    ///
    /// The compiler puts the extensions of a macro outside of all types. Such a type is not visible
    /// there, and the compiler's error would be in generated code.
    ///
    /// - Returns: `true` if there was something to report.
    func diagnoseHidden(
      by node: AttributeSyntax, in context: some MacroExpansionContext
    ) -> Bool {
      let modifier = modifiers.first {
        $0.name.tokenKind == .keyword(.private) && $0.detail == nil
      }
      let isNested = context.lexicalContext.contains {
        $0.asProtocol((any DeclGroupSyntax).self) != nil
      }
      guard let modifier, isNested else { return false }
      let wider = modifier.name.with(\.tokenKind, .keyword(.fileprivate))
      context.diagnose(
        modifier,
        """
        '@\(node.baseName)' adds a conformance outside of the surrounding type, where a 'private' \
        type is not visible.
        """,
        fixIts: [.replace(modifier.name, with: wider, "Change 'private' to 'fileprivate'")])
      return true
    }
  }
#endif

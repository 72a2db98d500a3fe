#if Macros
  import SwiftDiagnostics
  import SwiftSyntax
  import SwiftSyntaxMacros

  /// A macro's message about a mistake in the code to which it is attached.
  struct MacroMessage: DiagnosticMessage, FixItMessage {
    let message: String
    let severity: DiagnosticSeverity

    init(_ message: String, severity: DiagnosticSeverity = .error) {
      self.message = message
      self.severity = severity
    }

    var diagnosticID: MessageID { MessageID(domain: "Headrace", id: message) }
    var fixItID: MessageID { diagnosticID }
  }

  extension FixIt {
    /// Offers to replace one node with another.
    static func replace(
      _ old: some SyntaxProtocol, with new: some SyntaxProtocol, _ message: String
    ) -> FixIt {
      .replace(message: MacroMessage(message), oldNode: old, newNode: new)
    }
  }

  extension MacroExpansionContext {
    /// Reports a mistake in a node.
    func diagnose(
      _ node: some SyntaxProtocol, _ message: String, severity: DiagnosticSeverity = .error,
      fixIts: [FixIt] = []
    ) {
      diagnose(
        Diagnostic(
          node: node, message: MacroMessage(message, severity: severity), fixIts: fixIts))
    }
  }
#endif

#if Macros
  import SwiftDiagnostics
  import SwiftSyntax

  /// What a macro tells an author who slipped.
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
#endif

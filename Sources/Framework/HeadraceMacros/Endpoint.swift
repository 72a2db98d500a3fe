#if Macros
  import SwiftSyntax
  import SwiftSyntaxBuilder

  /// A closure of a client, for which macros write a default and a method.
  struct Endpoint {
    /// The name as written, including any backticks.
    let name: String
    let function: FunctionTypeSyntax

    /// The property that stores the closure.
    var storage: String { "_\(name.withoutBackticks)" }

    /// The parameters without names: `_, _ in `.
    var ignoredParameters: String {
      guard !function.parameters.isEmpty else { return "" }
      return function.parameters.map { _ in "_" }.joined(separator: ", ") + " in "
    }

    private var report: String {
      "Headrace.UnimplementedEndpoint(\"\\(Self.self).\(name.withoutBackticks)\").report()"
    }

    private var throwsClause: ThrowsClauseSyntax? { function.effectSpecifiers?.throwsClause }

    private var throwsAnything: Bool {
      guard let throwsClause else { return false }
      let type = throwsClause.type?.trimmedDescription
      return type == nil || type == "any Error" || type == "any Swift.Error"
    }

    private var returnsNothing: Bool {
      ["Void", "()", "Swift.Void"].contains(function.returnClause.type.trimmedDescription)
    }

    private var returnsOptional: Bool { function.returnClause.type.is(OptionalTypeSyntax.self) }

    /// Returns the closure that reports and then throws, or returns the value of the author's
    /// closure.
    ///
    /// It is `nil` if there is nothing to return.
    func defaultValue(_ written: ExprSyntax?) -> String? {
      if let written {
        guard let closure = written.as(ClosureExprSyntax.self) else {
          return written.trimmedDescription
        }
        return reporting(closure)
      }
      if throwsAnything {
        return """
          { \(ignoredParameters)
            throw \(report)
          }
          """
      }
      if returnsOptional {
        return """
          { \(ignoredParameters)
            _ = \(report)
            return nil
          }
          """
      }
      guard returnsNothing else { return nil }
      return """
        { \(ignoredParameters)
          _ = \(report)
        }
        """
    }

    private func reporting(_ closure: ClosureExprSyntax) -> String {
      let signature = closure.signature.map { "\($0.trimmedDescription)" } ?? ""
      var body = closure.statements.trimmedDescription
      if closure.statements.count == 1, let only = closure.statements.first?.item,
        only.is(ExprSyntax.self) || only.is(ExpressionStmtSyntax.self), !only.neverReturns
      {
        body = "return \(body)"
      }
      return """
        { \(signature)
          _ = \(report)
          \(body)
        }
        """
    }

    /// Returns the method with the labels of the closure's parameters: `fetch(id:)`.
    ///
    /// It is `nil` if the closure's parameters have no names, unless the author requested a name.
    func method(named asked: String?, access: String) -> DeclSyntax? {
      let labels = function.parameters.map { $0.secondName?.text ?? $0.firstName?.text }
      guard asked != nil || labels.contains(where: { $0 != nil && $0 != "_" }) else { return nil }
      let parameters = zip(labels, function.parameters).enumerated().map { index, parameter in
        let (label, element) = parameter
        let type = element.type.trimmedDescription
        guard let label, label != "_" else { return "_ p\(index): \(type)" }
        return "\(label) p\(index): \(type)"
      }
      let arguments = function.parameters.enumerated().map { index, element in
        let type = element.type.trimmedDescription
        if type.hasPrefix("inout ") { return "&p\(index)" }
        // Passed on unevaluated: the closure's own parameter wraps it again.
        return type.contains("@autoclosure") ? "p\(index)()" : "p\(index)"
      }
      let isAsync = function.effectSpecifiers?.asyncSpecifier != nil
      let effects =
        (isAsync ? " async" : "") + (throwsClause.map { " \($0.trimmedDescription)" } ?? "")
      let marks = (throwsClause == nil ? "" : "try ") + (isAsync ? "await " : "")
      return """
        \(raw: access)func \(raw: asked ?? name)(\(raw: parameters.joined(separator: ", ")))\
        \(raw: effects) -> \(function.returnClause.type.trimmed) {
          \(raw: marks)\(raw: storage)(\(raw: arguments.joined(separator: ", ")))
        }
        """
    }
  }

  extension CodeBlockItemSyntax.Item {
    /// True if it is a call that never returns, so that it has no value.
    fileprivate var neverReturns: Bool {
      let callee = self.as(FunctionCallExprSyntax.self)?.calledExpression.trimmedDescription
      return ["fatalError", "preconditionFailure", "Swift.fatalError", "Swift.preconditionFailure"]
        .contains(callee ?? "")
    }
  }

  extension String {
    /// The name as a part of another one.
    var withoutBackticks: String { filter { $0 != "`" } }
  }
#endif

#if Macros
  import SwiftDiagnostics
  import SwiftSyntax
  import SwiftSyntaxBuilder
  import SwiftSyntaxMacros

  /// Finds operators in a reducer that don't match the state's property that they name.
  ///
  /// It compares the source text: the key path, and the property's attributes and type.
  final class OperatorDiagnosis<Context: MacroExpansionContext>: OwnCodeVisitor {
    private let context: Context
    private let properties: [String: VariableDeclSyntax]

    init?(_ declaration: StructDeclSyntax, in context: Context) {
      guard let state = declaration.nestedType("State")?.as(StructDeclSyntax.self) else {
        return nil
      }
      self.context = context
      var properties: [String: VariableDeclSyntax] = [:]
      for member in state.memberBlock.members {
        guard let property = member.decl.as(VariableDeclSyntax.self), let name = property.identifier
        else { continue }
        properties[name] = property
      }
      self.properties = properties
      super.init()
    }

    override func visit(_ call: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
      diagnoseChild(call.trailingClosure, of: call)
      guard let argument = call.arguments.first,
        let path = argument.expression.as(KeyPathExprSyntax.self), path.root == nil
      else { return super.visit(call) }
      diagnoseConstant(path, of: call)
      diagnoseNumber(path, of: call)
      if let member = call.calledExpression.as(MemberAccessExprSyntax.self),
        member.declName.baseName.text == "ifLet"
      {
        diagnoseIfLet(path, child: call.trailingClosure)
      } else if call.calledExpression.trimmedDescription == "Scope" {
        diagnoseScope(path, child: call.trailingClosure)
      }
      return super.visit(call)
    }

    /// Finds a child that is named but not created, `{ Child }`, or created without its reducer,
    /// `{ Child.State() }`.
    private func diagnoseChild(_ child: ClosureExprSyntax?, of call: FunctionCallExprSyntax) {
      guard call.runsChild, child?.statements.count == 1, let item = child?.statements.first?.item
      else { return }
      if let state = item.as(FunctionCallExprSyntax.self),
        let member = state.calledExpression.as(MemberAccessExprSyntax.self),
        let reducer = member.base, member.declName.baseName.text == "State"
      {
        context.diagnose(
          state, "The braces hold the child's reducer, not its state: '\(reducer.trimmed)()'.",
          fixIts: [
            .replace(
              ExprSyntax(state), with: "\(reducer.trimmed)()" as ExprSyntax, "Remove '.State'")
          ])
      }
      guard let type = item.as(DeclReferenceExprSyntax.self),
        type.baseName.text.first?.isUppercase == true
      else { return }
      context.diagnose(
        type, "A reducer is a value: '\(type.baseName.text)()'.",
        fixIts: [
          .replace(
            type,
            with: ExprSyntax("\(type.trimmed)()").with(\.trailingTrivia, type.trailingTrivia),
            "Add '()'")
        ])
    }

    /// Finds a child that can't change its state, because the state is a constant.
    private func diagnoseConstant(_ path: KeyPathExprSyntax, of call: FunctionCallExprSyntax) {
      guard call.runsChild, call.arguments.count > 1,
        let first = path.components.first?.component.as(KeyPathPropertyComponentSyntax.self)
      else { return }
      let written = first.declName.baseName.text
      let name = written.hasPrefix("$") ? String(written.dropFirst()) : written
      guard let property = properties[name], !property.hasAttribute("Presents"),
        property.bindingSpecifier.tokenKind == .keyword(.let)
      else { return }
      context.diagnose(
        path,
        "'\(name)' is a 'let', and the reducer of a child changes its state: write 'var \(name)'.",
        fixIts: [
          .replace(
            property.bindingSpecifier,
            with: property.bindingSpecifier.with(\.tokenKind, .keyword(.var)),
            "Change 'let' to 'var'")
        ])
    }

    /// Finds an operator for one child on a property with several, and the reverse.
    private func diagnoseNumber(_ path: KeyPathExprSyntax, of call: FunctionCallExprSyntax) {
      let name = path.trimmedDescription.dropFirst(2)
      let callee = call.calledExpression
      let written = callee.as(MemberAccessExprSyntax.self)?.declName.trimmedDescription
      guard let written = written ?? callee.as(DeclReferenceExprSyntax.self)?.baseName.text,
        let property = properties[String(name.drop { $0 == "$" })],
        let binding = property.bindings.first
      else { return }
      let type = binding.typeAnnotation?.type
      let shown = type?.trimmedDescription ?? binding.initializer?.value.trimmedDescription ?? ""
      let isSeveral =
        ["IdentifiedArrayOf<", "StackState<"].contains(where: shown.hasPrefix)
        && !shown.hasSuffix("?")
      let isOne =
        property.hasAttribute("Presents")
        || type?.as(OptionalTypeSyntax.self)?.wrappedType.is(MemberTypeSyntax.self) == true
      if isSeveral, ["Scope", "ifLet"].contains(written) {
        context.diagnose(path, "'\(name)' holds several children: run them with '.forEach'.")
      } else if isOne, written == "forEach" {
        context.diagnose(path, "'\(name)' holds at most one child: run it with '.ifLet'.")
      }
    }

    private func diagnoseIfLet(_ path: KeyPathExprSyntax, child closure: ClosureExprSyntax?) {
      let name = path.trimmedDescription.dropFirst(2)
      if name.hasPrefix("$"), let property = properties[String(name.dropFirst())],
        property.attributes.isEmpty
      {
        let written = property.bindings.first?.typeAnnotation?.type.trimmedDescription
        context.diagnose(
          path,
          """
          '\(name.dropFirst())' is not presented: it needs '@Presents', as in '@Presents var \
          \(name.dropFirst()): \(written ?? "Child.State?")'.
          """)
      } else if let property = properties[String(name)], property.attributes.isEmpty,
        let child = property.reducerOfState
      {
        context.diagnose(
          path,
          """
          '\(name)' is always there, so run it with 'Scope(state: \\.\(name), action: \
          \\.\(name)) { \(closure?.onlyLine ?? "\(child)()") }', or make it optional.
          """)
      }
    }

    private func diagnoseScope(_ path: KeyPathExprSyntax, child: ClosureExprSyntax?) {
      let name = path.trimmedDescription.dropFirst(2)
      guard let property = properties[String(name)], let child,
        let type = property.bindings.first?.typeAnnotation?.type.as(OptionalTypeSyntax.self),
        let state = type.wrappedType.as(MemberTypeSyntax.self), state.name.text == "State"
      else { return }
      let reducer = state.baseType.trimmedDescription
      guard child.statements.trimmedDescription.hasPrefix("\(reducer)(") else { return }
      let mark = property.hasAttribute("Presents") ? "$" : ""
      context.diagnose(
        path,
        """
        '\(name)' can be absent, so run it with '.ifLet(\\.\(mark)\(name), action: \\.\(name)) \
        { \(reducer)() }'.
        """)
    }
  }

  extension ClosureExprSyntax {
    /// The code in the braces, if it is one line.
    fileprivate var onlyLine: String? {
      let written = statements.trimmedDescription
      return written.isEmpty || written.contains("\n") ? nil : written
    }
  }

  extension VariableDeclSyntax {
    /// The reducer in `var child: Child.State` or `var child = Child.State()`.
    fileprivate var reducerOfState: String? {
      let binding = bindings.first
      if let type = binding?.typeAnnotation?.type {
        guard let member = type.as(MemberTypeSyntax.self), member.name.text == "State" else {
          return nil
        }
        return member.baseType.trimmedDescription
      }
      let call = binding?.initializer?.value.as(FunctionCallExprSyntax.self)
      // An initializer with arguments may fail.
      guard let call, call.arguments.isEmpty,
        let member = call.calledExpression.as(MemberAccessExprSyntax.self),
        member.declName.baseName.text == "State"
      else { return nil }
      return member.base?.trimmedDescription
    }
  }
#endif

#if Macros
  import SwiftSyntax
  import SwiftSyntaxBuilder
  import SwiftSyntaxMacros

  /// The members that `@Reducer` adds to an enum whose cases contain reducers.
  struct CaseReducerExpansion {
    private let declaration: EnumDeclSyntax
    private let access: String
    private let children: ConditionalMembers<CaseChild>
    private let conformances: [String: [String]]
    /// True if the enum also creates the stores of its children.
    private let isScoping: Bool

    init(
      _ declaration: EnumDeclSyntax, attribute: AttributeSyntax, isScoping: Bool,
      in context: some MacroExpansionContext
    ) {
      self.declaration = declaration
      self.isScoping = isScoping
      access = declaration.memberAccess(in: context)
      children = declaration.conditionalMembers { member -> [CaseChild] in
        guard let cases = member.as(EnumCaseDeclSyntax.self) else { return [] }
        return cases.elements.map {
          CaseChild($0, of: cases, in: declaration, context: context)
        }
      }
      conformances = Self.conformances(in: attribute)
      diagnoseBody(in: context)
    }

    /// All members that the author did not write.
    var members: [DeclSyntax] {
      var members: [DeclSyntax] = []
      if declaration.nestedType("State") == nil { members.append(state) }
      if declaration.nestedType("Action") == nil { members.append(action) }
      if !bodies.contains(where: \.isStatic) { members.append(body) }
      if isScoping {
        members += CaseScopeExpansion(children, of: declaration, access: access).members
      }
      return members
    }

    private var state: DeclSyntax {
      let cases = children.compactMap { child -> String? in
        let payload =
          switch child.kind {
          case .reducer(let type, _): "(\(type).State)"
          case .question(let type, _): "(\(type))"
          case .state(let clause): clause
          case .none: ""
          }
        return "  \(child.isIndirect ? "indirect " : "")case \(child.name)\(payload)"
      }
      let state: DeclSyntax = """
        @dynamicMemberLookup
        \(raw: access)enum State:
          Headrace.CasePathable, Headrace.ObservableState, Headrace.CaseReducerState\
        \(raw: inheritance("state", after: ", "))
        {
          \(raw: access)typealias StateReducer = \(declaration.name.trimmed)
        \(raw: (cases.lines + ephemerality).joined(separator: "\n"))
        }
        """
      return completed(state) { state in
        CasePathableMacro.members(of: state, access: access)
          + ObservableStateMacro.caseMembers(of: state, access: access)
      }
    }

    /// Declares to the runtime which cases are questions; empty if there are none.
    private var ephemerality: [String] {
      let mark = "  \(access)static var hasEphemeralCases: Swift.Bool { true }"
      // The author's actions may answer the question of an ignored case, which only the runtime can
      // tell.
      if declaration.nestedType("Action") != nil, children.all.contains(where: \.isIgnored) {
        return [mark]
      }
      let questions = children.compactMap { child in
        if case .question(_, hasAnswers: true) = child.kind { child.name } else { nil as String? }
      }
      guard !questions.all.isEmpty else { return [] }
      let condition = children.conditionOfReachableDefault
      let matches = questions.compactMap { "    case (.\($0), .\($0))\(condition): true" }.lines
      let hasOthers = children.all.count > 1 || !condition.isEmpty
      return [
        mark,
        "  \(access)func isEnded(by action: StateReducer.Action) -> Swift.Bool {",
        "    switch (self, action) {",
      ] + matches + (hasOthers ? ["    default: false"] : []) + ["    }", "  }"]
    }

    private var action: DeclSyntax {
      let cases = children.compactMap { child -> String? in
        switch child.kind {
        case .reducer(let type, _), .question(let type, _):
          "  \(child.isIndirect ? "indirect " : "")case \(child.name)(\(type).Action)"
        case .state, .none: nil
        }
      }
      let action: DeclSyntax = """
        \(raw: access)enum Action: Headrace.CasePathable\(raw: inheritance("action", after: ", ")) {
        \(raw: cases.lines.joined(separator: "\n"))
        }
        """
      return completed(action) { CasePathableMacro.members(of: $0, access: access) }
    }

    /// Adds the members to an enum that a macro would give it.
    ///
    /// They are written here instead of by attributes, because Swift 6.3 crashes on several enums
    /// whose members have such attributes at the top of a file or in a namespace.
    private func completed(
      _ written: DeclSyntax, by members: (EnumDeclSyntax) -> [DeclSyntax]
    ) -> DeclSyntax {
      guard var declaration = written.as(EnumDeclSyntax.self) else { return written }
      for member in members(declaration) {
        declaration.memberBlock.members.append(
          MemberBlockItemSyntax(leadingTrivia: .newline, decl: member))
      }
      return DeclSyntax(declaration)
    }

    private var body: DeclSyntax {
      let steps = children.compactMap { child -> String? in
        guard case .reducer(_, let value) = child.kind else { return nil }
        return "      .ifCaseLet(\\.\(child.name), action: \\.\(child.name)) { \(value) }"
      }
      var chain = steps.lines.map { "\n" + $0 }.joined()
      // Nothing may follow on the line of an '#endif'.
      if steps.hasConditions { chain += "\n" }
      return """
        \(raw: access)static var body: Headrace.ErasedReducer<Self.State, Self.Action> {
          Headrace.ErasedReducer(
            Headrace.EmptyReducer<Self.State, Self.Action>()\(raw: chain))
        }
        """
    }

    /// The bodies that the author has written.
    private var bodies: [VariableDeclSyntax] {
      declaration.memberBlock.members.compactMap { $0.decl.as(VariableDeclSyntax.self) }
        .filter { $0.identifier == "body" }
    }

    /// Reports a `body` that is not static.
    ///
    /// The enum also gets its own, so that this is the only error.
    private func diagnoseBody(in context: some MacroExpansionContext) {
      guard let body = bodies.first, !bodies.contains(where: \.isStatic) else { return }
      var changed = body
      changed.modifiers.append(
        DeclModifierSyntax(
          leadingTrivia: body.bindingSpecifier.leadingTrivia, name: .keyword(.static),
          trailingTrivia: .space))
      changed.bindingSpecifier.leadingTrivia = []
      context.diagnose(
        body.bindings,
        """
        '@Reducer' writes the 'body' of '\(declaration.name.text)', which runs the child of the \
        current case. A store asks the enum for it and makes no value of the enum. Remove this \
        'body', or make it 'static' to write it yourself.
        """,
        fixIts: [.replace(body, with: changed, "Make it 'static'")])
    }

    private func inheritance(_ label: String, after separator: String) -> String {
      guard let names = conformances[label], !names.isEmpty else { return "" }
      return separator + names.joined(separator: ", ")
    }

    /// Reads `@Reducer(state: .equatable, .sendable, action: .equatable)`.
    private static func conformances(in attribute: AttributeSyntax) -> [String: [String]] {
      guard case .argumentList(let arguments) = attribute.arguments else { return [:] }
      var conformances: [String: [String]] = [:]
      var label = ""
      for argument in arguments {
        label = argument.label?.text ?? label
        guard let member = argument.expression.as(MemberAccessExprSyntax.self) else { continue }
        let name = member.declName.baseName.text
        conformances[label, default: []].append(
          "Swift." + name.prefix(1).uppercased() + name.dropFirst())
      }
      return conformances
    }
  }
#endif

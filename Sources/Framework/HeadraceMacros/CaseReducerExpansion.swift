#if Macros
  import SwiftSyntax
  import SwiftSyntaxBuilder
  import SwiftSyntaxMacros

  /// What `@Reducer` writes into an enum whose cases hold reducers.
  struct CaseReducerExpansion {
    private let declaration: EnumDeclSyntax
    private let access: String
    private let children: [CaseChild]
    private let conformances: [String: [String]]

    init(
      _ declaration: EnumDeclSyntax, attribute: AttributeSyntax,
      in context: some MacroExpansionContext
    ) {
      self.declaration = declaration
      access = declaration.memberAccess(in: context)
      children = declaration.memberBlock.members.flatMap { member -> [CaseChild] in
        guard let cases = member.decl.as(EnumCaseDeclSyntax.self) else { return [] }
        return cases.elements.map {
          CaseChild($0, of: cases, in: declaration, context: context)
        }
      }
      conformances = Self.conformances(in: attribute)
    }

    /// All that the author did not write.
    var members: [DeclSyntax] {
      var members: [DeclSyntax] = []
      if declaration.nestedType("State") == nil { members.append(state) }
      if declaration.nestedType("Action") == nil { members.append(action) }
      if !declaration.hasProperty("body") { members.append(body) }
      return members
    }

    private var state: DeclSyntax {
      let cases = children.map { child in
        let payload =
          switch child.kind {
          case .reducer(let type, _): "(\(type).State)"
          case .question(let type): "(\(type))"
          case .state(let clause): clause
          case .none: ""
          }
        return "  \(child.isIndirect ? "indirect " : "")case \(child.name)\(payload)"
      }
      return """
        @Headrace.CasePathable
        @dynamicMemberLookup
        @Headrace.ObservableState
        \(raw: access)enum State: Headrace.CaseReducerState\(raw: inheritance("state")) {
          \(raw: access)typealias StateReducer = \(declaration.name.trimmed)
        \(raw: (cases + ephemerality).joined(separator: "\n"))
        }
        """
    }

    /// Tells the runtime which cases are questions; nothing where none is.
    private var ephemerality: [String] {
      let questions = children.compactMap { child in
        if case .question = child.kind { child.name } else { nil as String? }
      }
      guard !questions.isEmpty else { return [] }
      let matches = questions.map { "    case (.\($0), .\($0)): true" }
      let hasOthers = children.count > questions.count || questions.count > 1
      return [
        "  \(access)static var hasEphemeralCases: Swift.Bool { true }",
        "  \(access)func isEnded(by action: StateReducer.Action) -> Swift.Bool {",
        "    switch (self, action) {",
      ] + matches + (hasOthers ? ["    default: false"] : []) + ["    }", "  }"]
    }

    private var action: DeclSyntax {
      let cases = children.compactMap { child -> String? in
        switch child.kind {
        case .reducer(let type, _), .question(let type):
          "  \(child.isIndirect ? "indirect " : "")case \(child.name)(\(type).Action)"
        case .state, .none: nil
        }
      }
      return """
        @Headrace.CasePathable
        \(raw: access)enum Action\(raw: inheritance("action")) {
        \(raw: cases.joined(separator: "\n"))
        }
        """
    }

    private var body: DeclSyntax {
      let steps = children.compactMap { child -> String? in
        guard case .reducer(_, let value) = child.kind else { return nil }
        return "\n      .ifCaseLet(\\.\(child.name), action: \\.\(child.name)) { \(value) }"
      }
      return """
        \(raw: access)static var body: Headrace.ErasedReducer<Self.State, Self.Action> {
          Headrace.ErasedReducer(
            Headrace.EmptyReducer<Self.State, Self.Action>()\(raw: steps.joined()))
        }
        """
    }

    private func inheritance(_ label: String) -> String {
      guard let names = conformances[label], !names.isEmpty else { return "" }
      return (label == "state" ? ", " : ": ") + names.joined(separator: ", ")
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

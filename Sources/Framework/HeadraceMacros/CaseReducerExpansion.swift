#if Macros
  import SwiftSyntax
  import SwiftSyntaxBuilder

  /// What `@Reducer` writes into an enum whose cases hold reducers.
  struct CaseReducerExpansion {
    /// What the payload of a case is.
    private enum Kind {
      /// A reducer.
      case reducer(String)
      /// State without a reducer or actions.
      case state(String)
      /// State of a question, whose type knows its actions.
      case question(String)
      /// There is none.
      case none
    }

    private struct Child {
      let name: String
      let kind: Kind
    }

    private let name: String
    private let access: String
    private let children: [Child]
    private let conformances: [String: [String]]

    init(_ declaration: EnumDeclSyntax, attribute: AttributeSyntax) {
      name = declaration.name.trimmed.text
      access = declaration.memberAccess
      children = declaration.memberBlock.members.flatMap { member -> [Child] in
        guard let cases = member.decl.as(EnumCaseDeclSyntax.self) else { return [] }
        return cases.elements.map { element in
          Child(name: element.name.trimmed.text, kind: Self.kind(of: element, in: cases))
        }
      }
      conformances = Self.conformances(in: attribute)
    }

    private static func kind(of element: EnumCaseElementSyntax, in cases: EnumCaseDeclSyntax)
      -> Kind
    {
      guard let type = element.parameterClause?.parameters.first?.type else { return .none }
      let name = type.trimmedDescription
      if cases.hasAttribute("ReducerCaseIgnored") { return .state(name) }
      // These are always questions; any other is marked.
      let base =
        type.as(IdentifierTypeSyntax.self)?.name.text
        ?? type.as(MemberTypeSyntax.self)?.name.text
      let isQuestion = base == "AlertState" || base == "ConfirmationDialogState"
      if isQuestion || cases.hasAttribute("ReducerCaseEphemeral") { return .question(name) }
      return .reducer(name)
    }

    var members: [DeclSyntax] { [state, action, body] }

    private var state: DeclSyntax {
      let cases = children.map { child in
        switch child.kind {
        case .reducer(let reducer): "  case \(child.name)(\(reducer).State)"
        case .state(let state), .question(let state): "  case \(child.name)(\(state))"
        case .none: "  case \(child.name)"
        }
      }
      return """
        @Headrace.CasePathable
        @dynamicMemberLookup
        @Headrace.ObservableState
        \(raw: access)enum State: Headrace.CaseReducerState\(raw: inheritance("state")) {
          \(raw: access)typealias StateReducer = \(raw: name)
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
      let cases = children.compactMap { child in
        switch child.kind {
        case .reducer(let type), .question(let type): "  case \(child.name)(\(type).Action)"
        case .state, .none: nil as String?
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
      let steps = reducers.map {
        "\n      .ifCaseLet(\\.\($0.name), action: \\.\($0.name)) { \($0.type)() }"
      }
      return """
        \(raw: access)static var body: Headrace.ErasedReducer<Self.State, Self.Action> {
          Headrace.ErasedReducer(
            Headrace.EmptyReducer<Self.State, Self.Action>()\(raw: steps.joined()))
        }
        """
    }

    private var reducers: [(name: String, type: String)] {
      children.compactMap { child in
        guard case .reducer(let reducer) = child.kind else { return nil }
        return (child.name, reducer)
      }
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

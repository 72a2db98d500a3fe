#if Macros
  import SwiftSyntax
  import SwiftSyntaxBuilder

  /// What `@Reducer` writes into an enum whose cases hold reducers.
  struct CaseReducerExpansion {
    private struct Child {
      let name: String
      let payload: String?
      let isIgnored: Bool
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
        let isIgnored = cases.hasAttribute("ReducerCaseIgnored")
        return cases.elements.map { element in
          Child(
            name: element.name.trimmed.text,
            payload: element.parameterClause?.parameters.first?.type.trimmedDescription,
            isIgnored: isIgnored)
        }
      }
      conformances = Self.conformances(in: attribute)
    }

    var members: [DeclSyntax] { [state, action, body] }

    private var state: DeclSyntax {
      let cases = children.map { child in
        switch (child.payload, child.isIgnored) {
        case (let payload?, true): "  case \(child.name)(\(payload))"
        case (let payload?, false): "  case \(child.name)(\(payload).State)"
        case (nil, _): "  case \(child.name)"
        }
      }
      return """
        @Headrace.CasePathable
        @dynamicMemberLookup
        @Headrace.ObservableState
        \(raw: access)enum State: Headrace.CaseReducerState\(raw: inheritance("state")) {
          \(raw: access)typealias StateReducer = \(raw: name)
        \(raw: cases.joined(separator: "\n"))
        }
        """
    }

    private var action: DeclSyntax {
      let cases = reducers.map { "  case \($0.name)(\($0.type).Action)" }
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
        guard let payload = child.payload, !child.isIgnored else { return nil }
        return (child.name, payload)
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

#if Macros
  import SwiftDiagnostics
  import SwiftSyntax
  import SwiftSyntaxBuilder
  import SwiftSyntaxMacros

  /// A case of an enum with `@Reducer`.
  struct CaseChild {
    /// The kind of a case's payload.
    enum Kind {
      /// A reducer, with its type and the expression that creates it.
      case reducer(type: String, value: String)
      /// State without a reducer or actions, as written: `(id: Int, String)`.
      case state(clause: String)
      /// State of a question, whose type determines its actions.
      case question(type: String, hasAnswers: Bool)
      /// The case has no payload.
      case none
    }

    let name: String
    let kind: Kind
    /// True if the case is marked `@ReducerCaseIgnored`, and has one value.
    let isIgnored: Bool
    let isIndirect: Bool
    /// The labels of the values, `nil` for those without.
    let labels: [String?]

    init(
      _ element: EnumCaseElementSyntax, of cases: EnumCaseDeclSyntax, in root: EnumDeclSyntax,
      context: some MacroExpansionContext
    ) {
      name = element.name.trimmed.text
      isIgnored =
        cases.hasAttribute("ReducerCaseIgnored") && element.parameterClause?.parameters.count == 1
      isIndirect = cases.modifiers.isIndirect || root.modifiers.isIndirect
      labels =
        element.parameterClause?.parameters.map { parameter in
          parameter.firstName.flatMap { $0.tokenKind == .wildcard ? nil : $0.trimmed.text }
        } ?? []
      kind = Self.kind(
        of: element, diagnosis: CaseDiagnosis(element, of: cases, in: root), in: context)
    }

    private static func kind(
      of element: EnumCaseElementSyntax, diagnosis: CaseDiagnosis,
      in context: some MacroExpansionContext
    ) -> Kind {
      let cases = diagnosis.cases
      guard let clause = element.parameterClause, let parameter = clause.parameters.first else {
        return .none
      }
      if cases.hasAttribute("ReducerCaseIgnored") {
        return .state(clause: clause.trimmedDescription)
      }
      guard clause.parameters.count == 1 else {
        if !clause.holdsValues { diagnosis.diagnoseSeveralPayloads(clause, in: context) }
        return .state(clause: clause.trimmedDescription)
      }
      let type = parameter.type
      // These types are always questions; any other question must be marked.
      let isQuestion = ["AlertState", "ConfirmationDialogState"].contains(type.lastName)
      if isQuestion || cases.hasAttribute("ReducerCaseEphemeral") {
        let written = type.trimmedDescription
        return .question(type: written, hasAnswers: !written.hasSuffix("<Never>"))
      }
      if parameter.defaultValue == nil, diagnosis.diagnoseNoReducer(type, in: context) {
        return .state(clause: clause.trimmedDescription)
      }
      return .reducer(
        type: type.trimmedDescription,
        value: parameter.defaultValue?.value.trimmedDescription ?? "\(type.trimmedDescription)()")
    }
  }

  extension EnumCaseParameterClauseSyntax {
    /// True if a payload has a label or a type of the standard library.
    ///
    /// Then it is state, not a reducer.
    fileprivate var holdsValues: Bool {
      parameters.contains { parameter in
        parameter.firstName.map { $0.tokenKind != .wildcard } == true
          || parameter.type.isOfStandardLibrary
      }
    }
  }

  extension TypeSyntax {
    /// Types of the standard library that are common in state.
    private static let values: Set<String> = [
      "Array", "Bool", "Character", "Data", "Date", "Dictionary", "Double", "Duration", "Error",
      "Float", "Int", "Int16", "Int32", "Int64", "Int8", "Never", "Optional", "Result", "Set",
      "String", "Substring", "UInt", "UInt16", "UInt32", "UInt64", "UInt8", "URL", "UUID", "Void",
    ]

    /// True if the type is one of the standard library, and so not a reducer.
    var isOfStandardLibrary: Bool {
      let isNamed = self.is(IdentifierTypeSyntax.self) || self.is(MemberTypeSyntax.self)
      return !isNamed || Self.values.contains(lastName ?? "")
    }
  }

  extension DeclModifierListSyntax {
    var isIndirect: Bool { contains { $0.name.tokenKind == .keyword(.indirect) } }
  }

  extension TypeSyntax {
    /// The last component of a written type: `State` of `Login.State`.
    var lastName: String? {
      self.as(IdentifierTypeSyntax.self)?.name.text ?? self.as(MemberTypeSyntax.self)?.name.text
    }
  }

  /// Finds mistakes in a case of an enum with `@Reducer`.
  struct CaseDiagnosis {
    let cases: EnumCaseDeclSyntax
    private let element: EnumCaseElementSyntax
    private let root: EnumDeclSyntax

    init(
      _ element: EnumCaseElementSyntax, of cases: EnumCaseDeclSyntax, in root: EnumDeclSyntax
    ) {
      self.element = element
      self.cases = cases
      self.root = root
    }

    private var name: String { element.name.trimmed.text }

    func diagnoseSeveralPayloads(
      _ clause: EnumCaseParameterClauseSyntax, in context: some MacroExpansionContext
    ) {
      context.diagnose(
        clause,
        """
        A case of a reducer enum holds one reducer, and '\(name)' holds \
        \(clause.parameters.count) values.
        """, fixIts: ignoring)
    }

    /// Reports what a payload is if it is not a reducer.
    ///
    /// - Returns: `true` if there was something to report.
    func diagnoseNoReducer(_ type: TypeSyntax, in context: some MacroExpansionContext) -> Bool {
      if let member = type.as(MemberTypeSyntax.self) {
        let owner = member.baseType.trimmedDescription
        if member.name.text == "State" {
          context.diagnose(
            type,
            """
            A case of a reducer enum holds a reducer, and '\(name)' holds a reducer's state, which \
            '@Reducer' writes itself.
            """,
            fixIts: [.replace(type, with: member.baseType.trimmed, "Hold '\(owner)'")] + ignoring)
          return true
        }
        if member.name.text == "Action" {
          context.diagnose(
            type,
            """
            A case of a reducer enum holds a reducer, and '\(name)' holds a reducer's actions, \
            which '@Reducer' writes itself.
            """,
            fixIts: [.replace(type, with: member.baseType.trimmed, "Hold '\(owner)'")] + ignoring)
          return true
        }
        if member.name.text == "Body" {
          diagnoseEnum(owner, type, in: context)
          return true
        }
      }
      if isNestedEnum(type) {
        diagnoseEnum(type.trimmedDescription, type, in: context)
        return true
      }
      guard type.isOfStandardLibrary else { return false }
      context.diagnose(
        type,
        """
        A case of a reducer enum holds a reducer, but '\(type.trimmedDescription)' in '\(name)' is \
        not a reducer.
        """, fixIts: ignoring)
      return true
    }

    /// Reports an enum of reducers.
    ///
    /// A value of such an enum can't be created without choosing a case, but its body can be used.
    private func diagnoseEnum(
      _ owner: String, _ type: TypeSyntax, in context: some MacroExpansionContext
    ) {
      guard let clause = element.parameterClause else { return }
      let written = "\(owner).Body = \(owner).body"
      let parameter: EnumCaseParameterSyntax = EnumCaseParameterSyntax(
        type: TypeSyntax("\(raw: written)"))
      context.diagnose(
        type,
        """
        '\(name)' holds a reducer enum. '@Reducer' can't create a value of it, so give the case \
        the enum's body.
        """,
        fixIts: [
          .replace(
            clause, with: clause.with(\.parameters, [parameter]), "Hold '\(written)'")
        ])
    }

    private func isNestedEnum(_ type: TypeSyntax) -> Bool {
      let name = type.trimmedDescription
      return root.memberBlock.members.contains { member in
        guard let nested = member.decl.as(EnumDeclSyntax.self) else { return false }
        return nested.name.text == name && nested.hasAttribute("Reducer")
      }
    }

    /// The fix-it that adds an attribute.
    ///
    /// An attribute applies to all cases of its line, so it is offered only for a single case.
    private var ignoring: [FixIt] {
      guard cases.elements.count == 1 else { return [] }
      return [
        .replace(
          cases, with: cases.addingAttribute("ReducerCaseIgnored"),
          "Mark the case '@ReducerCaseIgnored': state without a reducer")
      ]
    }
  }
#endif

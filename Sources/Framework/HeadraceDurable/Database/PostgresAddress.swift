#if Postgres
  import CPQ
  import Foundation

  /// The address of a PostgreSQL database, with its credentials.
  struct PostgresAddress: Sendable {
    /// The problem of the connection string; `nil` if libpq can parse it.
    var problem: String?
    let url: String
    /// True if libpq's messages may quote a part of the password.
    ///
    /// If the password was not escaped, libpq mistakes a part of it for something else.
    private var isDoubtful = false

    init(_ url: String) {
      self.url = url
      let options = PQconninfoParse(url, nil)
      defer { PQconninfoFree(options) }
      // The last option has no keyword.
      var option = options
      while let keyword = option?.pointee.keyword {
        let value = option?.pointee.val.map { String(cString: $0) } ?? ""
        if ["host", "port", "dbname"].contains(String(cString: keyword)), value.contains("@") {
          isDoubtful = true
        }
        option = option?.advanced(by: 1)
      }
      if options == nil {
        isDoubtful = true
        // The string can't be parsed, so no connection is opened.
        let connection = CPQConnect(url)
        defer { PQfinish(connection) }
        problem = hiding(libpqText(PQerrorMessage(connection).map { String(cString: $0) }))
      }
    }

    /// Returns a libpq message without parts that may belong to the password.
    func hiding(_ message: String) -> String {
      isDoubtful ? message.replacing(/"[^"]*"/, with: "\"…\"") : message
    }
  }

  /// Returns a libpq message as a part of a sentence.
  func libpqText(_ message: String?) -> String {
    // A line after a tab is a hint, such as to start the server.
    let lines = (message ?? "").split(whereSeparator: \.isNewline).filter { $0.first != "\t" }
    let text = lines.map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: " ")
    return text.hasSuffix(".") ? String(text.dropLast()) : text
  }

  extension SQLValue {
    /// The value as a parameter in text form.
    var postgresText: String? {
      switch self {
      case .null: nil
      case .integer(let value): "\(value)"
      case .real(let value): "\(value)"
      case .text(let value): value
      }
    }

    /// The type of the parameter: int8, float8 or text; the server finds the type of a null.
    var postgresType: Oid {
      switch self {
      case .null: 0
      case .integer: 20
      case .real: 701
      case .text: 25
      }
    }

    /// Creates the value of a column from its text form.
    init(_ text: String, postgresType: Oid) {
      switch postgresType {
      // int8, int2, int4
      case 20, 21, 23: self = Int(text).map { .integer($0) } ?? .null
      // float4, float8, numeric
      case 700, 701, 1700: self = Double(text).map { .real($0) } ?? .null
      default: self = .text(text)
      }
    }
  }
#endif

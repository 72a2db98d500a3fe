import CQRencode
import HeadraceTerminal

/// QR codes of texts.
enum QRMatrix {
  /// Returns the code of a text; nil if the text is too long.
  ///
  /// - SeeAlso: ISO/IEC 18004; error correction of level M.
  static func code(_ text: String) -> QRCode? {
    guard let code = QRcode_encodeString(text, 0, QR_ECLEVEL_M, QR_MODE_8, 1) else { return nil }
    defer { QRcode_free(code) }
    let side = Int(code.pointee.width)
    let modules = (0..<side * side).map { code.pointee.data[$0] & 1 == 1 }
    return QRCode(modules: modules, side: side)
  }
}

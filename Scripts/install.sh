#!/usr/bin/env bash
# Installs the wallet that was built: the program, the chain for its demo, its texts and the completions of the shells.
# BIN is the folder of the built program; PREFIX is /usr/local unless it is set; DESTDIR stands before it.
set -euo pipefail

: "${BIN:?expected BIN, the folder of the built program}"
root="${DESTDIR:-}${PREFIX:-/usr/local}"

install -d "$root/bin" "$root/share/headrace"
install -m 755 "$BIN/wallet" "$BIN/devchain" "$root/bin"
rm -rf "$root/share/headrace/headrace_WalletCLI.resources"
cp -R "$BIN/headrace_WalletCLI.resources" "$root/share/headrace/headrace_WalletCLI.resources"
chmod -R u=rwX,go=rX "$root/share/headrace"

# Written first beside their places: a program that fails leaves no empty completion.
complete() {
  install -d "$(dirname "$root/$2")"
  LC_ALL=C "$root/bin/wallet" --generate-completion-script "$1" >"$root/$2.new"
  chmod 644 "$root/$2.new"
  mv "$root/$2.new" "$root/$2"
}
complete bash share/bash-completion/completions/wallet
complete zsh share/zsh/site-functions/_wallet
complete fish share/fish/vendor_completions.d/wallet.fish
echo "The wallet is in $root/bin"

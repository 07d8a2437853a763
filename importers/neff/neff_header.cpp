#include "importers/neff/neff_header.h"

#include "importers/shared/little_endian.h"
#include "importers/shared/printable.h"

#include <algorithm>
#include <string_view>

namespace nscope::importers {
namespace {

constexpr std::size_t kTarMagicOffset = 257;

/// The bytes at `offset`; fewer if the file ends earlier.
std::string_view field(const ByteSource& file, std::size_t offset, std::size_t size) {
  const std::string_view text = file.text();
  return text.substr(std::min(offset, text.size()), size);
}

std::string c_string(const ByteSource& file, std::size_t offset, std::size_t size) {
  const std::string_view text = field(file, offset, size);
  return printable(text.substr(0, text.find('\0')));
}

}  // namespace

bool is_neff(const ByteSource& file) {
  const auto bytes = file.bytes();
  if (bytes.size() < NeffHeader::kSize + 2) return false;
  if (load<std::uint64_t>(bytes, 8) != NeffHeader::kSize) return false;
  const bool gzip = field(file, NeffHeader::kSize, 2) == "\x1f\x8b";
  const bool tar = field(file, NeffHeader::kSize + kTarMagicOffset, 5) == "ustar";
  return gzip || tar;
}

Result<NeffHeader> read_neff_header(const ByteSource& file) {
  const auto bytes = file.bytes();
  if (bytes.size() < NeffHeader::kSize) {
    return fail(ErrorCode::kBadInput,
                tr("unexpected end of file: the header of a NEFF has {} bytes, the file has {}",
                   NeffHeader::kSize, bytes.size()),
                file.name());
  }
  if (const auto size = load<std::uint64_t>(bytes, 8); size != NeffHeader::kSize) {
    return fail(ErrorCode::kBadInput,
                tr("not a NEFF: the header size must be {}, not {}", NeffHeader::kSize, size),
                tr("{}: byte {}", file.name(), 8));
  }
  NeffHeader header;
  header.package_version = load<std::uint64_t>(bytes, 0);
  if (header.package_version != 1 && header.package_version != 2) {
    return fail(
        ErrorCode::kUnsupportedVersion,
        tr("unsupported NEFF package version {}; supported: 1 and 2", header.package_version),
        tr("{}: byte {}", file.name(), 0));
  }
  header.data_size = load<std::uint64_t>(bytes, 16);
  header.uuid = hex_id(field(file, 204, 16));
  header.network_name = c_string(file, 220, 256);
  return header;
}

}  // namespace nscope::importers

#pragma once

#include "profiler/base/files/byte_source.h"
#include "profiler/base/result.h"

#include <cstdint>
#include <string>

namespace nscope::importers {

/// Fields of the 1024-byte header at the start of a NEFF. Layout: docs/formats/neff.md.
struct NeffHeader {
  static constexpr std::size_t kSize = 1024;

  std::uint64_t package_version = 0;  ///< 1: raw tar, 2: gzip
  std::uint64_t data_size = 0;        ///< bytes after the header
  std::string uuid;                   ///< hexadecimal; "" if absent
  std::string network_name;
};

/// Whether the file is a NEFF of any package version. A NEFF has no magic number, so this
/// checks the header size and the bytes after the header.
bool is_neff(const ByteSource& file);

/// Reads the header. Errors: kBadInput (too short, not a NEFF);
/// kUnsupportedVersion (a package version other than 1 and 2).
Result<NeffHeader> read_neff_header(const ByteSource& file);

}  // namespace nscope::importers

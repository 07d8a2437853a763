#pragma once

#include "tests/support/gzip.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <zlib.h>

namespace nscope {

/// The files as a zip archive, made by hand after PKWARE's APPNOTE; `stored`
/// leaves them uncompressed.
inline std::string zip(const std::vector<std::pair<std::string, std::string>>& files,
                       bool stored = false) {
  const auto number = [](std::string& out, std::uint64_t value, int bytes) {
    for (int i = 0; i < bytes; ++i, value >>= 8) out += static_cast<char>(value);
  };
  std::string archive;
  std::string directory;
  for (const auto& [name, text] : files) {
    const std::string packed = stored ? text : deflated(text, 6, -MAX_WBITS);
    const auto crc = crc32_z(0, reinterpret_cast<const Bytef*>(text.data()), text.size());
    std::string shared;  // from "version needed" to "extra length"
    number(shared, 20, 2);
    number(shared, 0, 2);
    number(shared, stored ? 0 : 8, 2);
    number(shared, 0, 4);
    number(shared, crc, 4);
    number(shared, packed.size(), 4);
    number(shared, text.size(), 4);
    number(shared, name.size(), 2);
    number(shared, 0, 2);
    const std::size_t offset = archive.size();
    archive += "PK\3\4" + shared + name + packed;
    directory += "PK\1\2";
    number(directory, 20, 2);
    directory += shared;
    number(directory, 0, 10);
    number(directory, offset, 4);
    directory += name;
  }
  const std::size_t start = archive.size();
  archive += directory + "PK\5\6";
  number(archive, 0, 4);
  number(archive, files.size(), 2);
  number(archive, files.size(), 2);
  number(archive, directory.size(), 4);
  number(archive, start, 4);
  number(archive, 0, 2);
  return archive;
}

}  // namespace nscope

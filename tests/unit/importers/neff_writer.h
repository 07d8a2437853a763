#pragma once

#include "tests/support/gzip.h"
#include "tests/support/ntff_writer.h"
#include "tests/support/tar_writer.h"

#include <string>
#include <utility>
#include <vector>

namespace nscope::importers {

using nscope::tar_of;

/// Writes a NEFF, which consists of a header and an archive.
struct NeffWriter {
  std::uint64_t package_version = 2;  ///< 1: raw tar, 2: gzip
  std::string uuid = "0123456789abcdef";
  std::string name = "model.neff";
  std::vector<std::pair<std::string, std::string>> members{};

  std::string text() const {
    const std::string tar = tar_of(members);
    const std::string data = package_version == 1 ? tar : gzip(tar, 9);
    std::string header(1024, '\0');
    const auto put = [&](std::size_t at, std::uint64_t value) {
      std::memcpy(header.data() + at, &value, sizeof value);
    };
    put(0, package_version);
    put(8, 1024);
    put(16, data.size());
    put(24, 2);
    header.replace(204, uuid.size(), uuid);
    header.replace(220, name.size(), name);
    return header + data;
  }

  /// The instruction stream and debug maps of one engine ("PE", "SP", ...).
  NeffWriter& engine(const std::string& subgraph, const std::string& engine,
                     const std::vector<TestWord>& words,
                     const std::vector<std::vector<std::uint64_t>>& bir_ids,
                     const MessageWriter& backend) {
    std::string code;
    for (const TestWord& word : words) {
      code.append(reinterpret_cast<const char*>(word.bytes.data()), word.bytes.size());
    }
    MessageWriter assembly;
    for (const auto& ids : bir_ids) assembly.message(3, MessageWriter().packed(3, ids));
    members.emplace_back(subgraph + "/" + engine + ".bin", code);
    members.emplace_back(subgraph + "/debug_info_asm_" + engine + ".dbg", assembly.bytes());
    members.emplace_back(subgraph + "/debug_info_backend_" + engine + ".dbg", backend.bytes());
    return *this;
  }
};

/// One BIR instruction of a backend debug map.
inline MessageWriter bir_instruction(std::uint64_t id, const std::string& name,
                                     const std::vector<std::uint64_t>& penguin,
                                     const std::vector<std::uint64_t>& data = {},
                                     const std::vector<std::uint64_t>& data_kinds = {},
                                     const std::vector<std::uint64_t>& scheduling = {},
                                     const std::vector<std::uint64_t>& scheduling_kinds = {}) {
  MessageWriter to;
  to.number(1, id).text(2, name).packed(3, penguin);
  if (!data.empty()) to.packed(4, data).packed(9, data_kinds);
  if (!scheduling.empty()) to.packed(5, scheduling).packed(10, scheduling_kinds);
  return to;
}

}  // namespace nscope::importers

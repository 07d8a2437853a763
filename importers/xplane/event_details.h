#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace nscope::importers::xplane {

/// The properties of a kernel in the text "regs:32 static_shared:0 dynamic_shared:1024
/// grid:564,1,1 block:128,1,1 occ_pct:100". Unknown words are ignored.
struct KernelDetails {
  std::optional<std::int64_t> registers{};
  std::optional<std::int64_t> shared_memory{};  ///< static and dynamic, bytes
  std::string grid{};                           ///< "[564, 1, 1]"
  std::string block{};
};
KernelDetails kernel_details(std::string_view text);

/// The properties of a copy or fill in the text "kind_src:pageable kind_dst:device size:400 dest:0
/// async:1" or "kind:device num_bytes:400 async:1".
struct MemoryDetails {
  std::string source{};  ///< "Pageable"
  std::string target{};
  std::optional<std::int64_t> bytes{};
};
MemoryDetails memory_details(std::string_view text);

/// Kineto's name for a copy or fill: "Memcpy HtoD (Pageable -> Device)" for "MemcpyH2D". "" if the
/// event is neither.
std::string transfer_name(std::string_view name, const MemoryDetails& details);

}  // namespace nscope::importers::xplane

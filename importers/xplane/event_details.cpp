#include "importers/xplane/event_details.h"

#include "importers/shared/gpu_names.h"
#include "importers/shared/printable.h"
#include "profiler/base/ascii.h"

#include <array>
#include <charconv>

namespace nscope::importers::xplane {
namespace {

std::optional<std::int64_t> number_in(std::string_view text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

/// Calls use(key, value) for each "key:value" of words that are separated by spaces.
template <class Use>
void each_word(std::string_view text, Use use) {
  while (!text.empty()) {
    const std::size_t space = text.find(' ');
    const std::string_view word = text.substr(0, space);
    const std::size_t colon = word.find(':');
    if (colon != std::string_view::npos) use(word.substr(0, colon), word.substr(colon + 1));
    if (space == std::string_view::npos) return;
    text.remove_prefix(space + 1);
  }
}

/// "[564, 1, 1]" for "564,1,1"; "" for other texts.
std::string sizes_in(std::string_view text) {
  std::array<std::int64_t, 3> sizes{};
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const std::size_t comma = i + 1 < sizes.size() ? text.find(',') : text.size();
    if (comma == std::string_view::npos) return {};
    const auto size = number_in(text.substr(0, comma));
    if (!size) return {};
    sizes[i] = *size;
    text = comma < text.size() ? text.substr(comma + 1) : std::string_view();
  }
  return gpu::three_sizes(sizes[0], sizes[1], sizes[2]);
}

/// "Device Static" for "device_static".
std::string memory_of(std::string_view text) {
  std::string name = printable(text);
  bool start = true;
  for (char& c : name) {
    if (c == '_') c = ' ';
    if (start && is_lower(c)) c = static_cast<char>(c - 'a' + 'A');
    start = c == ' ';
  }
  return name;
}

}  // namespace

KernelDetails kernel_details(std::string_view text) {
  KernelDetails details;
  const auto add_shared = [&](std::string_view value) {
    const auto bytes = number_in(value);
    std::int64_t sum = 0;
    if (bytes && !__builtin_add_overflow(details.shared_memory.value_or(0), *bytes, &sum)) {
      details.shared_memory = sum;
    }
  };
  each_word(text, [&](std::string_view key, std::string_view value) {
    if (key == "regs") details.registers = number_in(value);
    if (key == "static_shared" || key == "dynamic_shared") add_shared(value);
    if (key == "grid") details.grid = sizes_in(value);
    if (key == "block") details.block = sizes_in(value);
  });
  return details;
}

MemoryDetails memory_details(std::string_view text) {
  MemoryDetails details;
  each_word(text, [&](std::string_view key, std::string_view value) {
    if (key == "kind_src") details.source = memory_of(value);
    if (key == "kind_dst" || key == "kind") details.target = memory_of(value);
    if (key == "size" || key == "num_bytes") details.bytes = number_in(value);
  });
  return details;
}

std::string transfer_name(std::string_view name, const MemoryDetails& details) {
  constexpr std::string_view kCopy = "Memcpy";
  if (name == "Memset") return gpu::set_name(details.target);
  if (!name.starts_with(kCopy)) return {};
  const std::string_view kind = name.substr(kCopy.size());
  const std::string_view direction = gpu::copy_direction(kind);
  if (direction.empty() && kind != "Other" && !kind.empty()) return {};
  return gpu::copy_name(direction, details.source, details.target);
}

}  // namespace nscope::importers::xplane

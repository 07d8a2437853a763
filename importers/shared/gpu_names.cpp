#include "importers/shared/gpu_names.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

namespace nscope::importers::gpu {
namespace {

bool upper(std::string_view text, std::size_t at) {
  return text.size() > at && text[at] >= 'A' && text[at] <= 'Z';
}

}  // namespace

std::string_view call_category(std::string_view function) {
  return function.starts_with("cu") && upper(function, 2) ? "cuda_driver" : "cuda_runtime";
}

bool is_gpu_call(std::string_view function) {
  return (function.starts_with("cu") && upper(function, 2)) ||
         (function.starts_with("cuda") && upper(function, 4)) ||
         (function.starts_with("hip") && upper(function, 3));
}

std::string_view copy_direction(std::string_view letters) {
  constexpr auto kDirections =
      std::to_array<std::pair<std::string_view, std::string_view>>({{"HTOD", "HtoD"},
                                                                    {"DTOH", "DtoH"},
                                                                    {"DTOD", "DtoD"},
                                                                    {"HTOH", "HtoH"},
                                                                    {"PTOP", "PtoP"},
                                                                    {"HTOA", "HtoA"},
                                                                    {"ATOH", "AtoH"},
                                                                    {"ATOA", "AtoA"},
                                                                    {"ATOD", "AtoD"},
                                                                    {"DTOA", "DtoA"},
                                                                    {"H2D", "HtoD"},
                                                                    {"D2H", "DtoH"},
                                                                    {"D2D", "DtoD"},
                                                                    {"H2H", "HtoH"},
                                                                    {"P2P", "PtoP"}});
  const auto found = std::find_if(kDirections.begin(), kDirections.end(),
                                  [&](const auto& known) { return known.first == letters; });
  return found == kDirections.end() ? std::string_view() : found->second;
}

std::string copy_name(std::string_view direction, std::string_view source,
                      std::string_view target) {
  std::string name = "Memcpy";
  if (!direction.empty()) name += fmt::format(" {}", direction);
  if (!source.empty() && !target.empty()) name += fmt::format(" ({} -> {})", source, target);
  return name;
}

std::string set_name(std::string_view memory) {
  return memory.empty() ? std::string("Memset") : fmt::format("Memset ({})", memory);
}

std::string three_sizes(std::int64_t x, std::int64_t y, std::int64_t z) {
  return fmt::format("[{}, {}, {}]", x, y, z);
}

}  // namespace nscope::importers::gpu

// Sweeps are written by hand and by programs: reading one must never crash or hang, and each point of
// a sweep that is accepted must have a value for each of its members.
#include "app/sweep/sweep_points.h"
#include "app/sweep/sweep_spec.h"
#include "profiler/base/json.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace {

using namespace nscope;

constexpr std::size_t kMostPoints = 1'000;  // larger sweeps only take longer

bool is_small(const sweep::Spec& spec) {
  if (spec.method != sweep::Method::kGrid) return spec.count <= kMostPoints;
  std::size_t points = 1;
  for (const sweep::Variation& variation : spec.variations) {
    const auto count = static_cast<std::size_t>(std::max(variation.range.count, 1));
    points *= std::max(variation.values.size(), count);
    if (points > kMostPoints) return false;
  }
  return true;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto json = parse_json(text, "fuzz.json");
  if (!json) return 0;
  const Json base{{"a", 1}, {"list", {1, 2}}, {"inner", {{"b", "text"}}}};
  const auto spec = sweep::spec_from_json(*json, "fuzz.json", base, "base.json");
  if (!spec || !is_small(*spec)) return 0;
  TaskControl control;
  const auto points = sweep::points_of(*spec, control);
  if (!points) return 0;
  for (const auto& values : points->values) {
    if (values.size() != spec->names().size()) std::abort();
    (void)sweep::document_at(*spec, values);
  }
  return 0;
}

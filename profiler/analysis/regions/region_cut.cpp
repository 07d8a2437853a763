#include "profiler/analysis/regions/region_cut.h"

#include "profiler/analysis/regions/region_sources.h"
#include "profiler/base/ascii.h"
#include "profiler/base/order_statistics.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>

namespace nscope::analysis {
namespace {

/// The name with '*' instead of each number: "layer *".
std::string without_numbers(std::string_view name) {
  std::string pattern;
  bool in_number = false;
  for (const char c : name) {
    const bool digit = is_digit(c);
    if (!digit) pattern += c;
    if (digit && !in_number) pattern += '*';
    in_number = digit;
  }
  return pattern;
}

/// Gives regions their names, instance numbers and groups.
class RegionNaming {
 public:
  RegionNaming(const Trace& trace, RegionMethod method, RunRegions& out)
      : trace_(trace), ignore_numbers_(method != RegionMethod::kKernel), out_(out) {}

  void all(std::vector<FoundRegion> found) {
    std::stable_sort(found.begin(), found.end(), [](const FoundRegion& a, const FoundRegion& b) {
      return std::tuple(a.begin, a.core, b.end) < std::tuple(b.begin, b.core, a.end);
    });
    for (const FoundRegion& region : found) add(region);
    group();
  }

 private:
  using NameKey = std::tuple<bool, StringId, StringId>;
  using PatternKey = std::tuple<bool, std::string, std::string>;

  void add(const FoundRegion& found) {
    const auto next = static_cast<std::uint32_t>(out_.names.size());
    const auto [name, is_new] =
        index_.try_emplace(NameKey(found.between, found.name, found.next), next);
    if (is_new) {
      const std::string before(trace_.text(found.name));
      const std::string after(trace_.text(found.next));
      out_.names.push_back(text_of(found.between, before, after));
      patterns_.emplace_back(found.between, pattern(before), pattern(after));
      ++names_of_[patterns_.back()];
    }
    out_.regions.push_back({.begin = found.begin,
                            .end = found.end,
                            .core = found.core,
                            .track = found.track,
                            .slice = found.slice,
                            .name = name->second,
                            .instance = ++instances_[{name->second, found.track}]});
  }

  void group() {
    std::map<std::pair<PatternKey, std::uint32_t>, std::uint32_t> index;
    for (std::uint32_t i = 0; i < out_.regions.size(); ++i) {
      Region& region = out_.regions[i];
      const PatternKey& pattern = patterns_[region.name];
      const bool one_name = names_of_[pattern] == 1;
      const std::uint32_t instance = one_name ? 0 : region.instance;
      const auto next = static_cast<std::uint32_t>(out_.groups.size());
      region.group = index.try_emplace(std::pair(pattern, instance), next).first->second;
      if (region.group == next) {
        const auto& [between, before, after] = pattern;
        out_.groups.push_back(
            {.name = one_name ? out_.names[region.name] : text_of(between, before, after),
             .instance = instance});
      }
      out_.groups[region.group].regions.push_back(i);
    }
    std::vector<std::int64_t> durations;
    for (RegionGroup& group : out_.groups) {
      durations.clear();
      for (const std::uint32_t region : group.regions) {
        durations.push_back(out_.regions[region].duration().value());
      }
      group.median = TraceTime(upper_median(durations));
    }
  }

  std::string pattern(const std::string& name) const {
    return ignore_numbers_ ? without_numbers(name) : name;
  }

  static Text text_of(bool between, const std::string& before, const std::string& after) {
    if (!between) return before.empty() ? tr("(not named)") : Text::verbatim(before);
    if (before.empty()) return tr("start to {}", after);
    if (after.empty()) return tr("{} to end", before);
    return tr("{} to {}", before, after);
  }

  const Trace& trace_;
  bool ignore_numbers_;
  RunRegions& out_;
  std::map<NameKey, std::uint32_t> index_;
  std::vector<PatternKey> patterns_;  ///< by name
  std::map<PatternKey, std::uint32_t> names_of_;
  std::map<std::pair<std::uint32_t, TrackId>, std::uint32_t> instances_;
};

struct Source {
  const Trace& trace;
  const Scope& scope;
  std::optional<std::uint16_t> depth;
  TaskControl& control;

  Result<FoundRegions> kernels() const {
    auto found = kernel_regions(trace, scope, control);
    if (!found || !found->regions.empty()) return found;
    return gpu_kernel_regions(trace, scope, control);
  }

  Result<FoundRegions> find(RegionMethod method) const {
    switch (method) {
      case RegionMethod::kLayer: return layer_regions(trace, scope, depth, control);
      case RegionMethod::kKernel: return kernels();
      case RegionMethod::kCollective: return collective_regions(trace, scope, control);
      case RegionMethod::kAnnotation: return annotation_regions(trace, scope, control);
      case RegionMethod::kExecution:
      case RegionMethod::kAutomatic: break;
    }
    return execution_regions(trace, scope, control);
  }
};

/// Whether one core has at least two of the regions.
bool has_two_on_a_core(const std::vector<FoundRegion>& regions) {
  std::set<int> cores;
  return std::any_of(regions.begin(), regions.end(),
                     [&](const FoundRegion& region) { return !cores.insert(region.core).second; });
}

struct Choice {
  RegionMethod method = RegionMethod::kExecution;
  FoundRegions found{};
  Text reason{};
};

Text layer_text(const FoundRegions& found) {
  if (!found.depth) return tr("The regions are the layers that instructions state.");
  return tr("The regions are the layers on level {} of their hierarchy; 0 is the outermost level.",
            *found.depth);
}

Result<Choice> chosen(const Source& source) {
  auto layers = source.find(RegionMethod::kLayer);
  if (!layers) return fail(layers.error());
  if (has_two_on_a_core(layers->regions)) {
    Text reason = tr("Layers were chosen automatically because a core has at least two. {}",
                     layer_text(*layers));
    return Choice{RegionMethod::kLayer, *std::move(layers), std::move(reason)};
  }
  auto kernels = kernel_regions(source.trace, source.scope, source.control);
  if (!kernels) return fail(kernels.error());
  if (!kernels->regions.empty()) {
    return Choice{RegionMethod::kKernel, *std::move(kernels),
                  tr("Kernels were chosen automatically because no core has two layers, and "
                     "instructions state their kernel.")};
  }
  auto collectives = source.find(RegionMethod::kCollective);
  if (!collectives) return fail(collectives.error());
  if (!collectives->regions.empty()) {
    return Choice{RegionMethod::kCollective, *std::move(collectives),
                  tr("Collectives were chosen automatically because no core has two layers, and no "
                     "instruction states a kernel.")};
  }
  auto annotations = source.find(RegionMethod::kAnnotation);
  if (!annotations) return fail(annotations.error());
  if (!annotations->regions.empty()) {
    return Choice{
        RegionMethod::kAnnotation, *std::move(annotations),
        tr("Annotations were chosen automatically because no core has two layers, and the "
           "analysed range contains neither NKI kernels nor collectives.")};
  }
  auto executions = source.find(RegionMethod::kExecution);
  if (!executions) return fail(executions.error());
  return Choice{RegionMethod::kExecution, *std::move(executions),
                tr("Executions were chosen automatically because no core has two layers, and the "
                   "analysed range contains no NKI kernels, collectives or annotations.")};
}

}  // namespace

Result<RunRegions> run_regions(const Trace& trace, const Scope& scope, RegionMethod method,
                               std::optional<std::uint16_t> depth, TaskControl& control) {
  const Source source{.trace = trace, .scope = scope, .depth = depth, .control = control};
  Choice choice{.method = method};
  if (method == RegionMethod::kAutomatic) {
    auto automatic = chosen(source);
    if (!automatic) return fail(automatic.error());
    choice = *std::move(automatic);
  } else {
    auto found = source.find(method);
    if (!found) return fail(found.error());
    choice.found = *std::move(found);
    if (method == RegionMethod::kLayer && !choice.found.regions.empty()) {
      choice.reason = layer_text(choice.found);
    }
  }
  RunRegions out{.method = choice.method,
                 .reason = std::move(choice.reason),
                 .crossing = choice.found.crossing,
                 .left_out = choice.found.left_out};
  RegionNaming(trace, out.method, out).all(std::move(choice.found.regions));
  return out;
}

}  // namespace nscope::analysis

#include "simcore/engine/start_up/start_domain.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string>

namespace nscope::sim {
namespace {

std::string_view to_string(GraphToCompile::Kind kind) {
  constexpr std::array<std::string_view, 4> kNames{"prefill", "decode", "blocks", "traced"};
  return kNames[static_cast<std::size_t>(kind)];
}

void add_compilation(const StartPlan& plan, DomainPoint& point) {
  const auto largest = [&](const char* name, double value) {
    if (value > 0) point.sizes[name] = std::max(point.sizes[name], value);
  };
  largest("tensor parallel degree", plan.tensor_parallel);
  largest("vCPUs", plan.compiler->vcpus_of_host());
  largest("graphs", static_cast<double>(plan.compile.graphs.size()));
  for (const GraphToCompile& graph : plan.compile.graphs) {
    const std::string kind(to_string(graph.kind));
    if (!listed(point.features, kind)) point.features.push_back(kind);
    // The time of a network that is compiled as a whole depends on nothing else.
    if (graph.kind == GraphToCompile::Kind::kTraced) {
      largest("operators", graph.operators);
      largest("multiply-accumulates", graph.tiles * kTileMacs);
      continue;
    }
    largest("weights of a core", graph.elements);
    if (graph.kind != GraphToCompile::Kind::kDecode) largest("tokens", graph.tokens);
  }
}

}  // namespace

DomainPoint start_point(const StartPlan& plan, std::string_view class_name) {
  DomainPoint point = plan.point;
  if (class_name == kCompileClass) {
    add_compilation(plan, point);
    return point;
  }
  point.features.emplace_back(to_string(plan.from));
  point.sizes = {{"checkpoint bytes", plan.load.stored},
                 {"bytes of a core", plan.load.largest_rank}};
  return point;
}

std::vector<Text> outside_start(const Calibration& calibration, std::string_view class_name,
                                const StartPlan& plan) {
  const CalibratedDomain* const domain = domain_of_class(calibration, class_name);
  if (domain == nullptr) return {no_measurements(class_name)};
  const DomainPoint point = start_point(plan, class_name);
  std::vector<Text> outside = outside_of(*domain, point);
  for (const std::string& feature : point.features) {
    if (listed(domain->features, feature)) continue;
    outside.push_back(
        class_name == kCompileClass
            ? tr("graphs of the kind '{}' (measured: {})", feature, list_of(domain->features))
            : tr("storage '{}' (measured: {})", feature, list_of(domain->features)));
  }
  if (class_name == kCompileClass) {
    outside.insert(outside.end(), plan.unmeasured.begin(), plan.unmeasured.end());
  }
  return outside;
}

double start_widening(const Calibration& calibration, std::string_view class_name,
                      const StartPlan& plan) {
  const double widest = calibration.parameters.outside_factor;
  const CalibratedDomain* const domain = domain_of_class(calibration, class_name);
  if (domain == nullptr) return widest;
  const std::map<std::string, double> sizes = start_point(plan, class_name).sizes;
  const auto outside = std::count_if(sizes.begin(), sizes.end(), [&](const auto& size) {
    const auto range = domain->sizes.find(size.first);
    return range != domain->sizes.end() && !range->second.contains(size.second);
  });
  if (std::ssize(outside_start(calibration, class_name, plan)) > outside) return widest;
  return std::min(widest, 1 + std::log10(distance_from(*domain, sizes)));
}

}  // namespace nscope::sim

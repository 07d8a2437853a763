#include "profiler/analysis/operators/format_roofs.h"

#include "profiler/analysis/metrics/arg_reader.h"
#include "profiler/analysis/metrics/flop_weight.h"
#include "profiler/base/json.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace nscope::analysis {
namespace {

/// Captures show twice the time of BF16.
constexpr double kMostWeight = 2.0;

/// The data type that a simulation states for its products, or "".
std::string simulated_type(const Trace& trace) {
  const std::string text = trace.property_text(property::kWorkload);
  if (text.empty()) return {};
  const auto json = parse_json(text, "workload");
  if (!json || !json->is_object()) return {};
  const auto type = json->find("dtype");
  return type != json->end() && type->is_string() ? type->get<std::string>() : std::string();
}

class TypeTotals {
 public:
  explicit TypeTotals(const Trace& trace) : trace_(trace), simulated_(simulated_type(trace)) {}

  /// Returns false if cancelled.
  bool add(const Track& track, const Scope& scope, const TaskControl& control) {
    const auto reader = [&](std::string_view key) {
      return ArgReader(track, trace_.strings().find(key));
    };
    ArgReader elements = reader(key::kElements);
    ArgReader stated = reader(key::kFlops);
    ArgReader operands = reader(key::kOperands);
    if (elements.empty() && stated.empty()) return true;
    const auto [first, last] = scope.rows(track);
    for (std::size_t row = first; row < last; ++row) {
      if (control.cancelled_at(row)) return false;
      const auto part = scope.part(track.slices.begin(row), track.slices.end(row));
      if (!part) continue;
      const double of_operator = stated.amount(row) * part->share;
      const double of_instruction = 2.0 * elements.amount(row) * part->share;
      if (of_operator > 0.0) by_type_[simulated_] += of_operator;
      if (of_instruction > 0.0) by_type_[type_of(operands.text(row))] += of_instruction;
    }
    return true;
  }

  const std::map<std::string, double, std::less<>>& by_type() const { return by_type_; }

 private:
  const std::string& type_of(StringId operands) {
    const auto [at, added] = types_.try_emplace(operands.value);
    if (added && operands.valid()) at->second = operand_type(trace_.text(operands));
    return at->second;
  }

  const Trace& trace_;
  std::string simulated_;
  std::unordered_map<std::uint32_t, std::string> types_;
  std::map<std::string, double, std::less<>> by_type_;
};

}  // namespace

Result<std::vector<FormatRoof>> format_roofs(const Trace& trace, const Scope& scope,
                                             const CoreRoof& roof, TaskControl& control) {
  TypeTotals totals(trace);
  for (const Track& track : trace.tracks()) {
    const bool products = track.engine == Engine::kTensor && runs_work(track);
    if (products && scope.holds(track) && !totals.add(track, scope, control)) return cancelled();
  }
  const std::string generation = trace.property_text(property::kGeneration);
  std::vector<FormatRoof> roofs;
  for (const auto& [type, flops] : totals.by_type()) {
    FormatRoof found{.type = type, .flops = flops};
    if (const auto weight = flop_weight(type, generation)) {
      found.flops_per_s = roof.flops / std::min(*weight, kMostWeight);
    }
    roofs.push_back(std::move(found));
  }
  std::stable_sort(roofs.begin(), roofs.end(), [](const FormatRoof& a, const FormatRoof& b) {
    return a.flops_per_s.value_or(0.0) > b.flops_per_s.value_or(0.0);
  });
  return roofs;
}

}  // namespace nscope::analysis

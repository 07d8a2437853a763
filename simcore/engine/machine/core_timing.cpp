#include "simcore/engine/machine/core_timing.h"

#include "profiler/base/json.h"
#include "profiler/base/json/document_text.h"
#include "simcore/catalog/fact_reader.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include <fmt/format.h>

namespace nscope::sim {
namespace {

using catalog::FactReader;
using catalog::UnitKind;

constexpr std::string_view kTimingSchema = "nscope.core-timing/1";
constexpr const char* kTimingBuiltIn = "instructions/neuroncore.json";

struct NamedFormula {
  std::string_view name;
  CostFormula formula;
};
constexpr std::array kFormulas{
    NamedFormula{"elements_and_k", CostFormula::kElementsAndK},
    NamedFormula{"matmul", CostFormula::kMatmul},
    NamedFormula{"matmul_narrow", CostFormula::kMatmulNarrow},
    NamedFormula{"transpose", CostFormula::kTranspose},
    NamedFormula{"gather", CostFormula::kGather},
};

/// Reads the object `key` of `in` with `read(object)` and forwards its error.
template <class Read>
void read_group(StrictObject& in, const char* key, const Read& read) {
  StrictObject group(in.object(key), in.path(key));
  read(group);
  catalog::forward_error(group, in);
}

/// Reads an array of names as bits; `bit_of` returns the bit of a name.
template <class BitOf>
unsigned bits_member(StrictObject& in, const char* key, const BitOf& bit_of) {
  unsigned bits = 0;
  for (const Json& item : in.array(key)) {
    const std::optional<unsigned> bit =
        item.is_string() ? bit_of(item.get<std::string>()) : std::nullopt;
    if (!bit) in.reject(key, tr("unknown name {}", compact_text(item)));
    bits |= 1u << bit.value_or(0);
  }
  if (bits == 0) in.reject(key, tr("must not be empty"));
  return bits;
}

std::optional<unsigned> engine_bit(std::string_view name) {
  for (const Engine engine : {Engine::kTensor, Engine::kVector, Engine::kScalar, Engine::kGpSimd}) {
    if (name == to_string(engine)) return static_cast<unsigned>(engine);
  }
  return std::nullopt;
}

std::optional<unsigned> generation_bit(std::string_view name) {
  const auto generation = parse_generation(name);
  if (!generation) return std::nullopt;
  return static_cast<unsigned>(*generation);
}

double number_member(StrictObject& in, const char* key, double fallback) {
  const double value = in.optional_number(key).value_or(fallback);
  if (!std::isfinite(value) || value <= 0) in.reject(key, tr("must be greater than 0"));
  return value;
}

/// The interval with the given name in "issue".
double interval_member(StrictObject& in, const char* key, const CoreTiming& timing,
                       double fallback) {
  const auto name = in.optional_string(key);
  if (!name) return fallback;
  if (*name == "minimum") return timing.minimum;
  if (*name == "minimum_dynamic") return timing.minimum_dynamic;
  if (*name == "gpsimd_start") return timing.gpsimd_start;
  in.reject(key, tr("must be one of minimum, minimum_dynamic, gpsimd_start"));
  return fallback;
}

CostRule read_rule(StrictObject& in, FactReader& facts, const CoreTiming& timing) {
  CostRule rule;
  rule.engines = bits_member(in, "engines", engine_bit);
  rule.generations = bits_member(in, "generations", generation_bit);
  const std::string when = in.optional_string("when").value_or("");
  rule.when = cost_condition(when);
  if (rule.when == nullptr) in.reject("when", tr("unknown condition '{}'", when));
  if (const auto name = in.optional_string("formula")) {
    const auto* const known = std::ranges::find(kFormulas, *name, &NamedFormula::name);
    if (known == kFormulas.end()) {
      in.reject("formula", tr("unknown formula '{}'", *name));
    } else {
      rule.formula = known->formula;
    }
  }
  if (rule.formula == CostFormula::kElements || rule.formula == CostFormula::kElementsAndK) {
    rule.cycles = number_member(in, "cycles", 0);
    rule.elements = number_member(in, "elements", 1);
    rule.at_least =
        interval_member(in, "at_least", timing, -std::numeric_limits<double>::infinity());
    rule.plus = interval_member(in, "plus", timing, 0);
  }
  facts.citation(in);
  return rule;
}

void read_rules(StrictObject& in, FactReader& facts, CoreTiming& timing) {
  const Json& rules = in.array("rules");
  for (std::size_t i = 0; i < rules.size(); ++i) {
    StrictObject entry(rules[i], in.path(fmt::format("rules/{}", i)));
    const std::string name = entry.string("op");
    CostRule rule = read_rule(entry, facts, timing);
    catalog::forward_error(entry, in);
    const auto at =
        std::ranges::lower_bound(timing.operations, name, {}, &CoreTiming::Operation::name);
    if (at != timing.operations.end() && at->name == name) {
      at->rules.push_back(rule);
    } else {
      timing.operations.insert(at, {name, {rule}});
    }
  }
}

void read_constants(StrictObject& in, FactReader& facts, CoreTiming& timing) {
  const auto cycles = [&](StrictObject& group, const char* key) {
    return facts.count(group, key, "cycles").value;
  };
  read_group(in, "issue", [&](StrictObject& issue) {
    timing.minimum = cycles(issue, "minimum");
    timing.minimum_dynamic = cycles(issue, "minimum_dynamic");
    timing.gpsimd_start = cycles(issue, "gpsimd_start");
  });
  read_group(in, "matmul", [&](StrictObject& matmul) {
    timing.moving_maximum = facts.count(matmul, "moving_maximum", "columns").value;
    timing.fp32_passes = facts.count(matmul, "fp32_passes", "passes").value;
  });
  read_group(in, "gather", [&](StrictObject& gather) {
    timing.gather_start = cycles(gather, "start");
    timing.gather_word = cycles(gather, "word");
  });
  read_group(in, "result", [&](StrictObject& result) {
    timing.tensor_result = cycles(result, "tensor");
    timing.vector_result = cycles(result, "vector");
    timing.scalar_result = cycles(result, "scalar");
    timing.gpsimd_result = cycles(result, "gpsimd");
  });
  read_group(in, "dma", [&](StrictObject& dma) {
    timing.dma_packet = facts.measure(dma, "packet", UnitKind::kBytes).value;
    timing.dma_rows_per_packet = facts.count(dma, "rows_per_packet", "rows").value;
    timing.partitions_per_engine = facts.count(dma, "partitions_per_engine", "partitions").value;
    timing.gathered_row = facts.measure(dma, "gathered_row", UnitKind::kBytes).value;
  });
  timing.semaphore_latency = facts.measure(in, "semaphore_latency", UnitKind::kSeconds).value;
  constexpr double kPercent = 100;
  timing.gating_share = facts.count(in, "gating_share", "%").value / kPercent;
}

Result<CoreTiming> load_core_timing() {
  const auto json = parse_json_resource(kTimingBuiltIn);
  if (!json) return fail(json.error());
  return core_timing_from_json(*json, kTimingBuiltIn);
}

}  // namespace

double CoreTiming::result_cycles(Engine engine) const {
  switch (engine) {
    case Engine::kTensor: return tensor_result;
    case Engine::kVector: return vector_result;
    case Engine::kScalar: return scalar_result;
    default: return gpsimd_result;
  }
}

Result<CoreTiming> core_timing_from_json(const Json& json, std::string_view name) {
  StrictObject in(json, std::string(name));
  if (in.string("schema") != kTimingSchema) in.reject("schema", tr("must be {}", kTimingSchema));
  in.optional_string("note");
  FactReader facts(in);
  CoreTiming timing;
  read_constants(in, facts, timing);
  read_rules(in, facts, timing);
  facts.finish(in);
  if (auto done = in.finish(); !done) return fail(done.error());
  return timing;
}

const Result<CoreTiming>& built_in_core_timing() {
  static const Result<CoreTiming> loaded = load_core_timing();
  return loaded;
}

}  // namespace nscope::sim

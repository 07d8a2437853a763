#include "simcore/engine/workload/fine_tuning.h"

#include "profiler/base/nested_json.h"
#include "simcore/engine/documents/json_members.h"

#include <algorithm>
#include <optional>
#include <string>

#include <fmt/format.h>

namespace nscope::sim {
namespace {

constexpr std::array kTuningMethods{TuningMethod::kFull, TuningMethod::kLora, TuningMethod::kQlora};
constexpr std::array kObjectives{TuningObjective::kNextToken, TuningObjective::kDpo,
                                 TuningObjective::kGrpo};
constexpr std::array kFrozenTypes{FrozenType::kNf4, FrozenType::kInt8};
/// Names of sets of targets.
constexpr std::string_view kAttentionWord = "attention";
constexpr std::string_view kAllLinearWord = "all-linear";

/// The targets of "targets": the name of a set, or an array of names. Nothing if it is unknown.
std::optional<AdapterTargets> targets_of(const Json& json) {
  if (json == kAttentionWord) return kAttentionTargets;
  if (json == kAllLinearWord) return kAllLinearTargets;
  if (!json.is_array() || json.empty()) return std::nullopt;
  AdapterTargets targets;
  for (const Json& name : json) {
    const auto* const found =
        std::find_if(kAdapterTargets.begin(), kAdapterTargets.end(),
                     [&](AdapterTarget target) { return name == to_string(target); });
    if (found == kAdapterTargets.end()) return std::nullopt;
    targets.add(*found);
  }
  return targets;
}

void read_adapters(StrictObject& in, FineTuning& tuning) {
  const bool given = read_nested(in, "lora", [&](StrictObject& own) {
    own.integer("rank");
    tuning.adapters.rank = positive_member(own, "rank", 1);
    tuning.adapters.experts = own.optional_boolean("experts", false);
    if (const Json* const json = own.optional("targets")) {
      const auto targets = targets_of(*json);
      if (!targets) {
        std::string names;
        for (const AdapterTarget target : kAdapterTargets) {
          names += fmt::format("{}{}", names.empty() ? "" : ", ", to_string(target));
        }
        own.reject("targets", tr("must be '{}', '{}' or an array of {}", kAttentionWord,
                                 kAllLinearWord, names));
      }
      tuning.adapters.targets = targets.value_or(kAllLinearTargets);
    }
    const auto type = named_member(own, "frozen_type", kFrozenTypes);
    if (type && tuning.method != TuningMethod::kQlora) {
      own.reject("frozen_type", tr("requires the method 'qlora'"));
    }
    tuning.frozen = type.value_or(tuning.frozen);
  });
  if (given && !tuning.frozen_weights()) {
    in.reject("lora", tr("requires the method 'lora' or 'qlora'"));
  }
  if (!given && tuning.frozen_weights()) {
    in.reject("lora", tr("is missing; the method '{}' requires the rank of the adapters",
                         to_string(tuning.method)));
  }
}

}  // namespace

std::string_view to_string(TuningMethod method) {
  switch (method) {
    case TuningMethod::kFull: return "full";
    case TuningMethod::kLora: return "lora";
    case TuningMethod::kQlora: break;
  }
  return "qlora";
}

std::string_view to_string(TuningObjective objective) {
  switch (objective) {
    case TuningObjective::kNextToken: return "next-token";
    case TuningObjective::kDpo: return "dpo";
    case TuningObjective::kGrpo: break;
  }
  return "grpo";
}

std::string_view to_string(FrozenType type) {
  return type == FrozenType::kNf4 ? "nf4" : "int8";
}

std::string_view to_string(AdapterTarget target) {
  switch (target) {
    case AdapterTarget::kQuery: return "q_proj";
    case AdapterTarget::kKey: return "k_proj";
    case AdapterTarget::kValue: return "v_proj";
    case AdapterTarget::kOutput: return "o_proj";
    case AdapterTarget::kGate: return "gate_proj";
    case AdapterTarget::kUp: return "up_proj";
    case AdapterTarget::kDown: break;
  }
  return "down_proj";
}

FineTuning read_fine_tuning(StrictObject& in) {
  FineTuning tuning;
  tuning.method = named_member(in, "method", kTuningMethods).value_or(tuning.method);
  read_adapters(in, tuning);
  tuning.objective = named_member(in, "objective", kObjectives).value_or(tuning.objective);
  if (in.optional("reference") != nullptr) {
    tuning.reference = in.boolean("reference");
    if (tuning.objective == TuningObjective::kNextToken) {
      in.reject("reference", tr("requires the objective 'dpo' or 'grpo'"));
    }
  }
  return tuning;
}

void put_fine_tuning(const FineTuning& tuning, Json& json) {
  const FineTuning usual;
  if (tuning.frozen_weights()) {
    json["method"] = to_string(tuning.method);
    Json& lora = json["lora"];
    lora["rank"] = tuning.adapters.rank;
    if (tuning.adapters.targets == kAttentionTargets) {
      lora["targets"] = kAttentionWord;
    } else if (tuning.adapters.targets != kAllLinearTargets) {
      lora["targets"] = Json::array();
      for (const AdapterTarget target : kAdapterTargets) {
        if (tuning.adapters.targets.has(target)) lora["targets"].push_back(to_string(target));
      }
    }
    if (tuning.adapters.experts) lora["experts"] = true;
    if (tuning.frozen != usual.frozen) lora["frozen_type"] = to_string(tuning.frozen);
  }
  if (tuning.objective == usual.objective) return;
  json["objective"] = to_string(tuning.objective);
  if (tuning.reference != usual.reference) json["reference"] = tuning.reference;
}

}  // namespace nscope::sim

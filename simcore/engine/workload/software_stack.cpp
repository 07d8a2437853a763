#include "simcore/engine/workload/software_stack.h"

#include "simcore/engine/documents/json_members.h"
#include "simcore/engine/documents/software.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

namespace nscope::sim {
namespace {

constexpr std::string_view kStacksSchema = "nscope.software-stacks/1";
constexpr const char* kBuiltInStacks = "calibration/software-stacks.json";

struct StateName {
  std::string_view name;
  SupportLimit::State state;
};
constexpr std::array kStates{StateName{"ended", SupportLimit::State::kEnded},
                             StateName{"maintenance", SupportLimit::State::kMaintenance},
                             StateName{"unsupported", SupportLimit::State::kUnsupported}};

struct Feature {
  std::string_view name;
  bool SoftwareStack::*member;
};
constexpr std::array kFeatures{
    Feature{"all_experts", &SoftwareStack::all_experts},
    Feature{"gathers_experts", &SoftwareStack::gathers_experts},
    Feature{"launches_layers", &SoftwareStack::launches_layers},
    Feature{"copies_kv_heads", &SoftwareStack::copies_kv_heads},
    Feature{"copies_kv_heads_alone", &SoftwareStack::copies_kv_heads_alone},
    Feature{"equal_heads_kernel", &SoftwareStack::equal_heads_kernel},
    Feature{"fuses_layers", &SoftwareStack::fuses_layers},
    Feature{"block_experts", &SoftwareStack::block_experts},
    Feature{"next_bucket", &SoftwareStack::next_bucket},
    Feature{"eager", &SoftwareStack::eager},
    Feature{"fp8_cache", &SoftwareStack::fp8_cache},
    Feature{"one_core_attention", &SoftwareStack::one_core_attention},
    Feature{"plain_operators", &SoftwareStack::plain_operators},
    Feature{"plain_states", &SoftwareStack::plain_states},
    Feature{"returns_cache", &SoftwareStack::returns_cache},
    Feature{"separate_sequences", &SoftwareStack::separate_sequences}};

std::string lower_case(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return out;
}

SupportLimit read_limit(StrictObject& in) {
  SupportLimit limit;
  const std::string state = in.string("state");
  const auto* const known = std::find_if(kStates.begin(), kStates.end(),
                                         [&](const StateName& one) { return one.name == state; });
  if (known == kStates.end()) {
    in.reject("state", tr("must be one of {}", "ended, maintenance, unsupported"));
  } else {
    limit.state = known->state;
  }
  for (const std::string& name : texts_member(in, "generations")) {
    const auto generation = parse_generation(name);
    if (!generation) {
      in.reject("generations", tr("must be one of {}", "v1, v2, v3, v4"));
    } else {
      limit.generations.push_back(*generation);
    }
  }
  limit.since = in.optional_string("since").value_or("");
  if (!limit.since.empty() && !is_version(limit.since)) {
    in.reject("since", tr("must be a version of the Neuron SDK, such as 2.21"));
  }
  limit.source = in.string("source");
  limit.date = in.string("date");
  return limit;
}

SoftwareStack read_software_stack(StrictObject& in, std::string id) {
  SoftwareStack stack;
  stack.id = std::move(id);
  stack.title = in.string("title");
  for (const std::string& name : texts_member(in, "features")) {
    const auto* const feature = std::find_if(kFeatures.begin(), kFeatures.end(),
                                             [&](const Feature& one) { return one.name == name; });
    if (feature == kFeatures.end()) {
      in.reject("features", tr("unknown feature '{}'", name));
    } else {
      stack.*feature->member = true;
    }
  }
  const auto seconds = [&](const char* key) {
    const double value = in.optional_number(key).value_or(0);
    if (!(value >= 0 && value <= 1)) in.reject(key, tr("must be between {} and {}", 0, 1));
    return value;
  };
  stack.stream_share = in.optional_number("stream_share").value_or(1);
  if (!(stack.stream_share > 0 && stack.stream_share <= 1)) {
    in.reject("stream_share", tr("must be greater than 0 and at most 1"));
  }
  stack.operator_launch = seconds("operator_launch");
  stack.generate_launch = seconds("generate_launch");
  const Json& limits = in.array("limits");
  for (std::size_t i = 0; i < limits.size(); ++i) {
    StrictObject entry(limits[i], in.path(fmt::format("limits/{}", i)));
    stack.limits.push_back(read_limit(entry));
    in.adopt(entry);
  }
  return stack;
}

Result<SoftwareStacks> load_software_stacks() {
  const auto json = parse_json_resource(kBuiltInStacks);
  if (!json) return fail(json.error());
  return SoftwareStacks::from_json(*json, kBuiltInStacks);
}

}  // namespace

Result<SoftwareStacks> SoftwareStacks::from_json(const Json& json, std::string_view name) {
  StrictObject in(json, std::string(name));
  if (in.string("schema") != kStacksSchema) in.reject("schema", tr("must be {}", kStacksSchema));
  in.string("date");
  in.optional_string("note");
  SoftwareStacks stacks;
  const Json& listed = in.object("stacks");
  StrictObject list(listed, in.path("stacks"));
  for (const auto& [id, unused] : listed.items()) {
    StrictObject entry(list.object(id.c_str()), list.path(id));
    stacks.stacks_.push_back(read_software_stack(entry, id));
    list.adopt(entry);
  }
  in.adopt(list);
  const Json& rules = in.array("names");
  for (std::size_t i = 0; i < rules.size(); ++i) {
    StrictObject entry(rules[i], in.path(fmt::format("names/{}", i)));
    NameRule rule;
    for (const std::string& word : texts_member(entry, "contains")) {
      rule.words.push_back(lower_case(word));
    }
    if (rule.words.empty()) entry.reject("contains", tr("must not be empty"));
    const SoftwareStack* const stack = stacks.find(entry.string("stack"));
    if (stack == nullptr) {
      entry.reject("stack", tr("must be one of {}", stacks.ids()));
    } else {
      rule.stack = static_cast<std::size_t>(stack - stacks.stacks_.data());
    }
    rule.casts_matmuls = entry.optional_boolean("casts_matmuls", false);
    in.adopt(entry);
    stacks.rules_.push_back(std::move(rule));
  }
  if (auto done = in.finish(); !done) return fail(done.error());
  return stacks;
}

const SoftwareStack* SoftwareStacks::find(std::string_view id) const {
  const auto found = std::find_if(stacks_.begin(), stacks_.end(),
                                  [&](const SoftwareStack& one) { return one.id == id; });
  return found == stacks_.end() ? nullptr : &*found;
}

NamedStack SoftwareStacks::named(std::string_view text) const {
  const std::string searched = lower_case(text);
  const auto applies = [&](const NameRule& rule) {
    return std::all_of(rule.words.begin(), rule.words.end(), [&](const std::string& word) {
      return searched.find(word) != std::string::npos;
    });
  };
  const auto rule = std::find_if(rules_.begin(), rules_.end(), applies);
  if (rule == rules_.end()) return {};
  return {.stack = &stacks_[rule->stack], .casts_matmuls = rule->casts_matmuls};
}

std::string SoftwareStacks::ids(bool SoftwareStack::*feature) const {
  std::string list;
  for (const SoftwareStack& stack : stacks_) {
    if (feature == nullptr || stack.*feature) list += (list.empty() ? "" : ", ") + stack.id;
  }
  return list;
}

const Result<SoftwareStacks>& built_in_software_stacks() {
  static const Result<SoftwareStacks> loaded = load_software_stacks();
  return loaded;
}

std::string_view default_stack(CoreGeneration generation) {
  return generation <= CoreGeneration::kV2 ? "transformers-neuronx" : "nxd";
}

bool copies_kv_heads(std::string_view stack, CoreGeneration generation) {
  return stack_of_workload(stack, generation).copies_kv_heads;
}

const SoftwareStack& stack_of_workload(std::string_view stack, CoreGeneration generation) {
  static const SoftwareStack unknown;
  const Result<SoftwareStacks>& stacks = built_in_software_stacks();
  if (!stacks) return unknown;
  const SoftwareStack* const found =
      stacks->find(stack.empty() ? default_stack(generation) : stack);
  return found == nullptr ? unknown : *found;
}

std::vector<Text> support_notes(const SoftwareStack& stack, CoreGeneration generation,
                                std::string_view device, std::string_view software) {
  std::vector<Text> notes;
  for (const SupportLimit& limit : stack.limits) {
    const auto& affected = limit.generations;
    if (std::find(affected.begin(), affected.end(), generation) == affected.end()) continue;
    if (!limit.since.empty() && !software_at_least(software, limit.since)) continue;
    switch (limit.state) {
      case SupportLimit::State::kEnded:
        notes.push_back(tr("{} ended with Neuron SDK {} ({}, {}).", stack.title, limit.since,
                           limit.source, limit.date));
        break;
      case SupportLimit::State::kMaintenance:
        notes.push_back(tr("{} on {} is in maintenance since Neuron SDK {} ({}, {}).", stack.title,
                           device, limit.since, limit.source, limit.date));
        break;
      case SupportLimit::State::kUnsupported:
        notes.push_back(limit.since.empty()
                            ? tr("{} does not support {} ({}, {}).", stack.title, device,
                                 limit.source, limit.date)
                            : tr("{} does not support {} since Neuron SDK {} ({}, {}).",
                                 stack.title, device, limit.since, limit.source, limit.date));
        break;
    }
  }
  return notes;
}

}  // namespace nscope::sim

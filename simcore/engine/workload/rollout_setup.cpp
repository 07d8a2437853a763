#include "simcore/engine/workload/rollout_setup.h"

#include "simcore/engine/documents/bounded_members.h"
#include "simcore/engine/documents/json_members.h"

#include <algorithm>
#include <array>

namespace nscope::sim {
namespace {

/// Members of a server that follow from the rollout.
constexpr std::array kFollowsFromRollout{
    "requests",  "duration",      "stop_after",     "arrivals", "replicas",        "autoscaling",
    "admission", "service_level", "disaggregation", "nodes",    "node_parallelism"};
constexpr int kMostGroup = 1 << 16;
constexpr int kMostRolloutNodes = 4096;
constexpr double kFastestSync = 1e15;
constexpr double kLongestReward = 86'400;

void read_rollout_server(StrictObject& own, RolloutSetup& setup, int input_tokens) {
  const Json none = Json::object();
  const Json* const given = own.optional("serving");
  const Json& json = given == nullptr ? none : *given;
  const std::string where = own.path("serving");
  if (json.is_object()) {
    for (const char* const member : kFollowsFromRollout) {
      if (!json.contains(member)) continue;
      own.reject("serving", tr("'{}' cannot be stated: it follows from the rollout", member));
      return;
    }
  }
  const int half = std::max(1, input_tokens / 2);
  auto serving = serving_member(json, where, half, half);
  if (!serving) return own.adopt(serving.error());
  setup.serving = std::move(*serving);
}

}  // namespace

RolloutSetup rollout_setup_from_json(const Json& json, StrictObject& in, int input_tokens) {
  RolloutSetup setup;
  StrictObject own(json, in.path("rollout"));
  setup.group = whole_member(own, "group", setup.group, 1, kMostGroup);
  setup.batch = positive_member(own, "batch", setup.batch);
  setup.tensor_parallel = positive_member(own, "tensor_parallel", 0);
  setup.nodes = whole_member(own, "nodes", 0, 0, kMostRolloutNodes);
  setup.overlap = own.optional_boolean("overlap", false);
  setup.reward_seconds = number_member(own, "reward_seconds", 0, kLongestReward);
  if (own.optional("offload_bandwidth") != nullptr) {
    setup.offload_bandwidth = number_member(own, "offload_bandwidth", 0, kFastestSync, false);
  }
  if (own.optional("sync_bandwidth") != nullptr) {
    setup.sync_bandwidth = number_member(own, "sync_bandwidth", 0, kFastestSync, false);
  }
  read_rollout_server(own, setup, input_tokens);
  const bool shared = setup.nodes == 0;
  if (shared && setup.overlap) {
    own.reject("overlap", tr("requires 'nodes', the number of instances that only generate"));
  }
  if (!shared && setup.offload_bandwidth) {
    own.reject("offload_bandwidth", tr("requires that the cores that train also generate"));
  }
  in.adopt(own);
  return setup;
}

Json to_json(const RolloutSetup& setup) {
  const RolloutSetup plain;
  Json json{{"group", setup.group}, {"batch", setup.batch}, {"serving", to_json(setup.serving)}};
  for (const char* const member : kFollowsFromRollout) json["serving"].erase(member);
  const auto put = [&](const char* key, const auto& value, const auto& usual) {
    if (value != usual) json[key] = value;
  };
  put("tensor_parallel", setup.tensor_parallel, plain.tensor_parallel);
  put("nodes", setup.nodes, plain.nodes);
  put("overlap", setup.overlap, plain.overlap);
  put("reward_seconds", setup.reward_seconds, plain.reward_seconds);
  if (setup.offload_bandwidth) json["offload_bandwidth"] = *setup.offload_bandwidth;
  if (setup.sync_bandwidth) json["sync_bandwidth"] = *setup.sync_bandwidth;
  return json;
}

}  // namespace nscope::sim

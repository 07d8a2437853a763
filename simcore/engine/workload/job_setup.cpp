#include "simcore/engine/workload/job_setup.h"

#include "simcore/engine/documents/bounded_members.h"
#include "simcore/engine/documents/json_members.h"

#include <cmath>
#include <string_view>

namespace nscope::sim {
namespace {

// Far above real jobs; they limit the time and memory of a simulation.
constexpr double kMostWork = 1e18;
constexpr double kMostSteps = 1e12;
constexpr double kLongestSeconds = 30.0 * 86'400;
constexpr double kLongestDays = 36'500;
constexpr double kLongestHours = 1e9;
constexpr double kMostBytes = 1e18;
constexpr double kLeastBandwidth = 1;
constexpr int kMostNodes = 100'000;
constexpr int kMostRetries = 1'000'000;
constexpr int kMostTrials = 1'000'000;
constexpr std::size_t kMostFailures = 100'000;

/// Also accepts the notation of large numbers: 3e11.
std::optional<std::int64_t> whole(StrictObject& in, const char* key, double least, double most) {
  const auto value = in.optional_number(key);
  if (!value) return std::nullopt;
  if (!(*value >= least && *value <= most && *value == std::floor(*value))) {
    in.reject(key, tr("must be a whole number between {} and {}", least, most));
    return std::nullopt;
  }
  return static_cast<std::int64_t>(*value);
}

double needed_seconds(StrictObject& in, const char* key) {
  if (const auto value = between_member(in, key, 0, kLongestSeconds)) return *value;
  in.reject(key, tr("is required in seconds; 0 if it takes no time"));
  return 0;
}

CheckpointSetup read_checkpoint(const Json& json, StrictObject& parent) {
  StrictObject in(json, parent.path("checkpoint"));
  CheckpointSetup setup;
  setup.interval_steps = whole(in, "interval_steps", 1, kMostSteps);
  constexpr double kShortest = 1e-3;
  setup.interval_seconds = between_member(in, "interval_seconds", kShortest, kLongestDays * 86'400);
  if (setup.interval_steps && setup.interval_seconds) {
    in.reject("interval_seconds", tr("'interval_steps' and 'interval_seconds' cannot be combined"));
  }
  setup.bytes = between_member(in, "bytes", 1, kMostBytes);
  setup.node_bandwidth = between_member(in, "node_bandwidth", kLeastBandwidth, kMostBytes);
  setup.shared_bandwidth = between_member(in, "shared_bandwidth", kLeastBandwidth, kMostBytes);
  if (!setup.node_bandwidth && !setup.shared_bandwidth) {
    in.reject("node_bandwidth",
              tr("'node_bandwidth' or 'shared_bandwidth' is required (B/s of the storage)"));
  }
  setup.asynchronous = in.optional_boolean("asynchronous", false);
  if (setup.asynchronous) {
    setup.snapshot_seconds = needed_seconds(in, "snapshot_seconds");
  } else if (in.optional("snapshot_seconds") != nullptr) {
    in.reject("snapshot_seconds", tr("applies only to asynchronous checkpoints"));
  }
  parent.adopt(in);
  return setup;
}

RestartSetup read_restart(const Json& json, StrictObject& parent) {
  StrictObject in(json, parent.path("restart"));
  RestartSetup setup;
  setup.detect_seconds = needed_seconds(in, "detect_seconds");
  setup.replace_seconds = needed_seconds(in, "replace_seconds");
  setup.load_executable_seconds = needed_seconds(in, "load_executable_seconds");
  setup.load_checkpoint_seconds = between_member(in, "load_checkpoint_seconds", 0, kLongestSeconds);
  parent.adopt(in);
  return setup;
}

void read_failures(StrictObject& in, JobSetup& setup) {
  constexpr double kShortest = 1e-9;
  setup.node_mtbf_hours = between_member(in, "node_mtbf_hours", kShortest, kLongestHours);
  if (in.optional("failure_seconds") == nullptr) return;
  double before = 0;
  const Json& list = in.array("failure_seconds");
  if (setup.node_mtbf_hours)
    in.reject("failure_seconds", tr("'failure_seconds' and 'node_mtbf_hours' cannot be combined"));
  if (!list.is_array() || list.empty() || list.size() > kMostFailures) {
    return in.reject("failure_seconds", tr("must be an array of 1 to {} times", kMostFailures));
  }
  for (const Json& entry : list) {
    const double at = entry.is_number() ? entry.get<double>() : -1;
    if (!(at >= before && at <= kLongestDays * 86'400)) {
      return in.reject("failure_seconds", tr("must be seconds since the start in ascending order"));
    }
    setup.failure_seconds.push_back(at);
    before = at;
  }
}

/// Checks conditions between several keys.
void check_together(const JobSetup& setup, StrictObject& in) {
  const int amounts = (setup.steps ? 1 : 0) + (setup.tokens ? 1 : 0) + (setup.sequences ? 1 : 0);
  if (amounts != 1)
    in.reject("steps", tr("exactly one of 'steps', 'tokens' and 'sequences' is required"));
  if (setup.fails() && !setup.restart) {
    in.reject("restart", tr("is required if nodes fail, because it states the time of a restart"));
  }
  if (setup.checkpoint && !setup.failure_seconds.empty() && !setup.checkpoint->interval_steps &&
      !setup.checkpoint->interval_seconds) {
    in.reject("checkpoint",
              tr("must have an interval if 'failure_seconds' is present, because the optimum "
                 "requires 'node_mtbf_hours'"));
  }
}

Json to_json(const CheckpointSetup& setup) {
  Json json = Json::object();
  const auto put = [&](const char* key, const auto& value) {
    if (value) json[key] = *value;
  };
  put("interval_steps", setup.interval_steps);
  put("interval_seconds", setup.interval_seconds);
  put("bytes", setup.bytes);
  put("node_bandwidth", setup.node_bandwidth);
  put("shared_bandwidth", setup.shared_bandwidth);
  if (setup.asynchronous) {
    json["asynchronous"] = true;
    json["snapshot_seconds"] = setup.snapshot_seconds;
  }
  return json;
}

Json to_json(const RestartSetup& setup) {
  Json json{{"detect_seconds", setup.detect_seconds},
            {"replace_seconds", setup.replace_seconds},
            {"load_executable_seconds", setup.load_executable_seconds}};
  if (setup.load_checkpoint_seconds) {
    json["load_checkpoint_seconds"] = *setup.load_checkpoint_seconds;
  }
  return json;
}

}  // namespace

JobSetup job_setup_from_json(const Json& json, StrictObject& in) {
  JobSetup setup;
  StrictObject own(json, in.path("job"));
  setup.steps = whole(own, "steps", 1, kMostSteps);
  setup.tokens = whole(own, "tokens", 1, kMostWork);
  setup.sequences = whole(own, "sequences", 1, kMostWork);
  constexpr double kShortest = 1e-6;
  setup.deadline_days = between_member(own, "deadline_days", kShortest, kLongestDays);
  read_failures(own, setup);
  if (const Json* const checkpoint = own.optional("checkpoint")) {
    setup.checkpoint = read_checkpoint(*checkpoint, own);
  }
  if (const Json* const restart = own.optional("restart")) {
    setup.restart = read_restart(*restart, own);
  }
  setup.spares = static_cast<int>(whole(own, "spares", 0, kMostNodes).value_or(0));
  if (const auto retries = whole(own, "max_retries", 0, kMostRetries)) {
    setup.max_retries = static_cast<int>(*retries);
  }
  setup.trials = static_cast<int>(whole(own, "trials", 1, kMostTrials).value_or(setup.trials));
  check_together(setup, own);
  in.adopt(own);
  return setup;
}

Json to_json(const JobSetup& setup) {
  const JobSetup plain;
  Json json = Json::object();
  const auto put = [&](const char* key, const auto& value) {
    if (value) json[key] = *value;
  };
  put("steps", setup.steps);
  put("tokens", setup.tokens);
  put("sequences", setup.sequences);
  put("deadline_days", setup.deadline_days);
  put("node_mtbf_hours", setup.node_mtbf_hours);
  if (!setup.failure_seconds.empty()) json["failure_seconds"] = setup.failure_seconds;
  if (setup.checkpoint) json["checkpoint"] = to_json(*setup.checkpoint);
  if (setup.restart) json["restart"] = to_json(*setup.restart);
  if (setup.spares != plain.spares) json["spares"] = setup.spares;
  put("max_retries", setup.max_retries);
  if (setup.trials != plain.trials) json["trials"] = setup.trials;
  return json;
}

}  // namespace nscope::sim

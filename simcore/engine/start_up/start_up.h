#pragma once

#include "profiler/base/json.h"
#include "profiler/base/provenance.h"
#include "profiler/base/result.h"
#include "simcore/engine/calibration/calibration.h"
#include "simcore/engine/calibration/domain_point.h"
#include "simcore/engine/run/prepared_run.h"
#include "simcore/engine/start_up/cold_start.h"
#include "simcore/engine/start_up/compile_time.h"
#include "simcore/engine/start_up/host_memory.h"
#include "simcore/engine/workload/workload.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nscope::sim {

/// The classes of measured compilations and starts, and the metric of each.
inline constexpr std::string_view kCompileClass = "compile-time";
inline constexpr std::string_view kStartClass = "cold-start";
inline constexpr std::string_view kCompileMetric = "compile_time";
inline constexpr std::string_view kStartMetric = "start_time";

/// The inputs of the compilation and the start of a model.
struct StartPlan {
  const catalog::Instance* compiler = nullptr;
  const catalog::Instance* runner = nullptr;
  CompileWork compile;
  LoadWork load;
  double checkpoint = 0;     ///< bytes
  double build_storage = 0;  ///< B/s while the model is built
  double storage = 0;        ///< B/s while the model is loaded
  WeightStorage from = WeightStorage::kEbs;
  int tensor_parallel = 1;
  bool gpu_compiler = false;       ///< the compiler's host has GPUs instead of NeuronCores
  std::vector<Text> left_out{};    ///< what the plan does not contain
  DomainPoint point{};             ///< without the sizes and the features of a class
  std::vector<Text> unmeasured{};  ///< settings of the compilation that no measurement has
};

/// Plans the start of inference. A server compiles the graphs of server_graphs(), other decoders
/// one prefill and one decode graph for each of bucket_lengths(). Shards are written to and read
/// from the storage of the workload. The instances of a replica start at the same time, each with
/// its own part of the model; the plan is that of the part with the most parameters. Compilation,
/// start and memory are those of one host of an UltraServer. Errors: kNotFound (names),
/// kInvalidArgument for workloads without inference and models without dimensions or parameter
/// count.
Result<StartPlan> plan_start(const catalog::Catalog& catalog, const Workload& workload,
                             const Parameters& parameters, const StartParameters& start);

/// The prediction of a start. `metrics` are "compile_time", with an empty cache, and "start_time",
/// from the start of a process to its first request with the NEFFs in the cache.
struct StartUp {
  StartPlan plan;
  CompileTimes compile;
  LoadTimes load;
  std::vector<HostNeed> host;
  std::vector<Metric> metrics;  ///< with wider bands outside of what was measured
  /// The metrics that the hosts of the plan do not have, with the reason.
  std::vector<std::pair<std::string, Text>> unavailable{};
  std::vector<Text> compile_outside{};  ///< outside_start() of the compilation
  std::vector<Text> load_outside{};     ///< the same of the start
  /// The start of the replicas that prefill; null: there are none with other cores.
  std::shared_ptr<const StartUp> prefill{};
};
Result<StartUp> start_up(const catalog::Catalog& catalog, const Workload& workload,
                         const Calibration& calibration);
/// With the built-in calibration; nullopt for workloads without inference.
Result<std::optional<StartUp>> start_up(const catalog::Catalog& catalog, const Workload& workload);

/// The parts of the times in seconds, the host memory in bytes, and the metrics by name:
/// {"compile":
/// {...}, "load": {...}, "host_memory": [...], "metrics": {...}, "unavailable": {...},
/// "outside_domain": {...}, "left_out": [...]}. Without a metric, its parts are null.
Json to_json(const StartUp& start);

}  // namespace nscope::sim

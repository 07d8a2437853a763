#include "simcore/engine/compile_cache/compile_scenario.h"

#include "profiler/base/nested_json.h"
#include "simcore/engine/documents/bounded_members.h"
#include "simcore/engine/documents/document_variants.h"
#include "simcore/engine/documents/json_members.h"

#include <algorithm>
#include <array>
#include <functional>
#include <set>

namespace nscope::sim {
namespace {

constexpr std::string_view kSchema = "nscope.compile/1";

// Far above real fleets and programs; they limit the memory and time of a run.
constexpr int kMostInstances = 100'000;
constexpr int kMostProcesses = 1024;
constexpr int kMostSteps = 1'000'000;
constexpr int kLongestLength = 1 << 24;
constexpr int kMostCores = 65'536;
constexpr int kMostGraphs = 100'000;
constexpr int kMostWorkers = 4096;
constexpr int kMostRetries = 100;
constexpr int kMostRestarts = 100;
constexpr double kMostParameters = 1e14;
constexpr double kLongestSeconds = 1e6;

constexpr std::array kStores{CacheStore::kLocal, CacheStore::kEfs, CacheStore::kS3};
constexpr std::array kModes{CompileMode::kJit, CompileMode::kAot};

double seconds(StrictObject& in, const char* key, double fallback) {
  return between_member(in, key, 0, kLongestSeconds).value_or(fallback);
}

/// Reads an array of whole numbers between 1 and the longest length.
std::vector<int> lengths(StrictObject& in, const char* key) {
  std::vector<int> values;
  const Json* const list = in.optional(key);
  if (list == nullptr) return values;
  if (!list->is_array() || list->empty() || list->size() > kMostGraphs) {
    in.reject(key, tr("must be an array of 1 to {} lengths", kMostGraphs));
    return values;
  }
  for (const Json& value : *list) {
    if (!value.is_number_integer() || value.get<std::int64_t>() < 1 ||
        value.get<std::int64_t>() > kLongestLength) {
      in.reject(key, tr("must be whole numbers between 1 and {}", kLongestLength));
      return {};
    }
    values.push_back(value.get<int>());
  }
  return values;
}

GraphSpec read_graph(StrictObject& in) {
  GraphSpec graph;
  graph.name = in.string("name");
  graph.model = in.optional_string("model").value_or("");
  graph.parameters = between_member(in, "parameters", 1, kMostParameters).value_or(0);
  graph.seconds = between_member(in, "seconds", 0, kLongestSeconds);
  graph.neff_bytes = between_member(in, "neff_bytes", 0, kMostParameters);
  graph.training = in.optional_boolean("training", false);
  if (in.optional("tensor_parallel") != nullptr) {
    graph.tensor_parallel = whole_member(in, "tensor_parallel", 1, 1, kMostCores);
    if (graph.model.empty()) {
      in.reject("tensor_parallel", tr("applies only to the graph of a 'model'"));
    }
  }
  graph.by_length = in.optional_boolean("by_length", false);
  graph.count = whole_member(in, "count", 1, 1, kMostGraphs);
  const bool sized = graph.parameters > 0 || !graph.model.empty();
  if (graph.parameters > 0 && !graph.model.empty()) {
    in.reject("parameters", tr("'parameters' and 'model' cannot be combined"));
  } else if (!sized && !graph.seconds) {
    in.reject("parameters", tr("is required unless 'model' or measured 'seconds' are stated"));
  }
  return graph;
}

std::vector<GraphSpec> read_graphs(StrictObject& in) {
  std::vector<GraphSpec> graphs;
  const Json& list = in.array("graphs");
  std::set<std::string> names;
  int total = 0;
  for (std::size_t index = 0; index < list.size(); ++index) {
    StrictObject item(list[index], in.path("graphs/" + std::to_string(index)));
    graphs.push_back(read_graph(item));
    in.adopt(item);
    if (!names.insert(graphs.back().name).second) {
      in.reject("graphs", tr("duplicate graph '{}'", graphs.back().name));
    }
    total += graphs.back().count;
    if (total > kMostGraphs) {
      in.reject("graphs", tr("must not contain more than {} graphs", kMostGraphs));
      break;
    }
  }
  if (graphs.empty()) in.reject("graphs", tr("must not be empty"));
  return graphs;
}

LengthStream read_lengths(StrictObject& in) {
  LengthStream stream;
  stream.steps = whole_member(in, "steps", 0, 1, kMostSteps);
  if (in.optional("steps") == nullptr) in.reject("steps", tr("is required"));
  stream.step_seconds = seconds(in, "step_seconds", 0);
  stream.lengths = lengths(in, "values");
  stream.median = between_member(in, "median", 1, kLongestLength).value_or(0);
  stream.sigma = between_member(in, "sigma", 0, 10).value_or(0);
  stream.minimum = whole_member(in, "minimum", 1, 1, kLongestLength);
  stream.maximum = whole_member(in, "maximum", kLongestLength, 1, kLongestLength);
  stream.buckets = lengths(in, "buckets");
  stream.warm_up = in.optional_boolean("warm_up", false);
  stream.streams = whole_member(in, "streams", 1, 1, kMostInstances);
  if (stream.lengths.empty() == (stream.median == 0)) {
    in.reject("values", tr("state either 'values' or 'median'"));
  }
  if (stream.minimum > stream.maximum) in.reject("minimum", tr("must be at most 'maximum'"));
  const bool ascend = std::adjacent_find(stream.buckets.begin(), stream.buckets.end(),
                                         std::greater_equal<>()) == stream.buckets.end();
  if (!ascend) in.reject("buckets", tr("must be in ascending order"));
  if (stream.warm_up && stream.buckets.empty()) {
    in.reject("warm_up",
              tr("requires 'buckets', because lengths are not known in advance without them"));
  }
  return stream;
}

void read_cache(StrictObject& in, CompileScenario& scenario) {
  scenario.store = named_member(in, "store", kStores).value_or(scenario.store);
  read_nested(in, "earlier", [&](StrictObject& inner) {
    scenario.earlier = EarlierRun{.compiler_version = inner.optional_string("version").value_or(""),
                                  .flags = inner.optional_string("flags")};
    if (inner.optional("optlevel") != nullptr) {
      scenario.earlier->optlevel = whole_member(inner, "optlevel", 2, 1, 3);
    }
  });
  scenario.stale_locks = whole_member(in, "stale_locks", 0, 0, kMostGraphs);
  scenario.lock_timeout = between_member(in, "lock_timeout_seconds", 1, kLongestSeconds);
  scenario.clear_locks = between_member(in, "clear_locks_after_seconds", 0, kLongestSeconds);
  scenario.retry_failed = in.optional_boolean("retry_failed", false);
}

void read_compiler(StrictObject& in, CompileScenario& scenario) {
  scenario.compiler_version = in.optional_string("version").value_or(scenario.compiler_version);
  if (scenario.compiler_version.empty()) in.reject("version", tr("must not be empty"));
  scenario.flags = in.optional_string("flags").value_or("");
  scenario.optlevel = whole_member(in, "optlevel", 2, 1, 3);
  scenario.failure_probability = between_member(in, "failure_probability", 0, 1).value_or(0);
  scenario.retries = whole_member(in, "retries", 0, 0, kMostRetries);
}

void read_fleet(StrictObject& in, CompileScenario& scenario) {
  scenario.instances = whole_member(in, "instances", 1, 1, kMostInstances);
  scenario.processes = whole_member(in, "processes", 1, 1, kMostProcesses);
  scenario.start_spread = seconds(in, "start_spread_seconds", 0);
  scenario.restarts = whole_member(in, "restarts", 0, 0, kMostRestarts);
  scenario.keep_disk = in.optional_boolean("keep_disk", true);
}

CompileScenario read_scenario(StrictObject& in) {
  CompileScenario scenario;
  scenario.instance = in.string("instance");
  read_nested(in, "fleet", [&](StrictObject& inner) { read_fleet(inner, scenario); });
  scenario.graphs = read_graphs(in);
  read_nested(in, "lengths", [&](StrictObject& inner) { scenario.lengths = read_lengths(inner); });
  read_nested(in, "cache", [&](StrictObject& inner) { read_cache(inner, scenario); });
  read_nested(in, "compiler", [&](StrictObject& inner) { read_compiler(inner, scenario); });
  scenario.mode = named_member(in, "mode", kModes).value_or(scenario.mode);
  scenario.workers = whole_member(in, "workers", 1, 1, kMostWorkers);
  scenario.trial_steps = whole_member(in, "trial_steps", scenario.trial_steps, 1, kMostSteps);
  const std::int64_t seed = in.optional_integer("seed").value_or(1);
  if (seed < 0) in.reject("seed", tr("must not be negative"));
  scenario.seed = static_cast<std::uint64_t>(seed);
  const bool varies = std::any_of(scenario.graphs.begin(), scenario.graphs.end(),
                                  [](const GraphSpec& graph) { return graph.by_length; });
  if (varies != scenario.lengths.has_value()) {
    in.reject("lengths", varies ? tr("is required because a graph is 'by_length'")
                                : tr("does not apply because no graph is 'by_length'"));
  }
  if (scenario.lengths && scenario.lengths->streams > scenario.instances) {
    in.reject("lengths/streams", tr("must be at most the number of instances"));
  }
  return scenario;
}

/// Reads the scenario in `json`; its title and variants are read elsewhere.
Result<CompileScenario> scenario_of(const Json& json, std::string name) {
  StrictObject in(json, std::move(name));
  if (in.string("schema") != kSchema) in.reject("schema", tr("must be {}", kSchema));
  for (const char* const known : {"title", "note", "region"}) in.optional_string(known);
  in.optional("variants");
  CompileScenario scenario = read_scenario(in);
  if (auto done = in.finish(); !done) return fail(done.error());
  return scenario;
}

}  // namespace

std::string_view to_string(CacheStore store) {
  switch (store) {
    case CacheStore::kLocal: return "local";
    case CacheStore::kEfs: return "efs";
    case CacheStore::kS3: return "s3";
  }
  return "local";
}

std::string_view to_string(CompileMode mode) {
  return mode == CompileMode::kAot ? "aot" : "jit";
}

bool is_compile_study(const Json& json) {
  return json.is_object() && json.contains("schema") && json["schema"] == kSchema;
}

Result<CompileStudy> compile_study_from_json(const Json& json, std::string_view name) {
  // Errors of the scenario itself are reported before those of its variants.
  if (auto base = scenario_of(json, std::string(name)); !base) return fail(base.error());
  auto document = varied_document_from_json(json, name);
  if (!document) return fail(document.error());
  CompileStudy study{
      std::move(document->title), std::move(document->note), std::move(document->region), {}};
  for (DocumentVariant& variant : document->variants) {
    auto scenario = scenario_of(variant.json, std::move(variant.where));
    if (!scenario) return fail(scenario.error());
    study.variants.push_back({std::move(variant.name), std::move(*scenario)});
  }
  return study;
}

}  // namespace nscope::sim

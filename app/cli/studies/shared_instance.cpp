#include "app/cli/studies/shared_instance.h"

#include <fmt/format.h>

namespace nscope::cli {
namespace {

/// The whole number at the pointer; `fallback` if it is absent.
int whole_at(const Json& json, const char* pointer, int fallback) {
  const Json::json_pointer at(pointer);
  if (!json.contains(at) || !json.at(at).is_number_integer()) return fallback;
  return json.at(at).get<int>();
}

/// The replicas of a server, as many as autoscaling can start.
int replicas_of(const Json& workload) {
  return whole_at(workload, "/serving/autoscaling/most",
                  whole_at(workload, "/serving/replicas", 1));
}

/// The prefill replicas of a server that run on its own instance type.
int prefill_replicas_of(const Json& workload) {
  if (workload.contains(Json::json_pointer("/serving/disaggregation/instance"))) return 0;
  return whole_at(workload, "/serving/disaggregation/prefill_replicas", 0);
}

/// The memory of the host that a process needs to load the model; 0 if it is not predicted.
double loading_bytes(const Json& run) {
  const Json::json_pointer needs("/start_up/host_memory");
  if (!run.contains(needs)) return 0;
  for (const Json& need : run.at(needs)) {
    if (need.value("step", "") == "load") return need.value("required_bytes", 0.0);
  }
  return 0;
}

}  // namespace

Result<InstanceShare> share_of(const Text& name, const std::string& instance, const Json& run,
                               int instances, const std::string& where) {
  const auto refuse = [&](Text why) { return fail(ErrorCode::kBadInput, std::move(why), where); };
  const auto workload = run.find("workload");
  const bool on_cores = run.contains(Json::json_pointer("/memory/capacity_bytes_per_core"));
  if (workload == run.end() || !on_cores) {
    return refuse(tr("'{}': only models that run on NeuronCores can share an instance", name));
  }
  if (workload->contains("training")) {
    return refuse(tr("'{}': training cannot share an instance with other models", name));
  }
  if (instances > 1) {
    return refuse(
        tr("'{}' needs {} instances, so that it cannot share one", name, as::count(instances)));
  }
  const int replicas = replicas_of(*workload);
  const int prefills = prefill_replicas_of(*workload);
  const int degree = whole_at(*workload, "/tensor_parallel", 1);
  // Copies of a model that runs as calls can share cores.
  const int copies = whole_at(*workload, "/copies", 1);
  const int cores = whole_at(*workload, "/cores", copies);
  return InstanceShare{
      .name = name,
      .instance = instance,
      .cores = degree * cores * replicas +
               prefills * whole_at(*workload, "/serving/disaggregation/tensor_parallel", degree),
      .core_size = whole_at(*workload, "/lnc", 0),
      .host_bytes = loading_bytes(run) * (replicas + prefills)};
}

Result<SharedInstance> share_instance(const catalog::Catalog& catalog,
                                      const std::vector<InstanceShare>& shares,
                                      const std::string& where) {
  SharedInstance shared{.instance = shares.front().instance};
  const auto instance = catalog.instance(shared.instance);
  if (!instance) return fail(instance.error());
  const int size = catalog.device_of(**instance).logical_core_size();
  shared.cores_available = catalog.logical_cores_of(**instance) * size;
  shared.host_available = (*instance)->memory_of_host();
  std::string sum;
  for (const InstanceShare& one : shares) {
    if (one.instance != shared.instance) {
      return fail(
          ErrorCode::kBadInput,
          tr("'{}' runs on {}, and '{}' on {}; models that share an instance must state the "
             "same type",
             shares.front().name, shared.instance, one.name, one.instance),
          where);
    }
    const int cores = one.cores * (one.core_size > 0 ? one.core_size : size);
    shared.cores += cores;
    shared.host_bytes += one.host_bytes;
    sum += fmt::format("{}{}", sum.empty() ? "" : " + ", cores);
  }
  const bool enough_cores = shared.cores <= shared.cores_available;
  const bool enough_memory =
      shared.host_available <= 0 || shared.host_bytes <= shared.host_available;
  shared.fits = enough_cores && enough_memory;
  if (!enough_cores) {
    shared.verdict =
        tr("The models need {} = {} physical cores, and {} has {}: reduce the tensor "
           "parallel degree or the replicas of one of them.",
           as::exact(sum), as::count(shared.cores), shared.instance,
           as::count(shared.cores_available));
  } else if (!enough_memory) {
    shared.verdict =
        tr("The processes of the models need {} of memory of the host together, and "
           "{} has {}: load them one after the other.",
           as::bytes(shared.host_bytes), shared.instance, as::bytes(shared.host_available));
  } else {
    shared.verdict = tr(
        "The models fit on one {} together: {} = {} of {} physical cores, each with "
        "its own memory and bandwidth, and {} of {} of memory of the host.",
        shared.instance, as::exact(sum), as::count(shared.cores), as::count(shared.cores_available),
        as::bytes(shared.host_bytes), as::bytes(shared.host_available));
  }
  return shared;
}

Json to_json(const SharedInstance& shared) {
  return {{"instance", shared.instance},
          {"cores", shared.cores},
          {"cores_available", shared.cores_available},
          {"host_bytes", shared.host_bytes},
          {"host_bytes_available", shared.host_available},
          {"fits", shared.fits},
          {"verdict", shared.verdict}};
}

}  // namespace nscope::cli

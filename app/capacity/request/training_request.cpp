#include "app/capacity/request/training_request.h"

#include "app/capacity/request/plan_members.h"
#include "costmodel/money/cost_arithmetic.h"
#include "costmodel/scenario/hazard_request.h"
#include "costmodel/scenario/scenario.h"
#include "profiler/base/nested_json.h"

#include <fmt/format.h>

namespace nscope::capacity {
namespace {

constexpr int kLongestSequence = 1 << 20;
constexpr int kLargestBatch = 1 << 24;
constexpr int kMostNodes = 10'000;
constexpr int kMostRanks = 1 << 20;
constexpr std::array<std::string_view, 2> kGpuDtypes{"bf16", "fp8"};

SpotTerms read_spot(StrictObject& in) {
  constexpr double kLongest = 30.0 * 86'400;  // s
  SpotTerms terms;
  const cost::SpotHazard hazard = cost::read_hazard(in);
  if (hazard.per_hour > 1) in.reject("hazard/per_hour", tr("must be at most 1"));
  terms.hazard = hazard.per_hour;
  terms.hazard_source = hazard.source;
  terms.shared = read_number(in, "shared", 0, 0, 1, true);
  terms.wait_hours = read_number(in, "wait_seconds", 0, 0, kLongest, true) / kSecondsPerHour;
  terms.wait_all_hours =
      read_number(in, "wait_all_seconds", 0, 0, kLongest, true) / kSecondsPerHour;
  terms.uses_notice = in.optional_boolean("uses_notice", false);
  return terms;
}

/// Checks the members of a job that have restrictions in plans.
void check_job(StrictObject& in, const TrainingRequest& request) {
  const sim::JobSetup& job = request.job;
  if (!job.failure_seconds.empty()) {
    in.reject("job/failure_seconds",
              tr("cannot be used in a plan, which compares fleets; use 'node_mtbf_hours'"));
  }
  if (request.spot && !job.checkpoint) {
    in.reject("job/checkpoint",
              tr("is required for Spot: without checkpoints, an interruption loses all progress"));
  }
  if (request.spot && !job.restart) {
    in.reject("job/restart",
              tr("is required for Spot: it states the restart times after an interruption"));
  }
  if (request.spot && request.spot->uses_notice && job.node_mtbf_hours) {
    in.reject("spot/uses_notice",
              tr("cannot be combined with 'node_mtbf_hours': a failure gives no notice"));
  }
}

void read_training(StrictObject& in, TrainingRequest& request) {
  request.sequence_length = read_whole(in, "sequence_length", 0, 1, kLongestSequence);
  if (request.sequence_length == 0) in.reject("sequence_length", tr("is required"));
  request.global_batch = read_whole(in, "global_batch", 0, 1, kLargestBatch);
  if (request.global_batch == 0) {
    in.reject("global_batch", tr("is required: the number of sequences per step"));
  }
  request.dtype = in.optional_string("dtype").value_or("bf16");
  if (request.dtype != "bf16" && request.dtype != "fp32") {
    in.reject("dtype", tr("must be bf16 or fp32"));
  }
  request.gpu_weight_dtypes = read_names_of(in, "gpu_weight_dtypes", kGpuDtypes);
  request.master_weights = in.optional_boolean("master_weights", true);
  request.data_seconds = read_number(in, "data_seconds", 0, 0, 86'400, true);
  request.straggler = read_number(in, "straggler", 1, 1, 100, true);
  request.budget = cost::read_optional_usd(in, "budget_usd");
  request.chance = read_number(in, "chance", 0.9, 0.5, 0.999, true);
  read_nested(in, "spot", [&](StrictObject& spot) { request.spot = read_spot(spot); });
  request.tensor_parallel = read_wholes(in, "tensor_parallel", {}, 1, kMostRanks);
  request.pipeline_parallel = read_wholes(in, "pipeline_parallel", {}, 1, kMostRanks);
  request.context_parallel = read_wholes(in, "context_parallel", {1}, 1, kMostRanks);
  request.expert_parallel = read_wholes(in, "expert_parallel", {}, 1, kMostRanks);
  request.micro_batches = read_wholes(in, "micro_batches", {1, 2, 4, 8}, 1, kLargestBatch);
  const Json* const job = in.optional("job");
  if (job == nullptr) return in.reject("job", tr("is required: it states the amount of training"));
  if (!job->is_object()) return in.reject("job", tr("must be an object"));
  request.job = sim::job_setup_from_json(*job, in);
  check_job(in, request);
}

}  // namespace

double TrainingRequest::tokens() const {
  const double sequence = sequence_length;
  if (job.tokens) return static_cast<double>(*job.tokens);
  if (job.sequences) return static_cast<double>(*job.sequences) * sequence;
  return static_cast<double>(job.steps.value_or(0)) * global_batch * sequence;
}

bool asks_training(const Json& json) {
  return json.is_object() && json.contains("training");
}

Result<TrainingRequest> training_request_from_json(const Json& json, std::string_view name) {
  auto opened = open_plan(json, name);
  if (!opened) return fail(opened.error());
  StrictObject& in = *opened;
  TrainingRequest request;
  read_titles(in, request);
  if (in.optional("traffic") != nullptr) {
    in.reject("traffic", tr("'traffic' and 'training' cannot be combined"));
  }
  StrictObject training(in.object("training"), in.path("training"));
  read_training(training, request);
  in.adopt(training);
  request.regions = read_regions(in);
  request.instances = read_names(in, "instances");
  request.baselines = in.optional_boolean("baselines", false);
  request.purchase = read_purchase(in);
  request.max_instances = read_whole(in, "max_instances", request.max_instances, 1, kMostNodes);
  request.nodes = read_wholes(in, "nodes", {}, 1, kMostNodes);
  request.as_of = read_as_of(in);
  const auto spot = std::find(request.purchase.begin(), request.purchase.end(),
                              cost::Purchase{cost::PurchaseOption::kSpot});
  if (spot != request.purchase.end() && !request.spot) {
    in.reject(
        "training/spot",
        tr("is required for the purchase option spot: it states how often nodes are interrupted"));
  }
  if (auto done = in.finish(); !done) return fail(done.error());
  return request;
}

}  // namespace nscope::capacity

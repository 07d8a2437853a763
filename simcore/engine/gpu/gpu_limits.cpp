#include "simcore/engine/gpu/gpu_limits.h"

#include "simcore/engine/gpu/gpu_plan.h"
#include "simcore/engine/gpu/gpu_serving.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace nscope::sim {
namespace {

using catalog::LimitedSize;
using catalog::SizeLimit;

constexpr std::int64_t kMostSamples = 1 << 20;
constexpr std::int64_t kMostTokens = 1 << 24;
constexpr int kEdgeStep = 64;  ///< pixels: a multiple of the patches of all image models
constexpr std::int64_t kMostEdges = 16'384 / kEdgeStep;
constexpr int kMostGpus = 65'536;

/// Computes the limits of one workload. Its server is replaced by the generation of its requests.
class GpuLimitSearch {
 public:
  GpuLimitSearch(const catalog::Catalog& catalog, GpuWorkload workload,
                 const GpuParameters& parameters)
      : catalog_(catalog), workload_(std::move(workload)), parameters_(parameters) {}

  Result<catalog::MemoryLimits> find() {
    const auto plan = plan_gpu(catalog_, workload_, parameters_);
    if (!plan && plan.error().code != ErrorCode::kInfeasible) return fail(plan.error());
    const auto model = catalog_.model(workload_.model);
    if (!workload_.custom_model && !model) return fail(model.error());
    model_ = workload_.custom_model ? &*workload_.custom_model : *model;
    limits_.kind = catalog::DeviceKind::kGpu;
    limits_.fits = plan.has_value();
    if (plan) limits_.spare = plan->memory.capacity - plan->memory.required;
    // The limits state the size for which they hold, also if it is that of the published model.
    const bool published =
        model_->architecture == catalog::Architecture::kDiffusion && workload_.image_height == 0;
    if (plan && published && plan->call.frames == 1) {
      workload_.image_height = plan->call.height;
      workload_.image_width = plan->call.width;
    }
    switch (workload_.task) {
      case GpuTask::kGenerate: add_generation(plan ? &*plan : nullptr); break;
      case GpuTask::kEncode: add_call(); break;
      case GpuTask::kTrain: add_training(plan ? &*plan : nullptr); break;
    }
    if (!limits_.fits) add_remedies();
    return std::move(limits_);
  }

 private:
  using Resized = std::function<GpuWorkload(std::int64_t)>;

  /// The free bytes if at least `sequences` run at the same time; nullopt if the workload does not
  /// fit or is refused.
  std::optional<double> spare(const GpuWorkload& workload, double sequences = 0) const {
    const auto plan = plan_gpu(catalog_, workload, parameters_);
    if (!plan || plan->sequences < sequences) return std::nullopt;
    return std::max(0.0, plan->memory.capacity - plan->memory.required);
  }

  void add(SizeLimit limit, std::int64_t start, std::int64_t most, const Resized& resized,
           const std::function<double(std::int64_t)>& sequences = {}) {
    const std::int64_t steps = catalog::largest_size(
        [&](std::int64_t count) {
          const std::int64_t size = count * limit.step;
          return spare(resized(size), sequences ? sequences(size) : 0);
        },
        start / limit.step, most);
    limit.largest = steps * limit.step;
    limit.used = start;
    limit.open = steps == most;
    limits_.sizes.push_back(std::move(limit));
  }

  void add_generation(const GpuPlan* plan) {
    const bool in_flight = plan != nullptr && batches_in_flight(plan->stack);
    const double running = plan == nullptr ? 1 : plan->sequences;
    const std::int64_t stated = in_flight ? std::llround(running) : workload_.batch;
    limits_.cores = workload_.tensor_parallel;
    add(
        {.size = LimitedSize::kBatch, .stated = tr("batch {}", as::count(stated))}, stated,
        kMostSamples,
        [&](std::int64_t batch) {
          GpuWorkload other = workload_;
          other.saturated = false;
          other.batch = static_cast<int>(batch);
          return other;
        },
        [&](std::int64_t batch) { return in_flight ? static_cast<double>(batch) : 0; });
    const std::int64_t context = std::int64_t{workload_.input_tokens} + workload_.output_tokens;
    add(
        {.size = LimitedSize::kContext,
         .published = catalog::published_positions(*model_),
         .stated = tr("{} tokens", as::count(context))},
        context, kMostTokens,
        [&, stated](std::int64_t positions) {
          GpuWorkload other = workload_;
          other.saturated = false;
          other.batch = static_cast<int>(stated);
          other.output_tokens =
              static_cast<int>(std::clamp<std::int64_t>(positions - 1, 1, other.output_tokens));
          other.input_tokens =
              static_cast<int>(std::max<std::int64_t>(1, positions - other.output_tokens));
          return other;
        },
        [&](std::int64_t) { return in_flight ? running : 0; });
  }

  void add_call() {
    add({.size = LimitedSize::kBatch, .stated = tr("batch {}", as::count(workload_.batch))},
        workload_.batch, kMostSamples, [&](std::int64_t batch) {
          GpuWorkload other = workload_;
          other.batch = static_cast<int>(batch);
          return other;
        });
    if (model_->architecture == catalog::Architecture::kEncoder) {
      add({.size = LimitedSize::kSequence,
           .published = catalog::published_positions(*model_),
           .stated = tr("{} tokens", as::count(workload_.input_tokens))},
          workload_.input_tokens, kMostSamples, [&](std::int64_t tokens) {
            GpuWorkload other = workload_;
            other.input_tokens = static_cast<int>(tokens);
            return other;
          });
    }
    // The size of the published model may have several frames.
    if (model_->architecture != catalog::Architecture::kDiffusion || workload_.image_height == 0) {
      return;
    }
    add({.size = LimitedSize::kImage,
         .step = kEdgeStep,
         .stated = tr("{} x {} pixels", workload_.image_height, workload_.image_width)},
        workload_.image_height, kMostEdges, [&](std::int64_t edge) {
          GpuWorkload other = workload_;
          other.image_height = static_cast<int>(edge);
          other.image_width = static_cast<int>(edge);
          return other;
        });
  }

  void add_training(const GpuPlan* plan) {
    const auto instance = catalog_.instance(workload_.instance);
    const int gpus = workload_.gpus > 0 ? workload_.gpus : (*instance)->chips;
    const int ranks = std::max(1, gpus / (workload_.tensor_parallel * workload_.pipeline_parallel));
    const int share = std::max(1, workload_.batch / ranks);
    const int stated = plan != nullptr             ? plan->workload.micro_batch
                       : workload_.micro_batch > 0 ? workload_.micro_batch
                                                   : 1;
    const std::int64_t passes = std::max(1, share / stated);
    add({.size = LimitedSize::kMicroBatch, .stated = tr("microbatch {}", as::count(stated))},
        stated, std::max<std::int64_t>(1, kMostTokens / (passes * ranks)),
        [&, passes, ranks](std::int64_t sequences) {
          GpuWorkload other = workload_;
          other.micro_batch = static_cast<int>(sequences);
          other.batch = static_cast<int>(sequences * passes * ranks);
          return other;
        });
    add({.size = LimitedSize::kSequence,
         .published = catalog::published_positions(*model_),
         .stated = tr("{} tokens", as::count(workload_.sequence_length))},
        workload_.sequence_length, kMostTokens, [&, stated](std::int64_t tokens) {
          GpuWorkload other = workload_;
          other.micro_batch = stated;
          other.sequence_length = static_cast<int>(tokens);
          return other;
        });
  }

  bool fits(const GpuWorkload& workload) const { return spare(workload).has_value(); }

  void add_remedies() {
    if (workload_.task == GpuTask::kTrain) {
      add_gpus();
    } else {
      add_narrow_weights();
    }
    add_instance();
  }

  /// Adds the smallest power of two times the GPUs, with the same batch for each.
  void add_gpus() {
    const auto instance = catalog_.instance(workload_.instance);
    const int gpus = workload_.gpus > 0 ? workload_.gpus : (*instance)->chips;
    for (int times = 2; std::int64_t{gpus} * times <= kMostGpus; times *= 2) {
      GpuWorkload other = workload_;
      other.gpus = gpus * times;
      const std::int64_t batch = std::int64_t{workload_.batch} * times;
      if (batch > kMostTokens) return;
      other.batch = static_cast<int>(batch);
      if (!fits(other)) continue;
      limits_.remedies.push_back(tr("on {} GPUs", as::count(other.gpus)));
      return;
    }
  }

  void add_narrow_weights() {
    for (const char* const type : {"fp8", "int8", "int4"}) {
      if (workload_.weight_dtype == type) return;  // and those before it do not fit
      GpuWorkload narrow = workload_;
      narrow.weight_dtype = type;
      if (!fits(narrow)) continue;
      limits_.remedies.push_back(tr("with {} weights", type));
      return;
    }
  }

  /// Adds the instance type and tensor parallel degree with the least memory that fit.
  void add_instance() {
    std::vector<const catalog::Instance*> types;
    for (const catalog::Instance& type : catalog_.instances()) {
      if (catalog_.device_of(type).kind == catalog::DeviceKind::kGpu) types.push_back(&type);
    }
    const auto memory_of = [&](const catalog::Instance& type) {
      return catalog_.device_of(type).memory.value * type.chips;
    };
    std::stable_sort(types.begin(), types.end(),
                     [&](const auto* a, const auto* b) { return memory_of(*a) < memory_of(*b); });
    for (const catalog::Instance* const type : types) {
      for (int degree = 1; degree <= type->chips; degree *= 2) {
        GpuWorkload other = workload_;
        other.instance = type->id;
        other.tensor_parallel = degree;
        if (!fits(other)) continue;
        limits_.remedies.push_back(tr("on {} with tensor parallel degree {}", type->id, degree));
        return;
      }
    }
  }

  const catalog::Catalog& catalog_;
  GpuWorkload workload_;
  const GpuParameters& parameters_;
  const catalog::Model* model_ = nullptr;
  catalog::MemoryLimits limits_;
};

}  // namespace

Result<catalog::MemoryLimits> gpu_memory_limits(const catalog::Catalog& catalog,
                                                const GpuWorkload& workload,
                                                const GpuParameters& parameters) {
  if (!workload.serving) return GpuLimitSearch(catalog, workload, parameters).find();
  const auto generation = gpu_generation_of(workload);
  if (!generation) return fail(generation.error());
  auto limits = GpuLimitSearch(catalog, *generation, parameters).find();
  if (!limits || !limits->fits) return limits;
  const auto plan = plan_gpu(catalog, *generation, parameters);
  if (!plan) return fail(plan.error());
  for (SizeLimit& limit : limits->sizes) {
    if (limit.size != LimitedSize::kContext) continue;
    const std::int64_t longest = gpu_longest_request(*plan, *workload.serving);
    if (longest >= limit.largest) continue;
    limit.largest = longest;
    limit.open = false;
  }
  return limits;
}

}  // namespace nscope::sim

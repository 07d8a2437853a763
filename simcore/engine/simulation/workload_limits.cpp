#include "simcore/engine/simulation/workload_limits.h"

#include "profiler/base/overloaded.h"
#include "simcore/engine/calibration/calibration.h"
#include "simcore/engine/machine/efa.h"
#include "simcore/engine/rollout/rollout_plan.h"
#include "simcore/engine/run/prepared_run.h"
#include "simcore/engine/serving/server.h"
#include "simcore/engine/serving/serving_plan.h"
#include "simcore/engine/serving/step_costs.h"
#include "simcore/engine/workload/element_type.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

namespace nscope::sim {
namespace {

using catalog::LimitedSize;
using catalog::SizeLimit;

constexpr std::int64_t kMostSequences = 1 << 20;
constexpr std::int64_t kMostPositions = 1 << 24;
constexpr std::int64_t kMostSamplesOfCall = 1 << 20;
constexpr int kImageStep = 64;  ///< pixels: a multiple of the patches of all image models
constexpr std::int64_t kMostImageSteps = 16'384 / kImageStep;
constexpr int kMostNodes = 4096;

/// The workload with another value of one size.
using Resized = std::function<Workload(std::int64_t)>;

/// Computes the limits of one workload.
class LimitSearch {
 public:
  /// `kept` are bytes of each core that the workload does not have.
  LimitSearch(const catalog::Catalog& catalog, const Workload& workload,
              const Parameters& parameters, double kept = 0)
      : catalog_(catalog), workload_(workload), parameters_(parameters), kept_(kept) {}

  Result<catalog::MemoryLimits> find() {
    const auto run = plan_run(catalog_, workload_, parameters_);
    if (!run) return fail(run.error());
    std::visit(Overloaded{
                   [&](const StaticBatch& batch) { add_generation(*run->model, batch); },
                   [&](const FixedCall& call) { add_call(*run->model, call); },
                   [&](const TrainingStep& step) { add_training(*run->model, step); },
               },
               run->work);
    add_tightest();
    const std::optional<double> free = spare(workload_);
    limits_.fits = free && *free >= 0;
    if (limits_.fits) {
      limits_.spare = *free;
    } else if (kept_ == 0) {
      add_remedies();
    }
    if (const auto* const step = std::get_if<TrainingStep>(&run->work)) {
      if (auto added = add_rollout(*step); !added) return fail(added.error());
    }
    return std::move(limits_);
  }

  /// The workloads of the remedies that find() has found.
  std::vector<Workload> take_remedied() { return std::move(remedied_); }

 private:
  /// The free bytes of the core with the least; negative if they are too few, and nullopt if they
  /// are unknown because the workload is refused.
  std::optional<double> spare(const Workload& workload) const {
    if (const auto* const setup = std::get_if<ServingSetup>(&workload.kind)) {
      const auto server = plan_server(catalog_, workload, *setup, parameters_);
      if (!server) return std::nullopt;
      const auto own = spare_of(server->run.memory);
      if (!own || !server->prefill) return own;
      const auto prefill = spare_of(server->prefill->run.memory);
      return prefill ? std::optional(std::min(*own, *prefill)) : std::nullopt;
    }
    const auto run = plan_run(catalog_, workload, parameters_);
    return run ? spare_of(run->memory) : std::nullopt;
  }

  /// The same, but nullopt if the stack of a server does not let the whole batch run together,
  /// because it gives the KV cache only a share of the memory.
  std::optional<double> spare_together(const Workload& workload) const {
    const auto* const setup = std::get_if<ServingSetup>(&workload.kind);
    if (setup == nullptr) return spare(workload);
    const auto server = plan_server(catalog_, workload, *setup, parameters_);
    if (!server) return std::nullopt;
    const auto cached = sequences_in_cache(server->served, *setup);
    const bool waits = cached && *cached > 0 && *cached < workload.batch;
    if (!cached || waits) return std::nullopt;
    return spare(workload);
  }

  /// nullopt: refused although the memory is sufficient.
  std::optional<double> spare_of(const catalog::MemoryFit& memory) const {
    const double spare = memory.capacity - memory.required - kept_;
    return memory.fits || spare < 0 ? std::optional(spare) : std::nullopt;
  }

  /// The instances of a server with the least memory, and whether fewer are enough.
  void add_tightest() {
    const auto* const setup = std::get_if<ServingSetup>(&workload_.kind);
    if (setup == nullptr) return;
    const auto server = plan_server(catalog_, workload_, *setup, parameters_);
    if (!server) return;
    TightestInstance tightest = tightest_instance(*server);
    limits_.cores = tightest.run->ranks();
    limits_.tightest = std::move(tightest.name);
    limits_.fewer = server->fewer;
    prefill_is_tightest_ = tightest.prefills;
  }

  /// Adds the largest value of a size, in steps of `limit.step`, up to `most` steps.
  void add(SizeLimit limit, std::int64_t start, std::int64_t most, const Resized& resized) {
    const bool together =
        limit.size == LimitedSize::kBatch ||
        (limit.size == LimitedSize::kContext && spare_together(workload_).has_value());
    const auto spare_at = [&](std::int64_t count) {
      const Workload other = resized(count * limit.step);
      return together ? spare_together(other) : spare(other);
    };
    const std::int64_t steps = catalog::largest_size(spare_at, start / limit.step, most);
    limit.largest = steps * limit.step;
    limit.used = start;
    limit.open = steps == most;
    limits_.sizes.push_back(std::move(limit));
  }

  void add_batch(int stated, std::int64_t most) {
    add({.size = LimitedSize::kBatch, .stated = tr("batch {}", as::count(stated))}, stated, most,
        [&](std::int64_t batch) {
          Workload other = workload_;
          other.batch = static_cast<int>(batch);
          return other;
        });
  }

  void add_generation(const catalog::Model& model, const StaticBatch& batch) {
    limits_.cores = batch.layout.tensor_parallel;
    const bool serves = std::holds_alternative<ServingSetup>(workload_.kind);
    add_batch(batch.layout.batch, serves ? kMostSlots : kMostSequences);
    const int images = batch.images ? batch.images->tokens() : 0;
    const std::int64_t stated = batch.layout.sequence_length;
    if (model.encoder_positions > 0) return;  // all windows have the same length
    add({.size = LimitedSize::kContext,
         .published = catalog::published_positions(model),
         .stated = tr("{} tokens", as::count(stated))},
        stated, kMostPositions, [&, images](std::int64_t context) {
          return with_context(static_cast<int>(context), images, batch.encodes());
        });
  }

  /// The workload with `context` positions, `images` of which belong to images. Prompts that would
  /// be too long are shortened.
  Workload with_context(int context, int images, bool encodes) const {
    Workload other = workload_;
    const bool from_file = other.requests != nullptr;
    other.sequence_length = from_file ? std::max(1, context - images) : context;
    if (encodes) {
      // Encoder and decoder have separate sequences; both have the context.
      other.input_tokens = context;
      other.output_tokens = std::min(other.output_tokens, context);
      return other;
    }
    const int text = context - images;
    if (other.input_tokens > text - other.output_tokens) {
      other.output_tokens = std::clamp(text - 1, 1, other.output_tokens);
      other.input_tokens = std::clamp(text - other.output_tokens, 1, other.input_tokens);
    }
    return other;
  }

  void add_call(const catalog::Model& model, const FixedCall& call) {
    add_batch(call.batch, kMostSamplesOfCall);
    const bool reads_text = model.architecture == catalog::Architecture::kEncoder ||
                            model.architecture == catalog::Architecture::kDecoder;
    if (reads_text) {
      add({.size = LimitedSize::kSequence,
           .published = catalog::published_positions(model),
           .stated = tr("{} tokens", as::count(workload_.input_tokens))},
          workload_.input_tokens, kMostSamplesOfCall, [&](std::int64_t tokens) {
            Workload other = workload_;
            other.input_tokens = static_cast<int>(tokens);
            return other;
          });
    }
    const NetworkInput& input = call.phases[0].input;
    // The workload does not state the frames of a video with the size of the published model.
    const bool known_frames = workload_.image_height > 0 || input.frames == 1;
    if (model.architecture != catalog::Architecture::kDiffusion || !known_frames) return;
    if (!call.images || input.tokens > 0) return;
    add({.size = LimitedSize::kImage,
         .step = kImageStep,
         .stated = tr("{} x {} pixels", input.height, input.width)},
        input.height, kMostImageSteps, [&](std::int64_t edge) {
          Workload other = workload_;
          other.image_height = static_cast<int>(edge);
          other.image_width = static_cast<int>(edge);
          return other;
        });
  }

  void add_training(const catalog::Model& model, const TrainingStep& step) {
    const auto& asked = std::get<TrainingSetup>(workload_.kind);
    if (!asked.checkpointing && step.layout.checkpointing != Checkpointing::kFull) {
      limits_.assumed = tr("with full checkpointing");
    }
    const std::int64_t passes = std::int64_t{step.data_parallel} * step.microbatches;
    add({.size = LimitedSize::kMicroBatch,
         .stated = tr("microbatch {}", as::count(step.setup.micro_batch))},
        step.setup.micro_batch, std::max<std::int64_t>(1, kMostPositions / passes),
        [&, passes](std::int64_t sequences) {
          Workload other = workload_;
          auto& setup = std::get<TrainingSetup>(other.kind);
          setup.micro_batch = static_cast<int>(sequences);
          setup.global_batch = static_cast<int>(sequences * passes);
          return other;
        });
    if (step.shape.positions > 0) return;  // the images of the model have a fixed size
    const int shares = step.setup.context_parallel;
    add({.size = LimitedSize::kSequence,
         .step = shares,
         .published = catalog::published_positions(model),
         .stated = tr("{} tokens", as::count(workload_.input_tokens))},
        workload_.input_tokens, kMostPositions / shares, [&](std::int64_t tokens) {
          Workload other = workload_;
          other.input_tokens = static_cast<int>(tokens);
          return other;
        });
  }

  /// Adds the limits of the server of a rollout.
  Result<> add_rollout(const TrainingStep& step) {
    if (!step.setup.rollout) return {};
    const Workload server = rollout_server(workload_, *step.setup.rollout);
    auto limits =
        LimitSearch(catalog_, server, parameters_, kept_by_training(step, *step.setup.rollout))
            .find();
    if (!limits) return fail(limits.error());
    limits_.generation = std::make_shared<const catalog::MemoryLimits>(std::move(*limits));
    return {};
  }

  bool fits(const Workload& workload) const {
    const std::optional<double> free = spare(workload);
    return free && *free >= 0;
  }

  void add_remedy(Text text, Workload workload) {
    limits_.remedies.push_back(std::move(text));
    remedied_.push_back(std::move(workload));
  }

  void add_remedies() {
    if (const auto* const setup = std::get_if<TrainingSetup>(&workload_.kind)) {
      add_nodes(*setup);
    } else {
      add_narrow_weights();
    }
    if (const auto* const setup = std::get_if<ServingSetup>(&workload_.kind)) {
      add_server_nodes(*setup);
    }
    add_instance();
  }

  /// Adds the smallest number of instances per replica that is sufficient, if their network can
  /// connect them.
  void add_server_nodes(const ServingSetup& setup) {
    const auto instance = catalog_.instance(workload_.instance);
    if (!instance || !efa_obstacle(**instance).empty()) return;
    if (setup.speculation || setup.disaggregation) return;
    for (const int more : {2, 3, 4, 6, 8, 12, 16}) {
      if (more <= setup.nodes) continue;
      Workload other = workload_;
      std::get<ServingSetup>(other.kind).nodes = more;
      if (!fits(other)) continue;
      add_remedy(tr("on {} instances per replica", more), std::move(other));
      return;
    }
  }

  /// Adds the smallest power of two times the nodes, with as many times the pipeline stages or
  /// with sharded state.
  void add_nodes(const TrainingSetup& setup) {
    for (int times = 2; setup.nodes * times <= kMostNodes; times *= 2) {
      for (const bool staged : {false, true}) {
        Workload other = workload_;
        auto& changed = std::get<TrainingSetup>(other.kind);
        changed.nodes = setup.nodes * times;
        // The global batch and the number of microbatches follow from the new replicas.
        if (staged) changed.pipeline_parallel = setup.pipeline_parallel * times;
        if (!staged) changed.global_batch = 0;
        if (!fits(other)) continue;
        add_remedy(staged ? tr("on {} nodes with pipeline parallel degree {}",
                               as::count(changed.nodes), changed.pipeline_parallel)
                          : tr("on {} nodes", as::count(changed.nodes)),
                   other);
        return;
      }
    }
  }

  void add_narrow_weights() {
    const auto bytes = element_bytes(workload_.weight_dtype);
    if (!bytes || *bytes <= 1) return;
    Workload narrow = workload_;
    for (const char* const type : {"int8", "fp8"}) {
      narrow.weight_dtype = type;
      if (!fits(narrow)) continue;
      add_remedy(tr("with {} weights", type), std::move(narrow));
      return;
    }
  }

  /// The instance type and tensor parallel degree whose memory decides.
  struct Place {
    std::string instance;
    int degree = 1;
  };
  Place place() const {
    const auto prefill = prefill_is_tightest_ ? prefill_workload(workload_) : std::nullopt;
    const Workload& decides = prefill ? *prefill : workload_;
    return {decides.instance, decides.tensor_parallel};
  }
  Workload with_place(Workload workload, const Place& place) const {
    if (!prefill_is_tightest_) {
      workload.instance = place.instance;
      workload.logical_core_size = 0;
      workload.tensor_parallel = place.degree;
      return workload;
    }
    Disaggregation& split = *std::get<ServingSetup>(workload.kind).disaggregation;
    split.instance = place.instance;
    split.tensor_parallel = place.degree;
    return workload;
  }

  /// Adds the instance type with the least memory on which the workload fits, and its smallest
  /// tensor parallel degree; of the same device if possible, otherwise of one that is not older.
  /// With narrow weights if there is none for those of the workload. If the replicas that prefill
  /// have the least memory, it is theirs.
  void add_instance() {
    if (add_instance(workload_, Text())) return;
    const auto bytes = element_bytes(workload_.weight_dtype);
    if (!bytes || *bytes <= 1 || std::holds_alternative<TrainingSetup>(workload_.kind)) return;
    Workload narrow = workload_;
    narrow.weight_dtype = "int8";
    add_instance(narrow, tr("int8 weights"));
  }

  bool add_instance(const Workload& workload, const Text& also) {
    const Place now = place();
    const auto own = catalog_.instance(now.instance);
    if (!own) return false;
    const catalog::Device& device = catalog_.device_of(**own);
    std::vector<const catalog::Instance*> types;
    for (const catalog::Instance& type : catalog_.instances()) {
      const catalog::Device& other = catalog_.device_of(type);
      const bool newer = other.generation >= device.generation;  // "v2" < "v3"
      if (other.kind == catalog::DeviceKind::kNeuron && newer) types.push_back(&type);
    }
    const auto order = [&](const catalog::Instance& type) {
      return std::pair(type.device != (*own)->device, memory_of(type));
    };
    std::stable_sort(types.begin(), types.end(),
                     [&](const auto* a, const auto* b) { return order(*a) < order(*b); });
    for (const catalog::Instance* const type : types) {
      for (const int degree : degrees_on(*type)) {
        if (type->id == now.instance && degree == now.degree) continue;
        Workload placed = with_place(workload, {type->id, degree});
        if (!fits(placed)) continue;
        const Text where = place_text(type->id, degree);
        add_remedy(also.empty() ? where : tr("{} and {}", where, also), std::move(placed));
        return true;
      }
    }
    return false;
  }

  Text place_text(const std::string& instance, int degree) const {
    if (prefill_is_tightest_) {
      return tr("if prompts are prefilled on {} with tensor parallel degree {}", instance, degree);
    }
    return tr("on {} with tensor parallel degree {}", instance, degree);
  }

  double memory_of(const catalog::Instance& type) const {
    return catalog_.device_of(type).memory.value * type.chips;
  }

  std::vector<int> degrees_on(const catalog::Instance& type) const {
    std::vector<int> degrees = catalog::tensor_parallel_choices(catalog_, type);
    if (degrees.empty() || degrees.front() != 1) degrees.insert(degrees.begin(), 1);
    return degrees;
  }

  const catalog::Catalog& catalog_;
  const Workload& workload_;
  const Parameters& parameters_;
  double kept_ = 0;
  catalog::MemoryLimits limits_;
  std::vector<Workload> remedied_;
  bool prefill_is_tightest_ = false;
};

}  // namespace

Result<std::optional<catalog::MemoryLimits>> memory_limits(const catalog::Catalog& catalog,
                                                           const Workload& workload,
                                                           std::vector<Workload>* remedied) {
  const bool has_model = !std::holds_alternative<CollectiveSetup>(workload.kind) &&
                         !std::holds_alternative<KernelSetup>(workload.kind);
  if (!has_model) return std::optional<catalog::MemoryLimits>();
  const auto& calibration = built_in_calibration();
  if (!calibration) return fail(calibration.error());
  LimitSearch search(catalog, workload, calibration->parameters);
  auto limits = search.find();
  if (!limits) return fail(limits.error());
  if (remedied != nullptr) *remedied = search.take_remedied();
  return std::optional(std::move(*limits));
}

}  // namespace nscope::sim

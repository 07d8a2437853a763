#include "simcore/engine/kernel_run/kernel_stages.h"

#include "simcore/engine/graph/mechanisms.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string_view>
#include <utility>

namespace nscope::sim {
namespace {

// VectorE cycles per element and lane, from the instruction sequences of simple kernels. The
// published cost of tensor_tensor on two fp32 operands in SBUF is two cycles, of other
// instructions one.
constexpr double kNormCycles = 4;       // square and sum, scale, gain from SBUF
constexpr double kLayerNormCycles = 5;  // statistics, centre and scale, gain, offset
constexpr double kAddCycles = 2;
constexpr double kSoftmaxCycles = 3;   // maximum, sum, scale
constexpr double kGateCycles = 4;      // product of two operands, and both from PSUM
constexpr double kAdapterCycles = 2;   // sum with the adapter
constexpr double kComposedCycles = 5;  // x / (1 + exp(-x)): sum, division, product
constexpr double kRopeCycles = 6;      // four products and two sums of half the width
constexpr double kAdamCycles = 10;     // both moments, division, update
constexpr double kStateCycles = 10;    // two products, scan, product, sum; two operands each

constexpr double kSplitProducts = 3;  // of two operands in two bf16 parts, without the smallest
constexpr double kScoreBytes = 4;     // fp32, as in PSUM
constexpr double kNarrowestSum = 2;   // bytes of an output
/// Input rows of a simple kernel between two reads of its weights: one tile.
constexpr double kSimpleRows = 128;
/// fp32 tensors of AdamW: weight, gradient and two moments are read, the weight is written.
constexpr double kAdamTensors = 5;

double rounded_tiles(double length, double tile) {
  return std::ceil(length / tile);
}

/// The rates of a core whose chip is otherwise idle. Nothing is spilled implicitly: kernels state
/// their traffic.
Machine idle_machine(Machine machine, const KernelSetup& setup) {
  // mechanisms.h limits streams by the memory of the chip, which one core cannot saturate.
  machine.hbm_bandwidth = machine.device->memory_bandwidth.value;
  machine.dma_bandwidth = std::min(machine.dma_engines, machine.hbm_bandwidth);
  machine.sbuf = std::numeric_limits<double>::infinity();
  constexpr double kMxRows = 4;      // elements of a packed row of nc_matmul_mx
  constexpr double kDoubleRows = 2;  // the double_row mode of FP8
  if (setup.dtype == "mxfp8") machine.pe_rows *= kMxRows;
  if (setup.dtype == "fp8" && machine.generation >= CoreGeneration::kV3) {
    machine.pe_rows *= kDoubleRows;
  }
  return machine;
}

Parameters kernel_mechanisms(const KernelParameters& kernels, bool tuned) {
  Parameters parameters = initial_parameters();
  parameters.engine_stretch = tuned ? kernels.tuned_stretch : kernels.stretch;
  parameters.weight_efficiency = 1;
  parameters.memory_share = 1;
  parameters.fused_softmax_passes = 0;  // add_vector() adds the passes
  return parameters;
}

class KernelBuilder {
 public:
  KernelBuilder(const Machine& machine, const KernelParameters& kernels, const KernelSetup& setup)
      : setup_(setup),
        sizes_(setup.sizes),
        kernels_(kernels),
        sbuf_(machine.sbuf),
        tuned_(setup.variant == KernelVariant::kTuned),
        machine_(idle_machine(machine, setup)),
        parameters_(kernel_mechanisms(kernels, tuned_)),
        bytes_(setup.element_bytes()),
        // The mechanisms double VectorE passes of fp32, which are counted in cycles here.
        rates_{.machine = machine_,
               .parameters = parameters_,
               .element_bytes = 2,
               .fp32 = setup.dtype == "fp32"} {}
  KernelBuilder(const KernelBuilder&) = delete;
  KernelBuilder& operator=(const KernelBuilder&) = delete;

  KernelStages build();

 private:
  struct Product {
    double m = 0;
    double k = 0;
    double n = 0;
    double count = 1;
    bool reads_input = true;
    bool writes_output = true;
    bool transposes = true;  ///< the input is [m, k] in HBM, but TensorE needs [k, m]
  };

  bool baseline() const { return setup_.variant == KernelVariant::kBaseline; }
  /// Appends a stage, which the returned reference can change until the next one.
  Work& stage(std::string_view name) {
    out_.stages.push_back({.name = name, .work = {}});
    return out_.stages.back().work;
  }
  /// Adds traffic in elements.
  void stream(Work& work, double read, double written) const {
    add_stream(rates_, work, bytes_ * read, bytes_ * written);
  }
  /// Adds inputs that are read and outputs that are written once, in elements.
  void operands(Work& work, double inputs, double outputs) {
    stream(work, inputs, outputs);
    out_.operand_bytes += bytes_ * (inputs + outputs);
    out_.output_bytes += bytes_ * outputs;
  }
  void vector(Work& work, double elements, double cycles) const;
  void scalar(Work& work, double elements) const;
  void product(Work& work, const Product& shape);
  double weight_reads(const Product& shape) const;

  void products();
  void normed_products();
  void gated_products();
  void attention();
  void elements();
  void indexed();
  void layouts();
  void add_transposes(Work& work, double rows, double columns) const;

  const KernelSetup& setup_;
  const KernelSizes& sizes_;
  const KernelParameters& kernels_;
  double sbuf_;
  bool tuned_;
  Machine machine_;
  Parameters parameters_;
  double bytes_;
  Rates rates_;
  KernelStages out_;
};

/// `cycles` of VectorE per element and lane.
void KernelBuilder::vector(Work& work, double elements, double cycles) const {
  const double seconds =
      machine_.vector_seconds(machine_.vector_speed * cycles * elements / machine_.partitions);
  if (tuned_) {
    work[Unit::kVector] += kernels_.tuned_vector * seconds;
    work[Unit::kGpSimd] += kernels_.tuned_vector * seconds;
  } else {
    work[Unit::kVector] += kernels_.stretch * seconds;
  }
}

void KernelBuilder::scalar(Work& work, double elements) const {
  work[Unit::kScalar] +=
      parameters_.engine_stretch *
      machine_.scalar_seconds(machine_.scalar_speed * elements / machine_.partitions);
}

/// TensorE transposes tiles of 128 x 128 with one product each.
void KernelBuilder::add_transposes(Work& work, double rows, double columns) const {
  const double tiles =
      rounded_tiles(rows, machine_.partitions) * rounded_tiles(columns, machine_.partitions);
  const double cycles =
      tiles * machine_.partitions * (rates_.fp32 ? machine_.timing->fp32_passes : 1);
  work[Unit::kTensor] += parameters_.engine_stretch * machine_.tensor_seconds(cycles);
}

/// How often the weights of a product are read: once if they stay in SBUF, and once for each block
/// of input rows if not.
double KernelBuilder::weight_reads(const Product& shape) const {
  if (bytes_ * shape.k * shape.n <= kernels_.weight_share * sbuf_) return 1;
  double rows = kSimpleRows;
  if (tuned_ || setup_.caller != KernelCaller::kProfiler) {
    const double fitting = kernels_.block_share * sbuf_ / (bytes_ * shape.k);
    rows = std::max(rows, kSimpleRows * std::floor(fitting / kSimpleRows));
  }
  return rounded_tiles(shape.m, rows);
}

void KernelBuilder::product(Work& work, const Product& shape) {
  // ScalarE reads the sums from PSUM and applies the activation, if there is one.
  Work one = gemm(rates_, {.rows = shape.m,
                           .inner = shape.k,
                           .columns = shape.n,
                           .activation = true,
                           .resident = true});
  const double passes = setup_.dtype == "bf16x2" ? kSplitProducts : 1;
  if (shape.transposes) add_transposes(one, shape.m, shape.k);
  one[Unit::kTensor] *= passes;
  const double weights = shape.k * shape.n;
  const double input = shape.reads_input ? shape.m * shape.k : 0;
  const double output = shape.writes_output ? shape.m * shape.n : 0;
  // TensorE accumulates fp32; sums of narrow operands leave the chip as bf16.
  const double output_bytes = std::max(bytes_, kNarrowestSum) * output;
  add_stream(rates_, one, bytes_ * (input + weights * weight_reads(shape)), output_bytes);
  work.add(one, shape.count);
  out_.flops += 2.0 * shape.count * shape.m * shape.k * shape.n;
  out_.operand_bytes += shape.count * (bytes_ * (input + weights) + output_bytes);
  out_.output_bytes += shape.count * output_bytes;
}

void KernelBuilder::products() {
  const double m = sizes_.m;
  const double k = sizes_.k;
  const double n = sizes_.n;
  const double elements = sizes_.batch * m * n;
  Work work;
  product(
      work,
      {.m = m, .k = k, .n = n, .count = 1.0 * sizes_.batch, .transposes = setup_.name != "matmul"});
  Work after;  // of a second stage
  if (setup_.name == "lora") {
    const Product adapter{
        .m = m, .reads_input = false, .writes_output = false, .transposes = false};
    Product down = adapter, up = adapter;
    down.k = k;
    down.n = up.k = sizes_.rank;
    up.n = n;
    product(work, down);
    product(work, up);
    vector(work, elements, kAdapterCycles);
  } else if (setup_.name == "bmm_softmax") {
    vector(work, elements, kSoftmaxCycles);
    add_stream(rates_, after, kScoreBytes * elements, kScoreBytes * elements);
  } else if (setup_.name == "gemm_gelu") {
    if (setup_.polynomial) vector(baseline() ? after : work, elements, kernels_.polynomial_passes);
    scalar(after, elements);
    stream(after, elements, elements);
  }
  stage("product") = work;
  const bool separate = setup_.name == "bmm_softmax" || setup_.name == "gemm_gelu";
  if (baseline() && separate) stage(setup_.name == "gemm_gelu" ? "gelu" : "scores") = after;
}

void KernelBuilder::normed_products() {
  const double m = sizes_.m;
  const double k = sizes_.k;
  const double n = sizes_.n;
  const bool first = setup_.name != "matmul_add_rmsnorm";
  const bool adds = setup_.name != "rmsnorm_matmul";
  const double normed = first ? m * k : m * n;
  const double cycles = kNormCycles + (adds ? kAddCycles : 0);
  const Product shape{.m = m, .k = k, .n = n};
  const auto norm = [&](Work& work) {
    vector(work, normed, cycles);
    if (adds) operands(work, normed, 0);
  };
  if (!baseline()) {
    Work& work = stage(setup_.name == "rmsnorm_matmul"       ? "rmsnorm_matmul"
                       : setup_.name == "add_rmsnorm_matmul" ? "add_rmsnorm_matmul"
                                                             : "matmul_add_rmsnorm");
    product(work, shape);
    norm(work);
    return;
  }
  const auto separate = [&] {
    Work& work = stage("rmsnorm");
    norm(work);
    stream(work, normed, normed);
  };
  if (first) separate();
  product(stage("product"), shape);
  if (!first) separate();
}

void KernelBuilder::gated_products() {
  const double m = sizes_.m;
  const double k = sizes_.k;
  const double n = sizes_.n;
  const bool separate = baseline();
  Work* work = &stage(separate ? "gate_and_up" : "swiglu");
  product(*work, {.m = m, .k = k, .n = n, .writes_output = separate});
  product(*work, {.m = m, .k = k, .n = n, .reads_input = separate, .writes_output = separate});
  if (separate) {
    work = &stage("gating");
    stream(*work, 2 * m * n, m * n);
  }
  vector(*work, m * n, kGateCycles);
  if (separate) work = &stage("down");
  product(*work, {.m = m, .k = n, .n = k, .reads_input = separate});
}

void KernelBuilder::attention() {
  const double heads = 1.0 * sizes_.batch * sizes_.heads;
  const double scores = heads * sizes_.m * sizes_.n;
  const Attention shape{.batch = 1.0 * sizes_.batch,
                        .query_heads = 1.0 * sizes_.heads,
                        .kv_heads = 1.0 * sizes_.kv_heads,
                        .head_dim = 1.0 * sizes_.head_dim,
                        .queries = 1.0 * sizes_.m,
                        .keys = 1.0 * sizes_.n,
                        .fused = true};
  Work& work = stage("attention");
  for (const Work& part : {attention_scores(rates_, shape), attention_softmax(rates_, shape),
                           attention_context(rates_, shape)}) {
    work.add(part, 1);
  }
  vector(work, scores, kernels_.softmax_passes);
  const double passes = setup_.dtype == "bf16x2" ? kSplitProducts : 1;
  work[Unit::kTensor] *= passes;
  out_.flops = 4.0 * scores * sizes_.head_dim;
  const double queries = heads * sizes_.m * sizes_.head_dim;
  const double keys = 1.0 * sizes_.batch * sizes_.kv_heads * sizes_.n * sizes_.head_dim;
  if (sizes_.m > 1) {
    operands(work, queries + 2 * keys, queries);
  } else {
    operands(work, queries, queries);  // the scores and the context have read the cache
    out_.operand_bytes += bytes_ * 2 * keys;
  }
  if (baseline()) {
    add_stream(rates_, stage("scores"), kScoreBytes * scores, kScoreBytes * scores);
  }
}

void KernelBuilder::elements() {
  const std::string_view name = setup_.name;
  const double all = 1.0 * sizes_.m * sizes_.n;
  if (name == "rope") {
    const double angles = 1.0 * sizes_.m * sizes_.head_dim;
    const double positions = angles * sizes_.batch * sizes_.heads;
    Work& work = stage("rope");
    vector(work, positions, kRopeCycles);
    operands(work, positions + angles, positions);
    if (baseline()) stream(work, positions - angles, 0);  // the angles again for every head
    return;
  }
  if (name == "mamba") {
    const double states = all * sizes_.states;
    Work& work = stage("mamba");
    vector(work, states, kStateCycles);
    scalar(work, states);
    operands(work, 3 * all, all);
    // Inputs are read, and sums are read or written, for every state.
    if (baseline()) stream(work, (2.0 * sizes_.states - 3) * all, 0);
    return;
  }
  if (name == "adamw") {
    Work& work = stage("adamw");
    vector(work, all, kAdamCycles);
    operands(work, (kAdamTensors - 1) * all, all);
    return;
  }
  if (name == "silu" || name == "gelu") {
    Work& work = stage(name == "silu" ? "silu" : "gelu");
    scalar(work, all);
    if (setup_.polynomial) {
      vector(work, all, kernels_.polynomial_passes);
    } else if (baseline()) {
      vector(work, all, kComposedCycles);
    }
    operands(work, all, all);
    return;
  }
  struct Row {
    std::string_view name;
    double cycles;
    double inputs;
  };
  constexpr std::array<Row, 4> kRows{{{"add", kAddCycles, 2},
                                      {"layernorm", kLayerNormCycles, 1},
                                      {"rmsnorm", kNormCycles, 1},
                                      {"softmax", kSoftmaxCycles, 1}}};
  for (const Row& row : kRows) {
    if (name != row.name) continue;
    Work& work = stage(row.name);
    vector(work, all, row.cycles);
    if (name == "softmax") scalar(work, all);
    operands(work, row.inputs * all, all);
  }
}

/// Reads of single rows, whose descriptors GpSimdE generates.
void KernelBuilder::indexed() {
  const double rows = sizes_.m;
  const double width = sizes_.n;
  const bool samples = setup_.name == "grid_sample";
  // A baseline grid_sample reads every channel of a pixel on its own.
  const double reads = samples && baseline() ? rows * width : rows;
  Work& work = stage(samples ? "grid_sample" : "gather");
  work =
      gather(rates_, {.rows = reads, .row_bytes = bytes_ * rows * width / reads, .width = width});
  work[Unit::kGpSimd] += reads * kernels_.descriptor;
  const double elements = rows * width;
  stream(work, 0, elements);
  out_.operand_bytes = 2 * bytes_ * elements;
  out_.output_bytes = bytes_ * elements;
}

void KernelBuilder::layouts() {
  const double elements = 1.0 * sizes_.m * sizes_.n;
  if (setup_.name == "transpose") {
    Work& work = stage("transpose");
    add_transposes(work, sizes_.m, sizes_.n);
    scalar(work, elements);
    operands(work, elements, elements);
    return;
  }
  // A copy in HBM moves its bytes once; short rows take as long as one of the smallest efficient
  // length.
  Work& work = stage("copy");
  const double row = std::max(bytes_ * sizes_.n, machine_.timing->gathered_row);
  work[Unit::kDma] = machine_.dma_start + sizes_.m * row / dma_rate(rates_);
  work.read_bytes = work.write_bytes = bytes_ * elements;
  out_.operand_bytes = 2 * bytes_ * elements;
  out_.output_bytes = bytes_ * elements;
}

KernelStages KernelBuilder::build() {
  const std::string_view name = setup_.name;
  if (name == "attention") {
    attention();
  } else if (name == "swiglu") {
    gated_products();
  } else if (name.find("rmsnorm_") != name.npos || name.ends_with("_rmsnorm")) {
    normed_products();
  } else if (name == "gather" || name == "grid_sample") {
    indexed();
  } else if (name == "copy" || name == "transpose") {
    layouts();
  } else if (name == "conv") {
    const double pixels = 1.0 * sizes_.batch * sizes_.m;
    Work& work = stage("conv");
    work = convolution(rates_, {.pixels = pixels,
                                .in = 1.0 * sizes_.k,
                                .out = 1.0 * sizes_.n,
                                .taps = 1.0 * sizes_.taps,
                                .weight_bytes = bytes_});
    out_.flops = work.flops;
    out_.operand_bytes = work.read_bytes;
    operands(work, pixels * sizes_.k, pixels * sizes_.n);
  } else if (has_size(name, "k")) {
    products();
  } else {
    elements();
  }
  // Native PyTorch brings operands of products into the layout of the product first.
  if (setup_.caller == KernelCaller::kTorchNative && out_.flops > 0) {
    const double inputs = out_.operand_bytes - out_.output_bytes;
    Operator layout{.name = "operand_layout", .work = {}};
    add_stream(rates_, layout.work, inputs, inputs);
    out_.stages.insert(out_.stages.begin(), std::move(layout));
  }
  return std::move(out_);
}

}  // namespace

KernelStages kernel_stages(const Machine& machine, const KernelParameters& parameters,
                           const KernelSetup& setup) {
  return KernelBuilder(machine, parameters, setup).build();
}

}  // namespace nscope::sim

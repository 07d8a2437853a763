#include "simcore/engine/gpu/gpu_network.h"

#include "simcore/engine/documents/software.h"
#include "simcore/engine/inference/fixed_call.h"
#include "simcore/engine/workload/workload.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace nscope::sim {
namespace {

using catalog::Block;

constexpr double kElementBytes = 2;

/// One matrix product or convolution with the elementwise kernels that follow it.
struct Kernels {
  double gemm = 0;
  double convolution = 0;
  double operands = 0;
  double elementwise = 0;
  double count = 0;
  double times = 1;  ///< how often they run
};

/// Counts the kernels of blocks for one input. Every elementwise kernel reads its inputs and writes
/// its output; the fitted factor of their traffic says how many of them are fused.
class KernelCounter {
 public:
  KernelCounter(const NetworkInput& input, bool fused) : input_(input), fused_(fused) {}

  std::vector<Kernels> of(const Block& block) const {
    switch (block.kind) {
      case Block::Kind::kConvolution: return {convolution(block)};
      case Block::Kind::kPool: return {elementwise(rows(block) * block.in, 3)};
      case Block::Kind::kLinear: return {product(rows(block), block.in, block.out)};
      case Block::Kind::kNorm: return {elementwise(rows(block) * block.in, 2)};
      case Block::Kind::kCrossAttention: return cross_attention(block);
      case Block::Kind::kEmbedding:
        return {elementwise(
            static_cast<double>(input_.batch) * std::max(1, block.lookups) * block.out, 2)};
      case Block::Kind::kInteraction: {
        const double vectors = block.rows;
        Kernels pairs = product(input_.batch * vectors, block.in, vectors);
        pairs.elementwise = kElementBytes * input_.batch * vectors * vectors;
        pairs.count = 2;
        return {pairs};
      }
      case Block::Kind::kElementwise:
        return {elementwise(rows(block) * block.in, 2 * static_cast<double>(block.kernel))};
      case Block::Kind::kLstm: return lstm(block);
      case Block::Kind::kTransformer: break;
    }
    return transformer(block);
  }

 private:
  double sequence(const Block& block) const {
    if (block.rows > 0) return block.rows;
    return static_cast<double>(std::max(1, input_.height / block.scale)) *
               std::max(1, input_.width / block.scale) * input_.frames * block.images +
           block.text_rows;
  }
  double rows(const Block& block) const { return input_.batch * sequence(block); }

  static Kernels elementwise(double elements, double accesses) {
    return {.elementwise = kElementBytes * elements * accesses, .count = 1};
  }
  Kernels product(double tokens, double inner, double columns) const {
    return {.gemm = 2 * tokens * inner * columns,
            .operands =
                input_.weight_bytes * inner * columns + kElementBytes * tokens * (inner + columns),
            .count = 1};
  }
  /// A convolution and one kernel for its norm and activation, and one to add the residual.
  Kernels convolution(const Block& block) const {
    const double pixels = rows(block);
    const double in = block.in;
    const double out = block.out;
    const double weights = in * out * block.kernel * block.kernel / block.groups;
    return {
        .convolution = 2 * pixels * weights,
        .operands = input_.weight_bytes * weights + kElementBytes * pixels * (in + out),
        .elementwise = kElementBytes * pixels * out * (block.residual ? 3 : 2),
        .count = block.residual ? 3.0 : 2.0,
    };
  }
  /// Scores, softmax and weighted values of `queries` to `keys`.
  void add_attention(std::vector<Kernels>& out, const Block& block, double queries,
                     double keys) const {
    const double inner = static_cast<double>(block.heads) * block.head_dim;
    const double scores = input_.batch * static_cast<double>(block.heads) * queries * keys;
    Kernels attention{.gemm = 4 * input_.batch * queries * keys * inner, .count = 1};
    attention.operands = kElementBytes * input_.batch * inner * 2 * (queries + keys);
    if (!fused_) {
      attention.operands += 2 * kElementBytes * scores;
      attention.elementwise = 4 * kElementBytes * scores;  // scale with mask, and softmax
      attention.count = 4;
    }
    out.push_back(attention);
  }
  std::vector<Kernels> cross_attention(const Block& block) const {
    const double tokens = rows(block);
    const double inner = static_cast<double>(block.heads) * block.head_dim;
    std::vector<Kernels> out{product(tokens, block.in, inner),
                             product(static_cast<double>(input_.batch) * block.context_rows,
                                     block.context_width, 2 * inner)};
    add_attention(out, block, sequence(block), block.context_rows);
    out.push_back(product(tokens, inner, block.in));
    out.push_back({.elementwise = 6 * kElementBytes * tokens * block.in, .count = 2});
    return out;
  }
  std::vector<Kernels> transformer(const Block& block) const {
    const double tokens = rows(block);
    const double width = block.in;
    const double inner = static_cast<double>(block.heads) * block.head_dim;
    std::vector<Kernels> out{product(tokens, width, 3 * inner)};
    add_attention(out, block, sequence(block), sequence(block));
    const double returned = tokens - (block.text_ends ? 1.0 * input_.batch * block.text_rows : 0.0);
    out.push_back(product(returned, inner, width));
    // Bias, residual and norm.
    out.push_back({.elementwise = 6 * kElementBytes * returned * width, .count = 2});
    if (block.context_rows > 0) {
      const std::vector<Kernels> cross = cross_attention(block);
      out.insert(out.end(), cross.begin(), cross.end());
    }
    if (block.ffn == 0) return out;
    const double ffn = block.ffn;
    out.push_back(product(returned, width, block.gated ? 2 * ffn : ffn));
    out.push_back(
        {.elementwise = (block.gated ? 3 : 2) * kElementBytes * returned * ffn, .count = 1});
    out.push_back(product(returned, ffn, width));
    out.push_back({.elementwise = 6 * kElementBytes * returned * width, .count = 2});
    return out;
  }
  /// The inputs of all steps are projected together; the steps follow in sequence.
  std::vector<Kernels> lstm(const Block& block) const {
    const double hidden = block.out;
    Kernels step = product(input_.batch, hidden, 4 * hidden);
    step.elementwise = 8 * kElementBytes * input_.batch * hidden;
    step.count = 2;
    step.times = std::max(1, block.rows);
    return {product(rows(block), block.in, 4 * hidden), step};
  }

  const NetworkInput& input_;
  bool fused_;
};

/// The workload as one call on one core, which has both halves of the guidance.
Workload call_workload(const GpuWorkload& w) {
  Workload call;
  call.model = w.model;
  call.instance = w.instance;
  call.batch = w.batch;
  call.input_tokens = w.input_tokens;
  call.task = "encode";
  call.cores = 1;
  call.image_height = w.image_height;
  call.image_width = w.image_width;
  call.steps = w.steps;
  return call;
}

void add(const Kernels& kernels, double repeats, GpuCall& call) {
  const double times = kernels.times * repeats;
  call.gemm += times * kernels.gemm;
  call.convolution += times * kernels.convolution;
  call.operands += times * kernels.operands;
  call.elementwise += times * kernels.elementwise;
  call.kernels += times * kernels.count;
  call.activations = std::max({call.activations, kernels.operands, kernels.elementwise});
}

}  // namespace

Result<GpuCall> plan_gpu_call(const GpuMachine& machine, const catalog::Model& model,
                              const GpuWorkload& workload, GpuStack stack, double weight_bytes) {
  Machine one;  // the plan of a call uses only the number of cores
  one.instance = machine.instance;
  one.device = machine.device;
  const auto planned = plan_fixed_call(one, model, call_workload(workload));
  if (!planned) return fail(planned.error());
  constexpr std::string_view kFusedSince = "2.0";
  const bool fused =
      stack == GpuStack::kPyTorch && software_at_least(workload.software, kFusedSince);
  GpuCall call;
  if (planned->images && !planned->phases.empty()) {
    const NetworkInput& input = planned->phases.front().input;
    call.images = workload.batch;
    if (input.tokens == 0) {
      call.height = input.height;
      call.width = input.width;
      call.frames = input.frames;
    }
  }
  for (const FixedCall::Phase& phase : planned->phases) {
    NetworkInput input = phase.input;
    input.weight_bytes = weight_bytes;
    const KernelCounter counter(input, fused);
    call.weights += weight_bytes * catalog::parameters_of(phase.network);
    for (const Block& block : phase.network) {
      for (const Kernels& kernels : counter.of(block)) {
        add(kernels, static_cast<double>(phase.passes) * block.times, call);
      }
    }
  }
  return call;
}

double GpuCallTimes::seconds() const {
  const double gpu = products + elementwise + floor;
  const double longer = std::max(gpu, host);
  if (longer <= 0) return 0;
  const double ratio = std::min(gpu, host) / longer;
  return longer * std::sqrt(std::sqrt(1 + ratio * ratio * ratio * ratio));
}

GpuCallTimes time_gpu_call(const GpuCall& call, const GpuMachine& machine, double peak,
                           GpuStack stack, const GpuParameters& p) {
  const double memory = machine.memory_bandwidth * p.serve_memory;
  const bool tensorflow = stack == GpuStack::kTensorFlow;
  GpuCallTimes times;
  times.products = call.gemm / (peak * p.network_gemm) +
                   call.convolution / (peak * p.network_convolution) + call.operands / memory;
  times.elementwise = p.network_elementwise * call.elementwise / memory;
  times.floor = p.network_kernel * call.kernels;
  times.host = call.kernels * (tensorflow ? p.tensorflow_launch : p.pytorch_launch);
  if (tensorflow) times.host += call.images * p.tensorflow_image;
  return times;
}

}  // namespace nscope::sim

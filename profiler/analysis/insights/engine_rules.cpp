#include "profiler/analysis/insights/rules.h"
#include "profiler/analysis/metrics/metric_computation.h"
#include "profiler/base/format.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>

#include <fmt/format.h>

namespace nscope::analysis {
namespace {

/// Type of the clock limits that hold until TensorE is warm (captures of Trn2).
constexpr int kWarmUpType = 1;
/// TensorE multiplies fp32 in four passes (ISA, nc_matmul): three are lost against bf16.
constexpr double kFp32Loss = 0.75;

std::string us(double ns) {
  return format_duration_ns(ns);
}

/// TensorE's time on all cores, seconds.
double tensor_seconds(const RunFacts& facts) {
  double ns = 0;
  for (const auto& [id, core] : facts.cores) ns += facts.ns(core.busy[0].length());
  return ns * 1e-9;
}

/// Clock limits other than the warm-up, longest loss first.
const ThrottleFacts* worst_limit(const RunFacts& facts) {
  const ThrottleFacts* worst = nullptr;
  for (const auto& [type, limit] : facts.throttle) {
    if (type == kWarmUpType || limit.limited.empty()) continue;
    if (worst == nullptr || limit.lost_ns > worst->lost_ns) worst = &limit;
  }
  return worst;
}

}  // namespace

Findings find_low_model_flops(const RunFacts& facts, const ParameterValues& thresholds) {
  const auto mfu = facts.metric("mfu_estimated_percent");
  // Without events of cores there is nothing to open.
  if (!mfu || *mfu <= 0 || facts.cores.empty()) return std::nullopt;
  if (*mfu >= thresholds.number("model_flops_share")) return nothing_found();
  const auto mbu = facts.metric("mbu_estimated_percent");
  const auto achievable = facts.metric("mfu_max_achievable_estimated_percent");
  const double needed = std::clamp(std::max(*mfu, mbu.value_or(0)), 0.0, 1.0);
  std::vector<InsightNumber> numbers{{"mfu_estimated_percent", *mfu, ""}};
  std::string finding =
      fmt::format("The model's multiplications use {} of TensorE's peak", format_percent(*mfu, 2));
  if (mbu) {
    numbers.push_back({"mbu_estimated_percent", *mbu, ""});
    finding += fmt::format(" and its traffic {} of the HBM bandwidth", format_percent(*mbu, 2));
  }
  if (achievable) {
    numbers.push_back({"mfu_max_achievable_estimated_percent", *achievable, ""});
    finding += fmt::format("; this mix of work and traffic could reach {} of the peak",
                           format_percent(*achievable, 1));
  }
  const bool full = mbu.value_or(0) >= kBandwidthUsed;
  return found({.finding = finding + ".",
                .action = full ? "HBM bounds the run, not TensorE: move fewer bytes for each FLOP "
                                 "by a larger batch, a smaller type or fused operators."
                               : "Read in 'idle' what TensorE waits for and remove the largest "
                                 "cause: load tiles before they are needed, keep intermediate "
                                 "results in SBUF, split work so that engines overlap.",
                .gain = RunFacts::of(1 - needed, 1,
                                     "time beyond what FLOPs and HBM bytes need at full speed"),
                .evidence = facts.throughout(std::move(numbers), full ? "roofline" : "idle")});
}

Findings find_low_active_flops(const RunFacts& facts, const ParameterValues& thresholds) {
  const auto flops = facts.metric("hardware_flops");
  const auto peak = DeviceFigures(facts.trace).peak_flops;
  const double seconds = tensor_seconds(facts);
  if (!flops || *flops <= 0 || !peak || *peak <= 0 || seconds <= 0) return std::nullopt;
  const double share = *flops / (*peak * seconds);
  if (share >= thresholds.number("active_flops_share")) return nothing_found();
  std::vector<InsightNumber> numbers{{"active_flops_share", share, "share"},
                                     {"hardware_flops", *flops, "FLOP"},
                                     {"tensor_core_seconds", seconds, "s"}};
  const auto longest = facts.path.longest_work.find(Engine::kTensor);
  return found(
      {.finding = fmt::format("While TensorE is active ({} over all cores) it computes {}: {} of "
                              "its peak.",
                              us(seconds * 1e9), format_si(*flops, "FLOP"), format_percent(share)),
       .action = "Give each matrix product a full tile: 128 rows of contraction, 128 columns of "
                 "weights and 512 moving columns in bf16, issued back to back.",
       .gain = facts.of_path((1 - share) * facts.path.work(Engine::kTensor),
                             "TensorE's work on the critical path times the unused share"),
       .evidence = longest != facts.path.longest_work.end()
                       ? facts.at(longest->second, std::move(numbers), "opcodes")
                       : facts.throughout(std::move(numbers), "opcodes")});
}

Findings find_transposes(const RunFacts& facts, const ParameterValues& thresholds) {
  const auto flops = facts.metric("hardware_flops");
  const auto moved = facts.metric("transpose_flops");
  if (!facts.instructions.types_stated || !flops || *flops <= 0 || !moved) return std::nullopt;
  const double share = *moved / *flops;
  if (share <= thresholds.number("transpose_share")) return nothing_found();
  const EventTotals& transposes = facts.instructions.transposes;
  std::vector<InsightNumber> numbers{{"transpose_flops", *moved, "FLOP"},
                                     {"hardware_flops", *flops, "FLOP"},
                                     {"transposes", static_cast<double>(transposes.count), ""}};
  return found(
      {.finding = fmt::format("{} of TensorE's multiplications only transpose data ({}, "
                              "{} of {}).",
                              format_percent(share),
                              counted(transposes.count, "instruction", "instructions"),
                              format_si(*moved, "FLOP"), format_si(*flops, "FLOP")),
       .action =
           "Store the operand in the layout the product reads (contraction on the partitions) "
           "or let DMA transpose it while loading.",
       .gain = facts.of_path(facts.path.marked_ns[static_cast<std::size_t>(Mark::kTranspose)],
                             "transposing instructions on the critical path"),
       .evidence = transposes.empty() ? facts.throughout(std::move(numbers), "opcodes")
                                      : facts.at(transposes, std::move(numbers), "opcodes")});
}

Findings find_throttling(const RunFacts& facts, const ParameterValues& thresholds) {
  if (!facts.throttle_stated) return std::nullopt;
  const ThrottleFacts* const limit = worst_limit(facts);
  if (limit == nullptr) return nothing_found();
  const double lost = limit->lost_ns;
  if (facts.total_ns <= 0 || lost < thresholds.number("throttle_share") * facts.total_ns) {
    return nothing_found();
  }
  return found({.finding = fmt::format("The clock was throttled {}; TensorE lost {} of work "
                                       "to it on core {}.",
                                       counted(limit->limited.count, "time", "times"), us(lost),
                                       limit->core),
                .action = "Check the chip's temperature and power with neuron-monitor and spread "
                          "bursts of matrix products over time or chips.",
                .gain = facts.of_path(std::min(lost, facts.path.work(Engine::kTensor)),
                                      "the clock's missing share of TensorE's time"),
                .evidence = facts.at(limit->limited, {{"lost_ns", lost, "ns"}}, "summary")});
}

Findings find_warm_up(const RunFacts& facts, const ParameterValues& thresholds) {
  if (!facts.throttle_stated) return std::nullopt;
  const auto it = facts.throttle.find(kWarmUpType);
  if (it == facts.throttle.end() || it->second.limited.empty()) return nothing_found();
  const ThrottleFacts& limit = it->second;
  const double lost = limit.lost_ns;
  if (facts.total_ns <= 0 || lost < thresholds.number("warm_up_share") * facts.total_ns) {
    return nothing_found();
  }
  return found(
      {.finding = fmt::format("TensorE's clock ran at half speed in {} ({} in all) because "
                              "it was not warm; that cost core {} {}.",
                              counted(limit.limited.count, "stretch", "stretches"),
                              us(limit.limited.ns), limit.core, us(lost)),
       .action = "Keep TensorE busy more than half of every 3 µs: issue products in one block, "
                 "prefetch their operands, and fill waits with independent products.",
       .gain = facts.of_path(std::min(lost, facts.path.work(Engine::kTensor)),
                             "the clock's missing share of TensorE's time"),
       .evidence =
           facts.at(limit.limited,
                    {{"lost_ns", lost, "ns"}, {"limited_ns", limit.limited.ns, "ns"}}, "waits")});
}

Findings find_fp32(const RunFacts& facts, const ParameterValues& thresholds) {
  const InstructionFacts& of = facts.instructions;
  if (of.matmul.empty() || of.matmul.ns <= 0) return std::nullopt;
  const double share = of.fp32.ns / of.matmul.ns;
  if (of.fp32.empty() || share < thresholds.number("fp32_share")) return nothing_found();
  return found(
      {.finding = fmt::format("{} of {} matrix products ({} of their time) multiply fp32, which "
                              "takes TensorE four passes instead of one.",
                              format_count(of.fp32.count), format_count(of.matmul.count),
                              format_percent(share)),
       .action = "Cast the operands to bf16 (PSUM still accumulates in fp32), or compile with "
                 "--auto-cast matmult.",
       .gain =
           facts.of_path(kFp32Loss * facts.path.marked_ns[static_cast<std::size_t>(Mark::kFp32)],
                         "three quarters of the fp32 products on the critical path"),
       .evidence = facts.at(of.fp32,
                            {{"fp32_products", static_cast<double>(of.fp32.count), ""},
                             {"fp32_share", share, "share"}},
                            "opcodes")});
}

Findings find_narrow_products(const RunFacts& facts, const ParameterValues& thresholds) {
  const InstructionFacts& of = facts.instructions;
  const bool sized = facts.trace.property_number(property::kPeRows).has_value();
  if (of.matmul.empty() || of.matmul.ns <= 0 || !sized || of.types_stated == false) {
    return std::nullopt;
  }
  const double fill = of.array_fill_ns / of.matmul.ns;
  if (of.narrow.empty() || fill >= thresholds.number("array_fill")) return nothing_found();
  return found(
      {.finding = fmt::format("{} of {} matrix products use only a part of TensorE's array; over "
                              "time {} of it is filled (a head dimension of 64 fills half).",
                              format_count(of.narrow.count), format_count(of.matmul.count),
                              format_percent(fill)),
       .action = "Pack two heads or two row tiles into one product so that contraction and columns "
                 "reach 128, or choose a model with head_dim 128.",
       .gain =
           facts.of_path((1 - fill) * facts.path.marked_ns[static_cast<std::size_t>(Mark::kNarrow)],
                         "the empty share of the array in narrow products on the critical path"),
       .evidence = facts.at(of.narrow,
                            {{"array_fill", fill, "share"},
                             {"narrow_products", static_cast<double>(of.narrow.count), ""}},
                            "opcodes")});
}

Findings find_vector_bound(const RunFacts& facts, const ParameterValues& thresholds) {
  if (!facts.path.known() || facts.path.work_ns.empty() || facts.total_ns <= 0) {
    return std::nullopt;
  }
  const double vector = facts.path.work(Engine::kVector);
  const double share = vector / facts.total_ns;
  if (share < thresholds.number("vector_share") || vector <= facts.path.work(Engine::kTensor)) {
    return nothing_found();
  }
  const EventTotals& longest = facts.path.longest_work.at(Engine::kVector);
  return found(
      {.finding =
           fmt::format("VectorE's work is {} of the critical path ({}), TensorE's {}: the "
                       "run is bound by VectorE.",
                       format_percent(share), us(vector), us(facts.path.work(Engine::kTensor))),
       .action = "Move element-wise work to ScalarE or GpSimdE, use bf16 operands in SBUF (VectorE "
                 "is up to four times faster on them), and fuse reductions into the instruction "
                 "before.",
       .gain = facts.of_path(vector, "VectorE's work on the critical path"),
       .evidence =
           facts.at(longest, {{"vector_path_ns", vector, "ns"}, {"vector_share", share, "share"}},
                    "critical-path-totals")});
}

Findings find_unfused(const RunFacts& facts, const ParameterValues& thresholds) {
  const InstructionFacts& of = facts.instructions;
  if (of.elementwise.empty() || of.elementwise.ns <= 0) return std::nullopt;
  const double share = of.unfused.ns / of.elementwise.ns;
  if (of.unfused.empty() || share < thresholds.number("unfused_share")) return nothing_found();
  return found(
      {.finding =
           fmt::format("{} of {} element-wise instructions ({} of their time) only read what "
                       "the instruction before them on the same engine wrote.",
                       format_count(of.unfused.count), format_count(of.elementwise.count),
                       format_percent(share)),
       .action = "Fuse each pair into one instruction: tensor_scalar takes two operators, "
                 "activation a scale and a bias, scalar_tensor_tensor two tensors.",
       .gain = facts.of_path(facts.path.marked_ns[static_cast<std::size_t>(Mark::kUnfused)],
                             "the second instructions on the critical path"),
       .evidence = facts.at(of.unfused,
                            {{"unfused", static_cast<double>(of.unfused.count), ""},
                             {"unfused_share", share, "share"}},
                            "opcodes")});
}

Findings find_low_kernel_coverage(const RunFacts& facts, const ParameterValues& thresholds) {
  const InstructionFacts& of = facts.instructions;
  if (!of.kernels_stated || of.all.ns <= 0) return std::nullopt;
  const double share = 1 - of.outside_kernels.ns / of.all.ns;
  if (share >= thresholds.number("kernel_share")) return nothing_found();
  return found(
      {.finding = fmt::format("{} of the engines' time runs in NKI kernels; {} instructions ({}) "
                              "come from the compiler.",
                              format_percent(share), format_count(of.outside_kernels.count),
                              us(of.outside_kernels.ns)),
       .action = "Write NKI kernels for the operators outside that take most time, beginning with "
                 "attention and normalisation.",
       .gain = unknown_gain("not estimated: it depends on what a kernel does better"),
       .evidence = facts.at(of.outside_kernels, {{"kernel_share", share, "share"}}, "operators")});
}

}  // namespace nscope::analysis

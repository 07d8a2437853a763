#include "profiler/analysis/insights/rules.h"
#include "profiler/analysis/metrics/metric_computation.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>

namespace nscope::analysis {
namespace {

/// Type of the clock limits that apply until TensorE is warm (captures of Trn2).
constexpr int kWarmUpType = 1;
/// TensorE multiplies fp32 in four passes (ISA, nc_matmul) and bf16 in one.
constexpr double kFp32Loss = 0.75;

/// TensorE's active time, added up over all cores, in seconds.
double tensor_seconds(const RunFacts& facts) {
  double ns = 0;
  for (const auto& [id, core] : facts.cores) ns += facts.ns(core.busy[0].length());
  return ns * 1e-9;
}

/// The clock limit with the largest loss, without the warm-up; null if there is none.
const ThrottleFacts* worst_limit(const RunFacts& facts) {
  const ThrottleFacts* worst = nullptr;
  for (const auto& [type, limit] : facts.throttle) {
    if (type == kWarmUpType || limit.limited.empty()) continue;
    if (worst == nullptr || limit.lost_ns > worst->lost_ns) worst = &limit;
  }
  return worst;
}

Text low_model_flops_text(double mfu, std::optional<double> mbu, std::optional<double> achievable) {
  const Text used =
      mbu ? tr("The model's multiplications use {} of TensorE's peak, and its traffic uses {} of "
               "the HBM bandwidth.",
               as::percent(mfu, 2), as::percent(*mbu, 2))
          : tr("The model's multiplications use {} of TensorE's peak.", as::percent(mfu, 2));
  if (!achievable) return used;
  return tr("{} At this arithmetic intensity, the HBM bandwidth permits {} of the peak.", used,
            as::percent(*achievable));
}

}  // namespace

Findings find_low_model_flops(const RunFacts& facts, const ParameterValues& thresholds) {
  const auto mfu = facts.metric("mfu_estimated_percent");
  // Without events of cores, there is no evidence to open.
  if (!mfu || *mfu <= 0 || facts.cores.empty()) return std::nullopt;
  if (*mfu >= thresholds.number("model_flops_share")) return nothing_found();
  const auto mbu = facts.metric("mbu_estimated_percent");
  const auto achievable = facts.metric("mfu_max_achievable_estimated_percent");
  const double needed = std::clamp(std::max(*mfu, mbu.value_or(0)), 0.0, 1.0);
  std::vector<InsightNumber> numbers{{"mfu_estimated_percent", phrase("MFU"), *mfu, ""}};
  if (mbu) numbers.push_back({"mbu_estimated_percent", phrase("MBU"), *mbu, ""});
  if (achievable) {
    numbers.push_back(
        {"mfu_max_achievable_estimated_percent", phrase("highest possible MFU"), *achievable, ""});
  }
  const bool full = mbu.value_or(0) >= kBandwidthUsed;
  return found(
      {.finding = low_model_flops_text(*mfu, mbu, achievable),
       .action = full ? tr("HBM is the bottleneck, not TensorE: move fewer bytes per FLOP with a "
                           "larger batch, a smaller data type or fused operators.")
                      : tr("Find the largest cause of TensorE's idle time with the analysis 'idle' "
                           "and remove it: load tiles before they are needed, keep intermediate "
                           "results in SBUF, and split work so that engines overlap."),
       .gain = RunFacts::of(1 - needed, 1,
                            phrase("time beyond what FLOPs and HBM bytes need at full speed")),
       .evidence = facts.throughout(std::move(numbers), full ? "roofline" : "idle")});
}

Findings find_low_active_flops(const RunFacts& facts, const ParameterValues& thresholds) {
  const auto flops = facts.metric("hardware_flops");
  const auto peak = DeviceFigures(facts.trace).peak_flops;
  const double seconds = tensor_seconds(facts);
  if (!flops || *flops <= 0 || !peak || *peak <= 0 || seconds <= 0) return std::nullopt;
  const double share = *flops / (*peak * seconds);
  if (share >= thresholds.number("active_flops_share")) return nothing_found();
  std::vector<InsightNumber> numbers{
      {"active_flops_share", phrase("share of the peak while active"), share, "share"},
      {"hardware_flops", phrase("hardware FLOPs"), *flops, "FLOP"},
      {"tensor_core_seconds", phrase("active time of TensorE"), seconds, "s"}};
  const auto longest = facts.path.longest_work.find(Engine::kTensor);
  return found(
      {.finding = tr(
           "While TensorE is active ({} over all cores), it computes {}, which is {} of its peak.",
           as::seconds(seconds), as::value(*flops, "FLOP"), as::percent(share)),
       .action = tr("Give each matrix product a full tile (128 contraction rows, 128 weight "
                    "columns and 512 moving columns in bf16), and issue products back to back."),
       .gain = facts.of_path(
           (1 - share) * facts.path.work(Engine::kTensor),
           phrase("TensorE's work on the critical path multiplied by the unused share")),
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
  std::vector<InsightNumber> numbers{
      {"transpose_flops", phrase("FLOPs of transposes"), *moved, "FLOP"},
      {"hardware_flops", phrase("hardware FLOPs"), *flops, "FLOP"},
      {"transposes", phrase("transposes"), static_cast<double>(transposes.count), ""}};
  return found(
      {.finding =
           tr_plural(transposes.count,
                     "{} of TensorE's FLOPs only transpose data ({} instruction, {} of {}).",
                     "{} of TensorE's FLOPs only transpose data ({} instructions, {} of {}).",
                     as::percent(share), as::count(transposes.count), as::value(*moved, "FLOP"),
                     as::value(*flops, "FLOP")),
       .action = tr("Store the operand in the layout that the product reads (contraction on the "
                    "partitions), or let DMA transpose it while loading."),
       .gain = facts.of_path(facts.path.marked_ns[static_cast<std::size_t>(Mark::kTranspose)],
                             phrase("transposing instructions on the critical path")),
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
  return found({.finding = tr_plural(
                    limit->limited.count,
                    "The clock was throttled {} time, which cost {} of TensorE's work on core {}.",
                    "The clock was throttled {} times, which cost {} of TensorE's work on core {}.",
                    as::count(limit->limited.count), as::duration_ns(lost), limit->core),
                .action = tr("Check the temperature and power of the chip with neuron-monitor, and "
                             "spread bursts of matrix products over time or over chips."),
                .gain = facts.of_path(std::min(lost, facts.path.work(Engine::kTensor)),
                                      phrase("missing share of the clock while TensorE works")),
                .evidence = facts.at(limit->limited, {{"lost_ns", phrase("lost time"), lost, "ns"}},
                                     "summary")});
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
      {.finding = tr_plural(limit.limited.count,
                            "TensorE's clock ran at half speed in {} interval ({}) because it was "
                            "not warm, which cost {} of work on core {}.",
                            "TensorE's clock ran at half speed in {} intervals ({} in total) "
                            "because it was not warm, which cost {} of work on core {}.",
                            as::count(limit.limited.count), as::duration_ns(limit.limited.ns),
                            as::duration_ns(lost), limit.core),
       .action = tr("Keep TensorE busy for more than half of every 3 µs: issue products in one "
                    "block, prefetch their operands, and fill waits with independent products."),
       .gain = facts.of_path(std::min(lost, facts.path.work(Engine::kTensor)),
                             phrase("missing share of the clock while TensorE works")),
       .evidence =
           facts.at(limit.limited,
                    {{"lost_ns", phrase("lost time"), lost, "ns"},
                     {"limited_ns", phrase("time with a limited clock"), limit.limited.ns, "ns"}},
                    "waits")});
}

Findings find_fp32(const RunFacts& facts, const ParameterValues& thresholds) {
  const InstructionFacts& of = facts.instructions;
  if (of.matmul.empty() || of.matmul.ns <= 0) return std::nullopt;
  const double share = of.fp32.ns / of.matmul.ns;
  if (of.fp32.empty() || share < thresholds.number("fp32_share")) return nothing_found();
  return found(
      {.finding = tr("{} of {} matrix products ({} of their time) multiply fp32, which takes "
                     "TensorE four passes instead of one.",
                     as::count(of.fp32.count), as::count(of.matmul.count), as::percent(share)),
       .action = tr("Cast the operands to bf16 (PSUM still accumulates in fp32), or compile with "
                    "--auto-cast matmult."),
       .gain =
           facts.of_path(kFp32Loss * facts.path.marked_ns[static_cast<std::size_t>(Mark::kFp32)],
                         phrase("three quarters of the fp32 products on the critical path")),
       .evidence = facts.at(
           of.fp32,
           {{"fp32_products", phrase("fp32 products"), static_cast<double>(of.fp32.count), ""},
            {"fp32_share", phrase("fp32 share of the products"), share, "share"}},
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
      {.finding = tr("{} of {} matrix products use only a part of TensorE's array. On average over "
                     "time, {} of the array is filled; a head dimension of 64 fills half of it.",
                     as::count(of.narrow.count), as::count(of.matmul.count), as::percent(fill)),
       .action = tr("Pack two heads or two row tiles into one product, so that contraction and "
                    "columns reach 128, or choose a model with head_dim 128."),
       .gain = facts.of_path(
           (1 - fill) * facts.path.marked_ns[static_cast<std::size_t>(Mark::kNarrow)],
           phrase("unused share of the array in narrow products on the critical path")),
       .evidence = facts.at(of.narrow,
                            {{"array_fill", phrase("used part of the array"), fill, "share"},
                             {"narrow_products", phrase("narrow products"),
                              static_cast<double>(of.narrow.count), ""}},
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
      {.finding = tr("VectorE's work takes {} of the critical path ({}), TensorE's work "
                     "only {}. VectorE is the bottleneck.",
                     as::percent(share), as::duration_ns(vector),
                     as::duration_ns(facts.path.work(Engine::kTensor))),
       .action = tr("Move element-wise work to ScalarE or GpSimd, use bf16 operands in "
                    "SBUF (VectorE processes them up to four times faster), and fuse "
                    "reductions into the preceding instruction."),
       .gain = facts.of_path(vector, phrase("VectorE's work on the critical path")),
       .evidence = facts.at(
           longest,
           {{"vector_path_ns", phrase("VectorE on the critical path"), vector, "ns"},
            {"vector_share", phrase("VectorE share of the critical path"), share, "share"}},
           "critical-path-totals")});
}

Findings find_unfused(const RunFacts& facts, const ParameterValues& thresholds) {
  const InstructionFacts& of = facts.instructions;
  if (of.elementwise.empty() || of.elementwise.ns <= 0) return std::nullopt;
  const double share = of.unfused.ns / of.elementwise.ns;
  if (of.unfused.empty() || share < thresholds.number("unfused_share")) return nothing_found();
  return found(
      {.finding =
           tr("{} of {} element-wise instructions ({} of their time) only read the result of the "
              "preceding instruction on the same engine.",
              as::count(of.unfused.count), as::count(of.elementwise.count), as::percent(share)),
       .action =
           tr("Fuse each pair into one instruction: tensor_scalar takes two operators, activation "
              "takes a scale and a bias, and scalar_tensor_tensor takes two tensors."),
       .gain = facts.of_path(facts.path.marked_ns[static_cast<std::size_t>(Mark::kUnfused)],
                             phrase("second instruction of each pair on the critical path")),
       .evidence = facts.at(
           of.unfused,
           {{"unfused", phrase("unfused instructions"), static_cast<double>(of.unfused.count), ""},
            {"unfused_share", phrase("unfused share of the time"), share, "share"}},
           "opcodes")});
}

Findings find_low_kernel_coverage(const RunFacts& facts, const ParameterValues& thresholds) {
  const InstructionFacts& of = facts.instructions;
  if (!of.kernels_stated || of.all.ns <= 0) return std::nullopt;
  const double share = 1 - of.outside_kernels.ns / of.all.ns;
  if (share >= thresholds.number("kernel_share")) return nothing_found();
  return found(
      {.finding = tr_plural(of.outside_kernels.count,
                            "{} of the engines' time is in NKI kernels. {} instruction ({}) comes "
                            "from the compiler.",
                            "{} of the engines' time is in NKI kernels. {} instructions ({}) come "
                            "from the compiler.",
                            as::percent(share), as::count(of.outside_kernels.count),
                            as::duration_ns(of.outside_kernels.ns)),
       .action = tr("Write NKI kernels for the other operators that take the most time, starting "
                    "with attention and normalisation."),
       .gain = unknown_gain(tr("not estimated: the gain depends on the kernels")),
       .evidence =
           facts.at(of.outside_kernels,
                    {{"kernel_share", phrase("time in kernels"), share, "share"}}, "operators")});
}

}  // namespace nscope::analysis

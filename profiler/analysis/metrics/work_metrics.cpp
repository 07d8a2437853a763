#include "profiler/analysis/metrics/metric_computation.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>

namespace nscope::analysis {
namespace {

constexpr Phrase kNoPeak = phrase("the size and clock of TensorE are unknown");
constexpr Phrase kNoBandwidth = phrase("the HBM bandwidth is unknown");
constexpr Phrase kNoCores = phrase("the number of profiled cores is unknown");
constexpr Phrase kNoTraffic = phrase("the run states no HBM traffic");
constexpr Phrase kWholeModel = phrase("sizes are stated only for the whole model");

}  // namespace

/// FLOPs weighted by the type of the operands. Unavailable if the type of any operand is unknown.
void MetricComputation::adjusted_flops() {
  const std::initializer_list<std::string_view> names{"adjusted_hardware_flops",
                                                      "adjusted_transpose_flops"};
  const WorkTotals& work = totals.work;
  if (!totals.has_instructions) {
    unavailable(names, kNoInstructions);
  } else if (work.unknown_types > 0) {
    unavailable(names,
                tr_plural(work.unknown_types, "the operand type of {} multiplication is unknown",
                          "the operand types of {} multiplications are unknown",
                          as::count(work.unknown_types)));
  } else {
    out.exact("adjusted_hardware_flops", work.adjusted_flops);
    out.exact("adjusted_transpose_flops", work.adjusted_transpose_flops);
  }
}

void MetricComputation::spills() {
  if (!totals.has_spill_bytes) {
    return unavailable({"spill_save_bytes", "spill_reload_bytes"},
                       totals.has_instructions
                           ? tr("only Parquet exports state the bytes spilled by instructions")
                           : kNoInstructions);
  }
  out.exact("spill_save_bytes", totals.work.spill_save);
  out.exact("spill_reload_bytes", totals.work.spill_reload);
}

void MetricComputation::work() {
  const WorkTotals& work = totals.work;
  adjusted_flops();
  spills();
  if (!totals.has_instructions && !totals.has_operators) {
    return unavailable(
        {"hardware_flops", "transpose_flops", "hbm_read_bytes", "hbm_write_bytes",
         "sbuf_read_bytes", "sbuf_write_bytes", "psum_read_bytes", "psum_write_bytes",
         "psum_read_sbuf_write_bytes", "psum_read_sbuf_write_count", "hfu_estimated_percent",
         "mfu_estimated_percent", "mfu_inst_estimated_percent", "mbu_estimated_percent",
         "mm_arithmetic_intensity", "mfu_max_achievable_estimated_percent",
         "mfu_inst_max_achievable_estimated_percent"},
        kNoInstructions);
  }
  const double flops = 2.0 * work.elements + work.flops;
  const double transposes = 2.0 * work.transpose_elements;
  out.exact("hardware_flops", flops);
  out.exact("transpose_flops", transposes);
  out.exact("hbm_read_bytes", work.hbm_read);
  out.exact("hbm_write_bytes", work.hbm_write);
  if (totals.has_instructions) {
    out.exact("sbuf_read_bytes", work.sbuf_read);
    out.exact("sbuf_write_bytes", work.sbuf_write);
    out.exact("psum_read_bytes", work.psum_read);
    out.exact("psum_write_bytes", work.psum_write);
    out.exact("psum_read_sbuf_write_bytes", work.psum_read_sbuf_write);
    out.exact("psum_read_sbuf_write_count", static_cast<double>(work.psum_read_sbuf_write_count));
  } else {
    unavailable({"sbuf_read_bytes", "sbuf_write_bytes", "psum_read_bytes", "psum_write_bytes",
                 "psum_read_sbuf_write_bytes", "psum_read_sbuf_write_count"},
                kNoInstructions);
  }
  const double cores = scope.core() ? 1.0 : device.cores;
  compute_utilisation(flops, flops - transposes, cores);
  memory_utilisation(flops - transposes, work.hbm_read + work.hbm_write, cores);
}

/// HBM bandwidth of the cores in scope. The bandwidth of one core is an equal share of the
/// bandwidth of all profiled cores.
std::optional<double> MetricComputation::bandwidth() const {
  if (!scope.core()) return device.hbm_bandwidth;
  if (!device.hbm_bandwidth || device.cores <= 0.0) return std::nullopt;
  return *device.hbm_bandwidth / device.cores;
}

void MetricComputation::compute_utilisation(double flops, double useful_flops, double cores) {
  if (!device.peak_flops || cores <= 0.0) {
    return unavailable(
        {"hfu_estimated_percent", "mfu_estimated_percent", "mfu_inst_estimated_percent"},
        device.peak_flops ? kNoCores : kNoPeak);
  }
  const double peak = seconds * *device.peak_flops * cores;
  out.timed("hfu_estimated_percent", flops / peak);
  out.timed("mfu_estimated_percent", useful_flops / peak);
  out.timed("mfu_inst_estimated_percent", useful_flops / peak);
}

void MetricComputation::memory_utilisation(double useful_flops, double hbm_bytes, double cores) {
  if (hbm_bytes > 0.0) {
    out.exact("mm_arithmetic_intensity", useful_flops / hbm_bytes);
  } else {
    out.unavailable("mm_arithmetic_intensity", kNoTraffic);
  }
  const double per_second = bandwidth().value_or(0.0);
  if (per_second <= 0.0) {
    unavailable({"mbu_estimated_percent", "mbu_min_read_util_percent"}, kNoBandwidth);
  } else {
    out.timed("mbu_estimated_percent", hbm_bytes / (seconds * per_second));
    min_read(per_second);
  }
  if (!device.peak_flops || per_second <= 0.0 || cores <= 0.0) {
    return unavailable({"peak_flops_bandwidth_ratio", "mfu_max_achievable_estimated_percent",
                        "mfu_inst_max_achievable_estimated_percent"},
                       !device.peak_flops  ? kNoPeak
                       : per_second <= 0.0 ? kNoBandwidth
                                           : kNoCores);
  }
  out.exact("peak_flops_bandwidth_ratio", *device.peak_flops / per_second);
  const double ridge = *device.peak_flops * cores / per_second;
  for (const std::string_view name :
       {"mfu_max_achievable_estimated_percent", "mfu_inst_max_achievable_estimated_percent"}) {
    if (hbm_bytes > 0.0) {
      out.exact(name, std::min(1.0, useful_flops / hbm_bytes / ridge));
    } else {
      out.unavailable(name, kNoTraffic);
    }
  }
}

void MetricComputation::min_read(double bandwidth) {
  const auto inputs = trace.property_number(property::kInputBytes);
  const auto weights = trace.property_number(property::kWeightBytes);
  if (scope.core()) {
    out.unavailable("mbu_min_read_util_percent", kWholeModel);
  } else if (!scope.whole_time()) {
    out.unavailable("mbu_min_read_util_percent",
                    tr("a range does not read all weights, so this is known only for the run"));
  } else if (!inputs || !weights) {
    out.unavailable("mbu_min_read_util_percent",
                    tr("the sizes of inputs and weights are in the NEFF, not in the run"));
  } else {
    out.timed("mbu_min_read_util_percent", (*inputs + *weights) / (seconds * bandwidth));
  }
}

void MetricComputation::sizes() {
  if (scope.core()) {
    return unavailable(
        {"weight_size_bytes", "inputs_and_weights_size_bytes", "inputs_outputs_weights_size_bytes"},
        kWholeModel);
  }
  // From version 6 of the NTFF on, each core lists all weights, but only the tensors in its own
  // memory. Before, each core lists its own weights.
  std::optional<double> weights = trace.property_number(property::kWeightBytes);
  const bool stated = weights.has_value();
  const bool own_weights = trace.property_number(property::kNtffVersion).value_or(6.0) < 6.0;
  std::optional<double> tensors;
  for (int core = 0; core < device.core_count(); ++core) {
    const auto of_core = [&](std::string_view name) {
      return trace.property_number(property::core_property(core, name));
    };
    if (const auto bytes = of_core(property::kHbmUsageWeights); bytes && !stated) {
      weights = own_weights ? weights.value_or(0.0) + *bytes : weights.value_or(*bytes);
    }
    if (const auto bytes = of_core(property::kHbmUsageTensors)) {
      tensors = tensors.value_or(0.0) + *bytes;
    }
  }
  const auto inputs = trace.property_number(property::kInputBytes);
  const auto outputs = trace.property_number(property::kOutputBytes);
  if (inputs && outputs) tensors = *inputs + *outputs;
  if (weights) out.exact("weight_size_bytes", *weights);
  if (weights && inputs) out.exact("inputs_and_weights_size_bytes", *inputs + *weights);
  if (weights && tensors) out.exact("inputs_outputs_weights_size_bytes", *weights + *tensors);
  unavailable(
      {"weight_size_bytes", "inputs_and_weights_size_bytes", "inputs_outputs_weights_size_bytes"},
      tr("the sizes of the tensors are in the NEFF, not in the run"));
}

}  // namespace nscope::analysis

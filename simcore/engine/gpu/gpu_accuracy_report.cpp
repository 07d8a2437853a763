#include "simcore/engine/gpu/gpu_accuracy_report.h"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

namespace nscope::sim {
namespace {

std::string accuracy_table(const GpuCalibration& calibration, const Language& language) {
  std::string text =
      language.say(
          tr("| task | stack | metric | rows | groups | fit | leave one group out | median | p90 | "
             "bias | leave one source out | leave one GPU out | 90 % band | coverage |")) +
      "\n|---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n";
  for (const GpuAccuracy& entry : calibration.accuracy) {
    text += fmt::format(
        "| {} | {} | {} | {} | {} | {:.1f} | **{:.1f}** | {:.1f} | {:.1f} | {:+.1f} | {:.1f} | "
        "{:.1f} | "
        "{:+.0f} .. {:+.0f} % | {:.0f} % |\n",
        entry.task, entry.stack, entry.metric, entry.rows, entry.groups, 100 * entry.fit,
        100 * entry.group_out, 100 * entry.group_median, 100 * entry.group_p90,
        100 * entry.group_bias, 100 * entry.source_out, 100 * entry.gpu_out,
        100 * (entry.low_ratio - 1), 100 * (entry.high_ratio - 1), 100 * entry.coverage);
  }
  return text;
}

std::string parameter_lines(const GpuParameters& parameters, const Language& language) {
  std::string text = language.say(tr("| parameter | value | unit | kind | meaning | source |")) +
                     "\n|---|---|---|---|---|---|\n";
  for (const GpuParameterInfo& info : gpu_parameter_table()) {
    text += fmt::format("| {} | {:.5g} | {} | {} | {} | {} |\n", info.name, parameters.*info.member,
                        info.unit, language.say(title(info.kind)), info.meaning, info.source);
  }
  return text;
}

/// "llama-2-70b, 4 x a100-80gb, fp16, batch 64, 128 + 128 tokens"
Text configuration(const GpuMeasurement& measurement) {
  const GpuWorkload& w = measurement.workload;
  if (w.task == GpuTask::kTrain) {
    const Text layout =
        tr("{}, {} x {}, {}, {} x {} tokens, microbatch {}", w.model, w.gpus, measurement.gpu,
           w.weight_dtype, w.batch, w.sequence_length, w.micro_batch);
    return w.checkpointing ? tr("{}, checkpointing", layout) : layout;
  }
  if (w.task == GpuTask::kEncode) {
    return tr("{}, {}, {}, batch {}, {} tokens", w.model, measurement.gpu, w.weight_dtype, w.batch,
              w.input_tokens);
  }
  const Text load = w.saturated ? tr("saturated") : tr("batch {}", w.batch);
  const Text layout = tr("{}, {} x {}, {}, {}, {} + {} tokens", w.model, w.tensor_parallel,
                         measurement.gpu, w.weight_dtype, load, w.input_tokens, w.output_tokens);
  return w.software.empty() ? layout : tr("{}, release {}", layout, w.software);
}

/// All rows of a stack, the largest errors first.
std::string row_table(std::vector<const GpuPrediction*> rows, const Language& language) {
  std::stable_sort(rows.begin(), rows.end(), [](const GpuPrediction* a, const GpuPrediction* b) {
    return std::abs(a->relative_error()) > std::abs(b->relative_error());
  });
  std::string text =
      language.say(tr("| row | configuration | metric | measured | predicted | error |")) +
      "\n|---|---|---|---|---|---|\n";
  for (const GpuPrediction* const row : rows) {
    const GpuMeasurement& measurement = *row->measurement;
    text += fmt::format("| {} | {} | {} | {:.4g} | {:.4g} | {:+.1f} % |\n", measurement.id,
                        language.say(configuration(measurement)), measurement.metric,
                        measurement.value, row->predicted, 100 * row->relative_error());
  }
  return text;
}

/// The number of rows of each publication.
std::string source_lines(const std::vector<GpuMeasurement>& measurements,
                         const Language& language) {
  std::map<std::string, int> counts;
  for (const GpuMeasurement& row : measurements) {
    ++counts[row.source.empty() ? language.say(tr("not stated")) : row.source];
  }
  std::string text = language.say(tr("| rows | source |")) + "\n|---|---|\n";
  for (const auto& [source, count] : counts) text += fmt::format("| {} | {} |\n", count, source);
  return text;
}

/// The number of skipped rows by reason.
std::map<std::string, int> reasons(const std::vector<SkippedRow>& skipped,
                                   const Language& language) {
  std::map<std::string, int> counts;
  for (const SkippedRow& row : skipped) ++counts[language.say(row.reason)];
  return counts;
}

Json rows_json(const std::vector<GpuPrediction>& rows) {
  Json list = Json::array();
  for (const GpuPrediction& row : rows) {
    list.push_back({{"id", row.measurement->id},
                    {"metric", row.measurement->metric},
                    {"measured", row.measurement->value},
                    {"predicted", row.predicted},
                    {"error", 100 * row.relative_error()}});
  }
  return list;
}

}  // namespace

std::string gpu_accuracy_report(const GpuCalibrationReport& report, const Language& language) {
  const GpuCalibration& calibration = report.calibration;
  std::string text = language.say(tr(
      "# Accuracy on GPUs\n\n"
      "Written by `nscope calibrate --gpu --against FILE --name \"{}\" --date {} --report FILE`; "
      "do not edit.\n\n"
      "One set of parameters was fitted to {} published measurements. Errors are mean absolute "
      "percentage errors.\n\n"
      "- \"Leave one group out\" predicts each row with parameters that were fitted without its "
      "group: the rows of its source for models with the same number of layers and the same width "
      "on its GPU. The median, the 90th percentile, the bias and the band belong to it. The bias "
      "is "
      "the median of predicted divided by measured.\n"
      "- \"Leave one source out\" predicts each row with parameters that were fitted without its "
      "source (a repository at one commit).\n"
      "- \"Leave one GPU out\" predicts each row with parameters that were fitted without all rows "
      "of its chip (A100 with 40 GB and with 80 GB count as one chip, as do H100 and H200). This "
      "is the best estimate of the error for a GPU that was not measured.\n"
      "- The 90 % band is a range of measured divided by predicted, with the group left out: from "
      "the 5th to the 95th percentile, widened for the number of groups (conformal prediction with "
      "groups as units). The coverage is the share of rows within the band of all other groups. A "
      "stack with fewer than four groups has the band of its task.\n\n"
      "The structure of the simulator was chosen after seeing these rows, so errors for other rows "
      "will be somewhat larger.\n\n## Stacks\n\n",
      calibration.data, calibration.date, calibration.measurements.size()));
  const auto heading = [&](const Text& title) { return "\n## " + language.say(title) + "\n\n"; };
  text += accuracy_table(calibration, language);
  text += heading(tr("Parameters")) + parameter_lines(calibration.parameters, language);
  std::map<std::string, std::vector<const GpuPrediction*>> by_stack;
  for (const GpuPrediction& row : report.leave_one_group_out) {
    by_stack[std::string(to_string(*row.measurement->workload.stack))].push_back(&row);
  }
  text += heading(tr("Rows, predicted without their group")) +
          language.say(tr(
              "Throughput is in tokens/s of all GPUs, or in samples/s of calls; times are in s.")) +
          "\n";
  for (const auto& [stack, rows] : by_stack) {
    text += fmt::format("\n### {}\n\n{}", stack, row_table(rows, language));
  }
  text += heading(tr("Rows that needed an interpretation")) +
          language.say(tr("| rows | interpretation |")) + "\n|---|---|\n";
  std::map<std::string, int> readings;
  for (const GpuMeasurement& measurement : calibration.measurements) {
    if (!measurement.reading.empty()) ++readings[measurement.reading];
  }
  for (const auto& [reading, count] : readings)
    text += fmt::format("| {} | {} |\n", count, reading);
  text += heading(tr("Sources of the rows")) + source_lines(calibration.measurements, language);
  text += heading(tr("Not used")) + language.say(tr("| rows | reason |")) + "\n|---|---|\n";
  for (const auto& [reason, count] : reasons(report.skipped, language)) {
    text += fmt::format("| {} | {} |\n", count, reason);
  }
  return text;
}

Json to_json(const GpuCalibrationReport& report) {
  return {{"schema", "nscope.gpu-calibrate/1"},
          {"calibration", to_json(report.calibration)},
          {"fitted", rows_json(report.fitted)},
          {"leave_one_group_out", rows_json(report.leave_one_group_out)},
          {"skipped", skipped_json(report.skipped)}};
}

}  // namespace nscope::sim

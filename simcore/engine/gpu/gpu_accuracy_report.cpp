#include "simcore/engine/gpu/gpu_accuracy_report.h"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

namespace nscope::sim {
namespace {

std::string accuracy_table(const GpuCalibration& calibration) {
  std::string text =
      "| task | stack | metric | rows | fit | leave one model out | median | p90 | leave one "
      "family out | leave one GPU out | 90 % band |\n|---|---|---|---|---|---|---|---|---|---|---|"
      "\n";
  for (const GpuAccuracy& entry : calibration.accuracy) {
    text += fmt::format(
        "| {} | {} | {} | {} | {:.1f} | **{:.1f}** | {:.1f} | {:.1f} | {:.1f} | {:.1f} | "
        "{:+.0f} .. {:+.0f} % |\n",
        entry.task, entry.stack, entry.metric, entry.rows, 100 * entry.fit, 100 * entry.model_out,
        100 * entry.model_median, 100 * entry.model_p90, 100 * entry.family_out,
        100 * entry.gpu_out, 100 * (entry.low_ratio - 1), 100 * (entry.high_ratio - 1));
  }
  return text;
}

std::string parameter_lines(const GpuParameters& parameters) {
  std::string text =
      "| parameter | value | unit | kind | meaning | source |\n|---|---|---|---|---|---|\n";
  for (const GpuParameterInfo& info : gpu_parameter_table()) {
    text += fmt::format("| {} | {:.5g} | {} | {} | {} | {} |\n", info.name, parameters.*info.member,
                        info.unit, to_string(info.kind), info.meaning, info.source);
  }
  return text;
}

/// "llama-2-70b, 4 x a100-80gb, fp16, batch 64, 128 + 128"
std::string configuration(const GpuMeasurement& measurement) {
  const GpuWorkload& w = measurement.workload;
  if (w.task == GpuTask::kTrain) {
    return fmt::format("{}, {} x {}, {}, {} x {} tokens, microbatch {}{}", w.model, w.gpus,
                       measurement.gpu, w.weight_dtype, w.batch, w.sequence_length, w.micro_batch,
                       w.checkpointing ? ", checkpointing" : "");
  }
  return fmt::format("{}, {} x {}, {}, {}, {} + {} tokens{}", w.model, w.tensor_parallel,
                     measurement.gpu, w.weight_dtype,
                     w.saturated ? std::string("saturated") : fmt::format("batch {}", w.batch),
                     w.input_tokens, w.output_tokens,
                     w.software.empty() ? std::string() : ", release " + w.software);
}

/// All rows of a stack, the worst first.
std::string row_table(std::vector<const GpuPrediction*> rows) {
  std::stable_sort(rows.begin(), rows.end(), [](const GpuPrediction* a, const GpuPrediction* b) {
    return std::abs(a->relative_error()) > std::abs(b->relative_error());
  });
  std::string text =
      "| row | configuration | metric | measured | predicted | error "
      "|\n|---|---|---|---|---|---|\n";
  for (const GpuPrediction* const row : rows) {
    const GpuMeasurement& measurement = *row->measurement;
    text += fmt::format("| {} | {} | {} | {:.4g} | {:.4g} | {:+.1f} % |\n", measurement.id,
                        configuration(measurement), measurement.metric, measurement.value,
                        row->predicted, 100 * row->relative_error());
  }
  return text;
}

/// How many rows each publication gave.
std::string source_lines(const std::vector<GpuMeasurement>& measurements) {
  std::map<std::string, int> counts;
  for (const GpuMeasurement& row : measurements) {
    ++counts[row.source.empty() ? "not stated" : row.source];
  }
  std::string text = "| rows | source |\n|---|---|\n";
  for (const auto& [source, count] : counts) text += fmt::format("| {} | {} |\n", count, source);
  return text;
}

/// "the precision is not stated" -> how many rows.
std::map<std::string, int> reasons(const std::vector<std::string>& skipped) {
  std::map<std::string, int> counts;
  for (const std::string& line : skipped) ++counts[line.substr(line.find(": ") + 2)];
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

std::string gpu_accuracy_report(const GpuCalibrationReport& report) {
  const GpuCalibration& calibration = report.calibration;
  std::string text = fmt::format(
      "# Accuracy on GPUs\n\n"
      "Written by `nscope calibrate --gpu --against FILE --name \"{}\" --date {} --report FILE`; "
      "do "
      "not edit.\n\n"
      "One set of parameters, fitted to {} published measurements. Errors are mean absolute "
      "percentage errors. \"Leave one model out\" predicts each row with parameters fitted without "
      "its model; \"leave one family out\" without all models of as many layers of the same width; "
      "\"leave one GPU out\" without all rows of its chip (A100 with 40 and with 80 GB are one, "
      "H100 and H200 too), the nearest there is to a GPU that nobody measured. The form of the "
      "model was chosen with these rows in view, so rows "
      "nobody has seen will be somewhat worse. The band is the middle 90 % of measured over "
      "predicted, model left out.\n\n## Stacks\n\n",
      calibration.data, calibration.date, calibration.measurements.size());
  text += accuracy_table(calibration);
  text += "\n## Parameters\n\n" + parameter_lines(calibration.parameters);
  std::map<std::string, std::vector<const GpuPrediction*>> by_stack;
  for (const GpuPrediction& row : report.leave_one_model_out) {
    by_stack[std::string(to_string(*row.measurement->workload.stack))].push_back(&row);
  }
  text +=
      "\n## Rows, left out with their model\n\nThroughput in tokens/s of all GPUs, times in s.\n";
  for (const auto& [stack, rows] : by_stack) {
    text += fmt::format("\n### {}\n\n{}", stack, row_table(rows));
  }
  text += "\n## Read with an interpretation\n\n| rows | reading |\n|---|---|\n";
  std::map<std::string, int> readings;
  for (const GpuMeasurement& measurement : calibration.measurements) {
    if (!measurement.reading.empty()) ++readings[measurement.reading];
  }
  for (const auto& [reading, count] : readings)
    text += fmt::format("| {} | {} |\n", count, reading);
  text += "\n## Sources of the rows\n\n" + source_lines(calibration.measurements);
  text += "\n## Not used\n\n| rows | why |\n|---|---|\n";
  for (const auto& [reason, count] : reasons(report.skipped)) {
    text += fmt::format("| {} | {} |\n", count, reason);
  }
  return text;
}

Json to_json(const GpuCalibrationReport& report) {
  return {{"schema", "nscope.gpu-calibrate/1"},
          {"calibration", to_json(report.calibration)},
          {"fitted", rows_json(report.fitted)},
          {"leave_one_model_out", rows_json(report.leave_one_model_out)},
          {"skipped", report.skipped}};
}

}  // namespace nscope::sim

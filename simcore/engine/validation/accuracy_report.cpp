#include "simcore/engine/validation/accuracy_report.h"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

namespace nscope::sim {
namespace {

std::string per_cent(double share) {
  return fmt::format("{:.1f}", 100 * share);
}

std::string class_table(const Calibration& calibration) {
  std::string text =
      "| class | metric | rows | fit | leave one model out | median | p90 | leave one family out "
      "| 90 % band |\n|---|---|---|---|---|---|---|---|---|\n";
  for (const ResidualStatistics& entry : calibration.residuals) {
    text += fmt::format("| {} | {} | {} | {} | **{}** | {} | {} | {} | {:+.0f} .. {:+.0f} % |\n",
                        entry.class_name, entry.metric, entry.rows, per_cent(entry.fit_mape),
                        per_cent(entry.lomo_mape), per_cent(entry.lomo_median),
                        per_cent(entry.lomo_p90), per_cent(entry.family_mape),
                        100 * (entry.low_ratio - 1), 100 * (entry.high_ratio - 1));
  }
  return text;
}

std::string parameter_lines(const Parameters& parameters) {
  std::string text =
      "| parameter | value | unit | kind | meaning | source |\n|---|---|---|---|---|---|\n";
  for (const ParameterInfo& info : parameter_table()) {
    text += fmt::format("| {} | {:.5g} | {} | {} | {} | {} |\n", info.name, parameters.*info.member,
                        info.unit, to_string(info.kind), info.meaning, info.source);
  }
  return text;
}

/// All rows of a class, the worst first.
std::string row_table(std::vector<const RowPrediction*> rows) {
  std::stable_sort(rows.begin(), rows.end(), [](const RowPrediction* a, const RowPrediction* b) {
    return std::abs(a->relative_error()) > std::abs(b->relative_error());
  });
  std::string text =
      "| row | metric | measured | predicted | unit | error |\n|---|---|---|---|---|---|\n";
  for (const RowPrediction* const row : rows) {
    text += fmt::format("| {} | {} | {:.5g} | {:.5g} | {} | {:+.1f} % |\n", row->id, row->metric,
                        row->measured, *row->predicted, row->unit, 100 * row->relative_error());
  }
  return text;
}

/// "simulation is not modelled yet" -> how many rows.
std::map<std::string, int> reasons(const std::vector<std::string>& skipped) {
  std::map<std::string, int> counts;
  for (const std::string& line : skipped) {
    const std::size_t colon = line.find(": ");
    ++counts[colon == std::string::npos ? line : line.substr(colon + 2)];
  }
  return counts;
}

/// How many rows each publication gave.
std::string source_table(const std::vector<RowPrediction>& rows) {
  std::map<std::string, int> counts;
  for (const RowPrediction& row : rows) ++counts[row.source.empty() ? "not stated" : row.source];
  std::string text = "| rows | source |\n|---|---|\n";
  for (const auto& [source, count] : counts) text += fmt::format("| {} | {} |\n", count, source);
  return text;
}

Json rows_json(const std::vector<RowPrediction>& rows) {
  Json list = Json::array();
  for (const RowPrediction& row : rows) {
    list.push_back({{"id", row.id},
                    {"class", row.class_name},
                    {"metric", row.metric},
                    {"unit", row.unit},
                    {"measured", row.measured},
                    {"predicted", *row.predicted},
                    {"error", 100 * row.relative_error()}});
  }
  return list;
}

}  // namespace

std::string accuracy_report(const CalibrationReport& report) {
  const Calibration& calibration = report.calibration;
  std::string text = fmt::format(
      "# Accuracy\n\n"
      "Written by `nscope calibrate --against FILE --name \"{}\" --date {} --report FILE`; do not "
      "edit.\n\n"
      "One set of parameters for all classes, fitted to {} published measurements of {} "
      "configurations. Errors are mean absolute percentage errors. \"Leave one model out\" "
      "predicts "
      "each row with parameters fitted without its model; \"leave one family out\" without all "
      "models of as many layers of the same width, the fairer figure for a model of another size. "
      "The form of the model was chosen with these rows in view, so rows nobody has seen will be "
      "somewhat worse. The band is the middle 90 % of measured over predicted, left out. Decoder "
      "rows before Neuron SDK {} are not used. What the software around a server costs was fitted "
      "once on all rows of servers and stays when a model is left out (docs/serving.md has it "
      "left out, too). The model of a collective is its operation, its family the operation among "
      "as many ranks; what only one operation tells then comes from its start, and its rows do not "
      "say which tool measured them (docs/simulator.md).\n\n## Classes\n\n",
      calibration.data, calibration.date, report.fitted.size(), calibration.rows.size(),
      calibration.software);
  text += class_table(calibration);
  text += "\n## Parameters\n\n" + parameter_lines(calibration.parameters);
  std::map<std::string, std::vector<const RowPrediction*>> by_class;
  for (const RowPrediction& row : report.leave_one_model_out) {
    by_class[row.class_name].push_back(&row);
  }
  text += "\n## Rows, left out with their model\n";
  for (const auto& [class_name, rows] : by_class) {
    text += fmt::format("\n### {}\n\n{}", class_name, row_table(rows));
  }
  text += "\n## Sources of the rows\n\n" + source_table(report.fitted);
  text += "\n## Not used\n\n| rows | why |\n|---|---|\n";
  for (const auto& [reason, count] : reasons(report.skipped)) {
    text += fmt::format("| {} | {} |\n", count, reason);
  }
  return text;
}

Json to_json(const CalibrationReport& report) {
  return {{"schema", "nscope.calibrate/1"},
          {"calibration", to_json(report.calibration)},
          {"fitted", rows_json(report.fitted)},
          {"leave_one_model_out", rows_json(report.leave_one_model_out)},
          {"skipped", report.skipped}};
}

}  // namespace nscope::sim

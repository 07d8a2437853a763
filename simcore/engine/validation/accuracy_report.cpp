#include "simcore/engine/validation/accuracy_report.h"

#include "profiler/base/order_statistics.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace nscope::sim {
namespace {

std::string percent(double share) {
  return fmt::format("{:.1f}", 100 * share);
}

/// Whether there is no other source whose band could be checked against the rows.
bool is_of_one_source(const ResidualStatistics& entry) {
  return entry.groups == 1 && entry.coverage == 0;
}

std::string class_table(const Calibration& calibration, const Language& language) {
  std::string text =
      language.say(tr("| class | metric | chips | rows | sources | fit | model out | family out | "
                      "source out | median | bias | 90 % band | rows in band |")) +
      "\n|---|---|---|---|---|---|---|---|---|---|---|---|---|\n";
  for (const ResidualStatistics& entry : calibration.residuals) {
    text += fmt::format(
        "| {} | {} | {} | {} | {} | {} | {} | {} | **{}** | {} | {:+.1f} | {:+.0f} .. {:+.0f} % | "
        "{} |\n",
        entry.class_name, entry.metric,
        entry.generation.empty() ? language.say(tr("all")) : entry.generation, entry.rows,
        entry.groups, percent(entry.fit_mape), percent(entry.lomo_mape), percent(entry.family_mape),
        percent(entry.source_mape), percent(entry.source_median), 100 * entry.bias,
        100 * (entry.low_ratio - 1), 100 * (entry.high_ratio - 1),
        is_of_one_source(entry) ? "–" : fmt::format("{:.0f} %", 100 * entry.coverage));
  }
  return text;
}

/// The share of all rows inside the bands of their classes.
std::string coverage_line(const Calibration& calibration, const Language& language) {
  double inside = 0;
  double rows = 0;
  for (const ResidualStatistics& entry : calibration.residuals) {
    if (!entry.generation.empty() || is_of_one_source(entry)) continue;
    inside += entry.coverage * entry.rows;
    rows += entry.rows;
  }
  return rows > 0 ? "\n" +
                        language.say(tr("Of {} rows of classes with several sources, {} lie inside "
                                        "the bands of their class "
                                        "without their source.",
                                        as::count(static_cast<std::int64_t>(rows)),
                                        as::percent(inside / rows))) +
                        "\n"
                  : std::string();
}

/// The half width of the bands beside the error, each a median of the rows of all classes.
std::string width_line(const CalibrationReport& report, const Language& language) {
  std::vector<double> widths;
  std::vector<double> errors;
  std::map<std::pair<std::string_view, std::string_view>, int> of_generations;  // rows
  for (const ResidualStatistics& entry : report.calibration.residuals) {
    if (!entry.generation.empty()) of_generations[{entry.class_name, entry.metric}] += entry.rows;
  }
  for (const ResidualStatistics& entry : report.calibration.residuals) {
    int rows = entry.rows;
    if (entry.generation.empty()) rows -= of_generations[{entry.class_name, entry.metric}];
    if (rows <= 0) continue;
    widths.insert(widths.end(), static_cast<std::size_t>(rows),
                  std::sqrt(entry.high_ratio / entry.low_ratio) - 1);
  }
  for (const RowPrediction& row : report.leave_sources_out) {
    errors.push_back(std::abs(row.relative_error()));
  }
  if (widths.empty() || errors.empty()) return {};
  std::sort(widths.begin(), widths.end());
  std::sort(errors.begin(), errors.end());
  return "\n" +
         language.say(tr("The median error of all rows is {}, and the median half width of their "
                         "bands {}.",
                         as::percent(sorted_quantile(errors, 0.5)),
                         as::percent(sorted_quantile(widths, 0.5)))) +
         "\n";
}

std::string parameter_lines(const Parameters& parameters, const Language& language) {
  std::string text = language.say(tr("| parameter | value | unit | kind | meaning | source |")) +
                     "\n|---|---|---|---|---|---|\n";
  for (const ParameterInfo& info : parameter_table()) {
    text += fmt::format("| {} | {:.5g} | {} | {} | {} | {} |\n", info.name, parameters.*info.member,
                        info.unit, language.say(title(info.kind)), info.meaning, info.source);
  }
  return text;
}

/// All rows of a class, the largest errors first.
std::string row_table(std::vector<const RowPrediction*> rows, const Language& language) {
  std::stable_sort(rows.begin(), rows.end(), [](const RowPrediction* a, const RowPrediction* b) {
    return std::abs(a->relative_error()) > std::abs(b->relative_error());
  });
  std::string text = language.say(tr("| row | metric | measured | predicted | unit | error |")) +
                     "\n|---|---|---|---|---|---|\n";
  for (const RowPrediction* const row : rows) {
    text += fmt::format("| {} | {} | {:.5g} | {:.5g} | {} | {:+.1f} % |\n", row->id, row->metric,
                        row->measured, *row->predicted, row->unit, 100 * row->relative_error());
  }
  return text;
}

/// The number of skipped rows by reason.
std::map<std::string, int> reasons(const std::vector<SkippedRow>& skipped,
                                   const Language& language) {
  std::map<std::string, int> counts;
  for (const SkippedRow& row : skipped) ++counts[language.say(row.reason)];
  return counts;
}

/// The number of rows of each publication.
std::string source_table(const std::vector<RowPrediction>& rows, const Language& language) {
  std::map<std::string, int> counts;
  for (const RowPrediction& row : rows) {
    ++counts[row.source.empty() ? language.say(tr("not stated")) : row.source];
  }
  std::string text = language.say(tr("| rows | source |")) + "\n|---|---|\n";
  for (const auto& [source, count] : counts) text += fmt::format("| {} | {} |\n", count, source);
  return text;
}

Json rows_json(const std::vector<RowPrediction>& rows) {
  Json list = Json::array();
  for (const RowPrediction& row : rows) {
    list.push_back({{"id", row.id},
                    {"class", row.class_name},
                    {"source", row.groups.source},
                    {"metric", row.metric},
                    {"unit", row.unit},
                    {"measured", row.measured},
                    {"predicted", *row.predicted},
                    {"error", 100 * row.relative_error()}});
  }
  return list;
}

}  // namespace

std::string accuracy_report(const CalibrationReport& report, const Language& language) {
  const Calibration& calibration = report.calibration;
  const auto heading = [&](const Text& title) { return "\n## " + language.say(title) + "\n\n"; };
  std::string text = language.say(tr(
      "# Accuracy\n\n"
      "Written by `nscope calibrate --against FILE --name \"{}\" --date {} --report FILE`; do not "
      "edit.\n\n"
      "One set of parameters was fitted to {} published measurements of {} configurations of all "
      "classes. Errors are mean absolute percentage errors.\n\n"
      "- \"Model out\" predicts each row with parameters that were fitted without its "
      "model.\n"
      "- \"Family out\" predicts each row with parameters that were fitted without all "
      "models with the same number of layers and the same width. This is the more realistic error "
      "for a model of another size.\n"
      "- \"Source out\" predicts each row without its source: what one publication (or "
      "one author) measured of one family of models on one generation of chips. The median error, "
      "the bias and the bands come from these predictions.\n"
      "- The 90 % band is the range of measured divided by predicted in which 90 % of the rows of "
      "a "
      "new source are expected. A source weighs as much as the number of its rows to the power of "
      "0.75 (`error_band()` in "
      "`simcore/engine/validation/error_band.h`). \"Rows in band\" is the share of the rows inside "
      "the band of the other sources.\n"
      "- Encoders and image networks whose rows do not state the batch are classes of their own, "
      "such as \"vision-assumed\". So are throughputs of decoders if neither the output length nor "
      "other times of the same row show how much of them is the prefill (\"decoder-assumed\").\n"
      "- Models with layers other than attention to cached keys and values (latent attention, "
      "linear "
      "attention, Mamba) are classes of their own, such as \"decoder-states\", and are not "
      "part of the fit, because the parameters of these layers are not fitted.\n"
      "- A generation of chips has the band of all generations, scaled by the size of its own "
      "errors. Its own size counts as its number of sources against eight of all. The band of "
      "\"all\" is that of a generation without measurements; its last column counts rows in the "
      "bands of their generations.\n"
      "- A metric of decoders or servers with fewer than three sources has the band of all times "
      "(or first tokens) of decoders and servers, scaled in the same way by the size of its own "
      "errors.\n\n"
      "The structure of the simulator was chosen after seeing these rows, so errors for other rows "
      "will be somewhat larger. Decoder rows before Neuron SDK {} are not used. The host costs of "
      "serving software were fitted once to all rows of servers and are not fitted again when a "
      "model is left out; docs/serving.md has the errors with them left out. The model of a "
      "collective is its operation, and its family is the operation with the same number of ranks. "
      "Parameters that only the omitted operation determines keep their start values. The rows of "
      "collectives do not state which tool measured them (docs/simulator.md).\n\n## Classes\n\n",
      calibration.data, calibration.date, report.fitted.size(), calibration.rows.size(),
      calibration.software));
  text += class_table(calibration, language) + coverage_line(calibration, language) +
          width_line(report, language);
  text += heading(tr("Parameters")) + parameter_lines(calibration.parameters, language);
  std::map<std::string, std::vector<const RowPrediction*>> by_class;
  for (const RowPrediction& row : report.leave_sources_out) {
    by_class[row.class_name].push_back(&row);
  }
  text += "\n## " + language.say(tr("Rows, predicted without their source")) + "\n";
  for (const auto& [class_name, rows] : by_class) {
    text += fmt::format("\n### {}\n\n{}", class_name, row_table(rows, language));
  }
  text += heading(tr("Sources of the rows")) + source_table(report.fitted, language);
  text += heading(tr("Not used")) + language.say(tr("| rows | reason |")) + "\n|---|---|\n";
  for (const auto& [reason, count] : reasons(report.skipped, language)) {
    text += fmt::format("| {} | {} |\n", count, reason);
  }
  return text;
}

Json to_json(const CalibrationReport& report) {
  return {{"schema", "nscope.calibrate/1"},
          {"calibration", to_json(report.calibration)},
          {"fitted", rows_json(report.fitted)},
          {"leave_one_model_out", rows_json(report.leave_one_model_out)},
          {"leave_sources_out", rows_json(report.leave_sources_out)},
          {"skipped", skipped_json(report.skipped)}};
}

}  // namespace nscope::sim

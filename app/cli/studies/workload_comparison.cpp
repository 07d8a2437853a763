#include "app/cli/studies/workload_comparison.h"

#include "app/cli/output/simulation_text.h"
#include "app/cli/output/study_text.h"
#include "app/cli/studies/study_figures.h"
#include "app/cli/studies/study_prices.h"
#include "app/cli/studies/workload_run.h"
#include "profiler/base/tables/table.h"
#include "simcore/engine/workload/workload_study.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace nscope::cli {
namespace {

/// A row of the comparison.
struct Compared {
  std::string name;
  WorkloadRun run;
  analysis::Summary figures;
};

/// What is worth a column where the document names none.
constexpr std::array<std::string_view, 9> kUsualColumns{"step_time",
                                                        "latency_p50",
                                                        "ttft_p50",
                                                        "tpot_p50",
                                                        "throughput",
                                                        "mfu_estimated_percent",
                                                        "usd_per_step",
                                                        "usd_per_million_tokens",
                                                        "usd_per_million_inferences"};

/// What one row describes. A config.json stands for the model that the command line named,
/// not for another one.
app::DescribedWorkload own_workload(const app::DescribedWorkload& described,
                                    const sim::DocumentVariant& variant) {
  app::DescribedWorkload own{.json = variant.json,
                             .name = variant.where,
                             .from_flags = described.from_flags,
                             .requests = described.requests};
  const auto model = variant.json.find("model");
  if (described.custom_model && model != variant.json.end() &&
      *model == described.custom_model->id) {
    own.custom_model = described.custom_model;
  }
  return own;
}

/// The variant with its layout or memory refused is a row; whatever else is wrong with it is
/// wrong with the document.
Result<WorkloadRun> run_variant(const catalog::Catalog& catalog,
                                const app::DescribedWorkload& variant, const std::string& name,
                                TaskControl& control) {
  auto run = run_workload(catalog, variant, {}, control);
  if (run) return run;
  Error error = run.error();
  if (error.code == ErrorCode::kInvalidArgument) {
    const auto instance = variant.json.find("instance");
    return refused_run(instance == variant.json.end() ? "" : instance->get<std::string>(), error);
  }
  if (error.where.empty()) error.message = name + ": " + error.message;
  return fail(std::move(error));
}

Result<std::vector<Compared>> run_all(const catalog::Catalog& catalog,
                                      const app::DescribedWorkload& described,
                                      const sim::WorkloadStudy& study, const StudyPrices& prices,
                                      TaskControl& control) {
  std::vector<Compared> rows;
  for (const sim::DocumentVariant& variant : study.document.variants) {
    const app::DescribedWorkload own = own_workload(described, variant);
    auto run = rows.empty() ? run_workload(catalog, own, {}, control)
                            : run_variant(catalog, own, variant.name, control);
    if (!run) return fail(run.error());
    analysis::Summary figures = study_figures(*run, prices.of(run->instance), study.steps_total);
    rows.push_back({variant.name, std::move(*run), std::move(figures)});
  }
  return rows;
}

bool is_unavailable(const analysis::Summary& figures, std::string_view name) {
  return std::any_of(figures.unavailable.begin(), figures.unavailable.end(),
                     [&](const auto& each) { return each.first == name; });
}

/// The figures that have a column. Errors: kBadInput for one that no row has and that is none
/// of a study's either.
Result<std::vector<std::string>> columns_of(const sim::WorkloadStudy& study,
                                            const std::vector<Compared>& rows,
                                            const std::string& document) {
  std::set<std::string, std::less<>> known(kStudyFigures.begin(), kStudyFigures.end());
  bool any = false;
  for (const Compared& row : rows) {
    any = any || !row.run.refusal;
    for (const Metric& metric : row.figures.metrics) known.insert(metric.name);
  }
  for (std::size_t index = 0; any && index < study.compare.size(); ++index) {
    if (known.contains(study.compare[index])) continue;
    return fail(ErrorCode::kBadInput,
                fmt::format("\"{}\" is no figure of these runs (there are: {})",
                            study.compare[index], fmt::join(known, ", ")),
                fmt::format("{}: /compare/{}", document, index));
  }
  if (!study.compare.empty()) return study.compare;
  std::vector<std::string> columns;
  for (const std::string_view name : kUsualColumns) {
    const bool has = std::any_of(rows.begin(), rows.end(), [&](const Compared& row) {
      const bool of_decoding = name == "step_time" && !row.run.trains;
      const bool lacks_price = !study.document.region.empty() && is_unavailable(row.figures, name);
      return !of_decoding && (lacks_price || find_figure(row.figures, name) != nullptr);
    });
    if (has) columns.emplace_back(name);
  }
  return columns;
}

std::string cell(const Compared& row, std::string_view name) {
  if (row.run.refusal) return "refused";
  if (const Metric* const metric = find_figure(row.figures, name)) {
    return readable_value(metric->value, *metric);
  }
  for (const auto& [missing, why] : row.figures.unavailable) {
    if (missing == name) return why;
  }
  return "none";
}

std::string comparison(const std::vector<Compared>& rows, const std::vector<std::string>& columns,
                       const StudyPrices& prices) {
  std::vector<Table::Column> headings{{.id = "variant"}};
  for (const std::string& name : columns) headings.push_back({.id = name});
  Table table(std::move(headings));
  std::string refusals;
  std::vector<std::string> instances;
  for (const Compared& row : rows) {
    std::vector<Cell> cells{row.name};
    for (const std::string& name : columns) cells.emplace_back(cell(row, name));
    table.add_row(std::move(cells));
    instances.push_back(row.run.instance);
    if (row.run.refusal) {
      refusals += fmt::format("{} is refused: {}\n", row.name, to_string(*row.run.refusal));
    }
  }
  const bool money = std::any_of(columns.begin(), columns.end(),
                                 [](const std::string& name) { return name.starts_with("usd_"); });
  const std::string sources = money ? prices.sources_text(instances) : std::string();
  std::string text = table.to_text();
  if (!sources.empty() || !refusals.empty()) text += "\n" + sources + refusals;
  return text;
}

std::vector<std::string> remarks(const WorkloadRun& run) {
  std::vector<std::string> lines;
  for (const std::string& reason : run.outside_domain) {
    lines.push_back("outside of the calibration, " + reason);
  }
  return lines;
}

/// The figures that price and length of the job add to the document's own run, with bands.
std::string added_text(const Compared& row) {
  const auto begin = row.figures.metrics.begin();
  const auto added = begin + static_cast<std::ptrdiff_t>(row.run.metrics.size());
  if (added == row.figures.metrics.end()) return {};
  return "\n" + metric_text(std::vector<Metric>(added, row.figures.metrics.end()));
}

std::string study_text(const sim::WorkloadStudy& study, const std::vector<Compared>& rows,
                       const std::vector<std::string>& columns, const StudyPrices& prices) {
  std::string text = study_heading(study.document.title, study.document.note);
  text += (text.empty() ? "" : "\n") + comparison(rows, columns, prices);
  text += fmt::format("\nThe workload {}:\n", rows[0].name) + rows[0].run.text;
  text += added_text(rows[0]);
  const std::vector<std::string> first = remarks(rows[0].run);
  std::string others;
  for (const Compared& row : std::span(rows).subspan(1)) {
    others += variant_remarks(row.name, remarks(row.run), first);
  }
  return others.empty() ? text : text + "\n" + others;
}

Json row_json(const Compared& row) {
  Json json = analysis::summary_json(row.figures);
  json.update(row.run.json);
  json["instance"] = row.run.instance;
  if (!row.run.refusal) json["instances"] = row.run.instances;
  return json;
}

Json study_json(const std::vector<Compared>& rows, const std::vector<std::string>& columns) {
  Json json = row_json(rows[0]);
  json["compare"] = columns;
  json["variants"] = Json::array();
  for (const Compared& row : std::span(rows).subspan(1)) {
    Json variant{{"name", row.name}};
    variant.update(row_json(row));
    json["variants"].push_back(std::move(variant));
  }
  return json;
}

}  // namespace

Result<CommandOutput> compare_workloads(const catalog::Catalog& catalog,
                                        const app::DescribedWorkload& described,
                                        const std::string& output, const CommonOptions& common,
                                        TaskControl& control) {
  const auto study = sim::workload_study_from_json(described.json, described.name);
  if (!study) return fail(study.error());
  const auto prices = StudyPrices::load(study->document.region);
  if (!prices) return fail(prices.error());
  const auto rows = run_all(catalog, described, *study, *prices, control);
  if (!rows) return fail(rows.error());
  const auto columns = columns_of(*study, *rows, described.name);
  if (!columns) return fail(columns.error());
  const bool refused = rows->front().run.refusal.has_value();
  if (!output.empty() && !refused) {
    // Last: nothing is saved where the comparison fails.
    const app::DescribedWorkload own = own_workload(described, study->document.variants.front());
    if (auto saved = run_workload(catalog, own, output, control); !saved) {
      return fail(saved.error());
    }
  }
  CommandOutput result;
  result.text = common.json ? study_json(*rows, *columns).dump(2) + "\n"
                            : study_text(*study, *rows, *columns, *prices);
  if (refused) {
    result.exit_code = 1;
  } else if (!output.empty()) {
    result.note = fmt::format("Saved {}\n", output);
  }
  return result;
}

}  // namespace nscope::cli

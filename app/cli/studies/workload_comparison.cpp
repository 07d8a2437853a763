#include "app/cli/studies/workload_comparison.h"

#include "app/cli/output/simulation_text.h"
#include "app/cli/output/study_text.h"
#include "app/cli/studies/shared_instance.h"
#include "app/cli/studies/study_figures.h"
#include "app/cli/studies/study_prices.h"
#include "app/cli/studies/workload_run.h"
#include "profiler/base/json/document_heading.h"
#include "profiler/base/json/document_text.h"
#include "profiler/base/tables/table.h"
#include "simcore/engine/workload/workload_study.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace nscope::cli {
namespace {

/// A row of the comparison.
struct Compared {
  Text name;
  WorkloadRun run;
  analysis::Summary figures;
};

/// The columns if the document does not state any.
constexpr std::array<std::string_view, 9> kDefaultColumns{"step_time",
                                                          "latency_p50",
                                                          "ttft_p50",
                                                          "tpot_p50",
                                                          "throughput",
                                                          "mfu_estimated_percent",
                                                          "usd_per_step",
                                                          "usd_per_million_tokens",
                                                          "usd_per_million_inferences"};

/// The flags whose members the variant does not change.
std::vector<app::FlagOfMember> own_flags(const app::DescribedWorkload& described,
                                         const Json& variant) {
  std::vector<app::FlagOfMember> flags = described.flags;
  for (app::FlagOfMember& flag : flags) {
    const Json::json_pointer pointer(flag.pointer);
    flag.given = flag.given && variant.contains(pointer) && described.json.contains(pointer) &&
                 variant.at(pointer) == described.json.at(pointer);
  }
  return flags;
}

/// The workload of one row. A config.json of the command line describes only the model of that
/// name, not another model of a variant.
app::DescribedWorkload own_workload(const app::DescribedWorkload& described,
                                    const sim::DocumentVariant& variant) {
  app::DescribedWorkload own{.json = variant.json,
                             .name = variant.where,
                             .from_flags = described.from_flags,
                             .requests = described.requests,
                             .flags = own_flags(described, variant.json),
                             .model_files = described.model_files};
  const auto model = variant.json.find("model");
  if (described.custom_model && model != variant.json.end() &&
      *model == described.custom_model->id) {
    own.custom_model = described.custom_model;
  }
  return own;
}

/// Predicts a variant. A variant that does not fit or has no valid layout is a rejected run; other
/// errors are errors of the document.
Result<WorkloadRun> run_variant(const catalog::Catalog& catalog,
                                const app::DescribedWorkload& variant, const Text& name,
                                const Language& language, TaskControl& control) {
  auto run = run_workload(catalog, variant, {}, language, control);
  if (run) return run;
  Error error = run.error();
  if (error.code == ErrorCode::kInvalidArgument) {
    const auto instance = variant.json.find("instance");
    const bool stated = instance != variant.json.end() && instance->is_string();
    return rejected_run(stated ? instance->get<std::string>() : "", error, language);
  }
  if (error.where.empty()) error.message = tr("{}: {}", name, error.message);
  return fail(std::move(error));
}

Result<std::vector<Compared>> run_all(const catalog::Catalog& catalog,
                                      const app::DescribedWorkload& described,
                                      const sim::WorkloadStudy& study, const StudyPrices& prices,
                                      const Language& language, TaskControl& control) {
  std::vector<Compared> rows;
  for (const sim::DocumentVariant& variant : study.document.variants) {
    const app::DescribedWorkload own = own_workload(described, variant);
    auto run = rows.empty() ? run_workload(catalog, own, {}, language, control)
                            : run_variant(catalog, own, variant.name, language, control);
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

/// The metrics that have a column. Errors: kBadInput for a metric that neither a row nor
/// kStudyFigures has.
Result<std::vector<std::string>> columns_of(const sim::WorkloadStudy& study,
                                            const std::vector<Compared>& rows,
                                            const std::string& document) {
  std::set<std::string, std::less<>> known(kStudyFigures.begin(), kStudyFigures.end());
  bool any = false;
  for (const Compared& row : rows) {
    any = any || !row.run.rejection;
    for (const Metric& metric : row.figures.metrics) known.insert(metric.name);
  }
  for (std::size_t index = 0; any && index < study.compare.size(); ++index) {
    if (known.contains(study.compare[index])) continue;
    return fail(ErrorCode::kBadInput,
                tr("unknown metric '{}'; use one of {}", study.compare[index],
                   fmt::format("{}", fmt::join(known, ", "))),
                fmt::format("{}: /compare/{}", document, index));
  }
  if (!study.compare.empty()) return study.compare;
  std::vector<std::string> columns;
  for (const std::string_view name : kDefaultColumns) {
    // Several models share the price of the instance.
    if (study.shared_instance && name.starts_with("usd_")) continue;
    const bool has = std::any_of(rows.begin(), rows.end(), [&](const Compared& row) {
      const bool of_decoding = name == "step_time" && !row.run.trains;
      const bool lacks_price = !study.document.region.empty() && is_unavailable(row.figures, name);
      return !of_decoding && (lacks_price || find_figure(row.figures, name) != nullptr);
    });
    if (has) columns.emplace_back(name);
  }
  // Each model has limits of its own.
  if (study.shared_instance && known.contains("goodput_share")) {
    columns.emplace_back("goodput_share");
  }
  return columns;
}

Text cell(const Compared& row, std::string_view name) {
  if (row.run.rejection) return tr("rejected");
  if (const Metric* const metric = find_figure(row.figures, name)) {
    return readable_value(metric->value, *metric);
  }
  for (const auto& [missing, why] : row.figures.unavailable) {
    if (missing == name) return why;
  }
  return tr("none");
}

std::string comparison(const std::vector<Compared>& rows, const std::vector<std::string>& columns,
                       const StudyPrices& prices, const Language& language) {
  std::vector<Table::Column> headings{{.id = "variant", .title = tr("Variant")}};
  for (const std::string& name : columns) headings.push_back({.id = name});
  Table table(std::move(headings));
  std::string rejections;
  std::vector<std::string> instances;
  for (const Compared& row : rows) {
    std::vector<Cell> cells{row.name};
    for (const std::string& name : columns) cells.emplace_back(cell(row, name));
    table.add_row(std::move(cells));
    instances.push_back(row.run.instance);
    if (row.run.rejection) {
      rejections += language.say(tr("'{}' was rejected: {}", row.name,
                                    to_string(*row.run.rejection, language))) +
                    "\n";
    }
  }
  const bool money = std::any_of(columns.begin(), columns.end(),
                                 [](const std::string& name) { return name.starts_with("usd_"); });
  const std::string sources = money ? prices.sources_text(instances, language) : std::string();
  std::string text = table.to_text(language);
  if (!sources.empty() || !rejections.empty()) text += "\n" + sources + rejections;
  return text;
}

std::vector<Text> remarks(const WorkloadRun& run) {
  std::vector<Text> lines;
  for (const Text& reason : run.outside_domain) {
    lines.push_back(tr("outside of the measured domain: {}", reason));
  }
  return lines;
}

/// The verdict on models that share an instance; nullopt if the rows are alternatives, or if one of
/// them was rejected on its own.
Result<std::optional<SharedInstance>> shared_by(const catalog::Catalog& catalog,
                                                const sim::WorkloadStudy& study,
                                                const std::vector<Compared>& rows,
                                                const std::string& document) {
  if (!study.shared_instance) return std::optional<SharedInstance>();
  const std::string where = fmt::format("{}: /shared_instance", document);
  std::vector<InstanceShare> shares;
  for (const Compared& row : rows) {
    if (row.run.rejection) return std::optional<SharedInstance>();
    auto share = share_of(row.name, row.run.instance, row.run.json, row.run.instances, where);
    if (!share) return fail(share.error());
    shares.push_back(std::move(*share));
  }
  auto shared = share_instance(catalog, shares, where);
  if (!shared) return fail(shared.error());
  return std::optional(std::move(*shared));
}

/// The metrics of the document itself that depend on the price and the length of the job.
std::string added_text(const Compared& row, const Language& language) {
  const auto begin = row.figures.metrics.begin();
  const auto added = begin + static_cast<std::ptrdiff_t>(row.run.metrics.size());
  if (added == row.figures.metrics.end()) return {};
  return "\n" + metric_text(std::vector<Metric>(added, row.figures.metrics.end()), language);
}

std::string study_text(const sim::WorkloadStudy& study, const std::vector<Compared>& rows,
                       const std::vector<std::string>& columns, const StudyPrices& prices,
                       const std::optional<SharedInstance>& shared, const Language& language) {
  std::string text = document_heading(study.document.title, study.document.note, language);
  text += (text.empty() ? "" : "\n") + comparison(rows, columns, prices, language);
  if (shared) text += "\n" + language.say(shared->verdict) + "\n";
  text += "\n" + language.say(tr("Variant '{}':", rows[0].name)) + "\n" + rows[0].run.text;
  text += added_text(rows[0], language);
  const std::vector<Text> first = remarks(rows[0].run);
  std::string others;
  for (const Compared& row : std::span(rows).subspan(1)) {
    others += variant_remarks(row.name, remarks(row.run), first, language);
  }
  return others.empty() ? text : text + "\n" + others;
}

Json row_json(const Compared& row) {
  Json json = analysis::summary_json(row.figures);
  json.update(row.run.json);
  json["instance"] = row.run.instance;
  if (!row.run.rejection) json["instances"] = row.run.instances;
  return json;
}

Json study_json(const std::vector<Compared>& rows, const std::vector<std::string>& columns,
                const std::optional<SharedInstance>& shared) {
  Json json = row_json(rows[0]);
  json["compare"] = columns;
  if (shared) json["shared_instance"] = to_json(*shared);
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
  const auto rows = run_all(catalog, described, *study, *prices, common.language, control);
  if (!rows) return fail(rows.error());
  const auto columns = columns_of(*study, *rows, described.name);
  if (!columns) return fail(columns.error());
  const auto shared = shared_by(catalog, *study, *rows, described.name);
  if (!shared) return fail(shared.error());
  const bool rejected = rows->front().run.rejection.has_value();
  const bool together = !study->shared_instance || (*shared && (*shared)->fits);
  if (!output.empty() && !rejected) {
    // Last, so that nothing is saved if the comparison fails.
    const app::DescribedWorkload own = own_workload(described, study->document.variants.front());
    if (auto saved = run_workload(catalog, own, output, common.language, control); !saved) {
      return fail(saved.error());
    }
  }
  CommandOutput result;
  result.text = common.json
                    ? document_text(study_json(*rows, *columns, *shared))
                    : study_text(*study, *rows, *columns, *prices, *shared, common.language);
  if (rejected || !together) {
    result.exit_code = 1;
  } else if (!output.empty()) {
    result.note = common.language.say(tr("Saved {}", output)) + "\n";
  }
  return result;
}

}  // namespace nscope::cli

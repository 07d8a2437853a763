#include "app/gui/shell/example_preview.h"

#include "app/documents/today.h"
#include "app/gui/docks/summary_panel.h"
#include "app/gui/simulate/simulate_page.h"
#include "app/gui/text/text.h"
#include "app/gui/text/tr.h"
#include "app/gui/theme/tokens.h"
#include "app/pricing/fill_roi.h"
#include "app/pricing/price_scenario.h"
#include "app/pricing/user_prices.h"
#include "costmodel/migration/roi.h"
#include "costmodel/money/token_count.h"
#include "profiler/analysis/insights/insights.h"
#include "profiler/analysis/metrics/summary.h"
#include "profiler/base/format.h"
#include "simcore/engine/simulation/prediction.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

namespace nscope::gui {
namespace {

const QString kBetween = QStringLiteral(" · ");

/// The first two of these metrics that the result has: "5.81 ms per token · 560 tokens/s".
QString figures_line(const sim::SimulationResult& result) {
  const bool trains = result.find("bubble_percent") != nullptr;
  const std::pair<const char*, QString> wanted[] = {
      {"iteration_time", tr("%1 per iteration")},
      // "step_time" of inference is that of the decode steps.
      {trains ? "step_time" : "", tr("%1 per step")},
      {"device_time", tr("%1 per call")},
      {"tpot_p50", tr("%1 per token")},
      {"step_latency", tr("%1 per denoising step")},
      {"throughput", QStringLiteral("%1")}};
  QStringList figures;
  for (const auto& [name, text] : wanted) {
    const Metric* const metric = result.find(name);
    if (metric != nullptr && figures.size() < 2) figures << text.arg(metric_text(*metric));
  }
  return figures.join(kBetween);
}

Result<ExamplePreview> workload_preview(const PreviewInputs& inputs, const std::string& name,
                                        TaskControl& control) {
  const auto workload = app::load_workload(name);
  if (!workload) return fail(workload.error());
  ExamplePreview preview;
  const auto fit = sim::memory_fit(inputs.catalog, *workload);
  if (fit && fit->capacity > 0) {
    for (const catalog::MemoryItem& item : fit->items) {
      preview.parts.push_back(item.bytes / fit->capacity);
    }
    preview.line = tr("%1 of %2 per core")
                       .arg(number_text(format_bytes(fit->required)),
                            number_text(format_bytes(fit->capacity)));
  }
  if (SimulatePage::is_simulated(*workload)) return preview;
  const auto result = sim::estimate(inputs.catalog, *workload, control);
  if (!result) return fail(result.error());
  const QString figures = figures_line(*result);
  if (!figures.isEmpty()) preview.line = figures;
  return preview;
}

Result<ExamplePreview> scenario_preview(const PreviewInputs& inputs, const std::string& name,
                                        TaskControl& control) {
  const auto scenario = app::load_scenario(name);
  if (!scenario) return fail(scenario.error());
  const auto matrix =
      app::price_scenario(inputs.catalog, inputs.book, *scenario, app::today(), nullptr, control);
  if (!matrix) return fail(matrix.error());
  ExamplePreview preview;
  for (std::size_t row = 0; row < matrix->rows.size(); ++row) {
    const cost::CostRow& line = matrix->rows[row];
    double least = 0;
    for (const cost::CostCell& cell : line.cells) {
      if (!cell.figures || !line.may_win()) continue;
      const double dollars = cell.figures->usd_per_million.value.dollars();
      if (least == 0 || dollars < least) least = dollars;
    }
    if (!(least > 0)) continue;
    if (matrix->best && matrix->best->row == row) {
      preview.best = preview.bars.size();
      preview.line = tr("USD %1 per million tokens").arg(significant_text(least, 3));
    }
    preview.bars.push_back(least);
  }
  return preview;
}

/// The number at a key of an object, or 0.
double number_at(const Json& json, const char* key) {
  return json.is_object() && json.contains(key) && json.at(key).is_number()
             ? json.at(key).get<double>()
             : 0.0;
}

/// "TTFT p99 within 1.5 s" of {"ttft_p99_s": 1.5}.
QStringList limit_texts(const Json& limits) {
  QStringList texts;
  if (!limits.is_object()) return texts;
  for (const auto& [key, value] : limits.items()) {
    const QStringList parts = to_qstring(key).split(QLatin1Char('_'));
    if (parts.size() != 3 || !value.is_number()) continue;
    texts << tr("%1 %2 within %3")
                 .arg(parts[0].toUpper(), parts[1],
                      number_text(fmt::format("{:.3g} s", value.get<double>())));
  }
  return texts;
}

Result<ExamplePreview> plan_preview(const std::string& name) {
  const auto document = app::load_document(name, app::BuiltIn::Kind::kPlan);
  if (!document) return fail(document.error());
  const Json traffic = document->json.value("traffic", Json::object());
  ExamplePreview preview;
  if (const auto hours = traffic.find("hourly_requests_per_second");
      hours != traffic.end() && hours->is_array()) {
    for (const Json& hour : *hours) {
      if (hour.is_number()) preview.bars.push_back(hour.get<double>());
    }
  }
  QStringList parts;
  if (!preview.bars.empty()) {
    const double peak = *std::max_element(preview.bars.begin(), preview.bars.end());
    parts << tr("up to %1 requests/s").arg(significant_text(peak, 2));
  } else if (const double rate = number_at(traffic, "requests_per_second"); rate > 0) {
    constexpr std::size_t kHours = 24;
    preview.bars.assign(kHours, rate);
    parts << tr("%1 requests/s").arg(significant_text(rate, 2));
  }
  parts << limit_texts(document->json.value("sla", Json::object()));
  const Json training = document->json.value("training", Json::object());
  if (const Json job = training.value("job", Json::object()); !job.empty()) {
    if (const double tokens = number_at(job, "tokens"); tokens > 0) {
      parts << to_qstring(cost::tokens_text(tokens));
    }
    if (const double days = number_at(job, "deadline_days"); days > 0) {
      parts << tr("within %1 days").arg(significant_text(days, 2));
    }
  }
  preview.line = parts.join(kBetween);
  return preview;
}

Result<ExamplePreview> migration_preview(const PreviewInputs& inputs, const std::string& name,
                                         TaskControl& control) {
  const auto document = app::load_document(name, app::BuiltIn::Kind::kMigration);
  if (!document) return fail(document.error());
  auto study = cost::roi_study_from_json(document->json, document->name);
  if (!study) return fail(study.error());
  if (auto filled = app::fill_roi_study(inputs.catalog, *study, control); !filled) {
    return fail(filled.error());
  }
  const auto result = cost::evaluate_plan(inputs.catalog, inputs.book, *study, app::today());
  if (!result) return fail(result.error());
  ExamplePreview preview;
  for (const cost::CashMonth& month : result->months) {
    preview.curve.push_back(month.cumulative.dollars());
  }
  const double value = result->npv.dollars();
  const double unit = value == 0 ? 1 : std::pow(10, std::floor(std::log10(std::abs(value))) - 2);
  const double rounded = unit > 1 ? std::round(value / unit) * unit : value;
  preview.line = tr("Net present value: %1").arg(usd_text(rounded, 0));
  return preview;
}

/// Adds the time in which events of a track run in each part of a time range, as a share.
void add_busy(const Track& track, double begin, double end, std::vector<double>& busy) {
  const double width = (end - begin) / static_cast<double>(busy.size());
  for (std::size_t row = 0; row < track.slices.size(); ++row) {
    const auto from = static_cast<double>(track.slices.start[row]);
    const double to = from + static_cast<double>(track.slices.duration[row]);
    const auto place = [&](double at) {
      return std::min(busy.size() - 1,
                      static_cast<std::size_t>(std::max(0.0, (at - begin) / width)));
    };
    for (std::size_t part = place(from); part <= place(to); ++part) {
      const double left = begin + static_cast<double>(part) * width;
      busy[part] += std::max(0.0, std::min(to, left + width) - std::max(from, left)) / width;
    }
  }
}

}  // namespace

Result<PreviewInputs> load_preview_inputs() {
  auto catalog = catalog::Catalog::load();
  if (!catalog) return fail(catalog.error());
  auto book = app::load_user_book();
  if (!book) return fail(book.error());
  return PreviewInputs{std::move(*catalog), std::move(book->book)};
}

Result<ExamplePreview> preview_of(const PreviewInputs& inputs, const app::BuiltIn& entry,
                                  TaskControl& control) {
  switch (entry.kind) {
    case app::BuiltIn::Kind::kWorkload: return workload_preview(inputs, entry.name, control);
    case app::BuiltIn::Kind::kScenario: return scenario_preview(inputs, entry.name, control);
    case app::BuiltIn::Kind::kPlan: return plan_preview(entry.name);
    case app::BuiltIn::Kind::kMigration: return migration_preview(inputs, entry.name, control);
    case app::BuiltIn::Kind::kCompile: break;
  }
  return ExamplePreview{};
}

Result<ExamplePreview> preview_of(const Trace& trace, std::string_view rule, TaskControl& control) {
  constexpr std::size_t kParts = 96;
  ExamplePreview preview;
  double begin = 0;
  double end = 0;
  bool any = false;
  std::vector<const Track*> engines;
  for (const Track& track : trace.tracks()) {
    const std::size_t events = track.slices.size();
    if (track.engine == Engine::kNone || events == 0) continue;
    engines.push_back(&track);
    const auto first = static_cast<double>(track.slices.start[0]);
    const double last = static_cast<double>(track.slices.start[events - 1]) +
                        static_cast<double>(track.slices.duration[events - 1]);
    begin = any ? std::min(begin, first) : first;
    end = any ? std::max(end, last) : last;
    any = true;
  }
  if (!(end > begin)) return preview;
  const bool several = std::ranges::any_of(
      engines, [&](const Track* track) { return track->core != engines.front()->core; });
  if (several) {
    std::erase_if(engines,
                  [first = engines.front()->engine](const Track* t) { return t->engine != first; });
  }
  // The queues of an engine are one row.
  std::vector<std::pair<Engine, int>> shown;
  for (const Track* track : engines) {
    const std::pair<Engine, int> key(track->engine, several ? track->core : 0);
    const auto found = std::find(shown.begin(), shown.end(), key);
    const auto row = static_cast<std::size_t>(found - shown.begin());
    if (found == shown.end()) {
      shown.push_back(key);
      preview.rows.push_back({track_color(trace, *track), std::vector<double>(kParts, 0.0)});
    }
    add_busy(*track, begin, end, preview.rows[row].busy);
  }
  for (ExamplePreview::Row& row : preview.rows) {
    for (double& share : row.busy) share = std::min(share, 1.0);
  }
  const analysis::Summary summary = analysis::summarize(trace, {});
  if (const Metric* const total = summary.find("total_time")) preview.line = metric_text(*total);
  const auto report =
      analysis::find_insights(trace, analysis::request_for(analysis::kInsightAnalysis), control);
  if (!report) return fail(report.error());
  const auto finding = std::ranges::find(report->insights, rule, &analysis::Insight::rule);
  if (finding == report->insights.end()) return preview;
  if (!preview.line.isEmpty()) preview.line += kBetween;
  preview.line += to_qstring(analysis::insight_rule_title(rule));
  if (finding->gain.share) {
    preview.line += tr(": up to %1").arg(number_text(format_percent(*finding->gain.share, 0)));
  }
  return preview;
}

}  // namespace nscope::gui

#include "profiler/analysis/insights/insights.h"

#include "profiler/analysis/insights/rules.h"
#include "profiler/analysis/insights/thresholds.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace nscope::analysis {

Result<InsightReport> find_insights(const Trace& trace, const AnalysisRequest& request,
                                    TaskControl& control) {
  const auto facts = gather_facts(trace, request, control);
  if (!facts) return fail(facts.error());
  InsightReport report;
  for (const InsightRule& rule : insight_rules()) {
    if (control.cancelled()) return cancelled();
    Findings findings = rule.find(*facts, request.parameters);
    if (!findings) {
      report.not_evaluated.push_back({rule.id, rule.kind, rule.needs});
      continue;
    }
    for (Insight& insight : *findings) {
      insight.rule = rule.id;
      report.insights.push_back(std::move(insight));
    }
  }
  std::stable_sort(report.insights.begin(), report.insights.end(),
                   [](const Insight& a, const Insight& b) {
                     return a.gain.share.value_or(-1) > b.gain.share.value_or(-1);
                   });
  return report;
}

namespace {

std::string numbers_text(const std::vector<InsightNumber>& numbers) {
  std::vector<std::string> texts;
  for (const InsightNumber& number : numbers) {
    texts.push_back(fmt::format("{}={:.6g}{}{}", number.name, number.value,
                                number.unit.empty() || number.unit == "share" ? "" : " ",
                                number.unit == "share" ? "" : number.unit));
  }
  return fmt::format("{}", fmt::join(texts, ", "));
}

double ns_of(const Trace& trace, TraceTime time) {
  return static_cast<double>(time.value()) / static_cast<double>(trace.time_base().ticks_per_ns);
}

void add_row(const Trace& trace, std::size_t rank, const Insight& insight, Table& table) {
  const Evidence& evidence = insight.evidence;
  table.add_row(
      {static_cast<std::int64_t>(rank), std::string(insight.rule), insight.finding, insight.action,
       insight.gain.share ? Cell(*insight.gain.share) : Cell(Missing{tr("not estimated")}),
       insight.gain.basis, ns_of(trace, evidence.begin),
       ns_of(trace, evidence.end - evidence.begin),
       evidence.slice.valid() ? Cell(static_cast<std::int64_t>(evidence.slice.value))
                              : Cell(Missing{tr("n/a")}),
       std::string(evidence.analysis), numbers_text(evidence.numbers)});
}

void add_notes(const InsightReport& report, Table& table) {
  const std::size_t rules = insight_rules().size();
  if (report.insights.empty() && report.not_evaluated.size() < rules) {
    const std::size_t evaluated = rules - report.not_evaluated.size();
    table.add_note(tr_plural(evaluated, "{} rule was evaluated and has no finding.",
                             "{} rules were evaluated and have no findings.", evaluated));
  }
  if (report.not_evaluated.empty()) return;
  table.add_note(
      tr("{} of {} rules were not evaluated, because the run lacks the data that they need: {}. "
         "docs/insights.md lists the data that each rule needs.",
         report.not_evaluated.size(), rules, missing_data(report)));
}

Result<Table> insight_table(const Trace& trace, const AnalysisRequest& request,
                            TaskControl& control) {
  const auto report = find_insights(trace, request, control);
  if (!report) return fail(report.error());
  Table table({{.id = "rank", .title = tr("Rank")},
               {.id = "rule", .title = tr("Rule")},
               {.id = "finding", .title = tr("Finding")},
               {.id = "action", .title = tr("Action")},
               {.id = "gain_share", .title = tr("Maximum gain"), .decimals = 4},
               {.id = "gain_basis", .title = tr("Basis of the gain")},
               {.id = "start_ns", .title = tr("Start"), .unit = "ns", .decimals = 3},
               {.id = "duration_ns", .title = tr("Duration"), .unit = "ns", .decimals = 3},
               {.id = "slice_id", .title = tr("Event")},
               {.id = "analysis", .title = tr("Analysis")},
               {.id = "numbers", .title = tr("Figures")}});
  for (std::size_t i = 0; i < report->insights.size(); ++i) {
    add_row(trace, i + 1, report->insights[i], table);
  }
  add_notes(*report, table);
  return table;
}

}  // namespace

constinit const Analysis kInsightAnalysis{
    .id = "insights",
    .group = phrase("Overview"),
    .title = phrase("Insights"),
    .shows = phrase("Bottlenecks of the run and what to change, ranked by estimated gain"),
    .definition =
        phrase("One row for each finding of a rule. gain_share = upper bound of the gain as a "
               "share of the analysed range; gain_basis states how it was estimated, in most cases "
               "from the critical path. Gains of different changes do not add up. start_ns, "
               "duration_ns and slice_id are the evidence; analysis is the id of the analysis with "
               "more detail. Rules are not evaluated if the run lacks the data that they need; a "
               "note states the kinds of data. docs/insights.md describes the rules and their "
               "thresholds."),
    .run = insight_table,
    .parameters = kInsightThresholds,
    .plot = {Plot::Kind::kBars, "rule", "gain_share", ""}};

}  // namespace nscope::analysis

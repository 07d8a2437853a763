#include "profiler/export/html.h"

#include "profiler/analysis/metrics/metric_definitions.h"
#include "profiler/analysis/metrics/metric_text.h"
#include "profiler/analysis/metrics/summary.h"
#include "profiler/base/files/atomic_file.h"
#include "profiler/base/format.h"
#include "profiler/base/page_template.h"
#include "profiler/base/tables/page_table.h"
#include "profiler/export/activity_lanes.h"
#include "profiler/export/export_tables.h"
#include "profiler/export/page/run_facts.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace nscope {
namespace {

using kainjow::mustache::data;

constexpr std::size_t kMostLanes = 40;

/// The tables below the metrics. Columns whose names end with "_ns" are shown as durations.
struct ReportTable {
  Phrase heading;
  Phrase caption;
  const char* sql;
};

constexpr ReportTable kHtmlTables[] = {
    {phrase("Time by instruction"),
     phrase("Instructions and operators by engine and name, longest total time first."),
     "SELECT engine, name, sum(count) AS count, sum(total_ns) AS total_ns,"
     " sum(total_ns) / sum(count) AS mean_ns, max(max_ns) AS longest_ns FROM slice_summary"
     " WHERE kind IN ('instruction', 'operator') GROUP BY engine, name"
     " ORDER BY total_ns DESC, engine, name LIMIT 25"},
    {phrase("Time of other events"),
     phrase("DMA packets, collectives, host calls, layers and others by name, longest total time "
            "first."),
     "SELECT s.kind, s.name, sum(s.count) AS count, sum(s.total_ns) AS total_ns,"
     " sum(s.total_ns) / sum(s.count) AS mean_ns, max(s.max_ns) AS longest_ns"
     " FROM slice_summary s JOIN track t ON t.id = s.track_id"
     " WHERE s.kind NOT IN ('instruction', 'operator') AND t.kind <> 'execution'"
     " GROUP BY s.kind, s.name ORDER BY total_ns DESC, s.kind, s.name LIMIT 25"},
    {phrase("Longest events"),
     phrase("Individual events, longest first, without layers and executions."),
     "SELECT t.path AS track, s.name, s.start_ns AS at_ns, s.duration_ns, s.wait_ns FROM slice s"
     " JOIN track t ON t.id = s.track_id WHERE s.kind <> 'layer' AND t.kind <> 'execution'"
     " ORDER BY s.duration_ns DESC, s.id LIMIT 20"},
};

/// The headings of the columns of these tables.
struct ReportColumn {
  std::string_view id;
  Phrase heading;
};
constexpr ReportColumn kHtmlColumns[] = {
    {"engine", phrase("Engine")}, {"name", phrase("Name")},
    {"kind", phrase("Kind")},     {"track", phrase("Track")},
    {"count", phrase("Count")},   {"total_ns", phrase("Total")},
    {"mean_ns", phrase("Mean")},  {"longest_ns", phrase("Longest")},
    {"at_ns", phrase("Start")},   {"duration_ns", phrase("Duration")},
    {"wait_ns", phrase("Wait")},
};

Phrase heading_of(const std::string& column) {
  const auto* const found = std::ranges::find(kHtmlColumns, column, &ReportColumn::id);
  return found != std::end(kHtmlColumns) ? found->heading : Phrase{column};
}

/// A cell of the tables: durations with units, counts with thousands separators.
std::string cell_text(const Cell& cell, std::string_view column, const Language& language) {
  const auto* whole = std::get_if<std::int64_t>(&cell);
  if (whole != nullptr && column.ends_with("_ns")) {
    return language.number(format_duration_ns(static_cast<double>(*whole)));
  }
  if (whole != nullptr) return language.number(format_count(*whole));
  return std::holds_alternative<Missing>(cell) ? "" : to_string(cell, language);
}

double ns_of(const Trace& trace, TraceTime time) {
  return static_cast<double>(time.value()) / static_cast<double>(trace.time_base().ticks_per_ns);
}

data facts_of(const Trace& trace, const Language& language) {
  data facts = data::type::list;
  for (const RunFact& each : run_facts(trace, language)) {
    data fact;
    fact.set("label", each.label);
    fact.set("value", each.value);
    facts.push_back(fact);
  }
  return facts;
}

void put_lanes(const Trace& trace, std::pair<TraceTime, TraceTime> window, const Language& language,
               data& page) {
  const ActivityLanes found = make_activity_lanes(trace, window, kMostLanes);
  data lanes = data::type::list;
  for (const ActivityLane& lane : found.lanes) {
    data entry;
    entry.set("name", lane.name);
    entry.set("color", lane.color);
    entry.set("shapes", lane.shapes);
    entry.set("share", language.number(format_percent(lane.share)));
    entry.set("label", language.say(tr("{}: busy for {} of the window", lane.name,
                                       as::percent(lane.share))));
    lanes.push_back(entry);
  }
  page.set("has_lanes", !found.lanes.empty());
  page.set("lanes", lanes);
  Text caption = tr("A darker colour is busier. The number is the busy share of the window.");
  if (found.left_out > 0) {
    caption = tr("{} {}", caption,
                 tr_plural(found.left_out, "{} less busy track is not shown.",
                           "{} less busy tracks are not shown.",
                           as::count(static_cast<std::int64_t>(found.left_out))));
  }
  page.set("lanes_caption", language.say(caption));
  const double begin = ns_of(trace, window.first);
  const double end = ns_of(trace, window.second);
  page.set("axis_begin", language.number(format_duration_ns(begin)));
  page.set("axis_middle", language.number(format_duration_ns((begin + end) / 2.0)));
  page.set("axis_end", language.number(format_duration_ns(end)));
}

/// The definition of a metric and its note.
Text meaning_of(const Metric& metric, const analysis::MetricDefinition* definition) {
  if (definition == nullptr) return metric.note;
  if (metric.note.empty()) return definition->definition;
  return tr("{} ({})", definition->definition, metric.note);
}

void put_metrics(const Trace& trace, const Language& language, data& page) {
  const analysis::Summary summary = analysis::summarize(trace);
  constexpr Phrase kOther = phrase("Other");
  std::vector<Phrase> order;
  std::map<std::string_view, data> groups;  // by English heading
  for (const auto& definition : analysis::metric_definitions()) {
    if (std::ranges::find(order, definition.group.english, &Phrase::english) == order.end()) {
      order.push_back(definition.group);
    }
  }
  order.push_back(kOther);
  for (const Metric& metric : summary.metrics) {
    const auto* definition = analysis::find_metric_definition(metric.name);
    data entry;
    entry.set("name", metric.name);
    entry.set("value", language.say(analysis::metric_text(metric)));
    entry.set("provenance", language.say(title(metric.provenance)));
    entry.set("meaning", language.say(meaning_of(metric, definition)));
    const Phrase group = definition == nullptr ? kOther : definition->group;
    auto [at, added] = groups.try_emplace(group.english, data::type::list);
    at->second.push_back(entry);
  }
  data list = data::type::list;
  for (const Phrase heading : order) {
    const auto found = groups.find(heading.english);
    if (found == groups.end()) continue;
    data group;
    group.set("group", language.say(heading));
    group.set("metrics", found->second);
    list.push_back(group);
  }
  page.set("has_metrics", !summary.metrics.empty());
  page.set("groups", list);
}

data table_data(const ReportTable& report, const Table& table, const Language& language) {
  data values = page_table(
      table, language,
      {.heading = [&](const Table::Column& column) { return language.say(heading_of(column.id)); },
       .text = [&](const Cell& cell,
                   const Table::Column& column) { return cell_text(cell, column.id, language); }});
  values.set("heading", language.say(report.heading));
  values.set("caption", language.say(report.caption));
  return values;
}

Result<data> report_tables(const std::shared_ptr<const Trace>& trace, const Language& language,
                           TaskControl& control) {
  auto session = open_export_session(trace);
  if (!session) return fail(session.error());
  data tables = data::type::list;
  for (const ReportTable& report : kHtmlTables) {
    const auto table = session->query(report.sql, control, kNoSqlLimits);
    if (!table) return fail(table.error());
    if (table->row_count() > 0) tables.push_back(table_data(report, *table, language));
  }
  return tables;
}

void put_diagnostics(const Trace& trace, const Language& language, data& page) {
  std::vector<Diagnostic> sorted(trace.diagnostics().begin(), trace.diagnostics().end());
  std::stable_sort(sorted.begin(), sorted.end(), [](const Diagnostic& a, const Diagnostic& b) {
    return a.severity != b.severity ? a.severity > b.severity : a.code < b.code;
  });
  data list = data::type::list;
  for (const Diagnostic& diagnostic : sorted) {
    data entry;
    entry.set("severity", std::string(to_string(diagnostic.severity)));
    entry.set("severity_title", language.say(title(diagnostic.severity)));
    entry.set("code", diagnostic.code);
    entry.set("count", language.number(format_count(diagnostic.count)));
    entry.set("example", language.say(diagnostic.example));
    list.push_back(entry);
  }
  page.set("clean", sorted.empty());
  page.set("diagnostics", list);
}

/// The headings and fixed sentences of the template.
void put_labels(const Language& language, data& page) {
  const std::pair<const char*, Phrase> labels[] = {
      {"run_heading", phrase("Run")},
      {"activity_heading", phrase("Activity")},
      {"metrics_heading", phrase("Metrics")},
      {"metric_column", phrase("Metric")},
      {"value_column", phrase("Value")},
      {"provenance_column", phrase("Provenance")},
      {"meaning_column", phrase("Meaning")},
      {"diagnostics_heading", phrase("Diagnostics")},
      {"clean_text", phrase("No data were repaired or left out.")},
      {"severity_column", phrase("Severity")},
      {"code_column", phrase("Code")},
      {"count_column", phrase("Count")},
      {"example_column", phrase("Example")},
      {"footer_text", phrase("Times are relative to the start of the run. This file loads no "
                             "external content.")},
  };
  for (const auto& [name, label] : labels) page.set(name, language.say(label));
}

}  // namespace

Result<> export_html(const std::shared_ptr<const Trace>& trace, const std::string& path,
                     const Language& language, TaskControl& control) {
  control.begin(phrase("Writing the summary"), 0);
  const auto window = window_of(*trace);
  const std::string file = trace->property_text(property::kSourceFile);
  const std::string instance = trace->property_text(property::kInstanceType);
  data page;
  put_labels(language, page);
  page.set("title", file.empty() ? language.say(tr("Profile")) : file);
  const TextNumber duration = as::duration_ns(ns_of(*trace, window.second - window.first));
  page.set("subtitle",
           language.say(instance.empty() ? tr("{}", duration) : tr("{}, {}", instance, duration)));
  page.set("facts", facts_of(*trace, language));
  put_lanes(*trace, window, language, page);
  if (control.cancelled()) return cancelled();
  put_metrics(*trace, language, page);
  auto tables = report_tables(trace, language, control);
  if (!tables) return fail(tables.error());
  page.set("tables", *tables);
  put_diagnostics(*trace, language, page);
  const auto text = render_page("reports/summary.mustache", page, language);
  if (!text) return fail(text.error());
  return write_file(path, *text);
}

}  // namespace nscope

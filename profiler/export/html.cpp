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
#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <map>
#include <vector>

#include <fmt/format.h>

namespace nscope {
namespace {

using kainjow::mustache::data;

constexpr std::size_t kMostLanes = 40;

/// The tables below the metrics. All names that statements give their columns
/// are headings; those that end with "_ns" show as durations.
struct ReportTable {
  const char* heading;
  const char* caption;
  const char* sql;
};

constexpr ReportTable kHtmlTables[] = {
    {"Where the time goes", "Instructions and operators by engine and name, longest first.",
     "SELECT engine, name, sum(count) AS count, sum(total_ns) AS total_ns,"
     " sum(total_ns) / sum(count) AS mean_ns, max(max_ns) AS longest_ns FROM slice_summary"
     " WHERE kind IN ('instruction', 'operator') GROUP BY engine, name"
     " ORDER BY total_ns DESC, engine, name LIMIT 25"},
    {"Other events", "DMA, collectives, host calls, layers and so on by name, longest first.",
     "SELECT s.kind, s.name, sum(s.count) AS count, sum(s.total_ns) AS total_ns,"
     " sum(s.total_ns) / sum(s.count) AS mean_ns, max(s.max_ns) AS longest_ns"
     " FROM slice_summary s JOIN track t ON t.id = s.track_id"
     " WHERE s.kind NOT IN ('instruction', 'operator') AND t.kind <> 'execution'"
     " GROUP BY s.kind, s.name ORDER BY total_ns DESC, s.kind, s.name LIMIT 25"},
    {"Longest events", "Single events, longest first; layers and executions left out.",
     "SELECT t.path AS track, s.name, s.start_ns AS at_ns, s.duration_ns, s.wait_ns FROM slice s"
     " JOIN track t ON t.id = s.track_id WHERE s.kind <> 'layer' AND t.kind <> 'execution'"
     " ORDER BY s.duration_ns DESC, s.id LIMIT 20"},
};

std::string text_of(const PropertyValue& value) {
  return std::visit([](const auto& v) { return fmt::format("{}", v); }, value);
}

/// A cell for people: durations with units, whole numbers with thousands.
std::string cell_text(const Cell& cell, std::string_view column) {
  const auto* whole = std::get_if<std::int64_t>(&cell);
  if (whole != nullptr && column.ends_with("_ns")) {
    return format_duration_ns(static_cast<double>(*whole));
  }
  if (whole != nullptr) return format_count(*whole);
  return std::holds_alternative<Missing>(cell) ? "" : to_string(cell);
}

std::string heading_of(std::string_view column) {
  if (column.ends_with("_ns")) column.remove_suffix(3);
  std::string heading(column);
  std::replace(heading.begin(), heading.end(), '_', ' ');
  return heading;
}

/// The profiled window; everything there is where the capture names none.
std::pair<TraceTime, TraceTime> window_of(const Trace& trace) {
  const TimeBase& base = trace.time_base();
  if (base.window_end > base.window_begin) return {base.window_begin, base.window_end};
  return {trace.begin(), trace.end()};
}

double ns_of(const Trace& trace, TraceTime time) {
  return static_cast<double>(time.value()) / static_cast<double>(trace.time_base().ticks_per_ns);
}

data facts_of(const Trace& trace, std::pair<TraceTime, TraceTime> window) {
  data facts = data::type::list;
  const auto add = [&](std::string_view label, const std::string& value) {
    if (value.empty()) return;
    data fact;
    fact.set("label", std::string(label));
    fact.set("value", value);
    facts.push_back(fact);
  };
  const auto add_property = [&](std::string_view label, std::string_view key) {
    if (const PropertyValue* value = trace.property(key)) add(label, text_of(*value));
  };
  add_property("Format", property::kSourceFormat);
  add_property("Instance", property::kInstanceType);
  add_property("Device", property::kDevice);
  add_property("NeuronCore generation", property::kGeneration);
  add_property("Physical cores", property::kPhysicalCores);
  add_property("NEFF", property::kNeffFile);
  add_property("Kernel", property::kKernelName);
  add("Window", format_duration_ns(ns_of(trace, window.second - window.first)));
  add("Events", format_count(static_cast<std::int64_t>(trace.slice_count())));
  add("Tracks", format_count(static_cast<std::int64_t>(trace.tracks().size())));
  add("Dependencies", format_count(static_cast<std::int64_t>(trace.flows().size())));
  add_property("Events are", property::kProvenance);
  add_property("Compiler", property::kCompilerVersion);
  add_property("Runtime", property::kRuntimeVersion);
  add_property("Driver", property::kDriverVersion);
  add_property("Collectives", property::kCollectivesVersion);
  add_property("Profiler", property::kProfilerVersion);
  return facts;
}

void put_lanes(const Trace& trace, std::pair<TraceTime, TraceTime> window, data& page) {
  const ActivityLanes found = make_activity_lanes(trace, window, kMostLanes);
  data lanes = data::type::list;
  for (const ActivityLane& lane : found.lanes) {
    data entry;
    entry.set("name", lane.name);
    entry.set("color", lane.color);
    entry.set("shapes", lane.shapes);
    entry.set("share", format_percent(lane.share));
    lanes.push_back(entry);
  }
  page.set("has_lanes", !found.lanes.empty());
  page.set("lanes", lanes);
  std::string caption = "Stronger colour is busier; the number is the busy share of the window.";
  if (found.left_out > 0) {
    caption += fmt::format(" {} less busy track{} left out.",
                           format_count(static_cast<std::int64_t>(found.left_out)),
                           found.left_out == 1 ? " is" : "s are");
  }
  page.set("lanes_caption", caption);
  const double begin = ns_of(trace, window.first);
  const double end = ns_of(trace, window.second);
  page.set("axis_begin", format_duration_ns(begin));
  page.set("axis_middle", format_duration_ns((begin + end) / 2.0));
  page.set("axis_end", format_duration_ns(end));
}

void put_metrics(const Trace& trace, data& page) {
  const analysis::Summary summary = analysis::summarize(trace);
  std::vector<std::string> order;
  std::map<std::string, data> groups;
  const auto group_of = [](const Metric& metric) {
    const auto* definition = analysis::find_metric_definition(metric.name);
    return definition == nullptr ? std::string("Other") : std::string(definition->group);
  };
  for (const auto& definition : analysis::metric_definitions()) {
    const std::string group(definition.group);
    if (std::find(order.begin(), order.end(), group) == order.end()) order.push_back(group);
  }
  order.push_back("Other");
  for (const Metric& metric : summary.metrics) {
    const auto* definition = analysis::find_metric_definition(metric.name);
    data entry;
    entry.set("name", metric.name);
    entry.set("value", analysis::metric_text(metric));
    entry.set("provenance", std::string(to_string(metric.provenance)));
    std::string meaning = definition == nullptr ? "" : std::string(definition->definition);
    if (!metric.note.empty()) meaning += (meaning.empty() ? "" : " ") + ("(" + metric.note + ")");
    entry.set("meaning", meaning);
    auto [at, added] = groups.try_emplace(group_of(metric), data::type::list);
    at->second.push_back(entry);
  }
  data list = data::type::list;
  for (const std::string& name : order) {
    const auto found = groups.find(name);
    if (found == groups.end()) continue;
    data group;
    group.set("group", name);
    group.set("metrics", found->second);
    list.push_back(group);
  }
  page.set("has_metrics", !summary.metrics.empty());
  page.set("groups", list);
}

data table_data(const ReportTable& report, const Table& table) {
  data values = page_table(
      table, {.heading = [](const Table::Column& column) { return heading_of(column.id); },
              .text = [](const Cell& cell,
                         const Table::Column& column) { return cell_text(cell, column.id); }});
  values.set("heading", std::string(report.heading));
  values.set("caption", std::string(report.caption));
  return values;
}

Result<data> report_tables(const std::shared_ptr<const Trace>& trace, TaskControl& control) {
  auto session = open_export_session(trace);
  if (!session) return fail(session.error());
  data tables = data::type::list;
  for (const ReportTable& report : kHtmlTables) {
    const auto table = session->query(report.sql, control, kNoSqlLimits);
    if (!table) return fail(table.error());
    if (table->row_count() > 0) tables.push_back(table_data(report, *table));
  }
  return tables;
}

void put_diagnostics(const Trace& trace, data& page) {
  std::vector<Diagnostic> sorted(trace.diagnostics().begin(), trace.diagnostics().end());
  std::stable_sort(sorted.begin(), sorted.end(), [](const Diagnostic& a, const Diagnostic& b) {
    return a.severity != b.severity ? a.severity > b.severity : a.code < b.code;
  });
  data list = data::type::list;
  for (const Diagnostic& diagnostic : sorted) {
    data entry;
    entry.set("severity", std::string(to_string(diagnostic.severity)));
    entry.set("code", diagnostic.code);
    entry.set("count", format_count(diagnostic.count));
    entry.set("example", diagnostic.example);
    list.push_back(entry);
  }
  page.set("clean", sorted.empty());
  page.set("diagnostics", list);
}

}  // namespace

Result<> export_html(const std::shared_ptr<const Trace>& trace, const std::string& path,
                     TaskControl& control) {
  control.begin("Writing the summary", 0);
  const auto window = window_of(*trace);
  const std::string file = trace->property_text(property::kSourceFile);
  const std::string instance = trace->property_text(property::kInstanceType);
  data page;
  page.set("title", file.empty() ? std::string("Profile") : file);
  page.set("subtitle",
           fmt::format("{}{}{}", instance, instance.empty() ? "" : ", ",
                       format_duration_ns(ns_of(*trace, window.second - window.first))));
  page.set("facts", facts_of(*trace, window));
  put_lanes(*trace, window, page);
  if (control.cancelled()) return cancelled();
  put_metrics(*trace, page);
  auto tables = report_tables(trace, control);
  if (!tables) return fail(tables.error());
  page.set("tables", *tables);
  put_diagnostics(*trace, page);
  const auto text = render_page("reports/summary.mustache", page);
  if (!text) return fail(text.error());
  return write_file(path, *text);
}

}  // namespace nscope

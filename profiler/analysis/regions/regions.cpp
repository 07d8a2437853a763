#include "profiler/analysis/regions/regions.h"

#include "profiler/analysis/definition/cells.h"
#include "profiler/analysis/regions/region_cut.h"
#include "profiler/analysis/regions/region_figures.h"
#include "profiler/base/order_statistics.h"
#include "profiler/trace/track_path.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace nscope::analysis {
namespace {

constexpr std::array<std::string_view, 2> kRegionViews{"regions", "repeated"};
constexpr std::array kRegionsParameters{
    Parameter{
        .id = "show",
        .title = phrase("Show"),
        .meaning = phrase("Each region with its figures, or the spread of regions that do the "
                          "same work"),
        .words = kRegionViews},
    Parameter{.id = "by",
              .title = phrase("Regions"),
              .meaning = phrase("Division of the run; auto uses the first of layer, kernel, "
                                "collective, annotation and execution that the run has"),
              .words = kRegionMethods},
    Parameter{
        .id = "depth",
        .title = phrase("Level of layers"),
        .meaning = phrase("0 is the outermost level; -1 is the outermost level on which a core "
                          "has two layers"),
        .value = -1,
        .lowest = -1,
        .highest = 511},
    Parameter{.id = "rows",
              .title = phrase("Maximum rows"),
              .meaning = phrase("Number of regions to list in order of time, or number of groups"),
              .value = 1000,
              .lowest = 1,
              .highest = 1e5}};

Table::Column ns_column(std::string_view id, Phrase title) {
  return {.id = std::string(id), .title = title, .unit = "ns", .decimals = 0};
}

Cell place_of(const Trace& trace, const Region& region) {
  if (region.core >= 0) return std::int64_t{region.core};
  return region.track.valid() ? Cell(track_path(trace, trace.track(region.track)))
                              : Cell(Missing{tr("n/a")});
}

Cell event_of(const Region& region) {
  return region.slice.valid() ? Cell(std::int64_t{region.slice.value})
                              : Cell(Missing{tr("not an event")});
}

/// How much longer a region is than the median of its group, as a share of the median.
Cell deviation_of(const Region& region, const RegionGroup& group) {
  if (group.regions.size() < 2) return Missing{tr("occurs once")};
  return ratio(static_cast<double>((region.duration() - group.median).value()),
               static_cast<double>(group.median.value()), phrase("the median is zero"));
}

Result<Table> list_of_regions(const Trace& trace, const RunRegions& regions, std::size_t rows,
                              RegionFigures& figures, TaskControl& control) {
  std::vector<Table::Column> columns{
      {.id = "region", .title = tr("Name")},
      {.id = "instance", .title = tr("Instance")},
      {.id = "core", .title = tr("Core")},
      ns_column("start_ns", phrase("Start")),
      ns_column("duration_ns", phrase("Duration")),
      {.id = "deviation", .title = tr("From median"), .decimals = 4}};
  for (Table::Column& column : region_figure_columns()) columns.push_back(std::move(column));
  columns.push_back({.id = "slice_id", .title = tr("Event")});
  Table table(std::move(columns));
  const std::size_t shown = std::min(rows, regions.regions.size());
  control.begin(phrase("Summarising regions"), shown);
  for (std::size_t i = 0; i < shown; ++i) {
    const Region& region = regions.regions[i];
    auto of_region = figures.cells(region, control);
    if (!of_region) return fail(of_region.error());
    std::vector<Cell> cells{regions.names[region.name],
                            std::int64_t{region.instance},
                            place_of(trace, region),
                            in_ns(trace, region.begin.value()),
                            in_ns(trace, region.duration().value()),
                            deviation_of(region, regions.groups[region.group])};
    for (Cell& cell : *of_region) cells.push_back(std::move(cell));
    cells.push_back(event_of(region));
    table.add_row(std::move(cells));
    control.advance_to(i + 1);
  }
  return table;
}

/// A part of the time of regions that do the same work.
struct TimePart {
  Text name;
  std::int64_t ticks = 0;
};

std::vector<TimePart> parts_of(const RegionTimes& times) {
  std::vector<TimePart> parts{{tr("no unit busy"), times.idle},
                              {tr("several units busy"), times.together}};
  for (std::size_t unit = 0; unit < kCoreUnits.size(); ++unit) {
    parts.push_back({tr("only {} busy", to_string(kCoreUnits[unit])), times.alone[unit]});
  }
  return parts;
}

/// The part of the time of `slowest` that exceeds its median in the group the most. nullopt if no
/// part does, or if the regions are not of one core.
std::optional<TimePart> added_part(const RunRegions& regions, const RegionGroup& group,
                                   std::uint32_t slowest, const RegionFigures& figures) {
  const auto of_slowest = figures.times(regions.regions[slowest]);
  if (!of_slowest) return std::nullopt;
  std::vector<TimePart> parts = parts_of(*of_slowest);
  std::vector<std::vector<std::int64_t>> all(parts.size());
  for (const std::uint32_t index : group.regions) {
    const auto times = figures.times(regions.regions[index]);
    if (!times) continue;
    const std::vector<TimePart> of_region = parts_of(*times);
    for (std::size_t i = 0; i < parts.size(); ++i) all[i].push_back(of_region[i].ticks);
  }
  for (std::size_t i = 0; i < parts.size(); ++i) parts[i].ticks -= upper_median(all[i]);
  const auto most =
      std::max_element(parts.begin(), parts.end(),
                       [](const TimePart& a, const TimePart& b) { return a.ticks < b.ticks; });
  return most->ticks > 0 ? std::optional(*most) : std::nullopt;
}

struct RepeatedGroup {
  const RegionGroup* group = nullptr;
  std::uint32_t fastest = 0;
  std::uint32_t slowest = 0;
};

std::vector<RepeatedGroup> repeated_groups(const RunRegions& regions) {
  std::vector<RepeatedGroup> repeated;
  const auto shorter = [&](std::uint32_t a, std::uint32_t b) {
    return regions.regions[a].duration() < regions.regions[b].duration();
  };
  for (const RegionGroup& group : regions.groups) {
    if (group.regions.size() < 2) continue;
    repeated.push_back(
        {.group = &group,
         .fastest = *std::min_element(group.regions.begin(), group.regions.end(), shorter),
         .slowest = *std::max_element(group.regions.begin(), group.regions.end(), shorter)});
  }
  const auto excess = [&](const RepeatedGroup& each) {
    return regions.regions[each.slowest].duration() - each.group->median;
  };
  std::stable_sort(
      repeated.begin(), repeated.end(),
      [&](const RepeatedGroup& a, const RepeatedGroup& b) { return excess(a) > excess(b); });
  return repeated;
}

Table empty_repeated_table() {
  return Table({{.id = "region", .title = tr("Name")},
                {.id = "instance", .title = tr("Instance")},
                {.id = "count", .title = tr("Count")},
                ns_column("median_ns", phrase("Median")),
                ns_column("shortest_ns", phrase("Shortest")),
                {.id = "slowest", .title = tr("Slowest region")},
                {.id = "slowest_instance", .title = tr("Slowest instance")},
                {.id = "core", .title = tr("Core")},
                {.id = "deviation", .title = tr("From median"), .decimals = 4},
                {.id = "added", .title = tr("Most added time")},
                ns_column("added_ns", phrase("Added time")),
                {.id = "slice_id", .title = tr("Event")},
                ns_column("start_ns", phrase("Slowest start")),
                ns_column("duration_ns", phrase("Slowest duration"))});
}

Result<Table> table_of_repeated(const Trace& trace, const RunRegions& regions, std::size_t rows,
                                const RegionFigures& figures, const TaskControl& control) {
  Table table = empty_repeated_table();
  const std::vector<RepeatedGroup> repeated = repeated_groups(regions);
  const std::size_t shown = std::min(rows, repeated.size());
  for (std::size_t i = 0; i < shown; ++i) {
    if (control.cancelled()) return cancelled();
    const RegionGroup& group = *repeated[i].group;
    const Region& slowest = regions.regions[repeated[i].slowest];
    const Region& fastest = regions.regions[repeated[i].fastest];
    const auto added = added_part(regions, group, repeated[i].slowest, figures);
    const Missing no_part{figures.times(slowest) ? tr("no part is longer than its median")
                                                 : no_times_text(slowest)};
    table.add_row(
        {group.name, group.instance == 0 ? Cell(tr("all")) : Cell(std::int64_t{group.instance}),
         static_cast<std::int64_t>(group.regions.size()), in_ns(trace, group.median.value()),
         in_ns(trace, fastest.duration().value()), regions.names[slowest.name],
         std::int64_t{slowest.instance}, place_of(trace, slowest), deviation_of(slowest, group),
         added ? Cell(added->name) : Cell(no_part),
         added ? Cell(in_ns(trace, added->ticks)) : Cell(no_part), event_of(slowest),
         in_ns(trace, slowest.begin.value()), in_ns(trace, slowest.duration().value())});
  }
  if (repeated.empty() && !regions.regions.empty()) {
    table.add_note(tr("No region occurs more than once."));
  }
  if (const std::size_t hidden = repeated.size() - shown; hidden > 0) {
    table.add_note(tr_plural(hidden, "{} more group is not listed (parameter 'rows').",
                             "{} more groups are not listed (parameter 'rows').",
                             as::count(static_cast<std::int64_t>(hidden))));
  }
  return table;
}

Text absent_text(RegionMethod method) {
  switch (method) {
    case RegionMethod::kLayer:
      return tr(
          "The analysed range contains no layers of NeuronCores on this level. JSON and Parquet "
          "exports and simulated runs contain layers.");
    case RegionMethod::kKernel:
      return tr(
          "No instruction in the analysed range states its kernel, and no kernel of a GPU is in "
          "it. "
          "An NTFF capture of an NKI kernel with its NEFF and exports of Neuron Explorer state "
          "kernels.");
    case RegionMethod::kCollective: return tr("The analysed range contains no collectives.");
    case RegionMethod::kAnnotation:
      return tr(
          "The analysed range contains no annotations. Captures of PyTorch's profiler "
          "(record_function), of NVTX ranges and of XLA contain them.");
    case RegionMethod::kExecution:
    case RegionMethod::kAutomatic: break;
  }
  return tr("The analysed range contains no executions.");
}

Result<Table> regions_table(const Trace& trace, const AnalysisRequest& request,
                            TaskControl& control) {
  if (auto ok = check_core(trace, request.scope); !ok) return fail(ok.error());
  const Scope scope(trace, request.scope);
  const double level = request.parameters.number("depth");
  const auto depth = level < 0 ? std::nullopt : std::optional(static_cast<std::uint16_t>(level));
  const auto method = static_cast<RegionMethod>(request.parameters.count("by"));
  const auto regions = run_regions(trace, scope, method, depth, control);
  if (!regions) return fail(regions.error());
  auto figures = RegionFigures::of(trace, scope, control);
  if (!figures) return fail(figures.error());
  const std::size_t rows = request.parameters.count("rows");
  const bool each = request.parameters.word("show") == "regions";
  auto table = each ? list_of_regions(trace, *regions, rows, *figures, control)
                    : table_of_repeated(trace, *regions, rows, *figures, control);
  if (!table) return table;
  add_region_notes(*regions, *table);
  if (each && regions->regions.size() > rows) {
    const std::size_t hidden = regions->regions.size() - rows;
    table->add_note(tr_plural(hidden, "{} more region is not listed (parameter 'rows').",
                              "{} more regions are not listed (parameter 'rows').",
                              as::count(static_cast<std::int64_t>(hidden))));
  }
  return table;
}

}  // namespace

void add_region_notes(const RunRegions& regions, Table& table) {
  if (!regions.reason.empty()) table.add_note(regions.reason);
  if (regions.regions.empty() && regions.crossing == 0) {
    table.add_note(absent_text(regions.method));
  }
  if (regions.crossing > 0) {
    table.add_note(tr_plural(regions.crossing,
                             "{} region crosses an edge of the analysed range and is not included.",
                             "{} regions cross an edge of the analysed range and are not included.",
                             as::count(regions.crossing)));
  }
  if (regions.left_out > 0) {
    table.add_note(tr_plural(
        regions.left_out,
        "{} region is not included because a run is divided into at most 200,000 regions; use "
        "--range or --core.",
        "{} regions are not included because a run is divided into at most 200,000 regions; use "
        "--range or --core.",
        as::count(regions.left_out)));
  }
}

constinit const Analysis kRegionsAnalysis{
    .id = "regions",
    .group = phrase("Operators"),
    .title = phrase("Regions of the run"),
    .shows = phrase("Layers, kernels, collectives or annotations side by side with the same "
                    "figures, and the slowest of those that repeat"),
    .definition = phrase(
        "With show=regions, each region is listed in order of time. Shares, FLOPs, MFU, HBM bytes, "
        "MBU and spilled bytes are the metrics of the summary of the region's range on its core "
        "(--range and --core): events that cross its edge count with the part inside. "
        "exposed_dma_ns "
        "and exposed_cc_ns = time in which only DMA or only a collective is busy on the core; "
        "idle_ns = time in which no unit is busy; of events that cross an edge, the part inside is "
        "included. deviation = duration / median duration of the regions that do the same work - "
        "1. "
        "Regions with the same name do the same work; if names differ only in numbers (layer 3, "
        "layer 31), all regions of these names with the same instance number. With show=repeated, "
        "each such group is a row with its slowest region. The time of a region is the sum of the "
        "times in which one unit alone is busy, several are, or none is; added = the one that "
        "exceeds its median in the group the most."),
    .run = regions_table,
    .parameters = kRegionsParameters,
    .plot = {Plot::Kind::kBars, "region", "duration_ns", ""}};

}  // namespace nscope::analysis

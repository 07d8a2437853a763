#include "profiler/analysis/operators/layers.h"

#include "profiler/analysis/definition/cells.h"
#include "profiler/analysis/engines/core_units.h"
#include "profiler/analysis/metrics/interval_union.h"
#include "profiler/analysis/metrics/scope.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace nscope::analysis {
namespace {

constexpr std::size_t kUnits = kCoreUnits.size();

constexpr std::array<std::string_view, 2> kLayerViews{"aggregated", "occurrences"};
constexpr std::array kLayersParameters{
    Parameter{.id = "show",
              .title = phrase("Show"),
              .meaning = phrase("Totals of each layer, or each occurrence of a layer"),
              .words = kLayerViews},
    Parameter{.id = "depth",
              .title = phrase("Maximum depth"),
              .meaning = phrase("Number of levels below the outermost layers"),
              .value = 511,
              .lowest = 0,
              .highest = 511},
    Parameter{.id = "rows",
              .title = phrase("Maximum rows"),
              .meaning = phrase("Number of layers to list, most time first, or number of "
                                "occurrences in order of time"),
              .value = 1000,
              .lowest = 1,
              .highest = 1e6}};

/// Totals of one layer, or one occurrence of it. Times in ticks.
struct LayerTotals {
  StringId track;  ///< name of its track
  StringId name;
  StringId parent;
  std::uint16_t depth = 0;
  std::int64_t count = 0;
  std::int64_t time = 0;
  std::int64_t children = 0;
  std::int64_t idle = 0;
  std::array<std::int64_t, kUnits> busy{};
  bool of_core = true;  ///< whether `busy` and `idle` are known
  int core = -1;        ///< core of the longest occurrence
  SliceId longest{};
  std::int64_t longest_start = 0;
  std::int64_t longest_duration = -1;
};

/// Busy times of each unit of one core, and of at least one of them.
struct CoreTimes {
  std::vector<CoveredTime> units;
  std::optional<CoveredTime> any;
};

std::map<int, CoreTimes> core_times(const std::vector<CoreActivity>& activities) {
  std::map<int, CoreTimes> times;
  for (const CoreActivity& activity : activities) {
    CoreTimes& of = times[activity.core];
    IntervalUnion any;
    for (const IntervalUnion& busy : activity.busy) {
      of.units.emplace_back(busy);
      any = merged(any, busy);
    }
    of.any.emplace(any);
  }
  return times;
}

class LayerWalk {
 public:
  LayerWalk(const Scope& scope, const AnalysisRequest& request,
            const std::map<int, CoreTimes>& cores)
      : scope_(scope),
        each_(request.parameters.word("show") == "occurrences"),
        deepest_(request.parameters.count("depth")),
        rows_(request.parameters.count("rows")),
        cores_(cores) {}

  /// Adds the layers of a track. Returns false if cancelled.
  bool track(const Track& track, const TaskControl& control);
  /// The layers of all tracks.
  std::vector<LayerTotals> take() && { return std::move(layers_); }
  std::size_t not_shown() const { return not_shown_; }

 private:
  struct Key {
    StringId track, parent, name;
    std::uint16_t depth;
    bool operator==(const Key&) const = default;
  };
  struct KeyHash {
    std::size_t operator()(const Key& key) const {
      std::uint64_t hash = key.track.value * 0x9e3779b97f4a7c15ULL;
      for (const std::uint64_t part :
           {key.parent.value, key.name.value, std::uint32_t{key.depth}}) {
        hash = (hash ^ part) * 0x9e3779b97f4a7c15ULL;
        hash ^= hash >> 29;
      }
      return hash;
    }
  };
  static constexpr std::size_t kNotKept = ~std::size_t{0};

  std::size_t layer_of(const Track& track, std::size_t row, StringId parent);
  void add(LayerTotals& to, const Track& track, std::size_t row, const CoreTimes* core);

  const Scope& scope_;
  bool each_;
  std::size_t deepest_;
  std::size_t rows_;
  const std::map<int, CoreTimes>& cores_;
  std::vector<LayerTotals> layers_;
  std::unordered_map<Key, std::size_t, KeyHash> index_;
  std::size_t not_shown_ = 0;
};

std::size_t LayerWalk::layer_of(const Track& track, std::size_t row, StringId parent) {
  const std::uint16_t depth = track.layout == TrackLayout::kNested ? track.slices.depth[row] : 0;
  if (depth > deepest_) return kNotKept;
  const Key key{track.name, parent, track.slices.name[row], depth};
  if (each_) {
    if (layers_.size() == rows_) {
      ++not_shown_;
      return kNotKept;
    }
  } else if (const auto [known, added] = index_.try_emplace(key, layers_.size()); !added) {
    return known->second;
  }
  layers_.push_back(
      {.track = key.track, .name = key.name, .parent = key.parent, .depth = key.depth});
  return layers_.size() - 1;
}

void LayerWalk::add(LayerTotals& to, const Track& track, std::size_t row, const CoreTimes* core) {
  const std::int64_t start = track.slices.start[row];
  const std::int64_t duration = track.slices.duration[row];
  ++to.count;
  to.time += duration;
  if (core == nullptr) {
    to.of_core = false;
  } else {
    for (std::size_t unit = 0; unit < kUnits; ++unit) {
      to.busy[unit] += core->units[unit].within(start, start + duration);
    }
    to.idle += duration - core->any->within(start, start + duration);
  }
  if (duration > to.longest_duration) {
    to.core = track.core;
    to.longest = Trace::slice_id(track, row);
    to.longest_start = start;
    to.longest_duration = duration;
  }
}

bool LayerWalk::track(const Track& track, const TaskControl& control) {
  struct Open {
    StringId name;
    std::size_t layer = kNotKept;
  };
  std::vector<Open> open;  // by depth
  const auto core = cores_.find(track.core);
  const CoreTimes* const times = core == cores_.end() ? nullptr : &core->second;
  for (std::size_t row = 0; row < track.slices.size(); ++row) {
    if (control.cancelled_at(row)) return false;
    const std::size_t depth = track.layout == TrackLayout::kNested ? track.slices.depth[row] : 0;
    open.resize(std::min(open.size(), depth));
    const Open parent = open.empty() ? Open{} : open.back();
    std::size_t layer = kNotKept;
    if (scope_.holds(track.slices.begin(row), track.slices.end(row))) {
      layer = layer_of(track, row, parent.name);
      if (parent.layer != kNotKept) layers_[parent.layer].children += track.slices.duration[row];
      if (layer != kNotKept) add(layers_[layer], track, row, times);
    }
    open.resize(depth);
    open.push_back({track.slices.name[row], layer});
  }
  return true;
}

Table empty_layers_table() {
  std::vector<Table::Column> columns{
      {.id = "level", .title = tr("Level")},
      {.id = "layer", .title = tr("Layer")},
      {.id = "depth", .title = tr("Depth")},
      {.id = "parent", .title = tr("Parent layer")},
      {.id = "core", .title = tr("Core")},
      {.id = "count", .title = tr("Count")},
      {.id = "time_ns", .title = tr("Time"), .unit = "ns", .decimals = 0},
      {.id = "self_ns", .title = tr("Self time"), .unit = "ns", .decimals = 0}};
  for (const auto& [id, title] :
       {std::pair("tensor_ns", phrase("Tensor")), std::pair("vector_ns", phrase("Vector")),
        std::pair("scalar_ns", phrase("Scalar")), std::pair("gpsimd_ns", phrase("GpSimd")),
        std::pair("sync_ns", phrase("Sync")), std::pair("dma_ns", phrase("DMA")),
        std::pair("cc_ns", phrase("Collectives")), std::pair("idle_ns", phrase("Idle"))}) {
    columns.push_back({.id = id, .title = title, .unit = "ns", .decimals = 0});
  }
  columns.push_back({.id = "slice_id", .title = tr("Longest occurrence")});
  columns.push_back({.id = "start_ns", .title = tr("Longest start"), .unit = "ns", .decimals = 0});
  columns.push_back(
      {.id = "duration_ns", .title = tr("Longest duration"), .unit = "ns", .decimals = 0});
  return Table(std::move(columns));
}

/// The name of a level without the core: "Layers" for "Layers (core 3)".
std::string level_name(std::string_view track) {
  return std::string(track.substr(0, track.find(" (core ")));
}

std::vector<Cell> row_of(const Trace& trace, const LayerTotals& layer, bool one_core) {
  std::vector<Cell> row{level_name(trace.text(layer.track)),
                        std::string(trace.text(layer.name)),
                        std::int64_t{layer.depth},
                        layer.parent.valid() ? Cell(std::string(trace.text(layer.parent)))
                                             : Cell(Missing{tr("none")}),
                        one_core && layer.core >= 0
                            ? Cell(std::int64_t{layer.core})
                            : Cell(Missing{one_core ? tr("none") : tr("all cores")}),
                        layer.count,
                        in_ns(trace, layer.time),
                        in_ns(trace, layer.time - layer.children)};
  const Missing no_core{tr("no events of a NeuronCore")};
  for (const std::int64_t busy : layer.busy) {
    row.push_back(layer.of_core ? Cell(in_ns(trace, busy)) : Cell(no_core));
  }
  row.push_back(layer.of_core ? Cell(in_ns(trace, layer.idle)) : Cell(no_core));
  row.emplace_back(std::int64_t{layer.longest.value});
  row.emplace_back(in_ns(trace, layer.longest_start));
  row.emplace_back(in_ns(trace, layer.longest_duration));
  return row;
}

/// Adds up the layers of all cores. The names of their tracks differ only in the core.
void join_cores(const Trace& trace, std::vector<LayerTotals>& layers) {
  std::map<std::tuple<std::string, StringId, StringId, std::uint16_t>, std::size_t> known;
  std::vector<LayerTotals> joined;
  for (const LayerTotals& layer : layers) {
    const auto [at, added] = known.try_emplace(
        {level_name(trace.text(layer.track)), layer.parent, layer.name, layer.depth},
        joined.size());
    if (added) {
      joined.push_back(layer);
      continue;
    }
    LayerTotals& to = joined[at->second];
    to.count += layer.count;
    to.time += layer.time;
    to.children += layer.children;
    to.idle += layer.idle;
    to.of_core = to.of_core && layer.of_core;
    for (std::size_t unit = 0; unit < kUnits; ++unit) to.busy[unit] += layer.busy[unit];
    if (layer.longest_duration <= to.longest_duration) continue;
    to.longest = layer.longest;
    to.longest_start = layer.longest_start;
    to.longest_duration = layer.longest_duration;
  }
  layers = std::move(joined);
}

Result<Table> layer_table(const Trace& trace, const AnalysisRequest& request,
                          TaskControl& control) {
  if (auto ok = check_core(trace, request.scope); !ok) return fail(ok.error());
  const Scope scope(trace, request.scope);
  const bool each = request.parameters.word("show") == "occurrences";
  Table table = empty_layers_table();
  const auto is_layer = [&](const Track& track) {
    return track.kind == TrackKind::kLayer && track.slices.size() > 0 && scope.holds(track);
  };
  if (std::none_of(trace.tracks().begin(), trace.tracks().end(), is_layer)) {
    table.add_note(tr(
        "The run contains no layers. JSON and Parquet exports and simulated runs contain them."));
    return table;
  }
  const auto activities = core_activities(trace, scope.core(), control);
  if (!activities) return fail(activities.error());
  const auto cores = core_times(*activities);
  LayerWalk walk(scope, request, cores);
  for (const Track& track : trace.tracks()) {
    if (is_layer(track) && !walk.track(track, control)) return cancelled();
  }
  std::size_t not_shown = walk.not_shown();
  std::vector<LayerTotals> layers = std::move(walk).take();
  if (!each) {
    join_cores(trace, layers);
    std::stable_sort(layers.begin(), layers.end(), [](const LayerTotals& a, const LayerTotals& b) {
      return std::tuple(a.depth, -a.time) < std::tuple(b.depth, -b.time);
    });
  }
  const std::size_t shown = std::min(layers.size(), request.parameters.count("rows"));
  for (std::size_t i = 0; i < shown; ++i)
    table.add_row(row_of(trace, layers[i], each || scope.core()));
  not_shown += layers.size() - shown;
  if (not_shown > 0) {
    table.add_note(tr_plural(not_shown, "{} more row is not listed (parameter 'rows').",
                             "{} more rows are not listed (parameter 'rows').",
                             as::count(static_cast<std::int64_t>(not_shown))));
  }
  if (layers.empty()) table.add_note(tr("No layer is entirely in the analysed range."));
  return table;
}

}  // namespace

constinit const Analysis kLayerAnalysis{
    .id = "layers",
    .group = phrase("Operators"),
    .title = phrase("Layers"),
    .shows =
        phrase("Hierarchy of layers with their time, self time and the busy time of each unit"),
    .definition = phrase(
        "Includes layers that are entirely in the analysed range. With show=aggregated, "
        "occurrences on all cores are added up by level, name, depth and parent layer; with "
        "show=occurrences, each occurrence is listed in order of time. time_ns = sum of the "
        "durations. self_ns = time_ns - durations of the child layers. tensor_ns ... cc_ns = time "
        "of the layer in which the unit was busy on the same core, for any layer. idle_ns = time "
        "in which no unit was busy. For FLOPs and bytes by layer, use the analysis 'operators' "
        "with by=layer."),
    .run = layer_table,
    .parameters = kLayersParameters,
    .plot = {Plot::Kind::kBars, "layer", "time_ns", "depth"}};

}  // namespace nscope::analysis

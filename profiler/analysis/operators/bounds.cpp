#include "profiler/analysis/operators/bounds.h"

#include "profiler/analysis/definition/cells.h"
#include "profiler/analysis/memory/reloads.h"
#include "profiler/analysis/operators/roofline.h"
#include "profiler/analysis/operators/work_tree.h"
#include "profiler/analysis/regions/region_cut.h"
#include "profiler/analysis/regions/regions.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace nscope::analysis {
namespace {

/// The levels of operators, and "region".
constexpr auto kBoundsLevels = [] {
  std::array<std::string_view, kOperatorLevels.size() + 1> words{};
  std::copy(kOperatorLevels.begin(), kOperatorLevels.end(), words.begin());
  words.back() = "region";
  return words;
}();
constexpr std::size_t kByRegion = kOperatorLevels.size();

constexpr std::array kBoundsParameters{
    Parameter{.id = kGroupByOperator.id,
              .title = kGroupByOperator.title,
              .meaning = phrase("Names by which events are grouped; auto uses the first kind that "
                                "the run has; region: the regions of the analysis 'regions'"),
              .words = kBoundsLevels},
    Parameter{.id = "rows",
              .title = phrase("Maximum operators"),
              .meaning = phrase("Number of operators to list after the whole run, most time first"),
              .value = 20,
              .lowest = 0,
              .highest = 1e6}};

/// The work of the run, an operator or a region, added up over cores.
struct Item {
  Cell name;
  double time_ns = 0.0;
  OperatorTotals totals{};
  HbmTransfer transfer{};  ///< sums; `slice` is not used
};

/// The minimum time of an item under one assumption.
struct Bound {
  std::string_view id;
  Text assumption;
  std::optional<double> minimum_ns;
  Text missing{};  ///< reason if the bound is unknown
  Text work{};     ///< what determines the bound
};

struct BoundCalculator {
  const Trace& trace;
  const CoreRoof& roof;

  std::vector<Bound> of(const Item& item) const;

 private:
  Bound overlap(const Item& item) const;
  double memory_ns(double bytes) const { return bytes / roof.bytes * 1e9; }
  double tensor_ns(double flops) const { return flops / roof.flops * 1e9; }
};

Bound BoundCalculator::overlap(const Item& item) const {
  std::size_t most = 0;
  for (std::size_t unit = 1; unit < item.totals.busy.size(); ++unit) {
    if (item.totals.busy[unit] > item.totals.busy[most]) most = unit;
  }
  const double bound = in_ns(trace, item.totals.busy[most]);
  const Text unit = most < kCoreUnits.size()
                        ? Text::verbatim(std::string(to_string(kCoreUnits[most])))
                        : tr("other devices");
  return {.id = "overlap",
          .assumption = tr("Perfect overlap of all units"),
          .minimum_ns = bound,
          .work = tr("{} is the busiest unit", unit)};
}

std::vector<Bound> BoundCalculator::of(const Item& item) const {
  const HbmTransfer& moved = item.transfer;
  const double bytes = moved.read + moved.written;
  std::vector<Bound> bounds{overlap(item)};
  const auto memory = [&](std::string_view id, Text title, double amount, Text missing) {
    bounds.push_back(
        {.id = id,
         .assumption = std::move(title),
         .minimum_ns = missing.empty() ? std::optional(memory_ns(amount)) : std::nullopt,
         .missing = missing,
         .work = missing.empty() ? tr("{} of HBM traffic", as::bytes(amount)) : Text()});
  };
  const Text no_bytes = bytes > 0.0 ? Text() : tr("no HBM bytes stated");
  const bool known = moved.read == 0.0 || moved.unknown < moved.read;
  memory("memory", tr("HBM traffic at full bandwidth"), bytes, no_bytes);
  memory("no_reloads", tr("The same without repeated reads"), bytes - moved.reread,
         !no_bytes.empty() ? no_bytes
         : known           ? Text()
                           : tr("neither addresses nor tensors stated"));
  memory("ideal", tr("Inputs, weights and outputs once"), moved.compulsory,
         !no_bytes.empty()       ? no_bytes
         : moved.untyped < bytes ? Text()
                                 : tr("no tensors stated"));
  const auto compute = [&](std::string_view id, Text title, double flops) {
    const bool stated = item.totals.bf16_flops > 0.0;
    bounds.push_back({.id = id,
                      .assumption = std::move(title),
                      .minimum_ns = stated ? std::optional(tensor_ns(flops)) : std::nullopt,
                      .missing = stated ? Text() : tr("no FLOPs stated"),
                      .work = stated ? tr("{} on TensorE", as::value(flops, "FLOP")) : Text()});
  };
  compute("compute", tr("Matrix products at TensorE's peak"), item.totals.bf16_flops);
  compute("useful", tr("The same without transposes"),
          item.totals.bf16_flops - item.totals.bf16_transpose_flops);
  return bounds;
}

Table empty_bounds_table() {
  return Table({{.id = "operator", .title = tr("Operator")},
                {.id = "bound", .title = tr("Lower limit")},
                {.id = "assumption", .title = tr("Assumption")},
                {.id = "time_ns", .title = tr("Time"), .unit = "ns", .decimals = 0},
                {.id = "bound_ns", .title = tr("Minimum time"), .unit = "ns", .decimals = 0},
                {.id = "gain_ns", .title = tr("Possible gain"), .unit = "ns", .decimals = 0},
                {.id = "gain_share", .title = tr("Gain share"), .decimals = 4},
                {.id = "work", .title = tr("Work")},
                {.id = "slice_id", .title = tr("Longest event")}});
}

void add_rows(const Item& item, const BoundCalculator& calculator, Table& table) {
  for (const Bound& bound : calculator.of(item)) {
    const Missing missing{bound.missing};
    const bool known = bound.minimum_ns.has_value();
    const double gain = known ? item.time_ns - *bound.minimum_ns : 0.0;
    table.add_row({item.name, std::string(bound.id), bound.assumption, item.time_ns,
                   known ? Cell(*bound.minimum_ns) : Cell(missing),
                   known ? Cell(gain) : Cell(missing),
                   known ? ratio(gain, item.time_ns, phrase("the time is zero")) : Cell(missing),
                   known ? Cell(bound.work) : Cell(missing),
                   item.totals.longest.valid() ? Cell(std::int64_t{item.totals.longest.value})
                                               : Cell(Missing{tr("no event")})});
  }
}

void add(HbmTransfer& to, const HbmTransfer& from) {
  to.read += from.read;
  to.reread += from.reread;
  to.written += from.written;
  to.compulsory += from.compulsory;
  to.unknown += from.unknown;
  to.untyped += from.untyped;
}

/// The items of one table, the whole run first.
struct Items {
  std::vector<Item> items{};
  std::size_t hidden = 0;  ///< further operators or regions with less time
  HbmTransfers transfers{};
  std::optional<RunRegions> regions{};
};

/// The work of the part of the run in scope.
Result<Item> item_of(const Trace& trace, const Scope& scope, HbmTransfers& transfers,
                     TaskControl& control) {
  auto moved = hbm_transfers(trace, scope, control);
  if (!moved) return fail(moved.error());
  transfers = *std::move(moved);
  const WorkLevel nameless{};
  const auto all = work_tree(trace, scope, std::span(&nameless, 1), {.unit_busy = true}, control);
  if (!all) return fail(all.error());
  Item item{.name = tr("(whole run)"),
            .time_ns = in_ns(trace, scope.total().value()) * static_cast<double>(all->places)};
  if (!all->nodes.empty()) item.totals = all->nodes.front().totals;
  for (const HbmTransfer& transfer : transfers.transfers) add(item.transfer, transfer);
  return item;
}

/// Adds the operators, most time first, at most `rows`.
Result<> add_operators(const Trace& trace, const Scope& scope, OperatorLevel level,
                       std::size_t rows, Items& to, TaskControl& control) {
  const OperatorLevel of_instructions = level_for_instructions(trace, level);
  const WorkLevel named{.of_instructions = of_instructions, .of_others = level};
  const auto tree =
      work_tree(trace, scope, std::span(&named, 1), {.events = true, .unit_busy = true}, control);
  if (!tree) return fail(tree.error());
  std::vector<Item> items(tree->nodes.size());
  std::size_t nameless = items.size();
  for (std::size_t i = 0; i < items.size(); ++i) {
    const OperatorTotals& totals = tree->nodes[i].totals;
    if (!totals.name.valid()) nameless = i;
    items[i].name =
        totals.name.valid() ? Cell(std::string(trace.text(totals.name))) : Cell(tr("(not named)"));
    items[i].totals = totals;
    items[i].time_ns = in_ns(trace, totals.active);
  }
  for (const HbmTransfer& transfer : to.transfers.transfers) {
    const std::uint32_t node = tree->node_of[transfer.slice.index()];
    // A transfer of a static queue whose instruction is unknown is not in the tree.
    const std::size_t item = node == WorkTree::kNone ? nameless : node;
    if (item < items.size()) add(items[item].transfer, transfer);
  }
  std::stable_sort(items.begin(), items.end(),
                   [](const Item& a, const Item& b) { return a.time_ns > b.time_ns; });
  const std::size_t shown = std::min(rows, items.size());
  to.hidden = items.size() - shown;
  for (std::size_t i = 0; i < shown; ++i) to.items.push_back(std::move(items[i]));
  return {};
}

Text region_name(const RunRegions& regions, const Region& region) {
  const Text& name = regions.names[region.name];
  const bool repeated =
      std::any_of(regions.regions.begin(), regions.regions.end(), [&](const Region& other) {
        return other.name == region.name && other.track == region.track && other.instance > 1;
      });
  const Text of = repeated ? tr("{}, instance {}", name, region.instance) : name;
  return region.core < 0 ? of : tr("{}, core {}", of, region.core);
}

/// Adds the regions, longest first, at most `rows`. Each is analysed like a range on its core.
Result<> add_regions(const Trace& trace, const Scope& scope, std::size_t rows, Items& to,
                     TaskControl& control) {
  auto found = run_regions(trace, scope, RegionMethod::kAutomatic, std::nullopt, control);
  if (!found) return fail(found.error());
  std::vector<const Region*> regions;
  for (const Region& region : found->regions) regions.push_back(&region);
  std::stable_sort(regions.begin(), regions.end(),
                   [](const Region* a, const Region* b) { return a->duration() > b->duration(); });
  const std::size_t shown = std::min(rows, regions.size());
  to.hidden = regions.size() - shown;
  for (std::size_t i = 0; i < shown; ++i) {
    SummaryOptions part;
    part.range = {regions[i]->begin, regions[i]->end};
    part.core = regions[i]->core < 0 ? scope.core() : std::optional(regions[i]->core);
    HbmTransfers of_region;
    auto item = item_of(trace, Scope(scope, part), of_region, control);
    if (!item) return fail(item.error());
    item->name = region_name(*found, *regions[i]);
    to.items.push_back(*std::move(item));
  }
  to.regions = *std::move(found);
  return {};
}

void add_notes(const CoreRoof& roof, const Items& found, Table& table) {
  const HbmTransfers& transfers = found.transfers;
  if (found.regions) add_region_notes(*found.regions, table);
  table.add_note(
      tr("The roof of one core is {} and {}. Times of operators are added up over cores.",
         as::value(roof.flops, "FLOP/s"), as::value(roof.bytes, "B/s")));
  if (transfers.by_tensor > 0) {
    table.add_note(tr_plural(
        transfers.by_tensor,
        "Repeated reads of {} instruction are a lower limit: only its tensor is known, not its "
        "addresses.",
        "Repeated reads of {} instructions are a lower limit: only their tensors are known, not "
        "their addresses.",
        as::count(transfers.by_tensor)));
  }
  const HbmTransfer& moved = found.items.front().transfer;
  if (moved.unknown > 0.0 && moved.unknown < moved.read) {
    table.add_note(tr_plural(
        transfers.unknown,
        "{} transfer states neither the addresses nor the tensor that it reads ({}); its reads "
        "count as not repeated.",
        "{} transfers state neither the addresses nor the tensors that they read ({}); their reads "
        "count as not repeated.",
        as::count(transfers.unknown), as::bytes(transfers.unknown_bytes)));
  }
  if (moved.untyped > 0.0 && moved.untyped < moved.read + moved.written) {
    table.add_note(
        tr("The run does not state the tensors of {} of HBM traffic; the bound 'ideal' "
           "does not contain them.",
           as::bytes(moved.untyped)));
  }
}

Result<Table> bounds_table(const Trace& trace, const AnalysisRequest& request,
                           TaskControl& control) {
  if (auto ok = check_core(trace, request.scope); !ok) return fail(ok.error());
  const Scope scope(trace, request.scope);
  const std::size_t by = request.parameters.count("by");
  const std::size_t rows = request.parameters.count("rows");
  Table table = empty_bounds_table();
  const auto roof = by == kByRegion ? core_roof(trace) : roof_of_operators(trace, request);
  if (!roof) {
    table.add_note(roof.error().message);
    return table;
  }
  Items found;
  auto whole = item_of(trace, scope, found.transfers, control);
  if (!whole) return fail(whole.error());
  if (whole->time_ns == 0.0) {
    table.add_note(tr("The analysed range contains no work of a NeuronCore."));
    return table;
  }
  found.items.push_back(*std::move(whole));
  const auto added = by == kByRegion ? add_regions(trace, scope, rows, found, control)
                                     : add_operators(trace, scope, static_cast<OperatorLevel>(by),
                                                     rows, found, control);
  if (!added) return fail(added.error());
  const BoundCalculator calculator{.trace = trace, .roof = *roof};
  for (const Item& item : found.items) add_rows(item, calculator, table);
  if (found.hidden > 0) {
    const auto hidden = static_cast<std::int64_t>(found.hidden);
    table.add_note(
        by == kByRegion
            ? tr_plural(hidden, "{} more region is not listed (parameter 'rows').",
                        "{} more regions are not listed (parameter 'rows').", as::count(hidden))
            : tr_plural(hidden, "{} more operator with less time is not listed (parameter 'rows').",
                        "{} more operators with less time are not listed (parameter 'rows').",
                        as::count(hidden)));
  }
  add_notes(*roof, found, table);
  return table;
}

}  // namespace

constinit const Analysis kBoundsAnalysis{
    .id = "bounds",
    .group = phrase("Operators"),
    .title = phrase("Performance bounds"),
    .shows = phrase("Minimum time of the run and of each operator, from perfect overlap to ideal "
                    "memory traffic, and the gain at each bound"),
    .definition = phrase(
        "Each bound is a lower limit of the time under one assumption; gain_ns = time_ns - "
        "bound_ns. "
        "overlap = the busy time of the busiest unit (engine, or all DMA queues of a core "
        "together). memory = HBM bytes / HBM bandwidth. no_reloads = the same without bytes that "
        "the core had read before and that were not written since; from the addresses in the "
        "operands of DMA instructions, or else from the sizes of the tensors. ideal = the first "
        "reads of inputs and weights and the first writes of outputs / HBM bandwidth. compute = "
        "FLOPs / PEAK, with the FLOPs and PEAK of the analysis 'roofline'. useful = the same "
        "without instructions that transpose. time_ns of an operator is its active_ns in the "
        "analysis 'operators'; of the whole run, the analysed range x cores; of a region, its "
        "duration x cores. The bounds of a region are those of the whole run with its range and "
        "core (--range, --core). A transfer of a static queue belongs to the instruction that "
        "started it."),
    .run = bounds_table,
    .parameters = kBoundsParameters,
    .plot = {Plot::Kind::kBars, "bound", "bound_ns", ""}};

}  // namespace nscope::analysis

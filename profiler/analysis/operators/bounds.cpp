#include "profiler/analysis/operators/bounds.h"

#include "profiler/analysis/definition/cells.h"
#include "profiler/analysis/memory/reloads.h"
#include "profiler/analysis/operators/roofline.h"
#include "profiler/analysis/operators/work_tree.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace nscope::analysis {
namespace {

constexpr std::array kBoundsParameters{
    kGroupByOperator,
    Parameter{.id = "rows",
              .title = phrase("Maximum operators"),
              .meaning = phrase("Number of operators to list after the whole run, most time first"),
              .value = 20,
              .lowest = 0,
              .highest = 1e6}};

/// The work of the run or of one operator, added up over cores.
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
  const HbmTransfers& transfers;

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
  const bool known = moved.read == 0.0 || transfers.by_address + transfers.by_tensor > 0;
  memory("memory", tr("HBM traffic at full bandwidth"), bytes, no_bytes);
  memory("no_reloads", tr("The same without repeated reads"), bytes - moved.reread,
         !no_bytes.empty() ? no_bytes
         : known           ? Text()
                           : tr("neither addresses nor tensors stated"));
  memory("ideal", tr("Inputs, weights and outputs once"), moved.compulsory,
         !no_bytes.empty()         ? no_bytes
         : transfers.tensors_known ? Text()
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

/// The whole run and its operators, most time first.
Result<std::vector<Item>> items_of(const Trace& trace, const Scope& scope, OperatorLevel level,
                                   const HbmTransfers& transfers, TaskControl& control) {
  const OperatorLevel of_instructions = level_for_instructions(trace, level);
  const WorkLevel named{.of_instructions = of_instructions, .of_others = level};
  const WorkLevel nameless{};
  auto tree =
      work_tree(trace, scope, std::span(&named, 1), {.events = true, .unit_busy = true}, control);
  if (!tree) return fail(tree.error());
  auto all = work_tree(trace, scope, std::span(&nameless, 1), {.unit_busy = true}, control);
  if (!all) return fail(all.error());
  std::vector<Item> items(1 + tree->nodes.size());
  items[0].name = tr("(whole run)");
  items[0].time_ns = in_ns(trace, scope.total().value()) * static_cast<double>(tree->places);
  if (!all->nodes.empty()) items[0].totals = all->nodes.front().totals;
  for (std::size_t i = 0; i < tree->nodes.size(); ++i) {
    const OperatorTotals& totals = tree->nodes[i].totals;
    items[i + 1].name =
        totals.name.valid() ? Cell(std::string(trace.text(totals.name))) : Cell(tr("(not named)"));
    items[i + 1].totals = totals;
    items[i + 1].time_ns = in_ns(trace, totals.active);
  }
  const auto add = [](HbmTransfer& to, const HbmTransfer& from) {
    to.read += from.read;
    to.reread += from.reread;
    to.written += from.written;
    to.compulsory += from.compulsory;
  };
  for (const HbmTransfer& transfer : transfers.transfers) {
    add(items[0].transfer, transfer);
    const std::uint32_t node = tree->node_of[transfer.slice.index()];
    if (node != WorkTree::kNone) add(items[node + 1].transfer, transfer);
  }
  std::stable_sort(items.begin() + 1, items.end(),
                   [](const Item& a, const Item& b) { return a.time_ns > b.time_ns; });
  return items;
}

void add_notes(const CoreRoof& roof, const HbmTransfers& transfers, Table& table) {
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
  if (transfers.unknown > 0) {
    table.add_note(tr_plural(
        transfers.unknown,
        "{} instruction states neither the addresses nor the tensor that it reads ({}); its reads "
        "count as not repeated.",
        "{} instructions state neither the addresses nor the tensor that they read ({}); their "
        "reads count as not repeated.",
        as::count(transfers.unknown), as::bytes(transfers.unknown_bytes)));
  }
}

Result<Table> bounds_table(const Trace& trace, const AnalysisRequest& request,
                           TaskControl& control) {
  if (auto ok = check_core(trace, request.scope); !ok) return fail(ok.error());
  const Scope scope(trace, request.scope);
  const auto level = static_cast<OperatorLevel>(request.parameters.count("by"));
  Table table = empty_bounds_table();
  const auto roof = roof_of_operators(trace, request);
  if (!roof) {
    table.add_note(roof.error().message);
    return table;
  }
  const auto transfers = hbm_transfers(trace, scope, control);
  if (!transfers) return fail(transfers.error());
  const auto items = items_of(trace, scope, level, *transfers, control);
  if (!items) return fail(items.error());
  if (items->size() == 1) {
    table.add_note(tr("The analysed range contains no work of a NeuronCore."));
    return table;
  }
  const BoundCalculator calculator{.trace = trace, .roof = *roof, .transfers = *transfers};
  const std::size_t shown = std::min(request.parameters.count("rows") + 1, items->size());
  for (std::size_t i = 0; i < shown; ++i) add_rows((*items)[i], calculator, table);
  if (shown < items->size()) {
    const auto hidden = static_cast<std::int64_t>(items->size() - shown);
    table.add_note(tr_plural(
        hidden, "{} more operator with less time is not listed (parameter 'rows').",
        "{} more operators with less time are not listed (parameter 'rows').", as::count(hidden)));
  }
  add_notes(*roof, *transfers, table);
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
        "analysis 'operators'; of the whole run, the analysed range x cores."),
    .run = bounds_table,
    .parameters = kBoundsParameters,
    .plot = {Plot::Kind::kBars, "bound", "bound_ns", ""}};

}  // namespace nscope::analysis

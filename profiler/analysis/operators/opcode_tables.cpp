#include "profiler/analysis/operators/opcode_tables.h"

#include "profiler/analysis/metrics/run_totals.h"
#include "profiler/analysis/metrics/scope.h"
#include "profiler/analysis/metrics/slice_args.h"
#include "profiler/trace/vocabulary.h"
#include "profiler/trace/waits.h"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace nscope::analysis {
namespace {

struct OpcodeTotals {
  std::int64_t count = 0;
  double time_ns = 0.0;
  double wait_ns = 0.0;
};

struct TensorTraffic {
  double read = 0.0;
  double write = 0.0;
  std::int64_t instructions = 0;
};

/// Adds the HBM bytes of one instruction to the tensors it reads and writes.
struct TensorCounter {
  explicit TensorCounter(const Trace& of)
      : trace(of),
        read_bytes(of.strings().find(key::kHbmReadBytes)),
        write_bytes(of.strings().find(key::kHbmWriteBytes)),
        read_tensor(of.strings().find(key::kReadTensor)),
        write_tensor(of.strings().find(key::kWriteTensor)) {}

  /// Adds `share` of the bytes of an instruction.
  void add(std::span<const Arg> args, double share) {
    double read = 0.0;
    double write = 0.0;
    std::string_view from;
    std::string_view to;
    for (const Arg& arg : args) {
      const auto* text = std::get_if<StringId>(&arg.value);
      if (arg.key == read_bytes) read = share * number_of(arg.value);
      if (arg.key == write_bytes) write = share * number_of(arg.value);
      if (arg.key == read_tensor && text != nullptr) from = trace.text(*text);
      if (arg.key == write_tensor && text != nullptr) to = trace.text(*text);
    }
    if (read > 0.0) {
      traffic[from].read += read;
      ++traffic[from].instructions;
    }
    if (write > 0.0) {
      traffic[to].write += write;
      traffic[to].instructions += read > 0.0 && from == to ? 0 : 1;
    }
  }

  const Trace& trace;
  StringId read_bytes;
  StringId write_bytes;
  StringId read_tensor;
  StringId write_tensor;
  std::map<std::string_view, TensorTraffic> traffic;  ///< by tensor; "" if it is unknown
};

Cell whole(double value) {
  return static_cast<std::int64_t>(value);
}

}  // namespace

namespace {

Result<Table> summary_table(const Trace& trace, const AnalysisRequest& request,
                            TaskControl& control) {
  if (auto ok = check_core(trace, request.scope); !ok) return fail(ok.error());
  Table table({{.id = "metric", .title = tr("Metric")},
               {.id = "value", .title = tr("Value")},
               {.id = "unit", .title = tr("Unit")},
               {.id = "provenance", .title = tr("Provenance")},
               {.id = "note", .title = tr("Note")}});
  const auto summary = summarize(trace, request.scope, control);
  if (!summary) return fail(summary.error());
  for (const Metric& metric : summary->metrics) {
    table.add_row({metric.name, metric.value, metric.unit, title(metric.provenance), metric.note});
  }
  for (const auto& [name, reason] : summary->unavailable) {
    table.add_row({name, Missing{reason}, std::string(), std::string(), reason});
  }
  return table;
}

Result<Table> opcode_table(const Trace& trace, const AnalysisRequest& request,
                           TaskControl& control) {
  if (auto ok = check_core(trace, request.scope); !ok) return fail(ok.error());
  const Scope scope(trace, request.scope);
  std::map<std::pair<Engine, StringId>, OpcodeTotals> opcodes;
  std::map<Engine, double> engine_time;
  std::size_t overstated = 0;
  bool of_gpus = true;
  const auto ticks_per_ns = static_cast<double>(trace.time_base().ticks_per_ns);
  control.begin(phrase("Counting opcodes"), trace.tracks().size());
  for (const Track& track : trace.tracks()) {
    if (control.cancelled()) return cancelled();
    control.advance_to(track.id.index());
    if (!runs_work(track) || !scope.holds(track)) continue;
    of_gpus = of_gpus && track.core < 0 && track.engine == Engine::kNone;
    for (std::size_t row = 0; row < track.slices.size(); ++row) {
      const auto part = scope.part(track.slices.begin(row), track.slices.end(row));
      if (!part) continue;
      OpcodeTotals& opcode = opcodes[{track.engine, track.slices.name[row]}];
      const double ns = static_cast<double>(part->length()) / ticks_per_ns;
      ++opcode.count;
      opcode.time_ns += ns;
      engine_time[track.engine] += ns;
      if (track.slices.has_waits()) {
        const std::int64_t wait = bounded_wait(trace, track, row);
        if (wait < track.slices.wait[row]) ++overstated;
        opcode.wait_ns += static_cast<double>(wait) / ticks_per_ns;
      }
    }
  }
  struct Row {
    Engine engine;
    std::string_view opcode;
    OpcodeTotals totals;
  };
  std::vector<Row> rows;
  for (const auto& [id, totals] : opcodes) {
    rows.push_back({id.first, trace.text(id.second), totals});
  }
  std::sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) {
    return std::tuple(a.engine, -a.totals.time_ns, a.opcode) <
           std::tuple(b.engine, -b.totals.time_ns, b.opcode);
  });
  of_gpus = of_gpus && !rows.empty();
  Table table({{.id = "engine", .title = of_gpus ? tr("Device") : tr("Engine")},
               {.id = "opcode", .title = of_gpus ? tr("Kernel") : tr("Opcode")},
               {.id = "count", .title = tr("Count")},
               {.id = "time_ns", .title = tr("Time"), .unit = "ns", .decimals = 0},
               {.id = "share",
                .title = of_gpus ? tr("Share of kernel time") : tr("Share of engine time"),
                .unit = "",
                .decimals = 3},
               {.id = "mean_ns", .title = tr("Mean duration"), .unit = "ns", .decimals = 1},
               {.id = "wait_ns", .title = tr("Semaphore waits"), .unit = "ns", .decimals = 0}});
  for (const Row& row : rows) {
    const double all = engine_time[row.engine];
    const Cell share =
        all > 0.0 ? Cell(row.totals.time_ns / all) : Cell(Missing{tr("the time is zero")});
    const std::string_view engine = of_gpus ? "GPU" : to_string(row.engine);
    table.add_row({std::string(engine), std::string(row.opcode), row.totals.count,
                   row.totals.time_ns, share,
                   row.totals.time_ns / static_cast<double>(row.totals.count), row.totals.wait_ns});
  }
  if (overstated > 0) {
    table.add_note(tr_plural(
        overstated,
        "{} stated wait began before the preceding instruction started; only the gap between the "
        "instructions counts.",
        "{} stated waits began before the preceding instruction started; only the gaps between the "
        "instructions count.",
        as::count(static_cast<std::int64_t>(overstated))));
  }
  return table;
}

Result<Table> tensor_table(const Trace& trace, const AnalysisRequest& request,
                           TaskControl& control) {
  if (auto ok = check_core(trace, request.scope); !ok) return fail(ok.error());
  const Scope scope(trace, request.scope);
  TensorCounter counter(trace);
  control.begin(phrase("Adding up tensor traffic"), trace.tracks().size());
  for (const Track& track : trace.tracks()) {
    if (control.cancelled()) return cancelled();
    control.advance_to(track.id.index());
    if (!runs_work(track) || !scope.holds(track)) continue;
    SliceArgs args(track);
    for (std::size_t row = 0; row < track.slices.size(); ++row) {
      const auto part = scope.part(track.slices.begin(row), track.slices.end(row));
      if (part) counter.add(args.of(Trace::slice_id(track, row)), part->share);
    }
  }
  std::vector<std::pair<std::string_view, TensorTraffic>> rows(counter.traffic.begin(),
                                                               counter.traffic.end());
  std::stable_sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) {
    return a.second.read + a.second.write > b.second.read + b.second.write;
  });
  Table table({{.id = "tensor", .title = tr("Tensor")},
               {.id = "type", .title = tr("Type")},
               {.id = "size_bytes", .title = tr("Size"), .unit = "B"},
               {.id = "read_bytes", .title = tr("Read"), .unit = "B"},
               {.id = "write_bytes", .title = tr("Written"), .unit = "B"},
               {.id = "dma_instructions", .title = tr("Instructions")},
               {.id = "reuse", .title = tr("Traffic per byte"), .unit = "", .decimals = 2}});
  for (const auto& [name, traffic] : rows) {
    const std::string tensor(name);
    const auto bytes = trace.property_number(std::string(property::kTensorBytes) + tensor);
    const std::string type = trace.property_text(std::string(property::kTensorType) + tensor);
    const Missing not_stated{tr("not in this capture")};
    const bool sized = bytes.has_value() && *bytes > 0.0;
    table.add_row({tensor.empty() ? Cell(tr("(not named)")) : Cell(tensor),
                   type.empty() ? Cell(not_stated) : Cell(type),
                   sized ? whole(*bytes) : Cell(not_stated), whole(traffic.read),
                   whole(traffic.write), traffic.instructions,
                   sized ? Cell((traffic.read + traffic.write) / *bytes) : Cell(not_stated)});
  }
  return table;
}

Result<Table> diagnostic_table(const Trace& trace, const AnalysisRequest&, TaskControl&) {
  Table table({{.id = "code", .title = tr("Code")},
               {.id = "severity", .title = tr("Severity")},
               {.id = "count", .title = tr("Count")},
               {.id = "example", .title = tr("First example")}});
  for (const Diagnostic& d : trace.diagnostics()) {
    table.add_row({d.code, title(d.severity), d.count, d.example});
  }
  return table;
}

}  // namespace

constinit const Analysis kSummaryAnalysis{
    .id = "summary",
    .group = phrase("Overview"),
    .title = phrase("Summary metrics"),
    .shows =
        phrase("Metrics of engine activity, utilisation, bytes, DMA, collectives and throttling"),
    .definition =
        phrase("One row for each metric, with Neuron Explorer's name and unit. Shares are from 0 "
               "to 1. The tooltips of the summary state the formulas. If a metric cannot be "
               "computed from the run, the row has the reason instead of a value."),
    .run = summary_table};

constinit const Analysis kOpcodeAnalysis{
    .id = "opcodes",
    .group = phrase("Operators"),
    .title = phrase("Instructions by opcode"),
    .shows = phrase("Count, time, share of engine time and waits of each opcode"),
    .definition = phrase(
        "Includes instructions (or simulated operators) in the analysed range, by engine and "
        "opcode. Instructions that cross an edge of a selected range count with the part "
        "inside. For GPUs, the opcode is the kernel. time_ns = sum of the durations. share = "
        "time_ns / time_ns of the engine. mean_ns = time_ns / count. wait_ns = sum of the "
        "semaphore waits before the instructions. A wait cannot begin before the "
        "preceding instruction of the track has started; if a capture states more, the value is "
        "left from an earlier instruction, and only the gap between the two counts."),
    .run = opcode_table,
    .plot = {Plot::Kind::kBars, "opcode", "time_ns", "engine"}};

constinit const Analysis kTensorAnalysis{
    .id = "tensors",
    .group = phrase("Memory"),
    .title = phrase("HBM traffic by tensor"),
    .shows = phrase("HBM bytes read and written for each tensor, and traffic per byte of its size"),
    .definition = phrase("Bytes that DMA instructions read from and write to HBM, by tensor. The "
                         "names of tensors are those of the NEFF; (not named) is the traffic "
                         "without a tensor name. reuse = (read_bytes + write_bytes) / size_bytes."),
    .run = tensor_table,
    .plot = {Plot::Kind::kBars, "tensor", "read_bytes", ""}};

constinit const Analysis kDiagnosticAnalysis{
    .id = "diagnostics",
    .group = phrase("Overview"),
    .title = phrase("Import diagnostics"),
    .shows = phrase("Data that the importer repaired, skipped or assumed"),
    .definition =
        phrase("One row for each kind of diagnostic: its code, which does not change between "
               "versions, its severity, the number of occurrences and the first of them."),
    .run = diagnostic_table};

}  // namespace nscope::analysis

#include "importers/nccom_test/measurements.h"
#include "importers/shared/printable.h"
#include "profiler/base/units.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace nscope::importers {
namespace {

/// Starts the names of the columns of the second measurement of a row of nccl-tests.
constexpr std::string_view kInPlace = "in_place_";

/// The parts of a column name: "time:avg(us)" is "time:avg" in "us".
struct Column {
  std::string_view what;
  std::string_view unit;
};

Column split_column(std::string_view name) {
  const std::size_t open = name.rfind('(');
  if (open == std::string_view::npos || !name.ends_with(')')) return {name, {}};
  return {name.substr(0, open), name.substr(open + 1, name.size() - open - 2)};
}

std::optional<double> number_of(const PropertyValue& value) {
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return static_cast<double>(*whole);
  if (const auto* real = std::get_if<double>(&value)) return *real;
  return std::nullopt;
}

double nanoseconds_per(std::string_view unit) {
  if (unit == "s") return 1e9;
  if (unit == "ms") return 1e6;
  if (unit == "ns") return 1.0;
  return 1e3;  // "us"
}

/// The time of a row: the mean if there is one, else the first statistic.
std::optional<double> duration_ns(const NccomRow& row) {
  if (const auto mean = row_value(row, "time:avg", true)) return mean;
  if (const auto mean = row_value(row, "time", true)) return mean;
  for (const auto& [name, value] : row.cells) {
    const Column column = split_column(name);
    const auto number = number_of(value);
    if (column.what.starts_with("time:") && number) return *number * nanoseconds_per(column.unit);
  }
  return std::nullopt;
}

std::string_view display_name(std::string_view operation) {
  if (operation == "allr" || operation == "all_reduce") return "AllReduce";
  if (operation == "allg" || operation == "all_gather") return "AllGather";
  if (operation == "redsct" || operation == "reduce_scatter") return "ReduceScatter";
  if (operation == "reduce") return "Reduce";
  if (operation == "gather") return "Gather";
  if (operation == "scatter") return "Scatter";
  if (operation == "hypercube") return "Hypercube";
  if (operation == "alltoall" || operation == "all_to_all") return "AllToAll";
  if (operation == "sendrecv") return "SendRecv";
  if (operation == "permute") return "Permute";
  if (operation == "allgv" || operation == "all_gather_v") return "AllGatherV";
  if (operation == "alltoallv") return "AllToAllV";
  if (operation == "bcast" || operation == "broadcast") return "Broadcast";
  return "collective";
}

void write_arg(SliceId slice, std::string_view name, const PropertyValue& value,
               const BandwidthUnit& unit, TraceWriter& out) {
  const Column column = split_column(name);
  const auto number = number_of(value);
  const std::string prefix = column.what.starts_with(kInPlace) ? std::string(kInPlace) : "";
  const auto put = [&](std::string_view key, auto what) { out.arg(slice, out.intern(key), what); };
  if (column.what == "size" && number) {
    if (const auto* whole = std::get_if<std::int64_t>(&value)) {
      put(key::kBytes, *whole);
    } else {
      put(key::kBytes, *number);
    }
  } else if (column.what.ends_with("bw") && number == 0.0) {
    // The tool prints two decimals, so this means "less than 0.005", not 0.
    out.diagnose("bandwidth_rounded_to_0", Severity::kInfo,
                 tr("a value of {} was skipped: 0.00 means less than 0.005", printable(name)));
  } else if (column.what.ends_with("algbw") && number) {
    put(prefix + "algorithm_bandwidth", *number * unit.bytes);
  } else if (column.what.ends_with("busbw") && number) {
    put(prefix + "bus_bandwidth", *number * unit.bytes);
  } else if (column.what.substr(prefix.size()).starts_with("time") && number) {
    std::string shown(column.what);
    std::replace(shown.begin(), shown.end(), ':', '_');
    put(shown + "_ns", *number * nanoseconds_per(column.unit));
  } else {
    const std::string_view shown = column.what == "type" ? "data_type" : column.what;
    std::visit(
        [&](const auto& what) {
          using T = std::decay_t<decltype(what)>;
          if constexpr (std::is_same_v<T, std::string>) {
            out.arg(slice, out.intern(shown), std::string_view(what));
          } else {
            put(shown, what);
          }
        },
        value);
  }
}

void write_metrics(const NccomRun& run, const std::string& prefix, const BandwidthUnit& unit,
                   TraceWriter& out) {
  const auto put = [&](std::string_view name, double value, std::string_view unit_name,
                       Provenance provenance, Text note) {
    out.metric({.name = prefix + std::string(name),
                .value = value,
                .unit = std::string(unit_name),
                .provenance = provenance,
                .note = std::move(note)});
  };
  double sum = 0.0;
  double largest = 0.0;
  double fastest = 0.0;
  double largest_in_place = 0.0;
  std::size_t count = 0;
  for (const NccomRow& row : run.rows) {
    const auto bandwidth = row_value(row, "busbw");
    const auto time = duration_ns(row);
    if (bandwidth) {
      sum += *bandwidth;
      largest = std::max(largest, *bandwidth);
      ++count;
    }
    if (time && (fastest == 0.0 || *time < fastest)) fastest = *time;
    largest_in_place = std::max(largest_in_place, row_value(row, "in_place_busbw").value_or(0.0));
  }
  if (run.average_bus_bandwidth) {
    put("bus_bandwidth_avg", *run.average_bus_bandwidth * unit.bytes, "B/s", Provenance::kImported,
        run.of_nccl ? tr("mean over all sizes, out of place and in place, from nccl-tests")
                    : tr("mean over all sizes, from nccom-test"));
  } else if (sum > 0.0) {
    put("bus_bandwidth_avg", sum / static_cast<double>(count) * unit.bytes, "B/s",
        Provenance::kMeasured, tr("mean of the rows, because the file does not state it"));
  }
  if (largest > 0.0) {
    put("bus_bandwidth_max", largest * unit.bytes, "B/s", Provenance::kImported,
        tr("maximum of the rows"));
  }
  if (largest_in_place > 0.0) {
    put("in_place_bus_bandwidth_max", largest_in_place * unit.bytes, "B/s", Provenance::kImported,
        tr("maximum of the rows, in place"));
  }
  if (fastest > 0.0) {
    put("time_min", fastest / 1e9, "s", Provenance::kImported, tr("minimum of the rows"));
  }
}

}  // namespace

std::optional<double> row_value(const NccomRow& row, std::string_view wanted, bool in_ns) {
  for (const auto& [name, value] : row.cells) {
    const Column column = split_column(name);
    const auto number = number_of(value);
    if (column.what == wanted && number) {
      return in_ns ? *number * nanoseconds_per(column.unit) : *number;
    }
  }
  return std::nullopt;
}

BandwidthUnit bandwidth_unit(const NccomRun& run) {
  if (run.of_nccl) return {1e9, true};
  // The row with the largest bandwidth has the most digits.
  double shown = 0.0;
  double computed = 0.0;
  bool new_header = true;
  for (const NccomRow& row : run.rows) {
    if (row_value(row, "time")) new_header = false;
    const auto size = row_value(row, "size");
    const auto time = duration_ns(row);
    const auto bandwidth = row_value(row, "algbw");
    if (!size || !time || !bandwidth || *time <= 0.0 || *bandwidth <= shown) continue;
    shown = *bandwidth;
    computed = *size / *time * 1e9;
  }
  const BandwidthUnit by_version{new_header ? 1e9 : static_cast<double>(kGiB), false};
  // Two digits are enough to distinguish the units, which differ by 7 %.
  if (shown < 0.1) return by_version;
  const double bytes = computed / shown;
  const double tolerance = 0.02 + 0.01 / shown;
  for (const double unit : {1e9, static_cast<double>(kGiB)}) {
    if (std::abs(bytes / unit - 1.0) < std::min(tolerance, 0.035)) return {unit, true};
  }
  return by_version;
}

TraceTime write_run(const NccomRun& run, std::size_t index, std::size_t run_count, TraceTime start,
                    TraceWriter& out) {
  const BandwidthUnit unit = bandwidth_unit(run);
  const std::string unit_name = unit.bytes == 1e9 ? "1 GB = 10^9 B" : "1 GB = 2^30 B";
  out.diagnose(
      unit.sure ? "bandwidth_unit_found" : "bandwidth_unit_assumed", Severity::kInfo,
      run.of_nccl ? tr("run {}: {}, as nccl-tests prints bandwidths", index + 1, unit_name)
      : unit.sure
          ? tr("run {}: {}, determined from size divided by time", index + 1, unit_name)
          : tr("run {}: {} was assumed from the version of the tool", index + 1, unit_name));
  const std::string title = run.command.empty() ? fmt::format("Run {}", index + 1)
                                                : fmt::format("Run {}: {}", index + 1, run.command);
  const TrackId track = out.track({.name = title,
                                   .kind = TrackKind::kCollective,
                                   .engine = Engine::kCc,
                                   .slice_kind = SliceKind::kCollective,
                                   .order = static_cast<std::int32_t>(index)});
  const StringId name = out.intern(display_name(run.operation));
  for (const NccomRow& row : run.rows) {
    const auto time = duration_ns(row);
    constexpr double kLongest = 1e15;            // 11 days
    constexpr std::int64_t kLatest = 1LL << 61;  // of all rows together
    if (!time || *time < 0.0 || *time > kLongest || start.value() > kLatest) {
      out.diagnose("row_without_time", Severity::kWarning,
                   tr("run {}: a row was skipped: its time is missing or out of range", index + 1));
      continue;
    }
    const TraceTime duration(std::max<std::int64_t>(1, std::llround(*time)));
    const SliceId slice = out.slice(track, name, start, duration);
    start += duration;
    if (!run.operation.empty()) {
      out.arg(slice, out.intern("operation"), std::string_view(run.operation));
    }
    if (run.ranks) out.arg(slice, out.intern(key::kRanks), *run.ranks);
    for (const auto& [column, value] : row.cells) write_arg(slice, column, value, unit, out);
  }
  write_metrics(run, run_count == 1 ? std::string() : fmt::format("run{}.", index + 1), unit, out);
  return start;
}

}  // namespace nscope::importers

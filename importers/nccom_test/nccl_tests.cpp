// Tables of NVIDIA's nccl-tests.
#include "importers/nccom_test/measurements.h"
#include "importers/shared/printable.h"
#include "importers/shared/text_lines.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace nscope::importers {
namespace {

/// The name of a column without its unit: "time" for "time(us)".
std::string_view bare_name(std::string_view column) {
  return column.substr(0, column.find('('));
}

bool is_column(const std::vector<std::string_view>& columns, std::string_view name) {
  return std::find(columns.begin(), columns.end(), name) != columns.end();
}

bool has_column(const std::vector<std::string_view>& columns, std::string_view name) {
  return std::any_of(columns.begin(), columns.end(),
                     [&](std::string_view column) { return bare_name(column) == name; });
}

/// The name of the column of nccom-test with the same meaning. `in_place`: the column is one of the
/// second measurement of the row.
std::string column_name(std::string_view name, bool in_place) {
  const std::string prefix = in_place ? "in_place_" : "";
  if (bare_name(name) != name) return prefix + printable(name);  // with its unit
  if (name == "size") return "size(B)";
  if (name == "count") return "count(elems)";
  if (name == "time") return prefix + "time(us)";
  if (name == "algbw" || name == "busbw") return prefix + std::string(name) + "(GB/s)";
  if (name == "#wrong") return prefix + "wrong";
  return prefix + printable(name);
}

/// The part of a line from the name of a program of nccl-tests on: "all_reduce_perf -b 8". "" if
/// the line contains none.
std::string_view perf_command(std::string_view line) {
  const std::size_t end = line.find("_perf");
  if (end == std::string_view::npos) return {};
  const std::size_t after = end + 5;
  if (after < line.size() && line[after] != ' ') return {};
  const std::size_t space = line.find_last_of(" /", end);
  const std::size_t begin = space == std::string_view::npos ? 0 : space + 1;
  return begin < end ? line.substr(begin) : std::string_view();
}

/// The bus bandwidth of an operation divided by its algorithm bandwidth (nccl-tests,
/// doc/PERFORMANCE.md); 0 if unknown.
double bus_factor(std::string_view operation, double ranks) {
  if (operation == "all_reduce") return 2.0 * (ranks - 1.0) / ranks;
  if (operation == "all_gather" || operation == "reduce_scatter" || operation == "alltoall" ||
      operation == "gather" || operation == "scatter") {
    return (ranks - 1.0) / ranks;
  }
  if (operation == "broadcast" || operation == "reduce" || operation == "sendrecv") return 1.0;
  return 0.0;
}

/// Whether a line is a comment of nccl-tests; copies of its output often lack the '#'.
bool is_comment(std::string_view line) {
  if (line.starts_with('#')) return true;
  constexpr auto kStarts = std::to_array<std::string_view>(
      {"nThread ", "Using devices", "Rank ", "Out of bounds values", "Avg bus bandwidth    :"});
  return std::any_of(kStarts.begin(), kStarts.end(),
                     [&](std::string_view start) { return line.starts_with(start); });
}

/// The text in a column of a row; "" if there is none.
std::string_view text_of(const NccomRow& row, std::string_view wanted) {
  for (const auto& [name, value] : row.cells) {
    if (name != wanted) continue;
    const auto* text = std::get_if<std::string>(&value);
    return text == nullptr ? std::string_view() : std::string_view(*text);
  }
  return {};
}

/// The row with the largest algorithm bandwidth, which has the most digits.
const NccomRow* most_exact_row(const NccomRun& run) {
  const NccomRow* best = nullptr;
  double largest = 0.0;
  for (const NccomRow& row : run.rows) {
    const double bandwidth = row_value(row, "algbw").value_or(0.0);
    if (bandwidth <= largest) continue;
    largest = bandwidth;
    best = &row;
  }
  return best;
}

/// The operation of a row by its reduction, root and factor; "" if several have the same.
std::string_view inferred_operation(const NccomRow& row, double factor) {
  const std::string_view reduction = text_of(row, "redop");
  const auto root = row_value(row, "root");
  if (reduction.empty() || !root) return {};
  const bool rooted = *root >= 0.0;
  const bool is_one = std::abs(factor - 1.0) < 0.02;
  if (reduction != "none") {
    if (rooted) return "reduce";
    return factor > 0.99 ? "all_reduce" : "reduce_scatter";
  }
  if (!is_one) return {};
  return rooted ? "broadcast" : "sendrecv";
}

}  // namespace

std::string nccl_operation(std::string_view command) {
  const std::string_view program = command.substr(0, command.find("_perf"));
  constexpr auto kPrograms = std::to_array<std::string_view>(
      {"all_reduce", "all_gather", "reduce_scatter", "alltoall", "sendrecv", "broadcast", "reduce",
       "gather", "scatter", "hypercube", "all_gather_v", "alltoallv"});
  const bool known = std::find(kPrograms.begin(), kPrograms.end(), program) != kPrograms.end();
  return known ? std::string(program) : std::string();
}

bool is_nccl_header(const std::vector<std::string_view>& columns) {
  constexpr auto kNames =
      std::to_array<std::string_view>({"size", "count", "type", "time", "algbw", "busbw"});
  const auto all = [&](const auto& has) { return std::all_of(kNames.begin(), kNames.end(), has); };
  if (all([&](std::string_view name) { return is_column(columns, name); })) return true;
  // Units in the same line, as nccom-test writes them, too.
  return !columns.empty() && (columns.front() == "#" || is_column(columns, "redop")) &&
         all([&](std::string_view name) { return has_column(columns, name); });
}

bool NcclReader::read(std::string_view line, const std::vector<std::string_view>& cells,
                      std::int64_t number, std::vector<NccomRun>& runs) {
  if (is_nccl_header(cells)) {
    begin_table(cells, runs);
    return true;
  }
  if (const std::string_view command = perf_command(line); !command.empty()) {
    if (nccl_operation(command).empty()) return false;
    command_ = printable(command);
    ranks_ = 0;
    device_.clear();
    end_table();
    return true;
  }
  if (is_comment(line)) return read_comment(line, runs);
  if (columns_.empty() || cells.size() < 5 || !parse_integer(cells[0])) return false;
  read_row(cells, line, number, runs.back());
  return true;
}

bool NcclReader::read_comment(std::string_view line, std::vector<NccomRun>& runs) {
  if (line.starts_with('#')) line = trim(line.substr(1));
  if (line.starts_with("nThread ") || line.starts_with("Using devices")) {
    if (!columns_.empty()) ranks_ = 0;  // of the last table
    end_table();
    return true;
  }
  if (line.starts_with("Rank ")) {
    read_rank(line);
    return true;
  }
  if (columns_.empty()) return true;
  if (const auto average = after(line, "Avg bus bandwidth")) {
    const std::size_t colon = average->find(':');
    if (colon != std::string_view::npos) {
      runs.back().average_bus_bandwidth = parse_number(trim(average->substr(colon + 1)));
    }
    end_table();
  } else if (line.starts_with("Out of bounds values") && line.find("FAILED") != line.npos) {
    out_.diagnose("test_failed", Severity::kWarning,
                  tr("nccl-tests found wrong results: '{}'", printable_start(line, 120)));
  }
  return true;
}

/// Reads "Rank  0 Group  0 Pid  1 on node device  0 [0x10] NVIDIA A100-SXM4-40GB".
void NcclReader::read_rank(std::string_view line) {
  const auto parts = words(line.substr(0, 400));
  const auto rank = parts.size() > 1 ? parse_integer(parts[1]) : std::nullopt;
  constexpr std::int64_t kMostRanks = 1 << 24;
  if (!rank || *rank < 0 || *rank >= kMostRanks) return;
  ranks_ = std::max(ranks_, *rank + 1);
  const std::size_t close = line.find("] ");
  if (device_.empty() && close != std::string_view::npos) {
    device_ = printable(trim(line.substr(close + 2, 80)));
  }
}

void NcclReader::begin_table(const std::vector<std::string_view>& names,
                             std::vector<NccomRun>& runs) {
  columns_.clear();
  std::size_t times = 0;
  for (const std::string_view name : names) {
    if (name == "#") continue;
    if (bare_name(name) == "time") ++times;
    columns_.push_back(column_name(name, times > 1));
  }
  NccomRun run;
  run.of_nccl = true;
  run.command = command_;
  run.operation = nccl_operation(command_);
  run.device = device_;
  if (ranks_ > 0) run.ranks = ranks_;
  runs.push_back(std::move(run));
}

void NcclReader::read_row(const std::vector<std::string_view>& cells, std::string_view line,
                          std::int64_t number, NccomRun& run) {
  std::vector<std::string> columns = columns_;
  if (cells.size() < columns.size()) {
    // Operations without a reduction or a root leave these cells empty.
    for (const std::string_view optional : {"root", "redop"}) {
      if (cells.size() < columns.size()) std::erase(columns, optional);
    }
  }
  if (cells.size() != columns.size()) {
    out_.diagnose("odd_table_row", Severity::kWarning,
                  tr("line {}: a row with {} cells was skipped: the table has {} columns: '{}'",
                     number, cells.size(), columns_.size(), printable_start(line, 120)));
    return;
  }
  NccomRow row;
  double wrong = 0.0;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (cells[i] == "N/A") continue;  // results were not checked
    const auto whole = parse_integer(cells[i]);
    const auto real = parse_number(cells[i]);
    if (columns[i].ends_with("wrong")) wrong += real.value_or(0.0);
    row.cells.emplace_back(std::move(columns[i]), whole  ? PropertyValue(*whole)
                                                  : real ? PropertyValue(*real)
                                                         : PropertyValue(printable(cells[i])));
  }
  if (wrong > 0.0) {
    out_.diagnose("wrong_results", Severity::kWarning,
                  tr("line {}: the collective returned wrong values: '{}'", number,
                     printable_start(line, 120)));
  }
  run.rows.push_back(std::move(row));
}

void infer_nccl_facts(NccomRun& run, std::size_t index, TraceWriter& out) {
  const NccomRow* const row = most_exact_row(run);
  if (row == nullptr) return;
  const double algorithm = row_value(*row, "algbw").value_or(0.0);
  const double bus = row_value(*row, "busbw").value_or(0.0);
  if (algorithm < 0.5 || bus <= 0.0) return;  // two decimals are too few
  const double factor = bus / algorithm;
  if (run.operation.empty()) {
    run.operation = inferred_operation(*row, factor);
    if (!run.operation.empty()) {
      out.diagnose("operation_inferred", Severity::kInfo,
                   tr("run {}: the text does not state the operation; '{}' follows from its "
                      "reduction, its root and busbw / algbw",
                      index + 1, run.operation));
    }
  }
  const double tolerance = 0.002 + 0.01 / algorithm;
  const auto fits = [&](double ranks) {
    return std::abs(bus_factor(run.operation, ranks) - factor) < tolerance;
  };
  const double most = bus_factor(run.operation, 1e9);
  if (most <= 0.0 || bus_factor(run.operation, 2.0) == most) return;  // independent of the ranks
  if (run.ranks && fits(static_cast<double>(*run.ranks))) return;
  // factor = most * (n - 1) / n
  const double ranks = std::round(most / (most - factor));
  const bool unique =
      ranks >= 2.0 && ranks < 1024.0 && fits(ranks) && !fits(ranks - 1.0) && !fits(ranks + 1.0);
  run.ranks = unique ? std::optional(static_cast<std::int64_t>(ranks)) : std::nullopt;
  if (unique) {
    out.diagnose("ranks_inferred", Severity::kInfo,
                 tr("run {}: the text does not list all ranks; {} ranks follow from busbw / algbw",
                    index + 1, *run.ranks));
  }
}

}  // namespace nscope::importers

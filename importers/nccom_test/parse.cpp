#include "importers/nccom_test/measurements.h"
#include "importers/shared/json_values.h"
#include "importers/shared/printable.h"
#include "importers/shared/text_lines.h"

#include <algorithm>
#include <array>

#include <simdjson.h>

namespace nscope::importers {
namespace {

using simdjson::dom::array;
using simdjson::dom::element;
using simdjson::dom::object;

constexpr auto kOperations = std::to_array<std::string_view>(
    {"allr", "allg", "redsct", "alltoall", "sendrecv", "permute", "allgv", "alltoallv", "bcast",
     "all_reduce", "all_gather", "reduce_scatter", "all_to_all", "broadcast"});

bool contains(const std::vector<std::string_view>& list, std::string_view item) {
  return std::find(list.begin(), list.end(), item) != list.end();
}

bool is_header(const std::vector<std::string_view>& columns) {
  return contains(columns, "size(B)") && contains(columns, "algbw(GB/s)") &&
         contains(columns, "busbw(GB/s)");
}

/// Reads the tool's text line by line.
class TextReader {
 public:
  explicit TextReader(TraceWriter& out) : out_(out), nccl_(out) {}

  void read(std::string_view line, std::int64_t number) {
    number_ = number;
    if (!command_.empty() && command_.back() == '\\') {
      command_.pop_back();
      command_ += printable(line);
      return;
    }
    const auto cells = words(line);
    if (cells.empty()) return;
    if (nccl_.read(line, cells, number, runs_)) {
      columns_.clear();
      return;
    }
    if (is_header(cells)) {
      nccl_.end_table();
      columns_.clear();
      for (const std::string_view cell : cells) columns_.push_back(printable(cell));
      runs_.emplace_back();
      runs_.back().command = std::exchange(command_, {});
      read_command(runs_.back().command, runs_.back());
      return;
    }
    if (line.find("nccom-test ") != std::string_view::npos) {
      command_ = printable(line.substr(line.find("nccom-test ")));
      columns_.clear();
      return;
    }
    if (runs_.empty()) return;
    if (const auto average = after(line, "Avg bus bandwidth:")) {
      runs_.back().average_bus_bandwidth =
          parse_number(trim(average->substr(0, average->find("GB/s"))));
      columns_.clear();
    } else if (line.find("errors found") != std::string_view::npos) {
      out_.diagnose("test_failed", Severity::kWarning,
                    tr("line {}: nccom-test found errors: '{}'", number_, quoted(line)));
    } else if (!columns_.empty() && line.find_first_not_of("-= ") != std::string_view::npos) {
      read_row(cells, line);
    }
  }

  std::vector<NccomRun> take() { return std::move(runs_); }

 private:
  static std::string quoted(std::string_view line) { return printable_start(line, 120); }

  void read_row(const std::vector<std::string_view>& cells, std::string_view line) {
    const bool row = parse_number(cells[0]).has_value();
    const bool failed = row && line.find("ailure running") != std::string_view::npos;
    if (!row || failed || cells.size() != columns_.size()) {
      if (failed) {
        out_.diagnose("failed_measurement", Severity::kWarning,
                      tr("line {}: a failed measurement was skipped: '{}'", number_, quoted(line)));
      } else if (row) {
        out_.diagnose("odd_table_row", Severity::kWarning,
                      tr("line {}: a row with {} cells was skipped: the table has {} columns: '{}'",
                         number_, cells.size(), columns_.size(), quoted(line)));
      } else {
        out_.diagnose("other_line", Severity::kInfo,
                      tr("line {}: an unknown line was skipped: '{}'", number_, quoted(line)));
      }
      return;
    }
    NccomRow result;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const auto whole = parse_integer(cells[i]);
      const auto real = parse_number(cells[i]);
      result.cells.emplace_back(columns_[i], whole  ? PropertyValue(*whole)
                                             : real ? PropertyValue(*real)
                                                    : PropertyValue(printable(cells[i])));
    }
    runs_.back().rows.push_back(std::move(result));
  }

  TraceWriter& out_;
  NcclReader nccl_;
  std::vector<NccomRun> runs_;
  std::vector<std::string> columns_;
  std::string command_;  // of the next table
  std::int64_t number_ = 0;
};

/// The run that the JSON of nccl-tests (option -J) describes: its command and devices.
NccomRun nccl_run(object document) {
  NccomRun run;
  run.of_nccl = true;
  if (const auto parts = list_at(document, "args")) {
    for (const element part : *parts) {
      std::string_view text;
      if (part.get(text) != simdjson::SUCCESS) continue;
      if (!run.command.empty()) run.command += ' ';
      // The folder of the program says nothing.
      run.command += printable(run.command.empty() ? file_name(text) : std::string(text));
    }
  } else {
    const std::string_view text = text_at(document, "cmdline");
    run.command = printable(text.substr(text.substr(0, text.find(' ')).rfind('/') + 1));
  }
  run.operation = nccl_operation(run.command);
  const auto config = object_at(document, "config");
  for (const auto& place : {config, std::optional(document)}) {
    const auto devices = place ? list_at(*place, "devices") : std::nullopt;
    if (!devices || devices->size() == 0) continue;
    run.ranks = static_cast<std::int64_t>(devices->size());
    object first;
    if (devices->at(0).get(first) != simdjson::SUCCESS) break;
    for (const std::string_view key : {"name", "device_name", "gpu"}) {
      if (run.device.empty()) run.device = printable(text_at(first, key));
    }
    break;
  }
  if (const auto average = object_at(document, "average_bus_bandwidth")) {
    run.average_bus_bandwidth = number_at(*average, "bandwidth");
  }
  return run;
}

/// Adds a measurement of the JSON of nccl-tests to a row, with the names of the columns of its text.
/// Other members are imported under their names.
void add_measurement(object measured, bool in_place, NccomRow& row) {
  const std::string prefix = in_place ? "in_place_" : "";
  for (const auto member : measured) {
    auto value = property_of(member.value);
    if (!value) continue;
    std::string name = member.key == "time"     ? "time(us)"
                       : member.key == "alg_bw" ? "algbw(GB/s)"
                       : member.key == "bus_bw" ? "busbw(GB/s)"
                       : member.key == "nwrong" ? "wrong"
                                                : printable(member.key);
    row.cells.emplace_back(prefix + std::move(name), std::move(*value));
  }
}

/// A result of the JSON of nccl-tests.
NccomRow nccl_row(object result, std::size_t number, TraceWriter& out) {
  NccomRow row;
  for (const auto member : result) {
    object measured;
    if (member.value.get(measured) == simdjson::SUCCESS) {
      if (member.key != "out_of_place" && member.key != "in_place") continue;
      add_measurement(measured, member.key == "in_place", row);
      if (number_at(measured, "nwrong").value_or(0.0) > 0.0) {
        out.diagnose("wrong_results", Severity::kWarning,
                     tr("result {}: the collective returned wrong values", number));
      }
    } else if (auto value = property_of(member.value)) {
      std::string name = member.key == "size"    ? "size(B)"
                         : member.key == "count" ? "count(elems)"
                                                 : printable(member.key);
      row.cells.emplace_back(std::move(name), std::move(*value));
    }
  }
  return row;
}

}  // namespace

void read_command(std::string_view command, NccomRun& run) {
  const auto parts = words(command);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if ((parts[i] == "-r" || parts[i] == "--nworkers") && i + 1 < parts.size()) {
      run.ranks = parse_integer(parts[i + 1]);
    }
    if (run.operation.empty() &&
        std::find(kOperations.begin(), kOperations.end(), parts[i]) != kOperations.end()) {
      run.operation = parts[i];
    }
  }
}

std::vector<NccomRun> parse_nccom_text(std::string_view text, TraceWriter& out) {
  TextReader reader(out);
  std::string buffer;
  LineReader lines(text);
  while (lines.next()) reader.read(clean_line(lines.line(), buffer), lines.number());
  if (lines.line_too_long()) {
    out.diagnose(
        "line_too_long", Severity::kWarning,
        tr("the file was read only up to line {}, which is longer than 16 MiB", lines.number()));
  }
  return reader.take();
}

Result<std::vector<NccomRun>> parse_nccom_json(std::string_view json, const std::string& file,
                                               TraceWriter& out) {
  simdjson::dom::parser parser;
  element parsed;
  object document;
  auto error = parse_values(parser, json, out, parsed);
  if (error == simdjson::SUCCESS) error = parsed.get(document);
  if (error != simdjson::SUCCESS) {
    return fail(ErrorCode::kBadInput, tr("not valid JSON: {}", simdjson::error_message(error)),
                file);
  }
  const auto results = list_at(document, "results");
  if (!results) return fail(ErrorCode::kBadInput, tr("the list 'results' is missing"), file);
  const bool of_nccl = json.find("\"out_of_place\"") != std::string_view::npos;
  NccomRun run = of_nccl ? nccl_run(document) : NccomRun();
  std::size_t number = 0;
  for (const element item : *results) {
    ++number;
    object cells;
    if (item.get(cells) != simdjson::SUCCESS) {
      out.diagnose("odd_table_row", Severity::kWarning,
                   tr("result {} was skipped: it must be an object", number));
      continue;
    }
    if (of_nccl) {
      run.rows.push_back(nccl_row(cells, number, out));
      continue;
    }
    NccomRow row;
    for (const auto cell : cells) {
      if (auto value = property_of(cell.value)) {
        row.cells.emplace_back(printable(cell.key), std::move(*value));
      }
    }
    run.rows.push_back(std::move(row));
  }
  return std::vector<NccomRun>{std::move(run)};
}

}  // namespace nscope::importers

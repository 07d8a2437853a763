#include "importers/neuron_ls/device_list.h"
#include "importers/shared/printable.h"
#include "importers/shared/text_lines.h"
#include "profiler/base/units.h"

#include <algorithm>
#include <cmath>

namespace nscope::importers {
namespace {

/// The cells between the bars of "| a | b |".
std::vector<std::string_view> cells_of(std::string_view line) {
  std::vector<std::string_view> cells;
  line.remove_prefix(1);
  while (!line.empty()) {
    const std::size_t bar = line.find('|');
    if (bar == std::string_view::npos) break;
    cells.push_back(trim(line.substr(0, bar)));
    line.remove_prefix(bar + 1);
  }
  return cells;
}

/// The whole numbers of a list such as "12, 3, 4, 1"; nullopt for anything else.
std::optional<std::vector<std::int64_t>> number_list(std::string_view text) {
  std::vector<std::int64_t> result;
  while (!text.empty()) {
    const std::size_t comma = std::min(text.find(','), text.size());
    const auto number = parse_integer(trim(text.substr(0, comma)));
    if (!number) return std::nullopt;
    result.push_back(*number);
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  return result;
}

/// The bytes of "96 GB". A GB of the tool is 2^30 bytes: it prints "96 GB" for the 103079215104
/// bytes of a trn2 device.
std::optional<std::int64_t> memory_bytes(std::string_view text) {
  const auto parts = words(text);
  if (parts.size() != 2) return std::nullopt;
  const auto number = parse_number(parts[0]);
  if (!number || *number < 0.0 || *number > 1e9) return std::nullopt;
  const std::int64_t unit = parts[1] == "TB"   ? kGiB * 1024
                            : parts[1] == "GB" ? kGiB
                            : parts[1] == "MB" ? kMiB
                                               : 0;
  if (unit == 0) return std::nullopt;
  return std::llround(*number * static_cast<double>(unit));
}

/// Reads tables line by line into a DeviceList.
class TableReader {
 public:
  explicit TableReader(TraceWriter& out) : out_(out) {}

  void read(std::string_view line, std::int64_t number) {
    number_ = number;
    if (line.starts_with("+-")) {
      read_rule();
    } else if (line.starts_with('|') && in_table_) {
      read_row(cells_of(line));
    } else {
      in_table_ = false;
      read_other(line);
    }
  }

  DeviceList take() { return std::move(list_); }

 private:
  Text place() const { return tr("line {}", number_); }

  void read_rule() {
    if (!in_table_) {  // the top of the table
      in_table_ = true;
      in_header_ = true;
      columns_.clear();
      device_ = nullptr;
    } else {
      in_header_ = false;
    }
  }

  void read_row(const std::vector<std::string_view>& cells) {
    if (in_header_) {
      columns_.resize(std::max(columns_.size(), cells.size()));
      for (std::size_t i = 0; i < cells.size(); ++i) {
        if (cells[i].empty()) continue;
        if (!columns_[i].empty()) columns_[i] += ' ';
        columns_[i] += printable(cells[i]);
      }
      return;
    }
    const auto has_column = [&](std::string_view name) {
      return std::find(columns_.begin(), columns_.end(), name) != columns_.end();
    };
    if (has_column("PID") && has_column("RUNTIME VERSION")) list_.shows_processes = true;
    if (cells.size() != columns_.size()) {
      out_.diagnose("odd_table_row", Severity::kWarning,
                    tr("{}: a row with {} cells was skipped: the table has {} columns", place(),
                       cells.size(), columns_.size()));
      return;
    }
    const auto column = [&](std::string_view name) {
      for (std::size_t i = 0; i < columns_.size(); ++i) {
        if (columns_[i] == name) return cells[i];
      }
      return std::string_view();
    };
    if (const std::string_view index = column("NEURON DEVICE"); !index.empty()) {
      const auto number = parse_integer(index);
      if (!number) {
        out_.diagnose(
            "row_without_device", Severity::kWarning,
            tr("{}: a row was skipped: '{}' is not a device number", place(), printable(index)));
        device_ = nullptr;
        return;
      }
      device_ = &list_.devices[*number];
    }
    if (device_ == nullptr) return;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      if (!cells[i].empty()) read_cell(columns_[i], cells[i]);
    }
    read_process(column("PID"), column("COMMAND"), column("RUNTIME VERSION"));
  }

  void read_cell(std::string_view name, std::string_view cell) {
    bool understood = true;
    if (name == "NEURON CORES") {
      device_->cores = parse_integer(cell);
      understood = device_->cores.has_value();
    } else if (name == "NEURON CORE IDS") {
      device_->core_ids = printable(cell);
    } else if (name == "NEURON MEMORY") {
      device_->memory_bytes = memory_bytes(cell);
      understood = device_->memory_bytes.has_value();
    } else if (name == "CONNECTED DEVICES") {
      device_->connected_to = number_list(cell);
      understood = device_->connected_to.has_value();
    } else if (name == "PCI BDF") {
      // Some tables omit the PCI domain "0000:".
      if (cell.size() >= device_->bdf.size()) device_->bdf = printable(cell);
    } else if (name == "CPU AFFINITY") {
      device_->cpu_affinity = printable(cell);
    } else if (name == "NUMA NODE") {
      device_->numa_node = printable(cell);
    } else if (name != "NEURON DEVICE" && name != "PID" && name != "COMMAND" &&
               name != "RUNTIME VERSION") {
      out_.diagnose("unknown_column", Severity::kInfo,
                    tr("{}: the unknown column '{}' was skipped", place(), printable(name)));
    }
    if (!understood) {
      out_.diagnose("odd_table_cell", Severity::kWarning,
                    tr("{}: a cell of column '{}' was skipped: unknown value '{}'", place(),
                       printable(name), printable(cell)));
    }
  }

  void read_process(std::string_view pid, std::string_view command, std::string_view version) {
    const auto number = parse_integer(pid);
    if (!number) return;
    NeuronProcess& process = device_->processes[*number];
    process.pid = *number;
    if (!command.empty()) process.command = printable(command);
    if (!version.empty() && version != "NA") process.runtime_version = printable(version);
  }

  /// Reads a line outside of tables. The header of the instance is used; the drawing of the
  /// topology is not, because the tables contain its links.
  void read_other(std::string_view line) {
    if (const auto type = after(line, "instance-type:")) {
      list_.instance_type = printable(trim(*type));
    } else if (const auto id = after(line, "instance-id:")) {
      list_.instance_id = printable(trim(*id));
    } else if (const auto config = after(line, "logical-neuroncore-config:")) {
      list_.logical_core_config = parse_integer(trim(*config));
    }
  }

  TraceWriter& out_;
  DeviceList list_;
  std::vector<std::string> columns_;
  NeuronDevice* device_ = nullptr;  // the device of the next rows
  bool in_table_ = false;
  bool in_header_ = false;
  std::int64_t number_ = 0;
};

}  // namespace

Result<DeviceList> parse_device_table(std::string_view text, const std::string& file,
                                      TraceWriter& out) {
  TableReader reader(out);
  std::string buffer;
  for (LineReader lines(text); lines.next();) {
    reader.read(clean_line(lines.line(), buffer), lines.number());
  }
  DeviceList list = reader.take();
  if (list.devices.empty()) {
    return fail(ErrorCode::kBadInput,
                tr("the file contains no neuron-ls table with a Neuron device"), file);
  }
  return list;
}

}  // namespace nscope::importers

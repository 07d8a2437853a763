#include "importers/neuron_ls/device_list.h"
#include "importers/shared/printable.h"
#include "importers/shared/text_lines.h"
#include "profiler/base/units.h"

#include <algorithm>
#include <array>
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
    } else if (line.starts_with('|') && (in_table_ || is_table_heading(line))) {
      if (!in_table_) read_rule();  // a copy without the first line of the table
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
      process_ = nullptr;
    } else {
      in_header_ = false;
    }
  }

  bool has_column(std::string_view name) const {
    return std::find(columns_.begin(), columns_.end(), name) != columns_.end();
  }

  /// Joins the parts of a command that contains '|', the sign between cells.
  void join_command(std::vector<std::string_view>& cells) const {
    const auto command = std::find(columns_.begin(), columns_.end(), "COMMAND");
    if (command == columns_.end() || cells.size() <= columns_.size()) return;
    const std::ptrdiff_t at = command - columns_.begin();
    const auto surplus = static_cast<std::ptrdiff_t>(cells.size() - columns_.size());
    const std::string_view first = cells[static_cast<std::size_t>(at)];
    const std::string_view last = cells[static_cast<std::size_t>(at + surplus)];
    const char* const end = last.data() + last.size();
    cells[static_cast<std::size_t>(at)] = {first.data(),
                                           static_cast<std::size_t>(end - first.data())};
    cells.erase(cells.begin() + at + 1, cells.begin() + at + 1 + surplus);
  }

  /// Whether a row below the header has the number of a device: the line that ends the header is
  /// absent from some copies.
  bool begins_device(const std::vector<std::string_view>& cells) const {
    for (std::size_t i = 0; i < std::min(cells.size(), columns_.size()); ++i) {
      if (columns_[i] == "NEURON DEVICE" || columns_[i] == "LOGICAL ID") {
        return parse_integer(cells[i]).has_value();
      }
    }
    return false;
  }

  void read_row(std::vector<std::string_view> cells) {
    if (in_header_ && begins_device(cells)) in_header_ = false;
    if (in_header_) {
      columns_.resize(std::max(columns_.size(), cells.size()));
      for (std::size_t i = 0; i < cells.size(); ++i) {
        if (cells[i].empty()) continue;
        if (!columns_[i].empty()) columns_[i] += ' ';
        columns_[i] += printable(cells[i]);
      }
      return;
    }
    if (has_column("PID") || has_column("RUNTIME PID")) list_.shows_processes = true;
    join_command(cells);
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
    const bool oldest = has_column("LOGICAL ID");
    if (const std::string_view index = column(oldest ? "LOGICAL ID" : "NEURON DEVICE");
        !index.empty()) {
      const auto number = parse_integer(index);
      if (!number) {
        out_.diagnose(
            "row_without_device", Severity::kWarning,
            tr("{}: a row was skipped: '{}' is not a device number", place(), printable(index)));
        device_ = nullptr;
        return;
      }
      device_ = &list_.devices[*number];
      process_ = nullptr;
    }
    if (device_ == nullptr) return;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      if (!cells[i].empty()) read_cell(columns_[i], cells[i]);
    }
    const bool daemon = has_column("RUNTIME PID");  // the neuron-rtd of old versions
    read_process(column(daemon ? "RUNTIME PID" : "PID"), column("COMMAND"),
                 column("RUNTIME VERSION"), daemon);
  }

  void read_cell(std::string_view name, std::string_view cell) {
    bool understood = true;
    if (name == "NEURON CORES") {
      device_->cores = parse_integer(cell);
      understood = device_->cores.has_value();
    } else if (name == "LOGICAL NC") {
      device_->logical_cores = parse_integer(cell);
      understood = device_->logical_cores.has_value();
    } else if (name.starts_with("MEMORY CHANNEL ")) {  // of the oldest versions
      const auto bytes = memory_bytes(cell);
      understood = bytes.has_value();
      const bool is_first = name.ends_with(" 0");
      if (bytes) {
        device_->memory_bytes = is_first ? *bytes : device_->memory_bytes.value_or(0) + *bytes;
      }
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
    } else if (name != "NEURON DEVICE" && name != "LOGICAL ID" && name != "PID" &&
               name != "RUNTIME PID" && name != "COMMAND" && name != "RUNTIME VERSION") {
      if (name != "RUNTIME ADDRESS") {  // of the neuron-rtd of old versions
        out_.diagnose("unknown_column", Severity::kInfo,
                      tr("{}: the values of the unknown column '{}' were imported without a unit",
                         place(), printable(name)));
      }
      std::string key = printable(name);
      for (char& c : key) {
        c = c == ' ' ? '_' : c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
      }
      device_->others[key] = printable(cell);
    }
    if (!understood) {
      out_.diagnose("odd_table_cell", Severity::kWarning,
                    tr("{}: a cell of column '{}' was skipped: unknown value '{}'", place(),
                       printable(name), printable(cell)));
    }
  }

  void read_process(std::string_view pid, std::string_view command, std::string_view version,
                    bool daemon) {
    if (const auto number = parse_integer(pid)) {
      process_ = &device_->processes[*number];
      process_->pid = *number;
      if (!command.empty()) process_->command = printable(command);
    } else if (pid.empty() && !command.empty() && process_ != nullptr) {
      process_->command += ' ';  // the command continues on this row
      process_->command += printable(command);
    } else {
      return;
    }
    if (!version.empty() && version != "NA") process_->runtime_version = printable(version);
    process_->has_runtime = daemon || !process_->runtime_version.empty();
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
  NeuronDevice* device_ = nullptr;    // the device of the next rows
  NeuronProcess* process_ = nullptr;  // the last process of the device
  bool in_table_ = false;
  bool in_header_ = false;
  std::int64_t number_ = 0;
};

}  // namespace

bool is_table_heading(std::string_view line) {
  if (!line.starts_with('|')) return false;
  const std::vector<std::string_view> cells = cells_of(line);
  const auto has_cell = [&](std::string_view text) {
    return std::find(cells.begin() + 1, cells.end(), text) != cells.end();
  };
  if (cells.size() < 2) return false;
  if (cells[0] == "PCI BDF") return has_cell("LOGICAL");
  constexpr auto kOthers = std::to_array<std::string_view>(
      {"NEURON", "PCI", "CONNECTED", "PID", "NUMA", "CPU", "LOGICAL", "RUNTIME"});
  return cells[0] == "NEURON" && std::any_of(kOthers.begin(), kOthers.end(), has_cell);
}

Result<DeviceList> parse_device_table(std::string_view text, const std::string& file,
                                      TraceWriter& out) {
  TableReader reader(out);
  std::string buffer;
  for (LineReader lines(text); lines.next();) {
    reader.read(clean_line(lines.line(), buffer), lines.number());
  }
  DeviceList list = reader.take();
  // Older versions show both numbers of cores instead of the configuration.
  const NeuronDevice* const first = list.devices.empty() ? nullptr : &list.devices.begin()->second;
  if (first != nullptr && !list.logical_core_config && first->cores &&
      first->logical_cores.value_or(0) > 0 && *first->cores % *first->logical_cores == 0) {
    list.logical_core_config = *first->cores / *first->logical_cores;
  }
  if (list.devices.empty()) {
    return fail(ErrorCode::kBadInput,
                tr("the file contains no neuron-ls table with a Neuron device"), file);
  }
  return list;
}

}  // namespace nscope::importers

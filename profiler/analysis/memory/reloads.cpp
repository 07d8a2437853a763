#include "profiler/analysis/memory/reloads.h"

#include "profiler/analysis/memory/address_set.h"
#include "profiler/analysis/memory/dma_operands.h"
#include "profiler/analysis/metrics/arg_reader.h"
#include "profiler/dependency/packet_triggers.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace nscope::analysis {
namespace {

// An instruction with more rows, or a core with more distinct ranges, is evaluated by its tensor.
constexpr std::uint64_t kMostRows = 1u << 16;
constexpr std::size_t kMostRanges = 1u << 23;

struct Tensor {
  double bytes = 0.0;  ///< 0 if unknown
  bool typed = false;  ///< whether the run states what it is
  bool compulsory_read = false;
  bool compulsory_write = false;
};

/// An instruction or a transfer that moves HBM data.
struct Access {
  HbmTransfer transfer;
  std::int64_t start = 0;
  int core = 0;
  StringId operands;
  StringId read_tensor;
  StringId write_tensor;
};

/// Follows the HBM transfers of all cores in order of time.
class TransferWalk {
 public:
  TransferWalk(const Trace& trace, HbmTransfers& found) : trace_(trace), found_(found) {}

  void add(Access& access);

 private:
  /// The data that a core has read, since it was last written.
  struct CoreReads {
    AddressSet addresses{};
    std::unordered_map<std::uint32_t, double> bytes{};  ///< by name of the tensor
  };

  const Tensor& tensor(StringId name);
  void read(Access& access, const std::optional<DmaRows>& rows);
  void write(Access& access, const std::optional<DmaRows>& rows);

  const Trace& trace_;
  HbmTransfers& found_;
  std::map<int, CoreReads> reads_;
  AddressSet written_;                                       ///< during the run
  std::unordered_map<std::uint32_t, double> written_bytes_;  ///< by name of the tensor
  std::unordered_map<std::uint32_t, Tensor> tensors_;
};

bool usable(const std::optional<DmaRows>& rows, const AddressSet& set) {
  return rows && rows->in_hbm() && rows->rows() <= kMostRows && set.ranges() <= kMostRanges;
}

const Tensor& TransferWalk::tensor(StringId name) {
  const auto [at, added] = tensors_.try_emplace(name.value);
  if (!added || !name.valid()) return at->second;
  const std::string text(trace_.text(name));
  at->second.bytes =
      trace_.property_number(std::string(property::kTensorBytes) + text).value_or(0.0);
  const std::string type = trace_.property_text(std::string(property::kTensorType) + text);
  at->second.compulsory_read = type == "IN" || type == "WEIGHT";
  at->second.compulsory_write = type == "OUT";
  at->second.typed = !type.empty();
  return at->second;
}

void TransferWalk::read(Access& access, const std::optional<DmaRows>& rows) {
  HbmTransfer& transfer = access.transfer;
  CoreReads& core = reads_[access.core];
  const Tensor& from = tensor(access.read_tensor);
  double& read_before = core.bytes[access.read_tensor.value];
  const double beyond = read_before + transfer.read - from.bytes;
  read_before += transfer.read;
  if (usable(rows, core.addresses)) {
    std::uint64_t added = 0;
    for_each_range(*rows, [&](std::uint64_t begin, std::uint64_t size) {
      added += core.addresses.add(begin, size);
    });
    ++found_.by_address;
    transfer.reread = std::max(0.0, transfer.read - static_cast<double>(added));
  } else if (from.bytes > 0.0) {
    ++found_.by_tensor;
    transfer.reread = std::clamp(beyond, 0.0, transfer.read);
  } else {
    ++found_.unknown;
    found_.unknown_bytes += transfer.read;
    transfer.unknown = transfer.read;
  }
  if (!from.typed) transfer.untyped += transfer.read;
  if (from.compulsory_read) transfer.compulsory += transfer.read - transfer.reread;
}

/// Reading what was just written is not a repetition, on any core.
void TransferWalk::write(Access& access, const std::optional<DmaRows>& rows) {
  HbmTransfer& transfer = access.transfer;
  const Tensor& to = tensor(access.write_tensor);
  double& written_before = written_bytes_[access.write_tensor.value];
  double first = std::clamp(to.bytes - written_before, 0.0, transfer.written);
  written_before += transfer.written;
  for (auto& [core, reads] : reads_) {
    double& read = reads.bytes[access.write_tensor.value];
    read = std::max(0.0, read - transfer.written);
  }
  if (usable(rows, written_)) {
    std::uint64_t added = 0;
    for_each_range(*rows, [&](std::uint64_t begin, std::uint64_t size) {
      for (auto& [core, reads] : reads_) reads.addresses.remove(begin, size);
      added += written_.add(begin, size);
    });
    first = std::min(transfer.written, static_cast<double>(added));
  }
  if (!to.typed) transfer.untyped += transfer.written;
  if (to.compulsory_write) transfer.compulsory += first;
}

void TransferWalk::add(Access& access) {
  const DmaOperands operands =
      access.operands.valid() ? parse_dma_operands(trace_.text(access.operands)) : DmaOperands{};
  if (access.transfer.read > 0.0) read(access, operands.source);
  if (access.transfer.written > 0.0) write(access, operands.destination);
}

/// Appends the instructions and transfers of `track` that move HBM data. Returns false if
/// cancelled.
bool read_track(const Trace& trace, const Track& track, const Scope& scope, std::vector<Access>& to,
                TaskControl& control) {
  const auto reader = [&](std::string_view key) {
    return ArgReader(track, trace.strings().find(key));
  };
  ArgReader read = reader(key::kHbmReadBytes);
  ArgReader written = reader(key::kHbmWriteBytes);
  if (read.empty() && written.empty()) return true;
  ArgReader operands = reader(key::kOperands);
  ArgReader read_tensor = reader(key::kReadTensor);
  ArgReader write_tensor = reader(key::kWriteTensor);
  const SliceColumns& slices = track.slices;
  const auto [first, last] = scope.rows(track);
  for (std::size_t row = first; row < last; ++row) {
    if (control.cancelled_at(row)) return false;
    const auto part = scope.part(slices.begin(row), slices.end(row));
    if (!part) continue;
    const double bytes_read = std::max(0.0, read.amount(row)) * part->share;
    const double bytes_written = std::max(0.0, written.amount(row)) * part->share;
    if (bytes_read == 0.0 && bytes_written == 0.0) continue;
    to.push_back({.transfer = {.slice = Trace::slice_id(track, row),
                               .read = bytes_read,
                               .written = bytes_written},
                  .start = slices.start[row],
                  .core = track.core,
                  .operands = operands.text(row),
                  .read_tensor = read_tensor.text(row),
                  .write_tensor = write_tensor.text(row)});
  }
  return true;
}

}  // namespace

Result<HbmTransfers> hbm_transfers(const Trace& trace, const Scope& scope, TaskControl& control) {
  std::vector<Access> accesses;
  std::unordered_map<std::uint32_t, SliceId> triggers;
  for (const Track& track : trace.tracks()) {
    if (!has_transfers(track) || track.args.empty() || !triggers.empty()) continue;
    triggers = transfer_triggers(trace, packet_triggers(trace));
  }
  for (const Track& track : trace.tracks()) {
    if (!runs_work(track) && !has_transfers(track)) continue;
    if (!scope.holds(track)) continue;
    if (!read_track(trace, track, scope, accesses, control)) return cancelled();
  }
  for (Access& access : accesses) {
    const auto trigger = triggers.find(access.transfer.slice.value);
    if (trigger != triggers.end()) access.transfer.slice = trigger->second;
  }
  std::sort(accesses.begin(), accesses.end(), [](const Access& a, const Access& b) {
    return std::tuple(a.start, a.transfer.slice.value) <
           std::tuple(b.start, b.transfer.slice.value);
  });
  HbmTransfers found;
  TransferWalk walk(trace, found);
  for (std::size_t i = 0; i < accesses.size(); ++i) {
    if (control.cancelled_at(i)) return cancelled();
    walk.add(accesses[i]);
    found.transfers.push_back(accesses[i].transfer);
  }
  return found;
}

}  // namespace nscope::analysis

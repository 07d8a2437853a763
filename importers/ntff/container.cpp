#include "importers/ntff/container.h"

#include "importers/ntff/ntff.pb.h"
#include "importers/shared/little_endian.h"
#include "importers/shared/printable.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <set>

#include <fmt/format.h>

namespace nscope::importers {
namespace {

constexpr int kMaxPlausibleVersion = 30;
constexpr std::size_t kUuidBytes = 16;
/// Longest plausible capture: 12 days in picoseconds. Sums of durations then cannot overflow.
constexpr std::uint64_t kMaxWindow = 1'000'000'000'000'000'000;
/// More than any capture has: four Trainium2 instances of an UltraServer have 512.
constexpr std::size_t kMaxCores = 1024;

/// Bytes 1..7 of the header.
std::uint64_t message_size(std::span<const std::byte> bytes) {
  return load<std::uint64_t>(bytes, 0) >> 8;
}

int file_version(std::span<const std::byte> bytes) {
  return static_cast<int>(bytes[0]);
}

/// Reads a protobuf varint; false if the data ends first.
bool read_varint(std::span<const std::byte> bytes, std::size_t& at, std::uint64_t& value) {
  value = 0;
  for (int shift = 0; shift < 64 && at < bytes.size(); shift += 7) {
    const auto byte = static_cast<std::uint64_t>(bytes[at++]);
    value |= (byte & 0x7f) << shift;
    if (byte < 0x80) return true;
  }
  return false;
}

/// Whether the start of `message`, whose stated size is `size`, consists of protobuf fields with
/// small numbers.
bool looks_like_message(std::span<const std::byte> message, std::uint64_t size) {
  if (message.size() > size) message = message.first(static_cast<std::size_t>(size));
  std::size_t at = 0;
  int fields = 0;
  while (at < message.size() && fields < 16) {
    std::uint64_t tag = 0;
    std::uint64_t value = 0;
    if (!read_varint(message, at, tag)) return fields > 0;
    const std::uint64_t number = tag >> 3;
    if (number == 0 || number > 64) return false;
    switch (tag & 7) {
      case 0:
        if (!read_varint(message, at, value)) return fields > 0;
        break;
      case 1:
        value = 8;
        at += 8;
        break;
      case 5:
        value = 4;
        at += 4;
        break;
      case 2:
        if (!read_varint(message, at, value)) return fields > 0;
        if (value > size || at + value > size) return false;
        at += static_cast<std::size_t>(value);
        break;
      default: return false;
    }
    ++fields;
  }
  return fields >= 2 || at == size;
}

struct Reader {
  const ByteSource& file;
  NtffCapture capture;
  std::span<const std::byte> payload;
  std::uint64_t payload_offset = 0;
  std::uint64_t records_stated = 0;
  std::uint64_t records_present = 0;

  /// The bytes of the payload in [offset, offset + size), in whole units.
  std::span<const std::byte> cut(std::uint64_t offset, std::uint64_t size, std::size_t unit) const {
    if (offset >= payload.size()) return {};
    const std::uint64_t present = std::min<std::uint64_t>(size, payload.size() - offset);
    return payload.subspan(static_cast<std::size_t>(offset),
                           static_cast<std::size_t>(present - present % unit));
  }

  void read_code(const proto::NtffSubgraph& from, NtffCore& to);
  void read_core(const proto::NtffSubgraph& from, std::set<int>& taken);
  void read_trace(const proto::NtffTraceBlock& from);
  void read_executions(const proto::NtffInfo& info);
  Result<> check() const;
};

void Reader::read_code(const proto::NtffSubgraph& from, NtffCore& to) {
  for (const auto& code : from.code()) {
    if (code.engine() >= kHardwareEngines) {
      capture.diagnostics.add("unknown_engine", Severity::kWarning,
                              tr("instruction words of {} were skipped: engine {} is unknown",
                                 to.subgraph, code.engine()));
      continue;
    }
    const auto words = cut(code.offset(), code.size(), kInstructionWord);
    const std::uint64_t missing = code.size() - words.size();  // bytes
    if (missing > 0) {
      capture.diagnostics.add(
          "truncated_code", Severity::kWarning,
          tr("{}, engine {}: the file contains only {} of {} bytes of instruction words",
             to.subgraph, code.engine(), words.size(), code.size()),
          static_cast<std::int64_t>(
              std::clamp<std::uint64_t>(missing / kInstructionWord, 1, 1u << 30)));
    }
    to.code[code.engine()] = words;
  }
}

/// The core of a subgraph: 0 for sg00. A name of another form or a repeated name (several
/// devices in one file) gets the next free number.
int core_of(std::string_view name, const std::set<int>& taken) {
  int index = -1;
  if (name.starts_with("sg") && name.size() <= 6) {
    const auto end = name.data() + name.size();
    if (std::from_chars(name.data() + 2, end, index).ptr != end) index = -1;
  }
  if (index >= 0 && !taken.contains(index)) return index;
  index = 0;
  while (taken.contains(index)) ++index;
  return index;
}

void Reader::read_core(const proto::NtffSubgraph& from, std::set<int>& taken) {
  if (capture.cores.size() == kMaxCores) {
    capture.diagnostics.add("too_many_cores", Severity::kWarning,
                            tr("core '{}' was skipped: a capture can have at most {} cores",
                               printable(from.name()), as::count(kMaxCores)));
    return;
  }
  NtffCore to;
  to.subgraph = printable(from.name());
  to.core = core_of(to.subgraph, taken);
  taken.insert(to.core);
  to.device = from.device();
  to.device_core = from.device_core();
  for (const NtffCore& known : capture.cores) {
    if (known.device_core == to.device_core) {
      capture.diagnostics.add(
          "ambiguous_core", Severity::kWarning,
          tr("{} and {} both state NeuronCore {}; its records were assigned to {}", known.subgraph,
             to.subgraph, to.device_core, known.subgraph));
    }
  }
  read_code(from, to);
  for (const auto& queue : from.queues()) {
    to.queues.push_back({static_cast<int>(queue.dma_engine() & 0xffff),
                         static_cast<int>(queue.ring() & 0xffff), printable(queue.name())});
  }
  for (const auto& memory : from.memory()) {
    to.memory.emplace_back(printable(memory.kind()), memory.bytes());
  }
  capture.cores.push_back(std::move(to));
}

void Reader::read_trace(const proto::NtffTraceBlock& from) {
  if (from.size() == 0) return;
  const auto records = cut(from.offset(), from.size(), kNtffRecord);
  const std::uint64_t stated = from.size() / kNtffRecord;
  const std::uint64_t present = records.size() / kNtffRecord;
  records_stated += std::min<std::uint64_t>(stated, 1u << 30);
  // Blocks do not overlap. Without this check a small header could refer to the same records
  // many times.
  if ((records_present + present) * kNtffRecord > payload.size()) {
    capture.diagnostics.add(
        "overlapping_trace", Severity::kWarning,
        tr("records of type {} of NeuronCore {} at byte {} were skipped: they overlap other "
           "records",
           from.type(), from.device_core(), payload_offset + from.offset()),
        static_cast<std::int64_t>(present));
    return;
  }
  records_present += present;
  if (present < stated) {
    capture.diagnostics.add(
        "truncated_trace", Severity::kWarning,
        tr("records of type {} of NeuronCore {} should end at byte {}, but the file ends at "
           "byte {}",
           from.type(), from.device_core(), payload_offset + from.offset() + from.size(),
           file.size()),
        static_cast<std::int64_t>(std::min<std::uint64_t>(stated - present, 1u << 30)));
  }
  capture.traces.push_back({from.type(), from.block(), from.device_core(), records});
}

void Reader::read_executions(const proto::NtffInfo& info) {
  for (const auto& execution : info.executions()) {
    if (execution.end() <= execution.start() || execution.end() - execution.start() > kMaxWindow) {
      capture.diagnostics.add("implausible_execution", Severity::kWarning,
                              tr("the execution from {} ps to {} ps was skipped: it must be longer "
                                 "than 0 and shorter than 12 days",
                                 execution.start(), execution.end()));
      continue;
    }
    capture.executions.push_back({execution.start(), execution.end()});
  }
  std::sort(capture.executions.begin(), capture.executions.end(),
            [](const auto& a, const auto& b) { return a.start < b.start; });
  const std::size_t n = capture.executions.size();
  if (n > 1 && capture.executions[n - 1].end - capture.executions[0].start > kMaxWindow) {
    capture.diagnostics.add("implausible_execution", Severity::kWarning,
                            tr("executions are more than 12 days apart; only the first was "
                               "imported"),
                            static_cast<std::int64_t>(n - 1));
    capture.executions.resize(1);
  }
}

Result<> Reader::check() const {
  const auto bad = [&](Text why) {
    return fail(ErrorCode::kBadInput, std::move(why), file.name());
  };
  if (capture.cores.empty()) {
    return bad(tr("the header message contains no NeuronCore (field 4)"));
  }
  if (capture.executions.empty()) {
    return bad(tr("the header message contains no valid execution (field 15)"));
  }
  if (records_stated > 0 && records_present == 0) {
    return bad(
        tr("unexpected end of file: none of the {} trace records is in the file; the payload "
           "starts at byte {}, the file ends at byte {}",
           as::count(static_cast<std::int64_t>(records_stated)), payload_offset, file.size()));
  }
  return {};
}

std::string version_text(const proto::NtffVersion& version) {
  const std::string number =
      fmt::format("{}.{}.{}", version.major(), version.minor(), version.patch());
  if (version.git().empty()) return number;
  return fmt::format("{} ({})", number, printable(version.git().substr(0, 5)));
}

std::string neff_uuid(const proto::NtffInfo& info) {
  for (const auto& node : info.nodes()) {
    if (node.uuid().size() == kUuidBytes) return hex_id(node.uuid());
  }
  for (const auto& execution : info.executions()) {
    if (execution.uuid().size() == kUuidBytes) return hex_id(execution.uuid());
  }
  return {};
}

Result<proto::NtffInfo> read_message(const ByteSource& file) {
  const auto bytes = file.bytes();
  if (bytes.size() < kNtffHeader) {
    return fail(ErrorCode::kBadInput,
                tr("unexpected end of file: the header of an NTFF has {} bytes, the file has {}",
                   kNtffHeader, bytes.size()),
                file.name());
  }
  const std::uint64_t size = message_size(bytes);
  if (size == 0) {
    return fail(ErrorCode::kBadInput, tr("the header message is empty"),
                tr("{}: byte {}", file.name(), 1));
  }
  if (size > bytes.size() - kNtffHeader) {
    return fail(ErrorCode::kBadInput,
                tr("unexpected end of file: the header message should end at byte {}, but the "
                   "file ends at byte {}",
                   kNtffHeader + size, bytes.size()),
                tr("{}: byte {}", file.name(), 1));
  }
  proto::NtffInfo info;
  if (size > static_cast<std::uint64_t>(std::numeric_limits<int>::max()) ||
      !info.ParseFromArray(bytes.data() + kNtffHeader, static_cast<int>(size))) {
    return fail(ErrorCode::kBadInput,
                tr("the header message of {} bytes is not a valid protobuf message", size),
                tr("{}: byte {}", file.name(), kNtffHeader));
  }
  return info;
}

Result<NtffCapture> read_capture(const ByteSource& file) {
  const auto info = read_message(file);
  if (!info) return fail(info.error());
  Reader reader{.file = file, .capture = {}, .payload = {}};
  reader.payload_offset = kNtffHeader + message_size(file.bytes());
  reader.payload = file.bytes().subspan(static_cast<std::size_t>(reader.payload_offset));

  NtffCapture& capture = reader.capture;
  capture.version = file_version(file.bytes());
  capture.neff_name = printable(info->neff_name());
  capture.uuid = neff_uuid(*info);
  capture.instance_type = printable(info->instance_type());
  capture.instance_id = printable(info->instance_id());
  if (info->has_runtime()) capture.runtime_version = version_text(info->runtime());
  if (info->has_driver()) capture.driver_version = version_text(info->driver());
  if (info->has_collectives()) capture.collectives_version = version_text(info->collectives());
  std::set<int> taken;
  for (const auto& node : info->nodes()) {
    for (const auto& subgraph : node.device().subgraphs()) reader.read_core(subgraph, taken);
  }
  std::sort(capture.cores.begin(), capture.cores.end(),
            [](const NtffCore& a, const NtffCore& b) { return a.core < b.core; });
  for (const auto& block : info->blocks()) reader.read_trace(block);
  reader.read_executions(*info);
  if (auto ok = reader.check(); !ok) return fail(ok.error());
  return std::move(capture);
}

}  // namespace

bool is_ntff(const ByteSource& file) {
  const auto bytes = file.bytes();
  if (bytes.size() < kNtffHeader + 4) return false;
  const int version = file_version(bytes);
  const std::uint64_t size = message_size(bytes);
  return version >= 1 && version <= kMaxPlausibleVersion && size > 0 &&
         size < (std::uint64_t{1} << 32) && looks_like_message(bytes.subspan(kNtffHeader), size);
}

Result<NtffCapture> read_ntff_container(const ByteSource& file) {
  auto capture = read_capture(file);
  const int version = file.size() > 0 ? file_version(file.bytes()) : 0;
  if (version == kNtffVersion || file.size() < kNtffHeader) return capture;
  // Other versions are read if they have the layout of the verified version.
  if (!capture) {
    return fail(ErrorCode::kUnsupportedVersion,
                tr("unsupported NTFF version {}; supported: {}. The layout differs: {}.", version,
                   kNtffVersion, capture.error().message),
                capture.error().where);
  }
  const bool whole = std::none_of(
      capture->diagnostics.begin(), capture->diagnostics.end(), [](const Diagnostic& d) {
        return d.code == "truncated_trace" || d.code == "truncated_code";
      });
  if (!whole || capture->traces.empty()) {
    return fail(ErrorCode::kUnsupportedVersion,
                tr("unsupported NTFF version {}; supported: {}. The trace records are not where "
                   "version {} has them.",
                   version, kNtffVersion, kNtffVersion),
                tr("{}: byte {}", file.name(), 0));
  }
  capture->diagnostics.add(
      "unverified_version", Severity::kWarning,
      tr("NTFF version {} was read like version {}, the only version that has been verified",
         version, kNtffVersion));
  return capture;
}

std::string ntff_neff_uuid(const ByteSource& file) {
  if (!is_ntff(file)) return {};
  const auto info = read_message(file);
  return info ? neff_uuid(*info) : std::string();
}

}  // namespace nscope::importers

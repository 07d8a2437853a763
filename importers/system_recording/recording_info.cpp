#include "importers/system_recording/recording_info.h"

#include "importers/shared/printable.h"
#include "importers/shared/wire_reader.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <utility>

namespace nscope::importers {
namespace {

enum InfoField : std::uint32_t {
  kInfoVersion = 1,
  kInfoProcess = 2,
  kInfoInstance = 4,
  kInfoEvents = 6,
  kInfoHost = 7,
  kInfoTable = 10,
  kInfoBegin = 11,
  kInfoEnd = 12,
  kInfoInstanceType = 15,
  kInfoHostName = 17,
};

/// Entries beyond these are not kept, so that a small file cannot demand much memory.
constexpr std::size_t kMostTables = 256;
constexpr std::size_t kMostEntries = 1u << 17;

std::int64_t as_time(std::uint64_t number) {
  return static_cast<std::int64_t>(std::min<std::uint64_t>(number, INT64_MAX));
}

/// A file that belongs to the recording: its path and its number of records.
RecordingInfo::EventFile read_file_entry(std::string_view message) {
  RecordingInfo::EventFile entry;
  WireReader in(message);
  for (WireField field; in.next(field);) {
    if (field.is(1, kBytes)) entry.name = file_name(field.bytes);
    if (field.is(3, kVarint)) entry.records = field.number;
  }
  return entry;
}

void read_host(std::string_view message, RecordingInfo& info) {
  WireReader in(message);
  for (WireField field; in.next(field);) {
    if (field.is(1, kVarint)) info.cpus = field.number;
    if (field.is(2, kBytes)) info.cpu_name = collapse_space(printable(field.bytes));
    if (field.is(3, kVarint)) info.host_memory = field.number;
    if (field.is(6, kBytes)) info.cpu_samples = read_file_entry(field.bytes).records;
    if (field.is(7, kBytes)) info.memory_samples = read_file_entry(field.bytes).records;
  }
}

/// Returns the number of entries added.
std::size_t read_table(std::string_view message, std::size_t most, RecordingInfo& info) {
  std::string name;
  RecordingTable entries;
  WireReader in(message);
  for (WireField field; in.next(field);) {
    if (field.is(1, kBytes)) name = printable(field.bytes);
    if (!field.is(2, kBytes) || entries.size() >= most) continue;
    std::uint64_t number = 0;
    std::string_view text;
    WireReader entry(field.bytes);
    for (WireField part; entry.next(part);) {
      if (part.is(1, kVarint)) number = part.number;
      if (part.is(2, kBytes)) text = part.bytes;
    }
    entries.insert_or_assign(number, printable(text));
  }
  const std::size_t added = entries.size();
  if (info.tables.size() < kMostTables || info.tables.contains(name)) {
    info.tables[name].merge(entries);
  }
  return added;
}

/// Whether the message looks like a table of texts or the description of a file or host.
bool has_inner_text(std::string_view message) {
  WireReader in(message);
  bool text = false;
  for (WireField field; in.next(field);)
    text = text || (field.field() <= 2 && field.type() == kBytes);
  return text;
}

}  // namespace

std::string_view RecordingInfo::text(std::string_view table, std::uint64_t number) const {
  const auto found = tables.find(table);
  if (found == tables.end()) return {};
  const auto entry = found->second.find(number);
  return entry == found->second.end() ? std::string_view() : std::string_view(entry->second);
}

bool is_recording_info(const ByteSource& file) {
  constexpr std::size_t kLooked = 256;
  WireReader in(file.text());
  std::size_t fields = 0;
  std::uint64_t last = 0;
  bool described = false;
  for (WireField field; fields < kLooked && in.next(field); ++fields) {
    if (fields == 0 && !field.is(kInfoVersion, kVarint)) return false;
    if (field.field() < last || field.field() > 64) return false;  // fields are in order
    last = field.field();
    const bool inner = field.is(kInfoEvents, kBytes) || field.is(kInfoHost, kBytes) ||
                       field.is(kInfoTable, kBytes);
    if (inner && !has_inner_text(field.bytes)) return false;
    described = described || inner;
  }
  return described;
}

RecordingInfo read_recording_info(const ByteSource& file) {
  RecordingInfo info;
  std::size_t entries = 0;
  WireReader in(file.text());
  for (WireField field; in.next(field);) {
    const bool bytes = field.type() == kBytes;
    const bool number = field.type() == kVarint;
    switch (field.field()) {
      case kInfoProcess:
        if (number) info.process_id = field.number;
        break;
      case kInfoInstance:
        if (bytes) info.instance_id = printable(field.bytes);
        break;
      case kInfoEvents:
        if (bytes && info.event_files.size() < kMostTables) {
          info.event_files.push_back(read_file_entry(field.bytes));
        }
        break;
      case kInfoHost:
        if (bytes) read_host(field.bytes, info);
        break;
      case kInfoTable:
        if (bytes) entries += read_table(field.bytes, kMostEntries - entries, info);
        break;
      case kInfoBegin:
        if (number) info.begin_ns = as_time(field.number);
        break;
      case kInfoEnd:
        if (number) info.end_ns = as_time(field.number);
        break;
      case kInfoInstanceType:
        if (bytes) info.instance_type = printable(field.bytes);
        break;
      case kInfoHostName:
        if (bytes) info.host_name = printable(field.bytes);
        break;
      default: break;
    }
  }
  if (!in.ok()) info.damaged_at = in.position();
  return info;
}

void put_recording_info(TraceWriter& out, const RecordingInfo& info) {
  const auto text = [&](std::string_view name, const std::string& value) {
    if (!value.empty()) out.property(std::string(name), value);
  };
  const auto number = [&](std::string_view name, const auto& value) {
    if (value) out.property(std::string(name), as_time(static_cast<std::uint64_t>(*value)));
  };
  text(property::kInstanceId, info.instance_id);
  text(property::kInstanceType, info.instance_type);
  text("host_name", info.host_name);
  text("host_cpu", info.cpu_name);
  number(property::kProcessId, info.process_id);
  number("host_cpus", info.cpus);
  number("host_memory_bytes", info.host_memory);
  number(property::kRecordingBegin, info.begin_ns);
  number(property::kRecordingEnd, info.end_ns);
}

}  // namespace nscope::importers

#include "importers/system_recording/recording_files.h"

#include "importers/shared/wire_reader.h"
#include "importers/system_recording/recording_info.h"

#include <cstring>
#include <filesystem>
#include <system_error>

namespace nscope::importers {
namespace {

// Unix times in nanoseconds of the years 2015 to 2100.
constexpr std::uint64_t kEarliest = 1'420'000'000'000'000'000;
constexpr std::uint64_t kLatest = 4'102'000'000'000'000'000;

/// Whether records have the fields of one kind of file. Each may lack fields whose value is 0.
struct Shape {
  bool events = true;
  bool cpu = true;
  bool memory = true;
  bool any_time = false;
  bool any_event_field = false;
  bool any_cpu_field = false;
  bool any_memory_field = false;

  /// Returns false if the record is not a message.
  bool look_at(std::string_view record) {
    WireReader in(record);
    for (WireField field; in.next(field);) {
      const std::uint64_t number = field.field();
      const bool varint = field.type() == kVarint;
      const bool bytes = field.type() == kBytes;
      if (number == 2 && varint && field.number > kEarliest && field.number < kLatest) {
        any_time = true;
      }
      if (number == 2 && !varint) events = cpu = memory = false;
      const bool of_event = (varint && (number == 7 || number == 9 || number == 10 ||
                                        number == 14 || number == 15)) ||
                            (bytes && number == 12);
      any_event_field = any_event_field || (varint && (number == 14 || number == 7));
      any_cpu_field = any_cpu_field || field.is(1, kFixed32);
      any_memory_field = any_memory_field || field.is(1, kVarint);
      if (number == 1) events = false;
      if (!(field.is(1, kFixed32) || field.is(3, kVarint) || number == 2)) cpu = false;
      if (!(field.is(1, kVarint) || number == 2)) memory = false;
      if (!of_event && number <= 15 && number != 2) events = false;
    }
    return in.ok();
  }
};

std::optional<RecordingFile> framed_file(std::string_view text) {
  constexpr int kLooked = 64;
  Shape shape;
  RecordFrames frames{text};
  int records = 0;
  for (std::string_view record; records < kLooked && frames.next(record); ++records) {
    if (!shape.look_at(record)) return std::nullopt;
  }
  if (records == 0 || !shape.any_time) return std::nullopt;
  if (shape.events && shape.any_event_field) return RecordingFile::kEvents;
  if (shape.cpu && shape.any_cpu_field) return RecordingFile::kCpu;
  if (shape.memory && shape.any_memory_field) return RecordingFile::kMemory;
  return std::nullopt;
}

}  // namespace

std::string_view usual_name(RecordingFile kind) {
  switch (kind) {
    case RecordingFile::kInfo: return "trace_info.pb";
    case RecordingFile::kEvents: return "ntrace.pb";
    case RecordingFile::kCpu: return "cpu_util.pb";
    case RecordingFile::kMemory: return "host_mem.pb";
  }
  return "ntrace.pb";
}

bool RecordFrames::next(std::string_view& record) {
  std::uint32_t size = 0;
  if (rest.size() < sizeof(size)) return false;
  std::memcpy(&size, rest.data(), sizeof(size));
  if (size > rest.size() - sizeof(size)) return false;
  record = rest.substr(sizeof(size), size);
  rest.remove_prefix(sizeof(size) + size);
  return true;
}

std::optional<RecordingFile> recording_file(const ByteSource& file) {
  if (is_recording_info(file)) return RecordingFile::kInfo;
  return framed_file(file.text());
}

std::string part_beside(const ByteSource& file, RecordingFile own, RecordingFile kind) {
  namespace fs = std::filesystem;
  const std::string usual = path_beside(file, usual_name(kind));
  if (usual.empty()) return {};
  const auto stem = [](RecordingFile of) {
    return usual_name(of).substr(0, usual_name(of).find('.'));
  };
  std::error_code error;
  std::string name = fs::path(file.name()).filename().string();
  if (const std::size_t at = name.find(stem(own)); at != std::string::npos) {
    name.replace(at, stem(own).size(), stem(kind));
    const std::string path = path_beside(file, name);
    return fs::exists(path, error) ? path : std::string();
  }
  if (fs::exists(usual, error)) return usual;
  constexpr int kMostLooked = 1000;
  int looked = 0;
  std::string only;
  const fs::path folder = fs::path(usual).parent_path();
  for (fs::directory_iterator it(folder.empty() ? "." : folder, error), end;
       !error && it != end && looked < kMostLooked; it.increment(error), ++looked) {
    std::error_code ignored;
    if (!it->is_regular_file(ignored)) continue;
    const std::string path = path_beside(file, it->path().filename().string());
    if (fs::equivalent(path, file.name(), ignored)) continue;
    const auto other = ByteSource::open(path);
    if (!other || recording_file(*other) != kind) continue;
    if (!only.empty()) return {};  // it is unknown which
    only = path;
  }
  return only;
}

std::string path_beside(const ByteSource& file, std::string_view name) {
  std::error_code error;
  const std::filesystem::path path(file.name());
  if (!std::filesystem::is_regular_file(path, error)) return {};
  return (path.parent_path() / std::filesystem::path(name)).string();
}

}  // namespace nscope::importers

#include "importers/system_recording/system_recording.h"

#include "importers/shared/block_pool.h"
#include "importers/shared/printable.h"
#include "importers/system_recording/host_samples.h"
#include "importers/system_recording/record_blocks.h"
#include "importers/system_recording/recording_files.h"
#include "importers/system_recording/recording_info.h"
#include "importers/system_recording/runtime_events.h"
#include "profiler/base/parallel.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <tbb/parallel_pipeline.h>

namespace nscope::importers {
namespace {

/// A recording has one file of events per process; more are possible according to trace_info.pb.
constexpr std::size_t kMostEventFiles = 64;

/// The files of one recording. The file that was given is not opened again.
struct RecordingFiles {
  const ByteSource* info = nullptr;
  std::vector<const ByteSource*> events;
  const ByteSource* cpu = nullptr;
  const ByteSource* memory = nullptr;
  std::vector<std::unique_ptr<ByteSource>> opened;

  void use(RecordingFile kind, const ByteSource& file) {
    switch (kind) {
      case RecordingFile::kInfo: info = &file; break;
      case RecordingFile::kEvents: events.push_back(&file); break;
      case RecordingFile::kCpu: cpu = &file; break;
      case RecordingFile::kMemory: memory = &file; break;
    }
  }
};

/// Opens the file at `path` if there is one and its content is of this kind.
void open_part(const ByteSource& given, RecordingFile kind, const std::string& path,
               RecordingFiles& files, TraceWriter& out) {
  std::error_code error;
  if (path.empty() || !std::filesystem::exists(path, error)) return;
  if (std::filesystem::equivalent(path, given.name(), error)) return;
  const std::string name = file_name(path);
  auto file = ByteSource::open(path);
  if (file && recording_file(*file) == kind) {
    files.opened.push_back(std::make_unique<ByteSource>(std::move(*file)));
    files.use(kind, *files.opened.back());
    return;
  }
  out.diagnose("recording_file_not_read", Severity::kWarning,
               file ? tr("{} is empty, damaged or of another format", printable(name))
                    : tr("{}: {}", printable(name), file.error().message));
}

/// The times of the first records of events, or else of samples.
std::vector<std::int64_t> first_times(const RecordingFiles& files) {
  constexpr std::size_t kLooked = 64;
  std::vector<std::int64_t> times;
  for (const ByteSource* const file : files.events) {
    RecordBlocks blocks(file->text());
    RecordBlock block;
    if (!blocks.next(block)) continue;
    block.decode();
    for (const RuntimeRecord& record : block.records) {
      if (record.time_ns > 0) times.push_back(record.time_ns);
    }
  }
  for (const ByteSource* const file : {files.cpu, files.memory}) {
    if (file == nullptr || !times.empty()) continue;
    RecordFrames frames{file->text()};
    for (std::string_view record; times.size() < kLooked && frames.next(record);) {
      if (const std::int64_t time = sample_time(record); time > 0) times.push_back(time);
    }
  }
  return times;
}

/// Unix time of tick 0: the stated begin of the recording if most of the first records are near it,
/// else the first of the times that most of them are near to.
std::int64_t origin_of(const RecordingInfo& info, std::vector<std::int64_t> times) {
  const std::int64_t stated = info.begin_ns.value_or(0);
  if (times.empty()) return stated;
  std::sort(times.begin(), times.end());
  const std::int64_t middle = times[times.size() / 2];
  std::int64_t distance = 0;
  if (stated > 0 && time_in_recording(middle, stated, distance)) return stated;
  return *std::find_if(times.begin(), times.end(), [&](std::int64_t time) {
    return time_in_recording(time, middle, distance);
  });
}

class RecordingReader {
 public:
  RecordingReader(std::size_t cores, TraceSink& sink, TaskControl& control)
      : cores_(cores), control_(control), out_(sink) {}

  Result<> run(const ByteSource& given, RecordingFile kind);

 private:
  void find_files(const ByteSource& given, RecordingFile kind);
  void read_events(const ByteSource& file, RuntimeEvents& events, std::uint64_t done);
  void check_counts(const RuntimeEvents& events);

  std::size_t cores_;
  TaskControl& control_;
  TraceWriter out_;
  RecordingFiles files_;
  RecordingInfo info_;
  std::atomic<bool> gone_{false};  ///< the consumer has ended
};

void RecordingReader::find_files(const ByteSource& given, RecordingFile kind) {
  files_.use(kind, given);
  const auto beside = [&](RecordingFile wanted) {
    if (kind != wanted) open_part(given, wanted, part_beside(given, kind, wanted), files_, out_);
  };
  beside(RecordingFile::kInfo);
  if (files_.info != nullptr) info_ = read_recording_info(*files_.info);
  beside(RecordingFile::kEvents);
  beside(RecordingFile::kCpu);
  beside(RecordingFile::kMemory);
  // Files of events with other names.
  std::set<std::string> known{file_name(given.name()),
                              std::string(usual_name(RecordingFile::kEvents))};
  for (const ByteSource* const file : files_.events) known.insert(file_name(file->name()));
  for (const RecordingInfo::EventFile& file : info_.event_files) {
    if (files_.events.size() >= kMostEventFiles || !known.insert(file.name).second) continue;
    if (file.name.empty() || file.name == "." || file.name == "..") continue;
    // A file that was renamed is not another one.
    if (info_.event_files.size() == 1 && !files_.events.empty()) continue;
    open_part(given, RecordingFile::kEvents, path_beside(given, file.name), files_, out_);
  }
}

void RecordingReader::read_events(const ByteSource& file, RuntimeEvents& events,
                                  std::uint64_t done) {
  RecordBlocks blocks(file.text());
  BlockPool<RecordBlock> pool;
  std::uint64_t released = 0;
  const auto read = [&]() -> RecordBlock* {
    if (gone_ || control_.cancelled()) return nullptr;
    RecordBlock* const block = pool.take();
    if (!blocks.next(*block)) return nullptr;
    control_.advance_to(done + blocks.consumed());
    return block;
  };
  const auto take = [&](RecordBlock* block) {
    events.take(*block);
    gone_ = !out_.flush();
    constexpr std::uint64_t kReleaseBytes = std::uint64_t{16} << 20;
    const std::uint64_t end = block->position + block->bytes.size();
    if (end >= released + kReleaseBytes) {
      file.release(static_cast<std::size_t>(end), static_cast<std::size_t>(released));
      released = end;
    }
    pool.give_back(block);
  };
  // Other threads are not worth waking for a small file.
  const bool small = file.size() < 4 * RecordBlocks::kBlockBytes;
  if (small || cores_ < 2) {
    while (RecordBlock* const block = read()) {
      block->decode();
      take(block);
    }
  } else {
    using tbb::filter_mode;
    tbb::parallel_pipeline(
        2 * cores_, tbb::make_filter<void, RecordBlock*>(filter_mode::serial_in_order,
                                                         [&](tbb::flow_control& flow) {
                                                           RecordBlock* const block = read();
                                                           if (block == nullptr) flow.stop();
                                                           return block;
                                                         }) &
                        tbb::make_filter<RecordBlock*, RecordBlock*>(filter_mode::parallel,
                                                                     [](RecordBlock* block) {
                                                                       block->decode();
                                                                       return block;
                                                                     }) &
                        tbb::make_filter<RecordBlock*, void>(filter_mode::serial_in_order, take));
  }
  if (!gone_ && !control_.cancelled() && blocks.rest() > 0) {
    out_.diagnose("recording_cut_off", Severity::kWarning,
                  tr("{}, byte {}: the last {} bytes are not a whole record",
                     file_name(file.name()), blocks.consumed(), blocks.rest()));
  }
}

void RecordingReader::check_counts(const RuntimeEvents& events) {
  std::uint64_t stated = 0;
  for (const RecordingInfo::EventFile& file : info_.event_files) {
    if (!file.records || __builtin_add_overflow(stated, *file.records, &stated)) return;
  }
  const auto found = static_cast<std::uint64_t>(events.records());
  if (info_.event_files.empty() || files_.events.empty() || stated == found) return;
  out_.diagnose("record_count_differs", Severity::kWarning,
                tr("trace_info.pb states {} records of events, but there are {}", stated, found));
}

Result<> RecordingReader::run(const ByteSource& given, RecordingFile kind) {
  find_files(given, kind);
  out_.property(std::string(property::kSourceFormat), std::string(kSystemRecordingFormat));
  out_.property(std::string(property::kSourceFile),
                file_name(files_.events.empty() ? given.name() : files_.events.front()->name()));
  out_.property(std::string(property::kProvenance), std::string("measured"));
  put_recording_info(out_, info_);
  if (info_.damaged_at) {
    out_.diagnose("trace_info_damaged", Severity::kWarning,
                  tr("trace_info.pb, byte {}: damaged or truncated; it was read up to there",
                     *info_.damaged_at));
  }
  if (files_.info == nullptr) {
    out_.diagnose("trace_info_missing", Severity::kWarning,
                  tr("there is no trace_info.pb beside {}: events have numbers instead of names, "
                     "and process and instance are unknown",
                     file_name(given.name())));
  } else if (!info_.tables.contains(kEventTypeTable) && !files_.events.empty()) {
    out_.diagnose("event_names_missing", Severity::kWarning,
                  tr("trace_info.pb has no table '{}': events have numbers instead of names",
                     kEventTypeTable));
  }
  if (files_.events.empty()) {
    out_.diagnose("no_runtime_events", Severity::kWarning,
                  tr("there is no ntrace.pb beside {}: the recording has no events of the runtime",
                     file_name(given.name())));
  }
  const std::int64_t origin = origin_of(info_, first_times(files_));
  std::uint64_t size = 0;
  for (const ByteSource* const file : files_.events) size += file->size();
  control_.begin(phrase("Reading records"), size);
  EventTracks tracks(out_, info_);
  RuntimeEvents events(out_, tracks, info_, origin);
  std::uint64_t done = 0;
  for (const ByteSource* const file : files_.events) {
    read_events(*file, events, done);
    done += file->size();
    if (gone_ || control_.cancelled()) return cancelled();
  }
  events.finish();
  check_counts(events);
  HostSamples samples(out_, tracks, info_, origin);
  if (files_.cpu != nullptr && !samples.read_cpu(*files_.cpu, control_)) return cancelled();
  if (files_.memory != nullptr && !samples.read_memory(*files_.memory, control_)) {
    return cancelled();
  }
  const std::int64_t first = std::min(events.first_time(), samples.first_time());
  const std::int64_t last = std::max(events.last_time(), samples.last_time());
  out_.time_base({.ticks_per_ns = 1,
                  .window_begin = TraceTime(first <= last ? std::min<std::int64_t>(first, 0) : 0),
                  .window_end = TraceTime(first <= last ? last : 0)});
  out_.property(std::string(property::kClock), std::string("unix"));
  out_.property(std::string(property::kClockOrigin), origin);
  return out_.finish() ? Result<>() : cancelled();
}

}  // namespace

bool sniff_system_recording(const ByteSource& file) {
  return recording_file(file).has_value();
}

std::vector<std::string> recording_parts(const ByteSource& file) {
  std::vector<std::string> parts{file.name()};
  const auto kind = recording_file(file);
  if (!kind) return parts;
  std::string info = *kind == RecordingFile::kInfo ? file.name() : "";
  for (const RecordingFile other : {RecordingFile::kInfo, RecordingFile::kEvents,
                                    RecordingFile::kCpu, RecordingFile::kMemory}) {
    if (other == *kind) continue;
    std::string path = part_beside(file, *kind, other);
    if (path.empty()) continue;
    if (other == RecordingFile::kInfo) info = path;
    parts.push_back(std::move(path));
  }
  if (info.empty()) return parts;
  if (const auto source = ByteSource::open(info)) {
    for (const auto& events : read_recording_info(*source).event_files) {
      std::string path = events.name.empty() ? "" : path_beside(file, events.name);
      std::error_code error;
      if (std::filesystem::is_regular_file(path, error)) parts.push_back(std::move(path));
    }
  }
  return parts;
}

Result<> read_system_recording_on(std::size_t cores, const CaptureInput& input, TraceSink& sink,
                                  TaskControl& control) {
  const auto kind = recording_file(input.file);
  if (!kind) {
    return fail(ErrorCode::kBadInput,
                tr("not a file of a system recording: neither records of the Neuron runtime nor "
                   "their description start at byte 0"),
                input.file.name());
  }
  return RecordingReader(cores, sink, control).run(input.file, *kind);
}

Result<> read_system_recording(const CaptureInput& input, TraceSink& sink, TaskControl& control) {
  return read_system_recording_on(core_count(), input, sink, control);
}

}  // namespace nscope::importers

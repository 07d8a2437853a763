#include "importers/system_recording/host_samples.h"

#include "importers/shared/printable.h"
#include "importers/shared/wire_reader.h"
#include "importers/system_recording/recording_files.h"

#include <algorithm>
#include <bit>
#include <string>

#include <fmt/format.h>

namespace nscope::importers {

std::int64_t sample_time(std::string_view record) {
  std::int64_t time = -1;
  WireReader in(record);
  for (WireField field; in.next(field);) {
    if (field.is(2, kVarint)) time = field.signed_number();
  }
  return time;
}

/// Calls `take` for each record, with its fields 1 (value), 2 (time) and 3 (index). Absent fields
/// are 0.
template <class Take>
bool HostSamples::read(const ByteSource& file, const TaskControl& control, const Take& take) {
  RecordFrames frames{file.text()};
  std::uint64_t records = 0;
  for (std::string_view message; frames.next(message);) {
    if (control.cancelled_at(records++)) return false;
    Sample sample;
    WireReader in(message);
    for (WireField field; in.next(field);) {
      switch (field.tag) {
        case tag_of(1, kFixed32):
          sample.value = std::bit_cast<float>(static_cast<std::uint32_t>(field.number));
          break;
        case tag_of(1, kVarint): sample.value = static_cast<double>(field.number); break;
        case tag_of(2, kVarint): sample.time_ns = field.signed_number(); break;
        case tag_of(3, kVarint): sample.index = field.number; break;
        default: break;
      }
    }
    std::int64_t time = 0;
    if (!in.ok()) {
      out_.diagnose("record_damaged", Severity::kWarning,
                    tr("record {} of {} is not a valid message and was skipped", records,
                       file_name(file.name())));
    } else if (!time_in_recording(sample.time_ns, origin_, time)) {
      out_.diagnose("record_without_time", Severity::kWarning,
                    tr("record {} of {} was skipped: it has no possible time stamp", records,
                       file_name(file.name())));
    } else {
      first_time_ = std::min(first_time_, time);
      last_time_ = std::max(last_time_, time);
      take(sample, TraceTime(time));
    }
  }
  if (!frames.rest.empty()) {
    out_.diagnose("recording_cut_off", Severity::kWarning,
                  tr("{}: the last {} bytes are not a whole record", file_name(file.name()),
                     frames.rest.size()));
  }
  return true;
}

void HostSamples::check_count(const ByteSource& file, std::uint64_t expected, std::uint64_t found) {
  if (expected == found) return;
  out_.diagnose("record_count_differs", Severity::kWarning,
                tr("trace_info.pb states {} samples in {}, but there are {}", expected,
                   file_name(file.name()), found));
}

bool HostSamples::read_cpu(const ByteSource& file, const TaskControl& control) {
  // Each sample is one record for each CPU.
  std::uint64_t samples = 0;
  const bool done = read(file, control, [&](const Sample& sample, TraceTime time) {
    if (sample.index == 0) ++samples;
    const TrackId instance = tracks_.instance();
    if (!instance.valid()) return;
    const TrackId cpus = tracks_.counters().group(instance, "CPU", 10);
    if (!cpus.valid()) return;
    tracks_.counters().sample(cpus, fmt::format("CPU {}", sample.index), "%", time, sample.value);
  });
  if (done && info_.cpu_samples) check_count(file, *info_.cpu_samples, samples);
  return done;
}

bool HostSamples::read_memory(const ByteSource& file, const TaskControl& control) {
  std::uint64_t samples = 0;
  const double size = static_cast<double>(info_.host_memory.value_or(0));
  const bool done = read(file, control, [&](const Sample& sample, TraceTime time) {
    ++samples;
    const TrackId instance = tracks_.instance();
    if (!instance.valid()) return;
    tracks_.counters().sample(instance, "Host memory used", "B", time, sample.value);
    if (size <= 0.0) return;
    constexpr double kPercent = 100.0;
    tracks_.counters().sample(instance, "Host memory used, share", "%", time,
                              sample.value / size * kPercent);
  });
  if (done && info_.memory_samples) check_count(file, *info_.memory_samples, samples);
  return done;
}

}  // namespace nscope::importers

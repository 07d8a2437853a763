#include "profiler/export/perfetto.h"

#include "profiler/base/files/atomic_file.h"
#include "profiler/export/perfetto_events.h"
#include "profiler/export/perfetto_packets.h"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <functional>
#include <utility>
#include <vector>

namespace nscope {
namespace {

constexpr std::size_t kWriteBytes = std::size_t{1} << 20;
constexpr std::uint64_t kEventsPerCheck = 4096;

/// The events of all tracks in order of time, then of track.
class MergedEvents {
 public:
  explicit MergedEvents(const Trace& trace) {
    for (const Track& track : trace.tracks()) tracks_.emplace_back(track);
    for (std::uint32_t i = 0; i < tracks_.size(); ++i) {
      if (!tracks_[i].done()) heap_.emplace_back(tracks_[i].time(), i);
    }
    std::make_heap(heap_.begin(), heap_.end(), std::greater<>());
  }

  bool done() const { return heap_.empty(); }

  /// Calls visit(event, track) for the next event, or the next few.
  template <class Visit>
  void next(Visit visit) {
    std::pop_heap(heap_.begin(), heap_.end(), std::greater<>());
    const std::uint32_t index = heap_.back().second;
    heap_.pop_back();
    PerfettoEvents& track = tracks_[index];
    // Continuing with the same track while it is next saves most operations on the heap.
    constexpr int kInARow = 1024;
    for (int i = 0; i < kInARow; ++i) {
      visit(track.next(), track.track());
      if (track.done() || (!heap_.empty() && heap_.front() < std::pair(track.time(), index))) break;
    }
    if (track.done()) return;
    heap_.emplace_back(track.time(), index);
    std::push_heap(heap_.begin(), heap_.end(), std::greater<>());
  }

 private:
  std::vector<PerfettoEvents> tracks_;
  std::vector<std::pair<TraceTime, std::uint32_t>> heap_;
};

}  // namespace

Result<> export_perfetto(const Trace& trace, const std::string& path, TaskControl& control) {
  std::uint64_t total = 1;  // the header
  for (const Track& track : trace.tracks())
    total += 2 * track.slices.size() + track.counters.size();
  control.begin(phrase("Writing the Perfetto trace"), total);
  AtomicFile file(path);
  std::ofstream out(file.temporary_path(), std::ios::binary);
  PerfettoPackets packets(trace);
  const auto write_away = [&] {
    std::string& buffer = packets.buffer();
    out.write(buffer.data(), static_cast<std::streamsize>(buffer.size()));
    buffer.clear();
  };
  packets.header();
  MergedEvents events(trace);
  std::uint64_t done = 1;
  while (!events.done() && out) {
    if (control.cancelled()) return cancelled();
    for (const std::uint64_t until = done + kEventsPerCheck; done < until && !events.done();) {
      events.next([&](const PerfettoEvents::Event& event, const Track& track) {
        packets.event(event, track);
        ++done;
      });
      if (packets.buffer().size() >= kWriteBytes) write_away();
    }
    control.advance_to(done);
  }
  write_away();
  out.close();
  if (!out) {
    return fail(ErrorCode::kIo, tr("cannot write the file: {}", std::strerror(errno)), path);
  }
  if (auto damage = trace.storage_error()) return fail(std::move(*damage));
  control.advance_to(total);
  return file.commit();
}

}  // namespace nscope

#pragma once

#include "profiler/trace/build/trace_writer.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace nscope::importers {

/// The kind of the events of a track. A thread of the file has one track for each kind of event,
/// because all slices of a track are of the same kind.
enum class TrackClass : std::uint8_t {
  kGeneric,
  kHost,
  kKernel,
  kCollective,
  kCopy,
  kAnnotation,
  kMarkers,  ///< intervals of a device that contain operators: steps, modules
  kSynchronisation,
  kSamples
};
inline constexpr std::size_t kTrackClasses = 9;

struct Process {
  std::string label;         ///< its pid, as text
  std::uint32_t number = 0;  ///< from 0 in the order of occurrence
  std::string name{};
  std::string labels{};
  std::int32_t order = 0;
  TrackId group{};
};

struct Thread {
  Process* process = nullptr;
  std::string label;  ///< its tid, as text
  std::string name{};
  std::int32_t order = 0;
  std::uint32_t number = 0;  ///< from 0 in the order of occurrence
  std::array<TrackId, kTrackClasses> tracks{};
};

/// The rank of a process in a trace that was merged from those of several ranks: "[TP00]" of the
/// pid
/// "[TP00] 4711". "" if there is none.
std::string_view rank_of(std::string_view pid);

/// The processes and threads of a trace and their tracks. A track is declared at its first event;
/// names that follow later are counted. One thread; addresses are stable.
class TrackTable {
 public:
  explicit TrackTable(TraceWriter& out) : out_(out) {}

  Process& process(std::string_view pid);
  Thread& thread(std::string_view pid, std::string_view tid);
  Process& process_at(std::uint32_t number) { return processes_[number]; }
  const std::deque<Thread>& threads() const { return threads_; }
  /// The first thread with this number in any process; null if there is none.
  Thread* find_thread(std::string_view tid);

  void set_process_name(Process& process, std::string_view name);
  void set_process_labels(Process& process, std::string_view labels);
  void set_process_order(Process& process, std::int64_t order);
  void set_thread_name(Thread& thread, std::string_view name);
  void set_thread_order(Thread& thread, std::int64_t order);

  /// The group of the tracks of a process. `device`: the pid is a GPU.
  TrackId group(Process& process, bool device = false);
  TrackId track(Thread& thread, TrackClass track_class);
  TrackId counter(Process& process, std::string_view name);
  /// A track next to the threads.
  TrackId extra_track(Process& process, std::string_view name, TrackLayout layout);

 private:
  /// The process that owns a thread of the host. Kineto states GPU 0 as the process of Python
  /// threads that it cannot assign.
  Process& process_of_host_thread(const Thread& thread);
  void count_late(Text why);
  void count_late_process(const Process& process, std::string_view name);

  TraceWriter& out_;
  std::deque<Process> processes_;
  std::deque<Thread> threads_;
  std::map<std::string, Process*, std::less<>> process_index_;
  std::map<std::pair<Process*, std::string>, Thread*> thread_index_;
};

}  // namespace nscope::importers

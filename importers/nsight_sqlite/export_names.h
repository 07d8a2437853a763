#pragma once

#include "importers/chrome_json/track_table.h"
#include "importers/nsight_sqlite/export_database.h"
#include "profiler/trace/build/trace_writer.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace nscope::importers::nsight {

/// The texts of the table StringIds. Only the texts that events use are read; for each other row
/// of the table, 16 bytes are kept. One thread.
class StringTable {
 public:
  StringTable(const ExportDatabase& database, TraceWriter& out) : database_(database), out_(out) {}

  /// Errors: kBadInput, kCancelled.
  Result<> read();
  /// The text with this id; "string 12" for an id that is not in the table, which is counted.
  const std::string& text(std::int64_t id);

 private:
  const ExportDatabase& database_;
  TraceWriter& out_;
  std::vector<std::pair<std::int64_t, std::int64_t>> rows_;  ///< id and row number, sorted
  std::unordered_map<std::int64_t, std::string> texts_;
};

/// A process or a thread in Nsight Systems: hardware, virtual machine and process in the upper 40
/// bits, thread in the lower 24 bits ("Serialized GlobalId").
struct GlobalId {
  std::uint64_t value = 0;

  std::uint64_t process() const { return value & ~std::uint64_t{0xff'ffff}; }
  std::uint32_t pid() const { return static_cast<std::uint32_t>(value >> 24) & 0xff'ffff; }
  std::uint32_t tid() const { return static_cast<std::uint32_t>(value) & 0xff'ffff; }
};

/// The tracks of an export, arranged and named as those of PyTorch's profiler: a group for each
/// process, "CPU (python)", with its threads, and a group for each of its GPUs, "GPU 0 (python)",
/// with its streams. One thread.
class ExportTracks {
 public:
  ExportTracks(const ExportDatabase& database, StringTable& strings, TraceWriter& out)
      : database_(database), strings_(strings), tracks_(out) {}

  /// Reads the names of processes and threads, and the GPUs of the processes. Errors: kBadInput,
  /// kCancelled.
  Result<> read_names();

  TrackId host(std::optional<std::int64_t> global_tid);
  /// A track next to a thread, for calls that are not part of its call stack.
  TrackId beside(std::optional<std::int64_t> global_tid, std::string_view what);
  /// A track next to the threads of the process, for ranges that do not nest.
  TrackId ranges(std::optional<std::int64_t> global_tid);
  TrackId stream(std::optional<std::int64_t> global_pid, std::int64_t device, std::int64_t stream,
                 TrackClass track_class);
  /// A counter of a GPU by the number that Nsight Systems assigns to it.
  TrackId counter(std::int64_t gpu, const std::string& name);

 private:
  struct Streams {
    Process* group = nullptr;
    std::map<std::int64_t, Thread*> by_number{};
  };

  std::string process_name(GlobalId id);
  Process& host_process(GlobalId id);
  Streams& gpu(GlobalId id, std::int64_t device);

  const ExportDatabase& database_;
  StringTable& strings_;
  TrackTable tracks_;
  std::map<std::uint64_t, std::string> process_names_;
  std::map<std::string, int> name_uses_;
  std::map<std::uint64_t, std::string> thread_names_;
  std::map<std::pair<std::uint32_t, std::int64_t>, std::int64_t> gpu_of_device_;  ///< pid, CUDA id
  std::unordered_map<std::uint64_t, Thread*> threads_;
  std::map<std::uint64_t, TrackId> ranges_;
  std::map<std::pair<std::uint64_t, std::string>, TrackId> beside_;  ///< by thread and content
  std::map<std::pair<std::uint64_t, std::int64_t>, Streams> gpus_;
  std::map<std::int64_t, Process*> group_of_gpu_;
  std::map<std::uint64_t, int> seen_processes_;  ///< in the order of their first event
};

}  // namespace nscope::importers::nsight

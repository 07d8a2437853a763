#pragma once

#include "importers/chrome_json/track_table.h"
#include "importers/nsight_sqlite/export_database.h"
#include "importers/nsight_sqlite/export_names.h"
#include "importers/nsight_sqlite/message_sizes.h"
#include "importers/nsight_sqlite/range_projection.h"
#include "importers/shared/launch_calls.h"
#include "importers/shared/row_values.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/build/trace_writer.h"

#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace nscope::importers::nsight {

/// Translates an export table by table. A damaged table is imported up to the damage, which is
/// counted. One thread.
class ExportImport {
 public:
  ExportImport(const ExportDatabase& database, TraceWriter& out, TaskControl& control);

  /// Errors: kBadInput if there are no events, kCancelled.
  Result<> run(std::string_view file_name);

 private:
  using Columns = std::span<const std::string_view>;

  // export_import.cpp
  /// Calls `use` for each row of a table.
  Result<> each_row(std::string_view table, Columns columns, Phrase phase,
                    const std::function<void(const TableRows&)>& use);
  /// Start and duration in columns 0 and 1. nullopt for a row without a usable start, which is
  /// counted. Without an end, the duration is kOpenDuration if `may_be_open`.
  std::optional<Interval> interval(const TableRows& row, bool may_be_open = false);
  void put(SliceId slice, StringId key, std::optional<std::int64_t> value);
  void put_category(SliceId slice, std::string_view category);
  StringId name_of(std::int64_t string_id);
  void note_missing_tables();
  static bool is_known_table(std::string_view name);
  void count(std::string_view code, Severity severity, Text example, std::int64_t times = 1);

  // host_rows.cpp
  Result<> read_calls();
  /// The calls of other libraries and of the operating system.
  Result<> read_other_calls();
  Result<> read_domains();
  Result<> read_nvtx();
  void nvtx_event(const TableRows& row);
  void nvtx_payload(const TableRows& row, SliceId slice);
  StringId nvtx_domain(const TableRows& row) const;
  /// Writes the NVTX ranges on the streams of the GPUs.
  Result<> write_projected_ranges();
  StringId nvtx_name(const TableRows& row);

  // device_rows.cpp
  Result<> read_kinds();
  Result<> read_kernels();
  Result<> read_copies();
  Result<> read_sets();
  Result<> read_graphs();
  Result<> read_synchronisations();
  Result<> read_gpu_metrics();
  /// The columns kDevice to kGraphNode of each event of a GPU, as properties; and its launch.
  void put_device_event(const TableRows& row, SliceId slice, const Interval& time,
                        std::string_view category);
  struct Kernel {
    StringId name;
    TrackClass track_class = TrackClass::kKernel;
  };
  Kernel kernel_of(const TableRows& row);
  std::string memory_name(std::optional<std::int64_t> kind) const;

  // run_facts.cpp
  Result<> read_run_facts();
  Result<> read_gpu_facts();

  const ExportDatabase& database_;
  TraceWriter& out_;
  TaskControl& control_;
  StringTable strings_;
  ExportTracks tracks_;
  LaunchCalls calls_;
  RangeProjection projection_;
  MessageSizes message_sizes_;

  struct Keys {
    StringId category, correlation, device, context, stream, bytes, registers, shared_memory, grid,
        block, graph_node, graph, graph_exec, value, payload, message_bytes, domain, return_value,
        sync_kind;
  };
  Keys keys_;
  StringId launch_;
  std::unordered_map<std::int64_t, StringId> names_;         ///< by id in StringIds
  std::unordered_map<std::int64_t, StringId> call_names_;    ///< without their version
  std::unordered_map<std::uint32_t, TrackClass> of_kernel_;  ///< by name
  std::map<std::string, StringId, std::less<>> categories_;
  std::map<std::int64_t, std::string> copy_kinds_;
  std::map<std::int64_t, std::string> memory_kinds_;
  std::map<std::pair<std::int64_t, std::int64_t>, StringId> domains_;  ///< by process and id
  std::int64_t first_ = std::numeric_limits<std::int64_t>::max();
  std::int64_t last_ = std::numeric_limits<std::int64_t>::min();
  std::int64_t events_ = 0;
  std::string_view table_;                          ///< that is being read
  std::set<std::string, std::less<>> other_calls_;  ///< tables of calls that were read
};

}  // namespace nscope::importers::nsight

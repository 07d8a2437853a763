#pragma once

#include "importers/neuron_explorer_parquet/schema.h"
#include "importers/neuron_explorer_parquet/slice_index.h"
#include "importers/neuron_explorer_parquet/source_lookup.h"
#include "importers/parquet_rows/parquet_folder.h"
#include "importers/parquet_rows/parquet_rows.h"
#include "importers/shared/counter_tracks.h"
#include "importers/shared/row_values.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/build/neuron_tracks.h"
#include "profiler/trace/build/trace_writer.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

namespace nscope::importers {

/// State shared by the readers of the tables of one profile: the destination of events, and values
/// of one table that the rows of another need. Tables are read in the order of kTables
/// (tables.cpp). For one import; one thread.
struct Profile {
  Profile(const ParquetFolder& from, const ExplorerSchema& described, TraceWriter& writer,
          TaskControl& task)
      : folder(from),
        schema(described),
        out(writer),
        control(task),
        tracks(writer),
        named(writer) {}

  const ParquetFolder& folder;
  const ExplorerSchema& schema;
  TraceWriter& out;
  TaskControl& control;
  NeuronTracks tracks;
  CounterTracks named;  ///< tracks that are not in NeuronTracks
  std::uint64_t rows_done = 0;

  std::map<std::tuple<int, int, int>, std::string> queue_names;  ///< core, DMA engine, ring
  /// Core and ring; "" if queues with different names share the ring number.
  std::map<std::pair<int, int>, std::string> ring_names;
  SourceLookup sources;
  SliceIndexes ids;                        ///< rows that flows and other tables refer to
  std::optional<double> total_time;        ///< seconds, from Summary
  std::optional<std::int64_t> first_time;  ///< of the execution, from Metadata
  std::optional<std::int64_t> last_time;
  std::int64_t latest_event = 0;
  std::int64_t system_origin = 0;  ///< subtracted from the times of the system tables
  std::int64_t physical_cores = 0;
  bool has_executions = false;
  bool has_system_events = false;
  std::string instance_type;
  std::set<std::string, std::less<>> properties;  ///< names written so far
};

/// Whether the profile has rows of that table.
bool has_table(const Profile& profile, std::string_view table);

/// Adds a property of the run unless there is one of that name.
void put_property(Profile& profile, std::string_view name, PropertyValue value);
/// Adds a value as a property: text on one line. NULL and "" are ignored.
void put_property(Profile& profile, std::string_view name, const DuckValue& value);

/// Adds a property of an event: numbers unchanged, text on one line, true and false as 1 and 0.
/// NULL and "" are ignored.
void add_arg(Profile& profile, SliceId slice, StringId key, const DuckValue& value);
/// Adds the columns that the caller does not know as properties under their own names.
void add_other_columns(const ParquetRows& rows, SliceId slice, Profile& profile);

/// The physical core of a row (pcore_idx). Core 0 if the column is missing or NULL, as in profiles
/// of one core, or if the value is out of range, which is counted.
int core_of(ParquetRows& rows, std::size_t field, Profile& profile);

/// Start and duration of a row. Without a duration the end is used. If the time is missing or out
/// of range, the row is counted and the result is nullopt. A negative duration is counted and
/// becomes 0.
std::optional<Interval> interval_of(ParquetRows& rows, std::size_t start, std::size_t duration,
                                    std::size_t end, Profile& profile);
/// The time of a row without duration; rules as for interval_of().
std::optional<TraceTime> time_of(ParquetRows& rows, std::size_t field, Profile& profile);

/// Calls `row(rows)` for each row of a table.
template <class Row>
Result<> for_each_row(Profile& profile, const ParquetTableFiles& table,
                      std::span<const std::string_view> fields, Row row) {
  ParquetRows rows(profile.folder, table, fields, profile.out, profile.control);
  auto more = rows.next();
  for (; more && *more; more = rows.next()) {
    row(rows);
    constexpr std::uint64_t kReportEvery = 1024;
    if (++profile.rows_done % kReportEvery == 0) profile.control.advance_to(profile.rows_done);
  }
  return end_of(more);
}

}  // namespace nscope::importers

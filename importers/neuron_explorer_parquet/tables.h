#pragma once

#include "importers/neuron_explorer_parquet/profile.h"
#include "importers/parquet_rows/parquet_folder.h"
#include "profiler/base/result.h"

#include <span>
#include <string_view>

// One function per kind of table. Each reads all rows of `table` into `profile`. Errors: kBadInput
// if a file is damaged, kCancelled.
namespace nscope::importers {

using ReadTable = Result<> (*)(Profile& profile, const ParquetTableFiles& table);

/// A table of the schema and the function that reads it.
struct TableFormat {
  std::string_view name;
  ReadTable read;
};

/// All 52 tables of the schema in reading order: tables with values that rows of other tables need
/// come first.
std::span<const TableFormat> table_formats();

// run_tables.cpp, model_tables.cpp: properties of the run.
Result<> read_metadata(Profile& profile, const ParquetTableFiles& table);
Result<> read_system_metadata(Profile& profile, const ParquetTableFiles& table);
Result<> read_summary(Profile& profile, const ParquetTableFiles& table);
Result<> read_opcode_summary(Profile& profile, const ParquetTableFiles& table);
Result<> read_throttle_summary(Profile& profile, const ParquetTableFiles& table);
Result<> read_execution_info(Profile& profile, const ParquetTableFiles& table);
Result<> read_device_profiles(Profile& profile, const ParquetTableFiles& table);
Result<> read_warnings(Profile& profile, const ParquetTableFiles& table);
Result<> read_neff_header(Profile& profile, const ParquetTableFiles& table);
Result<> read_hbm_usage_by_type(Profile& profile, const ParquetTableFiles& table);
Result<> read_tensor_info(Profile& profile, const ParquetTableFiles& table);
Result<> read_dma_queues(Profile& profile, const ParquetTableFiles& table);
Result<> read_cc_streams(Profile& profile, const ParquetTableFiles& table);

// source_tables.cpp: source code of instructions.
Result<> read_file_names(Profile& profile, const ParquetTableFiles& table);
Result<> read_function_names(Profile& profile, const ParquetTableFiles& table);
Result<> read_file_locations(Profile& profile, const ParquetTableFiles& table);
Result<> read_stack_frames(Profile& profile, const ParquetTableFiles& table);
Result<> read_kernel_frames(Profile& profile, const ParquetTableFiles& table);
Result<> read_kernel_loops(Profile& profile, const ParquetTableFiles& table);
Result<> read_kernel_instructions(Profile& profile, const ParquetTableFiles& table);

// instruction_table.cpp, dma_table.cpp, timeline_tables.cpp: intervals.
Result<> read_instructions(Profile& profile, const ParquetTableFiles& table);
Result<> read_assembly_instructions(Profile& profile, const ParquetTableFiles& table);
Result<> read_dma_packets(Profile& profile, const ParquetTableFiles& table);
Result<> read_throttle(Profile& profile, const ParquetTableFiles& table);
Result<> read_active_time(Profile& profile, const ParquetTableFiles& table);
/// Reads one of the tables in kTimelines (timeline_tables.cpp).
Result<> read_timeline(Profile& profile, const ParquetTableFiles& table);
/// Reads an unknown table: rows with a time become slices on a track with the name of the table.
Result<> read_unknown_table(Profile& profile, const ParquetTableFiles& table);

// sample_tables.cpp: values over time.
Result<> read_semaphore_updates(Profile& profile, const ParquetTableFiles& table);
/// Reads one of the tables in kSamples.
Result<> read_samples(Profile& profile, const ParquetTableFiles& table);
Result<> read_dma_usage_summary(Profile& profile, const ParquetTableFiles& table);

// system_tables.cpp: host and runtime.
/// Finds the first time in the system tables; their times are relative to it.
Result<> find_system_origin(Profile& profile);
Result<> read_system_events(Profile& profile, const ParquetTableFiles& table);
Result<> read_cpu_usage(Profile& profile, const ParquetTableFiles& table);
Result<> read_host_memory(Profile& profile, const ParquetTableFiles& table);
Result<> read_system_hbm(Profile& profile, const ParquetTableFiles& table);

// flow_table.cpp: dependencies.
/// Creates indexes of the tables that other tables refer to. Must be called before reading them.
Result<> create_indexes(Profile& profile);
Result<> read_flows(Profile& profile, const ParquetTableFiles& table);

/// Skips a table without data for a trace and counts its rows.
Result<> skip_table(Profile& profile, const ParquetTableFiles& table);

}  // namespace nscope::importers

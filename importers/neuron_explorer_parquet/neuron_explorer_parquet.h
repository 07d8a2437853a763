#pragma once

#include "importers/shared/importer.h"

#include <filesystem>

namespace nscope::importers {

/// The folder of tables that `neuron-explorer view --output-format parquet`
/// writes ("profiles/global/NAME@latest/Instruction.parquet", ...): all 52 tables
/// of profile schema 7.4.0, and other 7.x as far as their columns have the same
/// names. See docs/formats/neuron-explorer-parquet.md. Memory does not grow with
/// the files but with the trace. Needs DuckDB's library.
/// Errors: those of load_duckdb(); kUnsupportedVersion for another major version;
/// kBadInput with the file that is damaged; kCancelled.
bool sniff_neuron_explorer(const std::filesystem::path& folder);
Result<> read_neuron_explorer(const std::filesystem::path& folder, TraceSink& sink,
                              TaskControl& control);

/// Any Parquet file: the folder that it lies in is read, where that is a Neuron
/// Explorer profile or an export of this program. Errors: as above; kBadInput
/// where it is neither.
bool sniff_parquet_file(const ByteSource& file);
Result<> read_parquet_file(const CaptureInput& input, TraceSink& sink, TaskControl& control);

}  // namespace nscope::importers

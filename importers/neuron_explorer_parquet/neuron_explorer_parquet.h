#pragma once

#include "importers/shared/importer.h"

#include <filesystem>

namespace nscope::importers {

/// The folder of tables that `neuron-explorer view --output-format parquet` writes
/// ("profiles/global/NAME@latest/Instruction.parquet" and others): all 52 tables of profile schema
/// 7.4.0, and columns with the same names in other 7.x versions. See
/// docs/formats/neuron-explorer-parquet.md. Memory depends on the size of the trace, not of the
/// files. Needs the DuckDB library.
/// Errors: those of load_duckdb(); kUnsupportedVersion for another major version; kBadInput with
/// the name of a damaged file; kCancelled.
bool sniff_neuron_explorer(const std::filesystem::path& folder);
Result<> read_neuron_explorer(const std::filesystem::path& folder, TraceSink& sink,
                              TaskControl& control);

/// Any Parquet file: reads the folder of the file if it is a Neuron Explorer profile or a
/// Neuronscope export. Errors: as above; kBadInput if the folder is neither.
bool sniff_parquet_file(const ByteSource& file);
Result<> read_parquet_file(const CaptureInput& input, TraceSink& sink, TaskControl& control);

}  // namespace nscope::importers

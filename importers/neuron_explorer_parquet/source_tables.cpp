#include "importers/neuron_explorer_parquet/tables.h"

#include <array>
#include <string>
#include <string_view>

namespace nscope::importers {
namespace {

/// Reads a table of names by id.
Result<> read_names(Profile& profile, const ParquetTableFiles& table,
                    std::unordered_map<std::int64_t, std::string>& names) {
  enum : std::size_t { kId, kName };
  static constexpr auto kFields = std::to_array<std::string_view>({"id", "name"});
  return for_each_row(profile, table, kFields, [&](ParquetRows& rows) {
    if (const auto id = rows.integer(kId)) names.emplace(*id, plain_text(rows.text(kName)));
  });
}

}  // namespace

Result<> read_file_names(Profile& profile, const ParquetTableFiles& table) {
  return read_names(profile, table, profile.sources.files);
}

Result<> read_function_names(Profile& profile, const ParquetTableFiles& table) {
  return read_names(profile, table, profile.sources.functions);
}

Result<> read_file_locations(Profile& profile, const ParquetTableFiles& table) {
  enum : std::size_t { kId, kFile, kFunction, kLine };
  static constexpr auto kFields =
      std::to_array<std::string_view>({"id", "file_name_id", "function_name_id", "line_number"});
  return for_each_row(profile, table, kFields, [&](ParquetRows& rows) {
    const auto id = rows.integer(kId);
    if (!id) return;
    profile.sources.file_locations.emplace(
        *id, SourceLookup::FileLocation{rows.integer(kFile).value_or(0),
                                        rows.integer(kFunction).value_or(0),
                                        rows.integer(kLine).value_or(0)});
  });
}

Result<> read_stack_frames(Profile& profile, const ParquetTableFiles& table) {
  enum : std::size_t { kId, kLocation };
  static constexpr auto kFields = std::to_array<std::string_view>({"id", "file_location_id"});
  return for_each_row(profile, table, kFields, [&](ParquetRows& rows) {
    const auto id = rows.integer(kId);
    const auto location = rows.integer(kLocation);
    if (id && location) profile.sources.frames.emplace(*id, SourceLookup::Frame{*location});
  });
}

Result<> read_kernel_frames(Profile& profile, const ParquetTableFiles& table) {
  enum : std::size_t { kId, kFunction, kFile, kLine };
  static constexpr auto kFields = std::to_array<std::string_view>(
      {"stack_frame_id", "fully_qualified_function_name", "file_path", "line_number"});
  return for_each_row(profile, table, kFields, [&](ParquetRows& rows) {
    const auto id = rows.integer(kId);
    if (!id) return;
    profile.sources.kernel_frames.emplace(
        *id, SourceLookup::KernelFrame{
                 plain_text(rows.text(kFunction)),
                 join_location(plain_text(rows.text(kFile)), rows.integer(kLine))});
  });
}

Result<> read_kernel_loops(Profile& profile, const ParquetTableFiles& table) {
  enum : std::size_t { kId, kName, kValue, kParent };
  static constexpr auto kFields = std::to_array<std::string_view>(
      {"iteration_variable_id", "variable_name", "variable_value", "parent_iteration_variable_id"});
  return for_each_row(profile, table, kFields, [&](ParquetRows& rows) {
    const auto id = rows.integer(kId);
    if (!id) return;
    profile.sources.loop_variables.emplace(
        *id, SourceLookup::LoopVariable{plain_text(rows.text(kName)), rows.integer(kValue),
                                        rows.integer(kParent)});
  });
}

Result<> read_kernel_instructions(Profile& profile, const ParquetTableFiles& table) {
  enum : std::size_t { kName, kFrame, kLoop, kFile, kLine };
  static constexpr auto kFields =
      std::to_array<std::string_view>({"kernel_instruction_name", "stack_frame_id",
                                       "iteration_variables_id", "file_path", "line_number"});
  return for_each_row(profile, table, kFields, [&](ParquetRows& rows) {
    std::string name = plain_text(rows.text(kName));
    if (name.empty()) return;
    profile.sources.kernel_instructions.emplace(
        std::move(name), SourceLookup::KernelInstruction{
                             join_location(plain_text(rows.text(kFile)), rows.integer(kLine)),
                             rows.integer(kFrame), rows.integer(kLoop)});
  });
}

}  // namespace nscope::importers

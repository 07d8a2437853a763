#pragma once

#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/trace.h"

#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace nscope {

/// What some exporters can be told beyond the place to write to.
struct ExportOptions {
  std::string table{};  ///< csv: the table of SQL to write; "" is slice
};

/// One format that a run is written as: a row of the table in exporters.cpp.
struct Exporter {
  std::string_view id;                  ///< "csv"
  std::string_view title;               ///< "Comma-separated values"
  std::string_view extension;           ///< of the file, with its dot; "" for a folder
  std::string_view writes;              ///< one line: what of a run is kept
  std::string_view packed_extension{};  ///< of the packed file, where it can be: ".json.gz"
  bool is_folder = false;
  /// Writes the run to `path`, whole or not at all. No state between calls.
  /// Errors: kInvalidArgument, kIo, kCancelled; kNotFound for a missing library;
  /// kBadInput where the run is a session with damage.
  Result<> (*write)(const std::shared_ptr<const Trace>& trace, const std::string& path,
                    const ExportOptions& options, TaskControl& control);
};

/// All formats, in the order in which to offer them.
std::span<const Exporter> exporters();

/// The exporter of that id. Errors: kInvalidArgument listing the ids.
Result<const Exporter*> find_exporter(std::string_view id);

}  // namespace nscope

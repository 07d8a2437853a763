#pragma once

#include "profiler/base/language.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/annotations.h"
#include "profiler/trace/trace.h"

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace nscope {

/// Options of some exporters.
struct ExportOptions {
  std::string table{};  ///< csv: the SQL table to write; "" is slice
  Language
      language{};  ///< html, html-timeline: of texts; other formats are the same in all languages
  std::vector<Annotation> notes{};  ///< html-timeline: notes on the exported run
};

/// One export format: an entry of the list in exporters.cpp.
struct Exporter {
  std::string_view id;                  ///< "csv"
  Phrase title;                         ///< "Comma-separated values"
  std::string_view extension;           ///< of the file, with its dot; "" for a folder
  Phrase writes;                        ///< the exported part of a run, on one line
  std::string_view packed_extension{};  ///< of the compressed file, if supported: ".json.gz"
  bool is_folder = false;
  bool has_notes = false;  ///< the format includes the notes of a run
  /// Writes the run to `path` atomically. Has no state between calls. Returns sentences about data
  /// that are left out because the format has a limit.
  /// Errors: kInvalidArgument, kIo, kCancelled; kNotFound for a missing library;
  /// kBadInput if the run is a damaged session.
  Result<std::vector<Text>> (*write)(const std::shared_ptr<const Trace>& trace,
                                     const std::string& path, const ExportOptions& options,
                                     TaskControl& control);
};

/// All formats in display order.
std::span<const Exporter> exporters();

/// The exporter with that id. Errors: kInvalidArgument with the list of ids.
Result<const Exporter*> find_exporter(std::string_view id);

}  // namespace nscope

#include "app/cli/command.h"
#include "app/cli/options/input_options.h"
#include "app/cli/options/selection_options.h"
#include "app/cli/output/run_text.h"
#include "profiler/base/format.h"
#include "profiler/base/json.h"
#include "profiler/base/json/document_text.h"
#include "profiler/export/exporters.h"
#include "profiler/trace/session/session_file.h"

#include <filesystem>
#include <memory>

#include <fmt/format.h>

namespace nscope::cli {
namespace {

struct ExportArguments {
  InputOptions input;
  SelectionOptions selection;
  std::string format;
  std::string output;
  std::string table;
};

/// The requested format, or the format for the extension of the output.
Result<const Exporter*> choose_exporter(const ExportArguments& options) {
  if (!options.format.empty()) return find_exporter(options.format);
  std::string known;
  for (const Exporter& exporter : exporters()) {
    for (const std::string_view extension : {exporter.extension, exporter.packed_extension}) {
      if (!extension.empty() && options.output.ends_with(extension)) return &exporter;
    }
    known += fmt::format("{}{}", known.empty() ? "" : ", ", exporter.id);
  }
  return fail(ErrorCode::kInvalidArgument,
              tr("unknown format of '{}'; use --format with one of {}", options.output, known));
}

/// Bytes of a file, or of all files of a folder.
std::uintmax_t size_of(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code error;
  if (!fs::is_directory(path, error)) return fs::file_size(path, error);
  std::uintmax_t total = 0;
  for (fs::recursive_directory_iterator it(path, error), end; !error && it != end;
       it.increment(error)) {
    if (it->is_regular_file(error)) total += it->file_size(error);
  }
  return total;
}

Result<CommandOutput> run(const ExportArguments& options, const CommonOptions& common,
                          TaskControl& control) {
  const auto exporter = choose_exporter(options);
  if (!exporter) return fail(exporter.error());
  if (!options.table.empty() && (*exporter)->id != "csv") {
    return fail(ErrorCode::kInvalidArgument,
                tr("--table is only for csv; {} contains all tables", (*exporter)->id));
  }
  const auto whole = open_input(options.input, control);
  if (!whole) return fail(whole.error());
  const auto trace = select_part(options.selection, *whole, control);
  if (!trace) return fail(trace.error());
  // Columns of a large session are checked when they are first read. An export reads all of them,
  // so that damage is found before anything is written.
  if (auto loaded = session_file::load_columns(**trace, control); !loaded) {
    return fail(loaded.error());
  }
  const auto written = (*exporter)->write(
      *trace, options.output, {.table = options.table, .language = common.language}, control);
  if (!written) return fail(written.error());
  const auto bytes = size_of(options.output);
  if (common.json) {
    const Json json{{"schema", "nscope.export/1"},
                    {"format", (*exporter)->id},
                    {"output", options.output},
                    {"bytes", bytes},
                    {"events", (*trace)->slice_count()},
                    {"tracks", (*trace)->tracks().size()},
                    {"dependencies", (*trace)->flows().size()}};
    return CommandOutput{.text = document_text(json)};
  }
  const Text contents = tr("{}: {}, {}", options.output, contents_text(**trace),
                           as::bytes(static_cast<double>(bytes)));
  return CommandOutput{.text = common.language.say(contents) + "\n"};
}

}  // namespace

CommandRun define_export(CLI::App& app) {
  const auto options = std::make_shared<ExportArguments>();
  add_input_options(app, options->input, false);
  app.add_option("-o,--output", options->output, help("File or folder to write"))
      ->required()
      ->option_text("OUT");
  std::string formats;
  for (const Exporter& exporter : exporters()) {
    formats += fmt::format("{}{}", formats.empty() ? "" : "|", exporter.id);
  }
  app.add_option("--format", options->format,
                 help("Format of the output (default: from its extension)"))
      ->option_text(formats);
  app.add_option("--table", options->table, help("SQL table to write as csv (default: slice)"))
      ->option_text("TABLE");
  add_selection_options(app, options->selection);
  return [options](const CommonOptions& common, TaskControl& control) {
    return run(*options, common, control);
  };
}

}  // namespace nscope::cli

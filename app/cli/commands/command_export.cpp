#include "app/cli/command.h"
#include "app/cli/options/input_options.h"
#include "app/cli/options/selection_options.h"
#include "app/cli/output/run_text.h"
#include "profiler/base/files/byte_source.h"
#include "profiler/base/format.h"
#include "profiler/base/json.h"
#include "profiler/base/json/document_text.h"
#include "profiler/export/exporters.h"
#include "profiler/trace/session/session_annotations.h"
#include "profiler/trace/session/session_file.h"

#include <filesystem>
#include <memory>
#include <utility>
#include <vector>

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

struct NotesOfInput {
  std::vector<Annotation> notes;
  std::size_t left_out = 0;  ///< notes outside the selected part
};

/// The notes of a session, on the events of `part`, which is `whole` or was selected from it. A
/// note on an event or track outside the part, or outside the selected range, is left out.
Result<NotesOfInput> notes_for(const ExportArguments& options, const Trace& whole,
                               const Trace& part) {
  const std::string& file = options.input.file;
  const auto source = ByteSource::open(file);
  if (!source || !session_file::sniff(source->head())) return NotesOfInput();
  auto all = session_file::load_annotations(file, whole);
  if (!all) return fail(all.error());
  if (&part == &whole) return NotesOfInput{.notes = std::move(*all)};
  NotesOfInput kept;
  const auto read = read_annotations(annotations_json(*all, whole), file, part);
  if (!read) return fail(read.error());
  const TimeBase& range = part.time_base();  // its window is the selected range
  for (std::size_t i = 0; i < all->size(); ++i) {
    const Annotation& before = (*all)[i];
    const Annotation& now = read->annotations[i];  // in the same order
    const bool same = now.kind == before.kind && now.tracks.size() == before.tracks.size();
    const bool inside = options.selection.range.empty() ||
                        (now.begin <= range.window_end && now.end >= range.window_begin);
    if (same && inside) {
      kept.notes.push_back(now);
    } else {
      ++kept.left_out;
    }
  }
  return kept;
}

/// A range as --range states it, to the tick.
std::string range_text(const std::pair<TraceTime, TraceTime>& range, const Trace& trace) {
  const auto ns = [&](TraceTime time) {
    return static_cast<double>(time.value()) / static_cast<double>(trace.time_base().ticks_per_ns);
  };
  return fmt::format("{}:{}", ns(range.first), ns(range.second));
}

Result<CommandOutput> run(const ExportArguments& given, const CommonOptions& common,
                          TaskControl& control) {
  ExportArguments options = given;
  const auto exporter = choose_exporter(options);
  if (!exporter) return fail(exporter.error());
  if (!options.table.empty() && (*exporter)->id != "csv") {
    return fail(ErrorCode::kInvalidArgument,
                tr("--table is only for csv; {} contains all tables", (*exporter)->id));
  }
  const auto input = open_linked_input(given.input, control);
  if (!input) return fail(input.error());
  const auto* const whole = &input->trace;
  options.input.file = split_link(given.input.file).path;
  const auto range = range_of(given.selection.range, *input);
  if (!range) return fail(range.error());
  if (*range && given.selection.range.empty()) {
    options.selection.range = range_text(**range, **whole);
  }
  const auto trace = select_part(options.selection, *whole, control);
  if (!trace) return fail(trace.error());
  // Columns of a large session are checked when they are first read. An export reads all of them,
  // so that damage is found before anything is written.
  if (auto loaded = session_file::load_columns(**trace, control); !loaded) {
    return fail(loaded.error());
  }
  ExportOptions format{.table = options.table, .language = common.language};
  NotesOfInput notes;
  if ((*exporter)->has_notes) {
    auto found = notes_for(options, **whole, **trace);
    if (!found) return fail(found.error());
    notes = std::move(*found);
    format.notes = std::move(notes.notes);
  }
  auto left_out = (*exporter)->write(*trace, options.output, format, control);
  if (!left_out) return fail(left_out.error());
  if (Text unused = unused_parts(input->place, {}); !unused.empty()) {
    left_out->push_back(std::move(unused));
  }
  if (notes.left_out > 0) {
    left_out->push_back(tr_plural(notes.left_out, "{} note outside the selected part is left out.",
                                  "{} notes outside the selected part are left out.",
                                  as::count(static_cast<std::int64_t>(notes.left_out))));
  }
  const auto bytes = size_of(options.output);
  if (common.json) {
    Json json{{"schema", "nscope.export/1"},
              {"format", (*exporter)->id},
              {"output", options.output},
              {"bytes", bytes},
              {"events", (*trace)->slice_count()},
              {"tracks", (*trace)->tracks().size()},
              {"dependencies", (*trace)->flows().size()}};
    if (!left_out->empty()) json["left_out"] = *left_out;
    return CommandOutput{.text = document_text(json)};
  }
  const Text contents = tr("{}: {}, {}", options.output, contents_text(**trace),
                           as::bytes(static_cast<double>(bytes)));
  std::string text = common.language.say(contents) + "\n";
  for (const Text& sentence : *left_out) text += common.language.say(sentence) + "\n";
  return CommandOutput{.text = std::move(text)};
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

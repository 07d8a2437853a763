#include "app/cli/options/input_options.h"

#include "app/cli/command.h"
#include "app/remote/fetch.h"
#include "importers/shared/importer.h"
#include "profiler/base/parse_time.h"

#include <cmath>

#include <fmt/format.h>

namespace nscope::cli {

void add_input_options(CLI::App& app, InputOptions& input, bool many) {
  if (many) {
    app.add_option(
           "FILE", input.files,
           help("Captures, sessions, or folders or archives of them; several become one run "
                "on one time axis"))
        ->required();
  } else {
    app.add_option("FILE", input.file,
                   help("A session (*.nscope), a capture, or a folder or archive of captures"))
        ->required();
  }
  app.add_option("--neff", input.neff, help("NEFF of an NTFF capture"))->option_text("FILE");
  app.add_flag("--alone", input.alone, help("Do not search the folder of a capture for its NEFF"));
  app.add_option(
         "--align", input.align,
         help("Align several captures by the clock of their time stamps, by their start, or "
              "by the ends of their collectives (default: clock)"))
      ->check(CLI::IsMember({"clock", "start", "collectives"}))
      ->option_text("clock|start|collectives");
  app.add_option("--offset", input.offsets,
                 help("Start of one capture on the time axis of the first, for example "
                      "'rank 1=1.5us' or b.ntff=-300; takes precedence over --align"))
      ->option_text("LABEL_OR_FILE=NS")
      ->allow_extra_args(false);
}

namespace {

Result<importers::GivenOffset> parse_offset(const std::string& text) {
  const std::size_t equals = text.rfind('=');
  if (equals == std::string::npos || equals == 0) {
    return fail(ErrorCode::kInvalidArgument,
                tr("invalid offset '{}'; use LABEL_OR_FILE=NS, for example 'rank 1=1.5us'", text));
  }
  const auto ns = parse_time_ns(std::string_view(text).substr(equals + 1));
  if (!ns) return fail(ns.error());
  return importers::GivenOffset{text.substr(0, equals), std::llround(*ns)};
}

}  // namespace

Result<std::shared_ptr<const Trace>> open_input(const InputOptions& input, TaskControl& control) {
  std::vector<std::string> paths = input.files;
  if (!input.file.empty()) paths.push_back(input.file);
  if (!input.neff.empty()) paths.push_back(input.neff);
  importers::OpenOptions options{
      .find_companion = !input.alone,
      .align = parse_merge_align(input.align).value_or(MergeAlign::kClock)};
  for (const std::string& text : input.offsets) {
    auto offset = parse_offset(text);
    if (!offset) return fail(offset.error());
    options.offsets.push_back(std::move(*offset));
  }
  return remote::open_run(paths, options, control);
}

Result<LinkedInput> open_linked_input(const InputOptions& input, TaskControl& control) {
  PlaceLink link = split_link(input.file);
  InputOptions file = input;
  file.file = link.path;
  auto trace = open_input(file, control);
  if (!trace) return fail(trace.error());
  auto place = read_place(link.place, **trace);
  if (!place) return fail(place.error().code, place.error().message, input.file);
  return LinkedInput{std::move(*trace), std::move(*place)};
}

Result<std::optional<std::pair<TraceTime, TraceTime>>> range_of(const std::string& stated,
                                                                const LinkedInput& input) {
  const auto& linked = input.place.range ? input.place.range : input.place.shown;
  if (stated.empty()) return linked;
  if (linked) {
    return fail(
        ErrorCode::kInvalidArgument,
        tr("the link states a time, and --range {} another; leave out one of them", stated));
  }
  const auto range = parse_range(stated, *input.trace);
  if (!range) return fail(range.error());
  return std::optional(*range);
}

Text unused_parts(const RunPlace& place, UsedParts used) {
  std::vector<Text> parts;
  if (!used.range && (place.shown || place.range)) parts.push_back(tr("the time"));
  if (!used.tracks && !place.tracks.empty()) parts.push_back(tr("the tracks"));
  if (!used.event && place.event.valid()) parts.push_back(tr("the event"));
  return parts.empty() ? Text() : tr("Of the link, this command does not use {}.", joined(parts));
}

Result<std::pair<TraceTime, TraceTime>> parse_range(std::string_view text, const Trace& trace) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos) {
    return fail(ErrorCode::kInvalidArgument,
                tr("invalid range '{}'; use BEGIN:END, for example 10us:25us", text));
  }
  std::pair<TraceTime, TraceTime> range{trace.time_base().window_begin,
                                        trace.time_base().window_end};
  const auto read = [&](std::string_view part, TraceTime& to) -> Result<> {
    if (part.empty()) return {};
    const auto ns = parse_time_ns(part);
    if (!ns) return fail(ns.error());
    to = trace.from_ns(*ns);
    return {};
  };
  if (auto ok = read(text.substr(0, colon), range.first); !ok) return fail(ok.error());
  if (auto ok = read(text.substr(colon + 1), range.second); !ok) return fail(ok.error());
  if (range.second <= range.first) {
    return fail(ErrorCode::kInvalidArgument,
                tr("the range '{}' is empty: its end must be later than its begin", text));
  }
  return range;
}

}  // namespace nscope::cli

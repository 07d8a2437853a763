#include "app/cli/options/selection_options.h"

#include "app/cli/command.h"
#include "app/cli/options/input_options.h"
#include "profiler/base/text/closest_names.h"
#include "profiler/trace/build/select.h"
#include "profiler/trace/track_path.h"

#include <algorithm>
#include <charconv>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fnmatch.h>

namespace nscope::cli {
namespace {

bool is_id(std::string_view text, const Track& track) {
  std::uint32_t id = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), id);
  return error == std::errc() && end == text.data() + text.size() && id == track.id.value;
}

bool matches(const std::string& pattern, const std::string& text) {
  return fnmatch(pattern.c_str(), text.c_str(), FNM_CASEFOLD) == 0;
}

Result<std::vector<TrackId>> find_tracks(const std::vector<std::string>& patterns,
                                         const Trace& trace) {
  std::vector<TrackId> found;
  for (const std::string& pattern : patterns) {
    std::vector<std::string> names;
    const std::size_t before = found.size();
    for (const Track& track : trace.tracks()) {
      names.emplace_back(trace.text(track.name));
      const bool wanted = is_id(pattern, track) || matches(pattern, names.back()) ||
                          matches(pattern, track_path(trace, track));
      if (wanted) found.push_back(track.id);
    }
    if (found.size() > before) continue;
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
    return fail(ErrorCode::kInvalidArgument,
                tr("no track matches '{}'; similar names: {}", pattern,
                   fmt::format("{}", fmt::join(closest_names(pattern, names, 3), ", "))));
  }
  return found;
}

/// The tracks of a core and all tracks below them.
std::vector<bool> tracks_of_core(int core, const Trace& trace) {
  std::vector<bool> on_core;
  for (const Track& track : trace.tracks()) {
    on_core.push_back(track.core == core ||
                      (track.parent.valid() && on_core[track.parent.index()]));
  }
  return on_core;
}

/// The given tracks and all tracks below them.
std::vector<bool> with_children(const std::vector<TrackId>& tracks, const Trace& trace) {
  std::vector<bool> wanted(trace.tracks().size(), false);
  for (const TrackId id : tracks) wanted[id.index()] = true;
  for (const Track& track : trace.tracks()) {
    if (track.parent.valid() && wanted[track.parent.index()]) wanted[track.id.index()] = true;
  }
  return wanted;
}

}  // namespace

void add_selection_options(CLI::App& app, SelectionOptions& options) {
  app.add_option("--range", options.range,
                 help("Only events that overlap this range, for example 10us:25us; numbers without "
                      "a unit are nanoseconds"))
      ->option_text("BEGIN:END");
  app.add_option("--track", options.tracks,
                 help("Only this track and those below it: id, name, or pattern with * "
                      "(\"*TensorE*\"); can be repeated"))
      ->option_text("TRACK");
  app.add_option("--core", options.core, help("Only this physical core"))->option_text("N");
  app.add_flag("--clip", options.clip, help("Cut events at the ends of the range"));
}

Result<std::shared_ptr<const Trace>> select_part(const SelectionOptions& options,
                                                 std::shared_ptr<const Trace> trace,
                                                 TaskControl& control) {
  if (options.range.empty() && options.tracks.empty() && !options.core) return trace;
  TraceSelection selection;
  selection.clip = options.clip;
  if (!options.range.empty()) {
    const auto range = parse_range(options.range, *trace);
    if (!range) return fail(range.error());
    selection.range = *range;
  }
  const auto named = find_tracks(options.tracks, *trace);
  if (!named) return fail(named.error());
  selection.tracks = *named;
  if (options.core) {
    const std::vector<bool> on_core = tracks_of_core(*options.core, *trace);
    const std::vector<bool> wanted = with_children(selection.tracks, *trace);
    const bool any_track = selection.tracks.empty();
    selection.tracks.clear();
    for (const Track& track : trace->tracks()) {
      const std::size_t i = track.id.index();
      if (on_core[i] && (any_track || wanted[i])) selection.tracks.push_back(track.id);
    }
    if (selection.tracks.empty()) {
      return fail(ErrorCode::kInvalidArgument,
                  any_track ? tr("unknown core {}", *options.core)
                            : tr("none of these tracks is on core {}", *options.core));
    }
  }
  return select_trace(*trace, selection, control);
}

}  // namespace nscope::cli

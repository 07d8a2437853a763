#include "importers/compile_cache/cache_folder.h"

#include "importers/compile_cache/cache_scan.h"
#include "importers/compile_cache/compile_event.h"
#include "importers/compile_cache/compiler_error.h"
#include "importers/compile_cache/log_line.h"
#include "importers/shared/counter_tracks.h"
#include "importers/shared/json_values.h"
#include "importers/shared/printable.h"
#include "profiler/base/files/byte_source.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <simdjson.h>
#include <sys/sysmacros.h>

namespace nscope::importers {
namespace {

constexpr std::size_t kLargestFlagsFile = 1u << 20;
constexpr std::size_t kLogPart = 64u << 10;
constexpr ScanLimits kSniffLimits{.depth = 4, .entries = 2000};

/// Files that are locked by a process on this machine, by device and inode. They are read from the
/// kernel's list, which does not touch the locks.
using LockedFiles = std::set<std::pair<std::uint64_t, std::uint64_t>>;

template <class T>
bool parse(std::string_view text, int base, T& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  return error == std::errc() && end == text.data() + text.size();
}

LockedFiles locked_files() {
  LockedFiles result;
  std::ifstream in("/proc/locks");
  for (std::string line; std::getline(in, line);) {
    // "1: FLOCK  ADVISORY  WRITE 1234 08:01:5678 0 EOF"
    for (const std::string_view word : words(line)) {
      const std::size_t first = word.find(':');
      const std::size_t second = word.find(':', first + 1);
      if (first == std::string_view::npos || second == std::string_view::npos) continue;
      unsigned major_number = 0;
      unsigned minor_number = 0;
      std::uint64_t inode = 0;
      if (parse(word.substr(0, first), 16, major_number) &&
          parse(word.substr(first + 1, second - first - 1), 16, minor_number) &&
          parse(word.substr(second + 1), 10, inode)) {
        result.emplace(::makedev(major_number, minor_number), inode);
      }
    }
  }
  return result;
}

/// The flags in compile_flags.json, a list; "" if the file is missing or not a list.
std::string read_flags(const CacheEntry& entry, TraceWriter& out) {
  if (!entry.flags) return {};
  const auto complain = [&](const Text& why) {
    out.diagnose("unreadable_flags", Severity::kWarning,
                 tr("{}/compile_flags.json: {}", printable(entry.relative), why));
    return std::string();
  };
  const auto source = ByteSource::open((entry.directory->path / entry.flags->name).string());
  if (!source) return complain(source.error().message);
  if (source->size() > kLargestFlagsFile) return complain(tr("the file is larger than 1 MiB"));
  simdjson::dom::parser parser;
  simdjson::dom::element parsed;
  simdjson::dom::array list;
  if (parse_values(parser, source->text(), out, parsed) != simdjson::SUCCESS ||
      parsed.get(list) != simdjson::SUCCESS) {
    return complain(tr("must be a JSON list"));
  }
  std::string flags;
  for (const simdjson::dom::element item : list) {
    std::string_view flag;
    if (item.get(flag) != simdjson::SUCCESS || flag.empty()) continue;
    if (!flags.empty()) flags += ' ';
    flags += printable(flag);
  }
  return flags;
}

/// What the compiler's log says about the compilation.
struct LogContent {
  ErrorText error;
  std::string first_line;
  std::optional<std::int64_t> exit_code{};

  bool failed() const { return !error.empty() || exit_code.value_or(0) != 0; }
};

void read_log_part(std::string_view text, LogContent& content) {
  std::string buffer;
  for (LineReader lines(text); lines.next();) {
    const LogLine line = split_log_line(split_line(lines.line(), buffer));
    if (line.message.empty()) continue;
    if (content.first_line.empty() && !is_decoration(line.message)) {
      content.first_line = printable_start(line.message, kLongestError);
    }
    if (const auto code = after(line.message, "Subcommand returned with exitcode=")) {
      content.exit_code = parse_integer(trim(*code));
    } else if (line.level == "USER") {
      content.error.add_for_user(line.message);
    } else if (line.tag != LogTag::kCompiler || line.level == "ERROR") {
      content.error.add(line.message);
    }
  }
}

/// Reads the start and the end of the log of an entry.
LogContent read_log(const CacheEntry& entry) {
  LogContent content;
  if (!entry.log) return content;
  const auto source = ByteSource::open((entry.directory->path / entry.log->name).string());
  if (!source) return content;
  const std::string_view text = source->text();
  read_log_part(text.substr(0, kLogPart), content);
  const std::string_view rest = text.substr(std::min(text.size(), kLogPart));
  read_log_part(rest.substr(rest.size() - std::min(rest.size(), kLogPart)), content);
  return content;
}

std::string_view state_of(const CacheEntry& entry, const LogContent& log,
                          const LockedFiles& locks) {
  if (entry.neff && entry.done) return "success";
  if (entry.lock && locks.contains({entry.lock->device, entry.lock->inode})) return "locked";
  if (entry.neff) return "incomplete";
  // The compiler leaves its own log in the folder whether it succeeded or not.
  if (entry.log && entry.log->name == kCompilerLog && !log.failed()) return "unfinished";
  if (entry.log) return "failure";
  if (entry.lock) return "stale_lock";
  return "empty";
}

/// The start and end of a compilation from the times of its files. The lock is created when a
/// compilation starts, but also when another process requests the entry. The graph can be much
/// older if it was extracted for a later compilation.
struct Span {
  std::int64_t begin = 0;
  std::int64_t end = 0;
};
Span span_of(const CacheEntry& entry) {
  const std::optional<CacheFile>& result = entry.neff ? entry.neff : entry.log;
  if (!result) {
    const std::int64_t time = entry.lock    ? entry.lock->modified_ns
                              : entry.graph ? entry.graph->modified_ns
                                            : entry.directory->modified_ns;
    return {time, time};
  }
  const std::int64_t end = result->modified_ns;
  if (entry.lock && entry.lock->modified_ns <= end) return {entry.lock->modified_ns, end};
  if (entry.graph && entry.graph->modified_ns <= end) return {entry.graph->modified_ns, end};
  return {end, end};
}

void diagnose_state(std::string_view state, const CacheEntry& entry, const std::string& error,
                    TraceWriter& out) {
  const std::string where = printable(entry.relative.empty() ? entry.key.module : entry.relative);
  if (state == "failure") {
    const Text skipped = tr(
        "{}: the compilation failed; later runs skip this graph until --retry_failed_compilation "
        "is set or the folder is deleted",
        where);
    out.diagnose("failed_entry", Severity::kWarning,
                 error.empty() ? skipped : tr("{}. Error of the compiler: {}", skipped, error));
  } else if (state == "stale_lock") {
    out.diagnose("stale_lock", Severity::kWarning,
                 tr("{}: compilations of this graph wait for a lock that no process on this "
                    "machine holds; delete the lock file",
                    where));
  } else if (state == "incomplete") {
    out.diagnose(
        "incomplete_entry", Severity::kWarning,
        tr("{}: the NEFF is not marked as complete, so the graph is compiled again", where));
  }
}

CompileEvent event_of(const CacheEntry& entry, const LockedFiles& locks, std::int64_t origin,
                      TraceWriter& out) {
  const Span span = span_of(entry);
  CompileEvent event;
  event.key = entry.key;
  const LogContent log = entry.neff && entry.done ? LogContent() : read_log(entry);
  event.state = state_of(entry, log, locks);
  event.start = TraceTime(span.begin - origin);
  event.duration = TraceTime(span.end - span.begin);
  event.flags = read_flags(entry, out);
  if (entry.neff) event.neff_bytes = entry.neff->size;
  event.source = printable(entry.relative);
  event.time_source = "file times";
  if (event.state == "failure") {
    event.error = log.error.empty() ? log.first_line : log.error.text();
    event.error_code = log.error.code();
    event.exit_code = log.exit_code;
  }
  diagnose_state(event.state, entry, event.error, out);
  return event;
}

bool has_file(const std::vector<CacheDirectory>& directories, std::string_view ending) {
  return std::any_of(directories.begin(), directories.end(), [&](const auto& directory) {
    return std::any_of(directory.files.begin(), directory.files.end(), [&](const auto& file) {
      return std::string_view(file.name).ends_with(ending);
    });
  });
}

}  // namespace

bool sniff_compile_cache(const std::filesystem::path& folder) {
  TaskControl control;
  const auto directories = scan_cache(std::filesystem::absolute(folder).lexically_normal(),
                                      kSniffLimits, control, nullptr);
  if (!directories) return false;
  // A folder with captures is a run: its NEFFs belong to the captures.
  if (has_file(*directories, ".ntff") || has_file(*directories, ".parquet")) return false;
  return !cache_entries(*directories).empty();
}

Result<> read_compile_cache(const std::filesystem::path& folder, TraceSink& sink,
                            TaskControl& control) {
  TraceWriter out(sink);
  control.begin(phrase("Searching the cache"), 0);
  const std::filesystem::path root = std::filesystem::absolute(folder).lexically_normal();
  const auto directories = scan_cache(root, {}, control, &out);
  if (!directories) return fail(directories.error());
  const std::vector<CacheEntry> entries = cache_entries(*directories);
  if (entries.empty()) {
    return fail(
        ErrorCode::kBadInput,
        tr("not a compile cache: the folder contains no NEFF, HLO module or MODULE_ folder"),
        folder.string());
  }
  out.property(std::string(property::kSourceFormat), PropertyValue(std::string("compile cache")));
  const std::filesystem::path name =
      root.has_filename() ? root.filename() : root.parent_path().filename();
  out.property(std::string(property::kSourceFile), PropertyValue(printable(name.string())));
  out.property(std::string(property::kProvenance), PropertyValue(std::string("measured")));

  std::int64_t origin = span_of(entries.front()).begin;
  std::int64_t last = span_of(entries.front()).end;
  for (const CacheEntry& entry : entries) {
    origin = std::min(origin, span_of(entry).begin);
    last = std::max(last, span_of(entry).end);
  }
  CounterTracks tracks(out);
  CompileEvents events(out);
  const LockedFiles locks = locked_files();
  control.begin(phrase("Reading entries"), entries.size());
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (control.cancelled()) return cancelled();
    control.advance_to(i);
    const std::string& version = entries[i].key.compiler_version;
    const TrackId track =
        tracks.track({.name = version.empty() ? std::string("Compiler of unknown version")
                                              : fmt::format("Compiler {}", version),
                      .kind = TrackKind::kCompile,
                      .slice_kind = SliceKind::kCompile});
    events.write(event_of(entries[i], locks, origin, out), track);
  }
  events.finish();
  out.diagnose(
      "times_from_files", Severity::kInfo,
      tr("the start of a compilation is the time of its lock or HLO module, and the end is "
         "the time of its NEFF or log; these times are wrong if the cache was copied"),
      static_cast<std::int64_t>(entries.size()));
  out.time_base(
      {.ticks_per_ns = 1, .window_begin = TraceTime(0), .window_end = TraceTime(last - origin)});
  out.property(std::string(property::kClock), PropertyValue(std::string("unix")));
  out.property(std::string(property::kClockOrigin), PropertyValue(origin));
  return out.finish() ? Result<>() : cancelled();
}

}  // namespace nscope::importers

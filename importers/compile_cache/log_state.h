#pragma once

#include "importers/compile_cache/compile_event.h"
#include "importers/compile_cache/log_line.h"
#include "importers/shared/counter_tracks.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::importers {

/// Reads a log line by line, keeps track of running compilations and of waits for locks, and writes
/// an event for each that ends. One thread.
///
/// Times are the time stamps of the log, which have no time zone; the first is 0. Events of lines
/// without a time stamp are one microsecond after the last known time.
class CompileLogState {
 public:
  explicit CompileLogState(TraceWriter& out) : out_(out), tracks_(out), events_(out) {}

  /// Reads a line that clean_line() returned.
  void read(std::string_view line, std::int64_t number);
  /// Ends open compilations and waits; writes properties, metrics and diagnostics.
  void finish();

  /// The number of lines with a known message.
  std::int64_t understood() const { return understood_; }

 private:
  struct Compilation {
    ModuleKey key;
    std::string pid;
    TraceTime start{};
    std::string flags;
    std::int64_t line = 0;
  };
  struct Wait {
    std::string pid;
    TraceTime start{};
    TraceTime end{};
    std::int64_t line = 0;
  };

  bool read_tagged(const LogLine& line);
  bool read_untagged(std::string_view line);
  bool read_cache_message(const LogLine& line);
  bool read_compiler_message(const LogLine& line);
  bool read_parallel_message(const LogLine& line);
  bool read_report_line(std::string_view line);
  void read_report();

  void advance(const LogLine& line);
  void instant(std::string_view state, std::string_view text, std::string_view pid);
  void begin_compilation(std::string_view text, std::string_view pid, std::string flags);
  /// Ends the compilation of `module` or, if `module` is "", the oldest of `pid`. False if there is
  /// no such compilation.
  bool end_compilation(const std::string& module, std::string_view pid, std::string_view state,
                       std::string_view time_source, std::string error = {});
  void end(std::size_t index, std::string_view state, TraceTime duration,
           std::string_view time_source, std::string error);
  /// Ends compilations that succeeded in a line without time stamp at the current time.
  void end_passed();
  void wait_for(std::string_view message, std::string_view pid);
  void end_wait(const std::string& module);
  void failed(std::string_view message, std::string_view pid);
  void remaining_items(std::string_view message);
  void total(std::string_view message);
  TrackId track_of(std::string_view pid);

  TraceWriter& out_;
  CounterTracks tracks_;
  CompileEvents events_;

  std::int64_t number_ = 0;
  std::int64_t understood_ = 0;
  std::int64_t lines_without_time_ = 0;
  std::optional<std::int64_t> origin_ns_;
  bool utc_ = false;
  TraceTime now_{};
  TraceTime last_{};  // latest time of any event

  std::vector<Compilation> running_;      // in the order of their starts
  std::map<std::string, Wait> waits_;     // by module
  std::map<std::string, bool> ended_;     // by module whose compilation ended: whether it failed
  std::int64_t passed_ = 0;               // "Compiler status PASS" lines not yet assigned
  std::map<std::string, double> totals_;  // metrics summed over messages
  std::set<std::string> cache_paths_;
  std::string report_;  // lines of the JSON report being collected
  std::int64_t report_depth_ = 0;
};

}  // namespace nscope::importers

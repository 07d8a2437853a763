#pragma once

#include "importers/compile_cache/compile_event.h"
#include "importers/compile_cache/compiler_error.h"
#include "importers/compile_cache/log_line.h"
#include "importers/shared/counter_tracks.h"
#include "importers/shared/log_clock.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nscope::importers {

/// Reads a log line by line, keeps track of running compilations, of waits for locks and of the
/// compiler's error messages, and writes an event for each compilation that ends. One thread.
class CompileLogState {
 public:
  CompileLogState(TraceWriter& out, LogClock& clock)
      : out_(out), clock_(clock), tracks_(out), events_(out) {}

  /// Reads a line and counts it if it is unknown.
  void read(const CleanLine& line, std::int64_t number);
  /// Ends open compilations and waits; writes properties, metrics and diagnostics.
  void finish();

  /// The number of lines with a known message.
  std::int64_t understood() const { return understood_; }

 private:
  struct Compilation {
    ModuleKey key{};
    std::string pid{};
    std::string source{};  ///< launcher's tag
    TraceTime start{};
    bool timed = false;  ///< whether the log states the start
    std::string flags{};
    std::int64_t line = 0;
  };
  struct Wait {
    std::string module{};
    std::string pid{};
    TraceTime start{};
    TraceTime end{};
    std::int64_t line = 0;
  };
  /// "Compiler status PASS" before it is assigned to a compilation.
  struct Pass {
    std::optional<TraceTime> time{};  ///< if the log states it
    std::string source{};
    std::int64_t line = 0;
  };
  /// The compiler's messages about one failure, before it is assigned to a compilation.
  struct PendingError {
    std::string source{};
    ErrorText error{};
    std::int64_t line = 0;
    std::optional<TraceTime> time{};
    bool orphan = false;  ///< no compilation was running
  };
  struct End {
    std::string_view state{};
    std::string_view time_source = "log";
    std::string error{};
    std::string code{};
    std::optional<std::int64_t> exit_code{};
  };

  // log_messages.cpp: the wrapper of the compiler, the cache and the hub cache.
  bool read_tool(const LogLine& line);
  bool read_untagged(const LogLine& line);
  bool read_cache_message(const LogLine& line);
  bool read_wrapper_message(const LogLine& line);
  bool read_hub_message(const LogLine& line);
  bool read_inferentia1_message(const LogLine& line);
  void wait_for(const LogLine& line);
  void failed(const LogLine& line);
  void status(std::string_view status, const LogLine& line);

  // compiler_messages.cpp: the compiler itself and its errors.
  bool read_compiler(const LogLine& line);
  void compiler_exited(std::int64_t exit_code, const LogLine& line);
  bool offer_error(const LogLine& line);
  ErrorText take_error(std::string_view source);
  void forget_errors();
  void report_failure(const std::string& error, std::int64_t exit_code);
  /// Writes failures whose compilations are not in the log.
  void write_orphans();

  // parallel_report.cpp: neuron_parallel_compile.
  bool read_parallel_message(const LogLine& line);
  bool read_report_line(std::string_view line);
  void read_report();
  void remaining_items(std::string_view message);
  void total(std::string_view message);

  // log_state.cpp: compilations.
  void instant(std::string_view state, std::string_view text, std::string_view pid);
  void begin_compilation(ModuleKey key, const LogLine& line, std::string flags);
  /// The running compilation of `module` or, if `module` is "", the oldest of the process and
  /// source of `line`; nullopt if there is none.
  std::optional<std::size_t> find_running(const std::string& module, const LogLine& line) const;
  /// Ends a compilation at the current time.
  void end_now(std::size_t index, End end);
  void end(std::size_t index, TraceTime duration, End end);
  void write_failure(ModuleKey key, const LogLine& line, std::string flags, End end);
  /// Ends compilations that passed in a line without time stamp at the current time. `at_end`: the
  /// log ends, so that the time is unknown.
  void end_passed(bool at_end);
  void end_wait(const std::string& module, std::string_view pid);
  void end_wait(std::map<std::string, Wait>::iterator wait, TraceTime end);
  TrackId track_of(std::string_view pid);

  TraceWriter& out_;
  LogClock& clock_;
  CounterTracks tracks_;
  CompileEvents events_;

  std::int64_t number_ = 0;
  std::int64_t understood_ = 0;
  std::int64_t compiler_lines_ = 0;
  std::int64_t other_lines_ = 0;
  bool any_start_ = false;  ///< whether the log contains the start of a compilation

  std::vector<Compilation> running_;      // in the order of their starts
  std::map<std::string, Wait> waits_;     // by module and process
  std::map<std::string, bool> ended_;     // by module whose compilation ended: whether it failed
  std::vector<Pass> passes_;              // not yet assigned
  std::vector<PendingError> errors_;      // not yet assigned
  std::set<std::string> reported_;        // codes, or texts without a code, of failures
  std::map<std::string, double> totals_;  // metrics summed over messages
  std::set<std::string> cache_paths_;
  std::map<std::string, TraceTime> uploads_;  // start of an upload to the hub, by repository
  std::string report_;                        // lines of the JSON report being collected
  std::int64_t report_depth_ = 0;
};

}  // namespace nscope::importers

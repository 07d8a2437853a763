#pragma once

#include "importers/runtime_log/memory_report.h"
#include "importers/runtime_log/runtime_failure.h"
#include "importers/shared/log_clock.h"
#include "profiler/trace/build/trace_writer.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace nscope::importers {

/// Reads the messages of the Neuron Runtime that are not about memory: errors become events of
/// their process, and what the runtime states about itself becomes properties. Errors of the
/// runtime that the kernel, a framework or another program reports become events, too. One thread.
class RuntimeMessages {
 public:
  RuntimeMessages(TraceWriter& out, LogClock& clock) : out_(out), clock_(clock) {}

  /// Counts a line into which several processes wrote at the same time. Returns whether the message
  /// is in such a line.
  bool note_interleaved(const RuntimeLine& line, std::int64_t number);
  /// Reads a message of the runtime that is alone in its line; `number` is its line, and `source`
  /// the launcher's tag.
  void read(const RuntimeLine& line, std::string_view source, std::int64_t number);
  /// Reads the line of another program: the message of an error whose own line ended before it, or
  /// a report of an error. Returns whether it is one of these.
  bool read_other(const CleanLine& line, std::int64_t number);
  /// The number of messages that became events or properties.
  std::int64_t understood() const { return understood_; }
  /// Writes metrics and properties.
  void finish();

 private:
  bool read_fact(const RuntimeLine& line);
  bool read_environment(std::string_view message);
  void put_fact(std::string name, std::string_view value);
  /// An error or warning before it is written.
  struct Event {
    TraceTime time{};
    std::string process{};
    std::string source{};  ///< launcher's tag
    std::string thread{};
    std::string function{};
    std::string level{};  ///< of the runtime; "" in the lines of other programs
    std::string message{};
    std::int64_t line = 0;
  };
  Event event_of(const RuntimeLine& line, std::string_view source, std::int64_t number) const;
  void write(const Event& event, const std::optional<RuntimeFailure>& failure);
  void note_meaning(const Event& event, const RuntimeFailure& failure);
  void write_unfinished();
  TrackId track_of(const std::string& process, bool warning);

  TraceWriter& out_;
  LogClock& clock_;
  std::int64_t understood_ = 0;
  std::int64_t errors_ = 0;
  std::int64_t warnings_ = 0;
  std::optional<Event> unfinished_{};              ///< its message is in the next line
  std::map<std::string, std::string> last_codes_;  ///< of errors, by launcher's tag
  std::map<std::string, TrackId> tracks_;          // by name
  std::map<std::string, std::string> facts_;       // the last value
};

}  // namespace nscope::importers

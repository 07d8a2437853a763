#pragma once

#include "importers/runtime_log/memory_report.h"
#include "importers/shared/log_clock.h"
#include "profiler/trace/build/trace_writer.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace nscope::importers {

/// Reads the messages of the Neuron Runtime that are not about memory: errors become events of
/// their process, and what the runtime states about itself becomes properties. One thread.
class RuntimeMessages {
 public:
  RuntimeMessages(TraceWriter& out, LogClock& clock) : out_(out), clock_(clock) {}

  /// Counts a line into which several processes wrote at the same time. Returns whether the message
  /// is in such a line.
  bool note_interleaved(const RuntimeLine& line, std::int64_t number);
  /// Reads a message of the runtime that is alone in its line; `number` is its line.
  void read(const RuntimeLine& line, std::int64_t number);
  /// The number of messages that became events or properties.
  std::int64_t understood() const { return understood_; }
  /// Writes metrics and properties.
  void finish();

 private:
  bool read_fact(const RuntimeLine& line);
  bool read_environment(std::string_view message);
  void put_fact(std::string name, std::string_view value);
  void add_event(const RuntimeLine& line, std::int64_t number);

  TraceWriter& out_;
  LogClock& clock_;
  std::int64_t understood_ = 0;
  std::int64_t errors_ = 0;
  std::map<std::string, TrackId> tracks_;    // by process
  std::map<std::string, std::string> facts_;  // the last value
};

}  // namespace nscope::importers

#include "importers/runtime_log/runtime_messages.h"

#include "importers/shared/printable.h"
#include "profiler/trace/failure_keys.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

namespace nscope::importers {
namespace {

constexpr std::int64_t kMostEvents = 100'000;
constexpr std::size_t kMostProcesses = 10'000;
constexpr std::size_t kMostFacts = 500;
constexpr std::size_t kLongestName = 120;

/// What the runtime prints about itself after an error, "NRT version: 2.21.41.0 (fb1705f)", and the
/// property that it becomes.
constexpr auto kFacts = std::to_array<std::pair<std::string_view, std::string_view>>(
    {{"NRT version", property::kRuntimeVersion},
     {"CCOM version", property::kCollectivesVersion},
     {"Driver version", property::kDriverVersion},
     {"Instance ID", property::kInstanceId},
     {"Cluster ID", "cluster_id"},
     {"Kernel", "kernel"},
     {"Nodename", "host"},
     {"Failure", "runtime_failure"},
     {"Visible cores", "visible_cores"}});

bool is_error(std::string_view level) {
  return level == "ERROR" || level == "FATAL";
}

/// A message in the length of a name; a character is not split.
std::string_view name_of(std::string_view message) {
  if (message.size() <= kLongestName) return message;
  std::size_t end = kLongestName;
  while (end > 0 && (static_cast<unsigned char>(message[end]) & 0xC0) == 0x80) --end;
  return message.substr(0, end);
}

/// Whether another message begins inside this one: two processes wrote at the same time.
bool is_interleaved(std::string_view message) {
  constexpr auto kParts =
      std::to_array<std::string_view>({" TDRV:", " NRT:", "NMGR:", " ENC:", " NEFF:"});
  constexpr auto kLevels = std::to_array<std::string_view>({"ERROR ", "WARN ", "INFO ", "FATAL "});
  const auto has = [&](std::string_view part) { return message.find(part) != message.npos; };
  return std::any_of(kParts.begin(), kParts.end(), has) &&
         std::any_of(kLevels.begin(), kLevels.end(), has);
}

}  // namespace

bool RuntimeMessages::note_interleaved(const RuntimeLine& line, std::int64_t number) {
  if (!is_interleaved(line.message)) return false;
  ++understood_;
  out_.diagnose("interleaved_line", Severity::kWarning,
                tr("line {}: several processes wrote into the line, and only its first message can "
                   "be read: '{}'",
                   number, printable_start(line.message, kLongestName)));
  return true;
}

void RuntimeMessages::read(const RuntimeLine& line, std::string_view source, std::int64_t number) {
  write_unfinished();
  clock_.move_to(line.stamp);
  if (read_fact(line)) {
    ++understood_;
    // A copy of the information alone states the error here only.
    const auto failure = failure_in_message(line.message);
    if (errors_ == 0 && failure && line.message.starts_with("Failure: ")) {
      write(event_of(line, source, number), failure);
    }
    return;
  }
  if (line.function == "nrt_infodump") return;  // headings and rules
  auto failure = failure_in_message(line.message);
  const bool error = is_error(line.level);
  if (error || (failure && failure->meaning != nullptr && line.level.starts_with("WARN"))) {
    Event event = event_of(line, source, number);
    if (error && line.message.empty()) {
      unfinished_ = std::move(event);
      return;
    }
    return write(event, failure);
  }
  out_.diagnose("runtime_message", Severity::kInfo,
                tr("line {}: a message of the Neuron Runtime that is not an error was skipped: "
                   "'{}: {}'",
                   number, printable(line.function), printable_start(line.message, kLongestName)));
}

RuntimeMessages::Event RuntimeMessages::event_of(const RuntimeLine& line, std::string_view source,
                                                 std::int64_t number) const {
  return {.time = clock_.now(),
          .process = std::string(line.thread.substr(0, line.thread.find(':'))),
          .source = std::string(source),
          .thread = std::string(line.thread),
          .function = std::string(line.function),
          .level = std::string(line.level),
          .message = printable(line.message),
          .line = number};
}

bool RuntimeMessages::read_other(const CleanLine& line, std::int64_t number) {
  if (unfinished_ && unfinished_->source == line.source && !line.text.empty()) {
    Event event = std::move(*unfinished_);
    unfinished_.reset();
    event.message = printable(line.text);
    write(event, failure_in_message(line.text));
    return true;
  }
  const auto failure = find_runtime_failure(line.text);
  if (!failure) return false;
  const std::string_view front = line.text.substr(0, failure->begin);
  auto stamp = find_time_stamp(front, Fraction::kDecimal);
  if (!stamp) stamp = find_date_text(front);
  if (!stamp) stamp = line.received;
  const auto uptime = stamp ? std::nullopt : find_uptime(front);
  const std::string source(line.source);
  // A framework repeats the error of the runtime.
  const auto before = last_codes_.find(source);
  if (before != last_codes_.end() && !failure->code.empty() && before->second == failure->code) {
    ++understood_;
    out_.diagnose("repeated_error", Severity::kInfo,
                  tr("line {}: a program repeats the last error of the Neuron Runtime: '{}'",
                     number, printable_start(line.text, kLongestName)));
    return true;
  }
  if (uptime) {
    clock_.move_to_uptime(*uptime);
  } else {
    clock_.move_to(stamp);
  }
  std::size_t begin = stamp ? std::min(stamp->end, failure->begin) : 0;
  if (uptime) begin = front.rfind(']');
  std::string_view message = line.text.substr(begin);
  while (!message.empty() && (message[0] == ' ' || message[0] == ':' || message[0] == ']')) {
    message.remove_prefix(1);
  }
  write({.time = clock_.now(),
         .process = {},
         .source = source,
         .thread = {},
         .function = {},
         .level = {},
         .message = printable(message),
         .line = number},
        failure);
  return true;
}

/// "Driver version: 2.17.17.0", "NEURON_RT_VISIBLE_CORES=0-1", "Found neuron driver: 2.18",
/// "Neuron Runtime 2.22.14.0 built on Sep  4 2024".
bool RuntimeMessages::read_fact(const RuntimeLine& line) {
  const std::string_view message = line.message;
  if (line.function == "nrt_infodump") {
    for (const auto& [text, name] : kFacts) {
      if (!message.starts_with(text) || !message.substr(text.size()).starts_with(": ")) continue;
      std::string_view value = trim(message.substr(text.size() + 2));
      // The version is enough; its commit follows in brackets.
      if (text == "NRT version") value = value.substr(0, value.find(' '));
      put_fact(std::string(name), value);
      return true;
    }
    return read_environment(message);
  }
  if (line.function != "nrt_init") return false;
  if (const auto driver = after(message, "Found neuron driver: ")) {
    put_fact(std::string(property::kDriverVersion), *driver);
    return true;
  }
  if (message.starts_with("Neuron Runtime ") && message.find(" built on ") != message.npos) {
    const auto parts = words(message);
    put_fact(std::string(property::kRuntimeVersion), parts[2]);
    return true;
  }
  return false;
}

bool RuntimeMessages::read_environment(std::string_view message) {
  const std::size_t equals = message.find('=');
  const std::string_view name = message.substr(0, equals);
  const bool variable = equals != std::string_view::npos && name.starts_with("NEURON_") &&
                        std::all_of(name.begin(), name.end(), [](char c) {
                          return (c >= 'A' && c <= 'Z') || c == '_' || (c >= '0' && c <= '9');
                        });
  if (variable) put_fact(fmt::format("environment.{}", name), message.substr(equals + 1));
  return variable;
}

void RuntimeMessages::put_fact(std::string name, std::string_view value) {
  value = trim(value);
  if (value.empty() || value == "N/A") return;
  if (facts_.size() < kMostFacts || facts_.contains(name)) {
    facts_[std::move(name)] = printable_start(value, 1000);
  }
}

void RuntimeMessages::write_unfinished() {
  if (!unfinished_) return;
  write(*unfinished_, std::nullopt);
  unfinished_.reset();
}

TrackId RuntimeMessages::track_of(const std::string& process, bool warning) {
  std::string name = warning ? "Runtime warnings" : "Runtime errors";
  if (!process.empty()) name += fmt::format(" of process {}", process);
  auto track = tracks_.find(name);
  if (track != tracks_.end()) return track->second;
  if (tracks_.size() >= kMostProcesses) return {};
  const TrackId made =
      out_.track({.name = name, .kind = TrackKind::kHost, .slice_kind = SliceKind::kHost});
  tracks_.emplace(std::move(name), made);
  return made;
}

/// The published cause of an error, which is its most important property.
void RuntimeMessages::note_meaning(const Event& event, const RuntimeFailure& failure) {
  const Text cause = Text::of_resource(failure.meaning->cause);
  const Text remedy = Text::of_resource(failure.meaning->remedy);
  out_.diagnose(failure.warning() ? "runtime_warning" : "runtime_failure",
                failure.warning() ? Severity::kInfo : Severity::kWarning,
                failure.code.empty()
                    ? tr("line {}: {} {}", event.line, cause, remedy)
                    : tr("line {}: {}: {} {}", event.line, failure.code, cause, remedy));
}

void RuntimeMessages::write(const Event& event, const std::optional<RuntimeFailure>& failure) {
  ++understood_;
  const bool warning = failure && failure->warning();
  ++(warning ? warnings_ : errors_);
  const std::string_view name = name_of(event.message.empty() ? event.function : event.message);
  if (!warning) {
    out_.diagnose(
        "runtime_error", Severity::kWarning,
        event.level.empty()
            ? tr("line {}: a program or the kernel reports an error of the Neuron Runtime "
                 "or its driver: '{}'",
                 event.line, name)
            : tr("line {}: the Neuron Runtime reports an error: '{}: {}'", event.line,
                 printable(event.function), name_of(event.message)));
    if (failure && !failure->code.empty()) last_codes_[event.source] = failure->code;
    if (last_codes_.size() > kMostProcesses) last_codes_.clear();
  }
  if (failure && failure->meaning != nullptr) note_meaning(event, *failure);
  if (errors_ + warnings_ > kMostEvents) {
    out_.diagnose("too_many_errors", Severity::kWarning,
                  tr("line {}: an error has no event: a trace can have at most {} of them",
                     event.line, as::count(kMostEvents)));
    return;
  }
  const TrackId track = track_of(event.process, warning);
  if (!track.valid()) return;
  const SliceId slice = out_.slice(track, out_.intern(name), event.time, TraceTime(0));
  const auto text = [&](std::string_view key, std::string_view value) {
    if (!value.empty()) out_.arg(slice, out_.intern(key), value);
  };
  text(key::kFailureLevel, warning ? "warning" : "error");
  text("function", event.function);
  text("level", event.level);
  text(key::kFailureMessage, event.message);
  text(key::kThread, event.thread);
  text("process_tag", event.source);
  if (failure) {
    text(key::kErrorCode, failure->code);
    if (failure->meaning != nullptr) {
      text(key::kFailureCause, failure->meaning->cause);
      text(key::kFailureRemedy, failure->meaning->remedy);
      text(key::kFailureSource, failure->meaning->source);
    }
  }
  const FailurePlace place = failure_place(event.message);
  if (place.device >= 0) out_.arg(slice, out_.intern(key::kFailureDevice), place.device);
  if (place.core >= 0) out_.arg(slice, out_.intern(key::kFailureCore), place.core);
  for (const std::string_view detail : {"instance-id", "serial-num", "action"}) {
    std::string id(detail);
    std::replace(id.begin(), id.end(), '-', '_');
    text(id, failure_detail(event.message, detail));
  }
  out_.arg(slice, out_.intern("line"), event.line);
}

void RuntimeMessages::finish() {
  write_unfinished();
  for (const auto& [name, value] : facts_) out_.property(name, PropertyValue(value));
  const auto metric = [&](std::string name, std::int64_t value, Text note) {
    if (value == 0) return;
    out_.metric({.name = std::move(name),
                 .value = static_cast<double>(value),
                 .unit = "count",
                 .provenance = Provenance::kImported,
                 .note = std::move(note)});
  };
  metric("runtime_errors", errors_,
         tr("errors of the Neuron Runtime in the log, without failed allocations"));
  metric("runtime_warnings", warnings_,
         tr("messages of the Neuron Runtime that are known to be warnings"));
}

}  // namespace nscope::importers

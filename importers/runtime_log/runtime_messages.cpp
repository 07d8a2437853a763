#include "importers/runtime_log/runtime_messages.h"

#include "importers/shared/printable.h"
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
  constexpr auto kParts = std::to_array<std::string_view>({" TDRV:", " NRT:", "NMGR:", " ENC:"});
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
                   number, printable(line.message.substr(0, kLongestName))));
  return true;
}

void RuntimeMessages::read(const RuntimeLine& line, std::int64_t number) {
  clock_.move_to(line.stamp);
  if (read_fact(line)) {
    ++understood_;
    return;
  }
  if (line.function == "nrt_infodump") return;  // headings and rules
  if (is_error(line.level)) {
    add_event(line, number);
    return;
  }
  out_.diagnose("runtime_message", Severity::kInfo,
                tr("line {}: a message of the Neuron Runtime that is not an error was skipped: "
                   "'{}: {}'",
                   number, printable(line.function),
                   printable(line.message.substr(0, kLongestName))));
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
    facts_[std::move(name)] = printable(value.substr(0, 1000));
  }
}

void RuntimeMessages::add_event(const RuntimeLine& line, std::int64_t number) {
  ++errors_;
  ++understood_;
  const std::string message = printable(line.message);
  out_.diagnose("runtime_error", Severity::kWarning,
                tr("line {}: the Neuron Runtime reports an error: '{}: {}'", number,
                   printable(line.function), name_of(message)));
  if (errors_ > kMostEvents) {
    out_.diagnose("too_many_errors", Severity::kWarning,
                  tr("line {}: an error has no event: a trace can have at most {} of them", number,
                     as::count(kMostEvents)));
    return;
  }
  const std::string process(line.thread.substr(0, line.thread.find(':')));
  auto track = tracks_.find(process);
  if (track == tracks_.end()) {
    if (tracks_.size() >= kMostProcesses) return;
    const std::string name =
        process.empty() ? "Runtime errors" : fmt::format("Runtime errors of process {}", process);
    track = tracks_
                .emplace(process, out_.track({.name = name,
                                              .kind = TrackKind::kHost,
                                              .slice_kind = SliceKind::kHost}))
                .first;
  }
  const SliceId slice =
      out_.slice(track->second, out_.intern(name_of(message)), clock_.now(), TraceTime(0));
  const auto text = [&](std::string_view key, std::string_view value) {
    if (!value.empty()) out_.arg(slice, out_.intern(key), value);
  };
  text("function", line.function);
  text("level", line.level);
  text("message", message);
  text(key::kThread, line.thread);
  out_.arg(slice, out_.intern("line"), number);
}

void RuntimeMessages::finish() {
  for (const auto& [name, value] : facts_) out_.property(name, PropertyValue(value));
  if (errors_ == 0) return;
  out_.metric({.name = "runtime_errors",
               .value = static_cast<double>(errors_),
               .unit = "count",
               .provenance = Provenance::kImported,
               .note = tr("errors of the Neuron Runtime in the log, without failed allocations")});
}

}  // namespace nscope::importers

#include "importers/compile_cache/compile_event.h"

#include "importers/shared/printable.h"
#include "importers/shared/text_lines.h"
#include "profiler/trace/build/compile_slice.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

namespace nscope::importers {
namespace {

constexpr std::string_view kModule = "MODULE_";

bool is_key_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-';
}

/// The part of a path that starts with `prefix`, without the prefix.
std::string part_after(std::string_view text, std::string_view prefix) {
  const auto rest = after(text, prefix);
  if (!rest) return {};
  return printable(rest->substr(0, rest->find_first_of("/ ,'\"")));
}

/// A compiler version for messages.
Text version_text(const std::string& version) {
  return version.empty() ? tr("unknown") : Text::verbatim(version);
}

}  // namespace

ModuleKey module_in(std::string_view text) {
  ModuleKey key;
  key.compiler_version = part_after(text, "neuronxcc-");
  if (key.compiler_version.empty()) key.compiler_version = part_after(text, "neuroncc-");
  const std::size_t begin = text.find(kModule);
  if (begin == std::string_view::npos) return key;
  std::size_t end = begin + kModule.size();
  while (end < text.size() && is_key_character(text[end])) ++end;
  key.graph_hash = text.substr(begin + kModule.size(), end - begin - kModule.size());
  if (end < text.size() && text[end] == '+') {
    const std::size_t flags = ++end;
    while (end < text.size() && is_key_character(text[end])) ++end;
    key.flags_hash = text.substr(flags, end - flags);
  }
  if (!key.graph_hash.empty()) key.module = text.substr(begin, end - begin);
  return key;
}

void CompileEvents::write(const CompileEvent& event, TrackId track) {
  ++count_;
  ++states_[std::string(event.state)];
  check_recompilation(event);
  const bool timed = event.duration.value() > 0 && was_compiled(event.state);
  if (timed) {
    compile_seconds_ += static_cast<double>(event.duration.value()) / 1e9;
    ++timed_compilations_;
  }
  if (event.neff_bytes) {
    neff_bytes_ += static_cast<double>(*event.neff_bytes);
    any_neff_ = true;
  }
  if (!track.valid()) return;
  std::string_view name = event.key.module;
  if (name.empty()) name = "compilation";
  write_compile_slice(out_, track,
                      {.name = name,
                       .state = event.state,
                       .graph_hash = event.key.graph_hash,
                       .flags_hash = event.key.flags_hash,
                       .compiler_version = event.key.compiler_version,
                       .flags = event.flags,
                       .neff_bytes = event.neff_bytes,
                       .source = event.source,
                       .time_source = event.time_source,
                       .error = event.error,
                       .error_code = event.error_code,
                       .exit_code = event.exit_code},
                      event.start, std::max(event.duration, TraceTime(0)));
}

void CompileEvents::check_recompilation(const CompileEvent& event) {
  if (event.key.graph_hash.empty() || !was_compiled(event.state)) return;
  auto& variants = graphs_[event.key.graph_hash];
  const std::string id = event.key.flags_hash + " " + event.key.compiler_version;
  if (!variants.contains(id)) {
    for (const auto& [other_id, other] : variants) {
      if (other.compiler != event.key.compiler_version) {
        out_.diagnose(
            "recompiled_for_compiler", Severity::kInfo,
            tr("graph {} was compiled with compiler versions {} and {}", event.key.graph_hash,
               version_text(other.compiler), version_text(event.key.compiler_version)));
      } else {
        out_.diagnose("recompiled_for_flags", Severity::kInfo,
                      tr("graph {} was compiled with different flags: {} in one compilation, {} in "
                         "another",
                         event.key.graph_hash, flags_missing_in(event.flags, other.flags),
                         flags_missing_in(other.flags, event.flags)));
      }
      break;
    }
    variants[id] = {event.flags, event.key.compiler_version};
  } else if (event.state == "miss") {
    out_.diagnose("compiled_again", Severity::kWarning,
                  tr("{} was compiled more than once with the same key: the cache did not keep it, "
                     "or two processes compiled it at the same time",
                     event.key.module));
  }
}

void CompileEvents::finish() {
  const auto metric = [&](std::string name, double value, std::string unit, Text note) {
    out_.metric({.name = std::move(name),
                 .value = value,
                 .unit = std::move(unit),
                 .provenance = Provenance::kMeasured,
                 .note = std::move(note)});
  };
  for (const auto& [state, count] : states_) {
    metric(fmt::format("compile_cache.{}", state), static_cast<double>(count), "count", {});
  }
  const auto count_of = [&](std::string_view state) {
    const auto it = states_.find(state);
    return it == states_.end() ? std::int64_t{0} : it->second;
  };
  const std::int64_t hits = count_of("hit");
  const std::int64_t lookups = hits + count_of("miss") + count_of("failure") +
                               count_of("cached_failure") + count_of("unfinished");
  if (hits > 0 || count_of("miss") > 0) {
    metric("compile_cache.hit_share", static_cast<double>(hits) / static_cast<double>(lookups),
           "share", tr("{} of {} lookups", as::count(hits), as::count(lookups)));
  }
  if (timed_compilations_ > 0) {
    metric("compile_cache.compile_time", compile_seconds_, "s",
           tr_plural(timed_compilations_, "sum over {} compilation with a known duration",
                     "sum over {} compilations with a known duration",
                     as::count(timed_compilations_)));
  }
  if (any_neff_) {
    metric("compile_cache.neff_size", neff_bytes_, "B", tr("total size of all NEFF files"));
  }
}

}  // namespace nscope::importers

#include "importers/system_profile/system_profile.h"

#include "importers/neuron_profile_json/document.h"
#include "importers/shared/possible_time.h"
#include "importers/shared/printable.h"
#include "importers/shared/text_lines.h"
#include "importers/system_profile/event_rows.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <array>
#include <optional>

namespace nscope::importers {
namespace {

struct ListFormat {
  std::string_view key;
  Result<> (SystemProfile::*read)(const ListInput& in);
};

// The name of the list of events depends on the version.
constexpr auto kLists = std::to_array<ListFormat>({
    {"trace_events", &SystemProfile::read_events},
    {"trace_event", &SystemProfile::read_events},
    {"mem_usage", &SystemProfile::read_memory},
    {"cpu_util", &SystemProfile::read_cpu},
});

constexpr std::size_t kSniffLimit = 4u << 20;

const ListFormat* find_list(std::string_view key) {
  const auto it = std::find_if(kLists.begin(), kLists.end(),
                               [&](const ListFormat& list) { return list.key == key; });
  return it == kLists.end() ? nullptr : &*it;
}

std::size_t rank(const DocumentMember& member) {
  const ListFormat* list = find_list(member.key);
  return list == nullptr ? kLists.size() : static_cast<std::size_t>(list - kLists.data());
}

/// The smallest "timestamp" in a list, found without parsing. The times of the trace are relative
/// to it.
std::optional<std::int64_t> first_time(std::string_view list, TaskControl& control) {
  constexpr std::string_view kKey = "\"timestamp\"";
  constexpr std::size_t kStep = 8u << 20;
  std::optional<std::int64_t> first;
  std::size_t at = 0;
  while (at < list.size() && !control.cancelled()) {
    const std::string_view step = list.substr(at, kStep + kKey.size());
    const std::size_t found = step.find(kKey);
    if (found == std::string_view::npos) {
      at += kStep;
      continue;
    }
    at += found + kKey.size();
    std::string_view value = list.substr(at, 48);
    value.remove_prefix(std::min(value.find_first_not_of(" \t\r\n:\""), value.size()));
    const std::size_t digits = value.find_first_not_of("0123456789");
    const auto time = parse_integer(value.substr(0, digits));
    if (time && *time > 0 && possible_time(*time) && (!first || *time < *first)) first = *time;
  }
  return first;
}

}  // namespace

bool sniff_system_profile(const ByteSource& file) {
  const auto keys = leading_list_keys(file, kSniffLimit);
  const auto has = [&](std::string_view key) {
    return std::find(keys.begin(), keys.end(), key) != keys.end();
  };
  return has("trace_events") || has("trace_event") || (has("mem_usage") && has("cpu_util"));
}

Result<> read_system_profile(const CaptureInput& input, TraceSink& sink, TaskControl& control) {
  if (!sniff_system_profile(input.file)) {
    return fail(ErrorCode::kBadInput,
                tr("not a system profile: the start of the file contains no list 'trace_events', "
                   "'mem_usage' or 'cpu_util'"),
                input.file.name());
  }
  control.begin(phrase("Indexing the document"), input.file.size());
  auto members = index_document(input.file, control);
  if (!members) return fail(members.error());
  std::stable_sort(members->begin(), members->end(), [](const auto& a, const auto& b) {
    return std::pair(rank(a), a.key) < std::pair(rank(b), b.key);
  });
  std::optional<std::int64_t> origin;
  std::size_t done = 0;
  for (DocumentMember& member : *members) {
    member.done = done;
    done += member.size();
    if (find_list(member.key) == nullptr) continue;
    const auto time = first_time(input.file.text().substr(member.begin, member.size()), control);
    if (time && (!origin || *time < *origin)) origin = time;
  }
  if (control.cancelled()) return cancelled();
  TraceWriter out(sink);
  out.property(std::string(property::kSourceFormat),
               PropertyValue(std::string("neuron system profile json")));
  out.property(std::string(property::kSourceFile), PropertyValue(file_name(input.file.name())));
  out.property(std::string(property::kProvenance), PropertyValue(std::string("measured")));
  SystemProfile profile(out, origin.value_or(0));
  control.begin(phrase("Reading rows"), done);
  for (const DocumentMember& member : *members) {
    const ListFormat* const list = find_list(member.key);
    if (list == nullptr || member.first != '[') {
      out.diagnose("unknown_list", Severity::kInfo,
                   tr("'{}' ({} bytes) was skipped: it is not a known list", printable(member.key),
                      member.size()));
      continue;
    }
    const ListInput in{input.file, member, control};
    if (auto ok = (profile.*list->read)(in); !ok) return ok;
  }
  profile.finish();
  return out.finish() ? Result<>() : cancelled();
}

}  // namespace nscope::importers

#include "importers/neuron_profile_json/neuron_profile_json.h"

#include "importers/neuron_profile_json/document.h"
#include "importers/neuron_profile_json/import_state.h"
#include "importers/neuron_profile_json/lists.h"
#include "importers/ntff/device_constants.h"
#include "importers/shared/possible_time.h"
#include "importers/shared/printable.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::importers {
namespace {

struct ListFormat {
  std::string_view key;
  Result<> (*read)(const ListInput& in, ImportState& state);
  bool identifies_format = true;  ///< the key alone identifies the format
};

// In reading order: lists with values that rows of other lists need come first, so that the trace
// does not depend on the order in the file.
constexpr auto kLists = std::to_array<ListFormat>({
    {"metadata", read_metadata, false},
    {"summary", read_summary, false},
    {"profile_info", read_profile_info},
    {"model_info", read_model_info},
    {"neff_header", read_neff_header},
    {"neff_node", read_neff_node},
    {"nc_mem_usage", read_nc_mem_usage},
    {"dma_queues_info", read_dma_queues_info},
    {"instruction", read_instructions},
    {"dma", read_dma},
    {"semaphore_update", read_semaphore_update},
    {"ham", read_ham},
    {"layer_summary", read_layer_summary},
    {"active_time", read_active_time},
    {"pending_dma", read_pending_dma},
    {"dma_throughput", read_dma_throughput},
    {"instruction_usage", read_instruction_usage},
    {"warnings", read_messages, false},
    {"error", read_messages, false},
    {"errors", read_messages, false},
    {"terminology", skip_texts},
    {"summary_groups", skip_texts},
    {"summary_group_order", skip_texts},
});

constexpr std::size_t kSniffLimit = 4u << 20;

const ListFormat* find_list(std::string_view key) {
  const auto it = std::find_if(kLists.begin(), kLists.end(),
                               [&](const ListFormat& list) { return list.key == key; });
  return it == kLists.end() ? nullptr : &*it;
}

/// Known lists in the order of kLists, then unknown ones by name.
void put_in_reading_order(std::vector<DocumentMember>& members) {
  const auto rank = [](const DocumentMember& member) {
    const ListFormat* list = find_list(member.key);
    return list == nullptr ? kLists.size() : static_cast<std::size_t>(list - kLists.data());
  };
  std::stable_sort(members.begin(), members.end(), [&](const auto& a, const auto& b) {
    const std::size_t rank_a = rank(a);
    const std::size_t rank_b = rank(b);
    return rank_a != rank_b ? rank_a < rank_b : rank_a == kLists.size() && a.key < b.key;
  });
  std::size_t done = 0;
  for (DocumentMember& member : members) {
    member.done = done;
    done += member.size();
  }
}

Result<> read_member(const ByteSource& file, const DocumentMember& member, ImportState& state,
                     TaskControl& control) {
  if (member.first != '[') {
    state.out.diagnose("unknown_member", Severity::kWarning,
                       tr("'{}' at byte {} was skipped: it must be an array",
                          collapse_space(member.key), member.begin));
    return {};
  }
  const ListFormat* list = find_list(member.key);
  return (list == nullptr ? read_unknown_list : list->read)({file, member, control}, state);
}

/// Exports are in nanoseconds, but some versions are said to write picoseconds. The ratio of the
/// event times to the stated duration of the run decides.
std::int64_t ticks_per_ns(const ImportState& state) {
  const std::int64_t latest = state.last_time.value_or(state.latest_event);
  if (!state.total_time || latest <= 0) return 1;
  constexpr double kBetween = 31.6;  // the geometric mean of 1 and 1000
  return static_cast<double>(latest) / (*state.total_time * 1e9) > kBetween ? 1000 : 1;
}

void put_time_base(ImportState& state) {
  TimeBase base;
  base.ticks_per_ns = ticks_per_ns(state);
  const std::int64_t first = state.first_time.value_or(0);
  std::int64_t last = state.latest_event;
  if (state.last_time && *state.last_time > first) {
    last = *state.last_time;
  } else if (state.total_time) {
    const double ticks = *state.total_time * 1e9 * static_cast<double>(base.ticks_per_ns);
    if (ticks < static_cast<double>(limits::kFarthestTime))
      last = first + static_cast<std::int64_t>(ticks);
  }
  base.window_begin = TraceTime(first);
  base.window_end = TraceTime(std::max(first, last));
  state.out.time_base(base);
  if (base.ticks_per_ns != 1) {
    state.out.diagnose("times_in_picoseconds", Severity::kInfo,
                       tr("times were read as picoseconds: in nanoseconds they would be about "
                          "1,000 times the stated duration of the run"));
  }
  if (last > first) {
    state.out.slice(state.tracks.executions(), state.out.intern("Execution 1"), base.window_begin,
                    base.window_end - base.window_begin);
  }
}

/// Adds constants of the device that the export does not contain, if the device is known.
void put_device(ImportState& state) {
  const auto known = device_constants(state.instance_type);
  if (!known) return;
  put_property(state, property::kGeneration, PropertyValue(std::string(known->generation)));
  put_property(state, property::kDevice, PropertyValue(std::string(known->device)));
  put_property(state, property::kPeClock, PropertyValue(known->pe_clock_hz));
  put_property(state, property::kEngineClock, PropertyValue(known->engine_clock_hz));
  put_property(state, property::kPeRows, PropertyValue(std::int64_t{known->pe_rows}));
  put_property(state, property::kPeColumns, PropertyValue(std::int64_t{known->pe_columns}));
}

}  // namespace

bool sniff_profile_json(const ByteSource& file) {
  const auto keys = leading_list_keys(file, kSniffLimit);
  return std::any_of(keys.begin(), keys.end(), [](const std::string& key) {
    const ListFormat* list = find_list(key);
    return list != nullptr && list->identifies_format;
  });
}

Result<> read_profile_json(const CaptureInput& input, TraceSink& sink, TaskControl& control) {
  control.begin(phrase("Indexing the document"), input.file.size());
  auto members = index_document(input.file, control);
  if (!members) return fail(members.error());
  if (std::none_of(members->begin(), members->end(), [](const DocumentMember& member) {
        return member.first == '[' && find_list(member.key) != nullptr;
      })) {
    return fail(ErrorCode::kBadInput,
                tr("the file contains none of the lists of a neuron-profile export, such as "
                   "'instruction' or 'dma'"),
                input.file.name());
  }
  put_in_reading_order(*members);

  TraceWriter out(sink);
  ImportState state(out);
  put_property(state, property::kSourceFormat, PropertyValue(std::string("neuron-profile json")));
  put_property(state, property::kSourceFile, PropertyValue(file_name(input.file.name())));
  control.begin(phrase("Reading events"), input.file.size());
  for (const DocumentMember& member : *members) {
    if (auto ok = read_member(input.file, member, state, control); !ok) return ok;
  }
  put_property(state, property::kProvenance, PropertyValue(std::string("measured")));
  put_device(state);
  put_time_base(state);
  return out.finish() ? Result<>() : cancelled();
}

}  // namespace nscope::importers

#include "importers/perfetto/legacy_events.h"

#include "importers/perfetto/packet_importer.h"
#include "importers/shared/wire_reader.h"
#include "profiler/perfetto/perfetto_trace.pb.h"

#include <functional>
#include <variant>

// Events of Chrome's older macros.
namespace nscope::importers::perfetto {
namespace {

namespace pb = nscope::perfetto_proto;

void mix(std::uint64_t& hash, std::uint64_t word) {
  hash = (hash ^ word) * 0x9e37'79b9'7f4a'7c15;
  hash ^= hash >> 29;
}

}  // namespace

bool read_legacy_event(std::string_view message, LegacyEvent& event) {
  using L = pb::LegacyEvent;
  using IdKind = LegacyEvent::IdKind;
  const auto take_id = [&](const WireField& field, IdKind kind) {
    event.id = field.number;
    event.id_kind = kind;
  };
  WireReader in(message);
  for (WireField field; in.next(field);) {
    switch (field.tag) {
      case tag_of(L::kNameIidFieldNumber, kVarint): event.name_id = field.number; break;
      case tag_of(L::kPhaseFieldNumber, kVarint):
        event.phase = field.number < 128 ? static_cast<char>(field.number) : '?';
        break;
      case tag_of(L::kDurationUsFieldNumber, kVarint):
        event.duration_us = field.signed_number();
        break;
      case tag_of(L::kUnscopedIdFieldNumber, kVarint): take_id(field, IdKind::kUnscoped); break;
      case tag_of(L::kLocalIdFieldNumber, kVarint): take_id(field, IdKind::kLocal); break;
      case tag_of(L::kGlobalIdFieldNumber, kVarint): take_id(field, IdKind::kGlobal); break;
      case tag_of(L::kIdScopeFieldNumber, kBytes): event.id_scope = field.bytes; break;
      case tag_of(L::kBindIdFieldNumber, kVarint): event.bind_id = field.number; break;
      case tag_of(L::kFlowDirectionFieldNumber, kVarint):
        event.flow_in = field.number == L::FLOW_IN || field.number == L::FLOW_INOUT;
        event.flow_out = field.number == L::FLOW_OUT || field.number == L::FLOW_INOUT;
        break;
      case tag_of(L::kPidOverrideFieldNumber, kVarint):
        event.pid = static_cast<std::int32_t>(field.number);
        break;
      case tag_of(L::kTidOverrideFieldNumber, kVarint):
        event.tid = static_cast<std::int32_t>(field.number);
        break;
      default: break;
    }
  }
  return in.ok();
}

/// The type of an event that states only a phase; nullopt if it is none of a track.
std::optional<TrackEvent::Type> PacketImporter::type_of_phase(char phase) {
  switch (phase) {
    case 'B': return TrackEvent::Type::kBegin;
    case 'E': return TrackEvent::Type::kEnd;
    case 'X': return TrackEvent::Type::kComplete;
    case 'I':
    case 'i':
    case 'R': return TrackEvent::Type::kInstant;
    default: return std::nullopt;
  }
}

/// Adds an asynchronous event, whose begin and end belong together by an id. False if the phase is
/// of no such event.
bool PacketImporter::legacy_async(std::uint64_t track, TraceTime time, StringId name) {
  constexpr std::string_view kBegins = "bS";
  constexpr std::string_view kEnds = "eF";
  constexpr std::string_view kInstants = "nTp";
  const char phase = legacy_->phase;
  const auto is_one_of = [&](std::string_view phases) {
    return phases.find(phase) != std::string_view::npos;
  };
  if (!is_one_of(kBegins) && !is_one_of(kEnds) && !is_one_of(kInstants)) return false;
  const auto pid = legacy_->pid ? legacy_->pid : tracks_.process_of(track);
  std::uint64_t span = 0;
  mix(span, legacy_->id);
  mix(span, std::hash<std::string_view>{}(legacy_->id_scope));
  for (const TraceBatch::Arg& arg : args_) {
    if (arg.key == category_key_) mix(span, std::get<StringId>(arg.value).index());
  }
  // The older phases also belong together by their name.
  if (phase < 'a' || phase == 'p') mix(span, name.valid() ? name.index() : 0);
  if (legacy_->id_kind == LegacyEvent::IdKind::kLocal && pid) {
    mix(span, static_cast<std::uint64_t>(*pid) + 1);
  }
  const auto step = is_one_of(kBegins) ? AsyncSpans::Step::kBegin
                    : is_one_of(kEnds) ? AsyncSpans::Step::kEnd
                                       : AsyncSpans::Step::kInstant;
  const std::uint64_t process = pid ? static_cast<std::uint64_t>(*pid) + 1 : 0;
  async_.add(span, step, time.value(), process, name.valid() ? name : out_.intern(""));
  for (const TraceBatch::Arg& arg : args_) {
    if (step != AsyncSpans::Step::kEnd || arg.key != category_key_) async_.arg(arg.key, arg.value);
  }
  return true;
}

}  // namespace nscope::importers::perfetto

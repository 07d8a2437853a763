#include "importers/perfetto/sequences.h"

#include "importers/perfetto/text.h"
#include "importers/perfetto/wire_reader.h"
#include "profiler/perfetto/perfetto_trace.pb.h"

#include <fmt/format.h>

namespace nscope::importers::perfetto {
namespace {

namespace pb = nscope::perfetto_proto;

/// EventCategory, EventName, DebugAnnotationName, InternedString.
struct InternedText {
  std::uint64_t id = 0;
  std::string text;
};

bool read_text(std::string_view message, InternedText& out) {
  WireReader in(message);
  while (in.next()) {
    if (in.is(pb::InternedText::kIidFieldNumber, WireReader::kVarint)) out.id = in.number();
    if (in.is(pb::InternedText::kTextFieldNumber, WireReader::kBytes)) {
      out.text = text_of(in.bytes());
    }
  }
  return in.ok();
}

bool add_text(std::string_view message, InternedTexts& texts, TraceWriter& out) {
  InternedText entry;
  if (!read_text(message, entry)) return false;
  texts.set(entry.id, out.intern(entry.text));
  return true;
}

}  // namespace

void InternedTexts::set(std::uint64_t id, StringId text) {
  ++count_;
  if (id < 64 + 2 * count_) {
    if (id >= dense_.size()) {
      dense_.resize(id + 1);
      if (!sparse_.empty()) {  // what was out of reach before
        for (auto it = sparse_.begin(); it != sparse_.end();) {
          if (it->first >= dense_.size()) {
            ++it;
            continue;
          }
          dense_[it->first] = it->second;
          it = sparse_.erase(it);
        }
      }
    }
    dense_[id] = text;
  } else {
    sparse_[id] = text;
  }
}

void InternedTexts::clear() {
  dense_.clear();
  sparse_.clear();
  count_ = 0;
}

void Sequence::clear() {
  for (InternedTexts* texts :
       {&categories, &event_names, &annotation_names, &annotation_texts, &source_locations}) {
    texts->clear();
  }
  annotation_name_texts.clear();
  default_track = 0;
  default_clock = 0;
  default_counter_tracks.clear();
  default_real_counter_tracks.clear();
  ++generation;
  lost = false;
}

bool Sequence::add_interned(std::string_view message, TraceWriter& out) {
  using D = pb::InternedData;
  WireReader in(message);
  while (in.next()) {
    if (in.type() != WireReader::kBytes) continue;
    bool good = true;
    switch (in.field()) {
      case D::kEventCategoriesFieldNumber: good = add_text(in.bytes(), categories, out); break;
      case D::kEventNamesFieldNumber: good = add_text(in.bytes(), event_names, out); break;
      case D::kDebugAnnotationNamesFieldNumber:
        if (InternedText entry; read_text(in.bytes(), entry)) {
          annotation_names.set(entry.id, out.intern(entry.text));
          annotation_name_texts[entry.id] = std::move(entry.text);
        } else {
          good = false;
        }
        break;
      case D::kDebugAnnotationStringValuesFieldNumber:
        good = add_text(in.bytes(), annotation_texts, out);
        break;
      case D::kSourceLocationsFieldNumber: {
        SourceLocation location;
        good = read_source_location(in.bytes(), location);
        if (good) source_locations.set(location.id, out.intern(location.text));
        break;
      }
      default: break;  // call stacks and the like, which we do not read
    }
    if (!good) return false;
  }
  return in.ok();
}

bool Sequence::set_defaults(std::string_view message) {
  using D = pb::TracePacketDefaults;
  using E = pb::TrackEventDefaults;
  WireReader in(message);
  while (in.next()) {
    if (in.is(D::kTimestampClockIdFieldNumber, WireReader::kVarint)) {
      default_clock = static_cast<std::uint32_t>(in.number());
    }
    if (!in.is(D::kTrackEventDefaultsFieldNumber, WireReader::kBytes)) continue;
    default_counter_tracks.clear();
    default_real_counter_tracks.clear();
    WireReader event(in.bytes());
    while (event.next()) {
      if (event.is(E::kTrackUuidFieldNumber, WireReader::kVarint)) default_track = event.number();
      if (event.is(E::kExtraCounterTrackUuidsFieldNumber, WireReader::kVarint)) {
        default_counter_tracks.push_back(event.number());
      }
      if (event.is(E::kExtraDoubleCounterTrackUuidsFieldNumber, WireReader::kVarint)) {
        default_real_counter_tracks.push_back(event.number());
      }
    }
    if (!event.ok()) return false;
  }
  return in.ok();
}

bool read_source_location(std::string_view message, SourceLocation& location) {
  using L = pb::SourceLocation;
  std::string_view file;
  std::string_view function;
  std::uint64_t line = 0;
  WireReader in(message);
  while (in.next()) {
    if (in.is(L::kIidFieldNumber, WireReader::kVarint)) location.id = in.number();
    if (in.is(L::kFileNameFieldNumber, WireReader::kBytes)) file = in.bytes();
    if (in.is(L::kFunctionNameFieldNumber, WireReader::kBytes)) function = in.bytes();
    if (in.is(L::kLineNumberFieldNumber, WireReader::kVarint)) line = in.number();
  }
  location.text = text_of(function);
  if (!file.empty()) {
    location.text += fmt::format("{}{}", location.text.empty() ? "" : " ", text_of(file));
    if (line > 0) location.text += fmt::format(":{}", line);
  }
  return in.ok();
}

}  // namespace nscope::importers::perfetto

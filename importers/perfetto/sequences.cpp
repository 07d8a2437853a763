#include "importers/perfetto/sequences.h"

#include "importers/perfetto/text.h"
#include "importers/shared/wire_reader.h"
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
  for (WireField field; in.next(field);) {
    if (field.is(pb::InternedText::kIidFieldNumber, kVarint)) out.id = field.number;
    if (field.is(pb::InternedText::kTextFieldNumber, kBytes)) {
      out.text = text_of(field.bytes);
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
      if (!sparse_.empty()) {  // moves ids that are now in the dense range
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
  counter_sums.clear();
  lost = false;
}

void WorkCategories::note(StringId category, std::string_view text) {
  // rocprofv3 has no other sign of what a track is.
  const Work work = text == "kernel_dispatch" ? Work::kKernel
                    : text == "memory_copy"   ? Work::kCopy
                                              : Work::kNone;
  if (work != Work::kNone && find(category) == Work::kNone) known_.emplace_back(category, work);
}

WorkCategories::Work WorkCategories::find(StringId category) const {
  for (const auto& [known, work] : known_) {
    if (known == category) return work;
  }
  return Work::kNone;
}

bool Sequence::add_interned(std::string_view message, TraceWriter& out, WorkCategories& work) {
  using D = pb::InternedData;
  WireReader in(message);
  for (WireField field; in.next(field);) {
    if (field.type() != kBytes) continue;
    bool good = true;
    switch (field.field()) {
      case D::kEventCategoriesFieldNumber:
        if (InternedText entry; read_text(field.bytes, entry)) {
          const StringId category = out.intern(entry.text);
          categories.set(entry.id, category);
          work.note(category, entry.text);
        } else {
          good = false;
        }
        break;
      case D::kEventNamesFieldNumber: good = add_text(field.bytes, event_names, out); break;
      case D::kDebugAnnotationNamesFieldNumber:
        if (InternedText entry; read_text(field.bytes, entry)) {
          annotation_names.set(entry.id, out.intern(entry.text));
          annotation_name_texts[entry.id] = std::move(entry.text);
        } else {
          good = false;
        }
        break;
      case D::kDebugAnnotationStringValuesFieldNumber:
        good = add_text(field.bytes, annotation_texts, out);
        break;
      case D::kSourceLocationsFieldNumber: {
        SourceLocation location;
        good = read_source_location(field.bytes, location);
        if (good) source_locations.set(location.id, out.intern(location.text));
        break;
      }
      default: break;  // call stacks and other data that is not imported
    }
    if (!good) return false;
  }
  return in.ok();
}

bool Sequence::set_defaults(std::string_view message) {
  using D = pb::TracePacketDefaults;
  using E = pb::TrackEventDefaults;
  WireReader in(message);
  for (WireField field; in.next(field);) {
    if (field.is(D::kTimestampClockIdFieldNumber, kVarint)) {
      default_clock = static_cast<std::uint32_t>(field.number);
    }
    if (!field.is(D::kTrackEventDefaultsFieldNumber, kBytes)) continue;
    default_counter_tracks.clear();
    default_real_counter_tracks.clear();
    WireReader event(field.bytes);
    for (WireField of_event; event.next(of_event);) {
      if (of_event.is(E::kTrackUuidFieldNumber, kVarint)) default_track = of_event.number;
      if (of_event.is(E::kExtraCounterTrackUuidsFieldNumber, kVarint)) {
        default_counter_tracks.push_back(of_event.number);
      }
      if (of_event.is(E::kExtraDoubleCounterTrackUuidsFieldNumber, kVarint)) {
        default_real_counter_tracks.push_back(of_event.number);
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
  for (WireField field; in.next(field);) {
    if (field.is(L::kIidFieldNumber, kVarint)) location.id = field.number;
    if (field.is(L::kFileNameFieldNumber, kBytes)) file = field.bytes;
    if (field.is(L::kFunctionNameFieldNumber, kBytes)) function = field.bytes;
    if (field.is(L::kLineNumberFieldNumber, kVarint)) line = field.number;
  }
  location.text = text_of(function);
  if (!file.empty()) {
    location.text += fmt::format("{}{}", location.text.empty() ? "" : " ", text_of(file));
    if (line > 0) location.text += fmt::format(":{}", line);
  }
  return in.ok();
}

}  // namespace nscope::importers::perfetto

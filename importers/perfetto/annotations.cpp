// Debug annotations, which become properties of events.
#include "importers/perfetto/packet_importer.h"
#include "importers/perfetto/text.h"
#include "importers/shared/wire_reader.h"
#include "profiler/perfetto/perfetto_trace.pb.h"

#include <bit>

#include <fmt/format.h>

namespace nscope::importers::perfetto {
namespace {

namespace pb = nscope::perfetto_proto;

constexpr int kMaxLevels = 32;
/// The key of a nested value contains the keys above it, so its length is limited.
constexpr std::size_t kMaxKey = 1024;

std::string member(const std::string& key, std::string_view name) {
  std::string out = key;
  if (!out.empty() && !name.empty()) out += '.';
  out += name;
  if (out.size() > kMaxKey) out.resize(kMaxKey);
  return out;
}

std::string element(const std::string& key, std::size_t index) {
  std::string out = fmt::format("{}[{}]", key, index);
  if (out.size() > kMaxKey) out.resize(kMaxKey);
  return out;
}

}  // namespace

/// Adds the value of an annotation that is not nested.
void PacketImporter::add_arg(StringId key, const Annotation& annotation, Sequence& sequence) {
  const std::uint64_t bits = annotation.bits;
  switch (annotation.kind) {
    case Annotation::Kind::kNone:
    case Annotation::Kind::kNested: return;
    case Annotation::Kind::kInteger:
      args_.emplace_back(SliceId(), key, static_cast<std::int64_t>(bits));
      return;
    case Annotation::Kind::kBool:
      args_.emplace_back(SliceId(), key, std::int64_t{bits != 0});
      return;
    case Annotation::Kind::kHuge:  // above INT64_MAX: text keeps it exact
      args_.emplace_back(SliceId(), key, out_.intern(fmt::format("{}", bits)));
      return;
    case Annotation::Kind::kReal:
      args_.emplace_back(SliceId(), key, std::bit_cast<double>(bits));
      return;
    case Annotation::Kind::kPointer:
      args_.emplace_back(SliceId(), key, out_.intern(fmt::format("{:#x}", bits)));
      return;
    case Annotation::Kind::kText:
      args_.emplace_back(SliceId(), key, out_.intern(text_of(annotation.text)));
      return;
    case Annotation::Kind::kTextId:
      args_.emplace_back(
          SliceId(), key,
          resolved(sequence.annotation_texts.find(bits), phrase("the value of a property")));
      return;
  }
}

void PacketImporter::read_annotation(const Annotation& annotation, Sequence& sequence) {
  if (annotation.kind == Annotation::Kind::kNested) {
    read_nested(annotation, {}, sequence, 0);
    return;
  }
  const StringId key = annotation.name.empty()
                           ? resolved(sequence.annotation_names.find(annotation.name_id),
                                      phrase("the name of a property"))
                           : out_.intern(text_of(annotation.name));
  add_arg(key, annotation, sequence);
}

/// Reads a nested annotation: members of dictionaries become properties "key.member", elements of
/// arrays "key[0]".
void PacketImporter::read_nested(const Annotation& annotation, const std::string& above,
                                 Sequence& sequence, int depth) {
  using A = pb::DebugAnnotation;
  std::string name = text_of(annotation.name);
  if (name.empty() && annotation.name_id != 0) {
    const auto known = sequence.annotation_name_texts.find(annotation.name_id);
    name = known == sequence.annotation_name_texts.end() ? "?" : known->second;
  }
  const std::string key = member(above, name);
  if (annotation.kind != Annotation::Kind::kNested) {
    add_arg(out_.intern(key), annotation, sequence);
    return;
  }
  if (depth >= kMaxLevels) {
    out_.diagnose("nested_too_deep", Severity::kWarning,
                  tr("the values below property '{}' were skipped: it has more than {} levels", key,
                     kMaxLevels));
    return;
  }
  std::size_t index = 0;
  WireReader in(annotation.text);
  for (WireField field; in.next(field);) {
    if (field.type() != kBytes) continue;
    Annotation child;
    switch (field.field()) {
      case A::kDictEntriesFieldNumber:
        if (read_annotation_message(field.bytes, child)) {
          read_nested(child, key, sequence, depth + 1);
        }
        break;
      case A::kArrayValuesFieldNumber:
        if (read_annotation_message(field.bytes, child)) {
          read_nested(child, element(key, index++), sequence, depth + 1);
        }
        break;
      case A::kNestedValueFieldNumber: read_old_nested(field.bytes, key, depth + 1); break;
      default: break;
    }
  }
}

/// Reads a nested annotation in the older form, without dict_entries.
void PacketImporter::read_old_nested(std::string_view message, const std::string& key, int depth) {
  using V = pb::DebugAnnotation::NestedValue;
  if (depth >= kMaxLevels) return;
  std::vector<std::string> names;
  std::size_t members = 0;
  std::size_t elements = 0;
  WireReader in(message);
  for (WireField field; in.next(field);) {
    if (field.is(V::kDictKeysFieldNumber, kBytes)) names.push_back(text_of(field.bytes));
    if (field.is(V::kIntValueFieldNumber, kVarint)) {
      args_.emplace_back(SliceId(), out_.intern(key), field.signed_number());
    }
    if (field.is(V::kDoubleValueFieldNumber, kFixed64))
      args_.emplace_back(SliceId(), out_.intern(key), field.real());
    if (field.is(V::kBoolValueFieldNumber, kVarint)) {
      args_.emplace_back(SliceId(), out_.intern(key), std::int64_t{field.number != 0});
    }
    if (field.is(V::kStringValueFieldNumber, kBytes)) {
      args_.emplace_back(SliceId(), out_.intern(key), out_.intern(text_of(field.bytes)));
    }
    if (field.is(V::kArrayValuesFieldNumber, kBytes)) {
      read_old_nested(field.bytes, element(key, elements++), depth + 1);
    }
  }
  // Keys and values are two lists; the keys may come last.
  WireReader again(message);
  for (WireField field; again.next(field);) {
    if (!field.is(V::kDictValuesFieldNumber, kBytes)) continue;
    const std::string name = members < names.size() ? names[members] : "?";
    ++members;
    read_old_nested(field.bytes, member(key, name), depth + 1);
  }
}

}  // namespace nscope::importers::perfetto

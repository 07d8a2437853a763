#include "app/documents/document_reference.h"

#include "profiler/base/nested_json.h"
#include "profiler/base/resources.h"
#include "profiler/base/text/closest_names.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

namespace nscope::app {
namespace {

constexpr std::string_view kFolder = "reference/";
constexpr std::array<std::string_view, 7> kTypes{"integer", "number", "boolean", "string",
                                                 "object",  "array",  "any"};

std::vector<std::string> read_strings(StrictObject& in, const char* key) {
  std::vector<std::string> strings;
  if (in.optional(key) == nullptr) return strings;
  for (const Json& value : in.array(key)) {
    if (value.is_string()) {
      strings.push_back(value.get<std::string>());
    } else {
      in.reject(key, tr("must be an array of strings"));
    }
  }
  return strings;
}

ReferenceMember read_member(StrictObject& in) {
  ReferenceMember member;
  member.name = in.string("name");
  member.type = in.string("type");
  if (std::find(kTypes.begin(), kTypes.end(), member.type) == kTypes.end()) {
    in.reject("type", tr("unknown type '{}'", member.type));
  }
  member.required = in.optional_boolean("required", false);
  if (const Json* const fallback = in.optional("default")) member.fallback = *fallback;
  member.least = in.optional_number("least");
  member.above = in.optional_number("above");
  member.most = in.optional_number("most");
  member.below = in.optional_number("below");
  member.values = read_strings(in, "values");
  member.unit = in.optional_string("unit").value_or("");
  member.object = in.optional_string("object").value_or("");
  member.about = in.string("about");
  return member;
}

ReferenceObject read_object(StrictObject& in) {
  constexpr std::size_t kMostMembers = 200;
  ReferenceObject object;
  object.path = in.string("path");
  object.about = in.string("about");
  for (const Json& example : in.array("examples")) object.examples.push_back(example);
  read_each(in, "members", kMostMembers,
            [&](StrictObject& member) { object.members.push_back(read_member(member)); });
  return object;
}

Result<DocumentReference> read_reference(const Json& json, std::string_view path) {
  constexpr std::size_t kMostObjects = 100;
  StrictObject in(json, std::string(path));
  DocumentReference reference;
  reference.document = in.string("document");
  reference.schema = in.string("schema");
  reference.title = in.string("title");
  reference.about = in.string("about");
  reference.base = in.object("base");
  read_each(in, "objects", kMostObjects,
            [&](StrictObject& object) { reference.objects.push_back(read_object(object)); });
  if (auto done = in.finish(); !done) return fail(done.error());
  return reference;
}

/// "4,096", "0.05".
TextNumber number_text(double value) {
  constexpr double kGrouped = 1e15;
  const bool whole = value == std::floor(value) && std::abs(value) < kGrouped;
  return whole ? as::count(static_cast<std::int64_t>(value)) : as::shortest(value);
}

/// The allowed numbers; empty if all are.
Text range_text(const ReferenceMember& member) {
  if (member.least && member.most) {
    return tr("{} to {}", number_text(*member.least), number_text(*member.most));
  }
  if (member.least && member.below) {
    return tr("at least {} and less than {}", number_text(*member.least),
              number_text(*member.below));
  }
  if (member.above && member.most) {
    return tr("greater than {} and at most {}", number_text(*member.above),
              number_text(*member.most));
  }
  if (member.least) return tr("at least {}", number_text(*member.least));
  if (member.above) return tr("greater than {}", number_text(*member.above));
  return {};
}

}  // namespace

Text ReferenceMember::form() const {
  std::vector<Text> parts{tr("{}", type)};
  if (!values.empty()) {
    parts.push_back(tr("one of {}", fmt::format("{}", fmt::join(values, ", "))));
  }
  if (const Text range = range_text(*this); !range.empty()) parts.push_back(range);
  if (!unit.empty()) parts.push_back(tr("in {}", unit));
  if (!object.empty()) parts.push_back(tr("see {}", object));
  const Text text = joined(parts);
  if (required) return tr("{}; required", text);
  if (fallback.is_null()) return text;
  if (fallback.is_number()) {
    return tr("{}; {} if absent", text, number_text(fallback.get<double>()));
  }
  const std::string value = fallback.is_string() ? fallback.get<std::string>() : fallback.dump();
  return tr("{}; {} if absent", text, value);
}

Result<std::vector<DocumentReference>> document_references() {
  std::vector<DocumentReference> references;
  for (const Resource& resource : list_resources(kFolder)) {
    const auto json = parse_json(resource.content, resource.path);
    if (!json) return fail(json.error());
    auto reference = read_reference(*json, resource.path);
    if (!reference) return fail(reference.error());
    references.push_back(std::move(*reference));
  }
  return references;
}

Result<DocumentReference> document_reference(std::string_view document) {
  auto references = document_references();
  if (!references) return fail(references.error());
  std::vector<std::string> names;
  for (DocumentReference& reference : *references) {
    if (reference.document == document) return std::move(reference);
    names.push_back(reference.document);
  }
  return fail(ErrorCode::kNotFound,
              tr("unknown document '{}'; the described documents are {}", document,
                 fmt::format("{}", fmt::join(closest_names(document, names, names.size()), ", "))));
}

}  // namespace nscope::app

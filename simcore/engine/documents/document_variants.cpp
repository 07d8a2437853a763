#include "simcore/engine/documents/document_variants.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include <fmt/format.h>

namespace nscope::sim {
namespace {

constexpr std::size_t kMostVariants = 50;
/// Keys that describe the comparison instead of one of the compared documents.
constexpr std::array kFixed{"schema",  "title",       "note",     "region",
                            "compare", "steps_total", "variants", "shared_instance"};
/// The keys that a reader of one workload ignores.
constexpr std::array kOfComparison{"note",        "region",   "compare",
                                   "steps_total", "variants", "shared_instance"};

}  // namespace

void allow_comparison(StrictObject& in) {
  for (const char* const member : kOfComparison) in.optional(member);
}

bool has_comparison(const Json& json) {
  return json.is_object() && std::any_of(kOfComparison.begin(), kOfComparison.end(),
                                         [&](const char* key) { return json.contains(key); });
}

Result<VariedDocument> varied_document_from_json(const Json& json, std::string_view name) {
  VariedDocument document;
  StrictObject in(json, std::string(name));
  document.title = in.optional_string("title").value_or("");
  document.note = in.optional_string("note").value_or("");
  document.region = in.optional_string("region").value_or("");
  if (auto read = in.first_error(); !read) return fail(read.error());
  Json plain = json;
  plain.erase("variants");
  plain.erase("shared_instance");
  document.variants.push_back({tr("as described"), std::string(name), plain});
  if (!json.contains("variants")) return document;
  const Json& list = json["variants"];
  if (!list.is_array() || list.size() > kMostVariants) {
    return fail(ErrorCode::kBadInput, tr("must be an array of at most {} variants", kMostVariants),
                fmt::format("{}: /variants", name));
  }
  std::set<std::string> names{document.variants[0].name.english()};
  for (std::size_t index = 0; index < list.size(); ++index) {
    const std::string where = fmt::format("{}: /variants/{}", name, index);
    StrictObject variant(list[index], where);
    std::string title = variant.string("name");
    const Json& change = variant.object("change");
    if (!names.insert(title).second) variant.reject("name", tr("duplicate name '{}'", title));
    if (auto done = variant.finish(); !done) return fail(done.error());
    for (const char* const fixed : kFixed) {
      if (change.contains(fixed)) {
        return fail(ErrorCode::kBadInput, tr("a variant cannot change '{}'", fixed),
                    where + "/change");
      }
    }
    Json changed = plain;
    changed.merge_patch(change);
    document.variants.push_back(
        {Text::verbatim(std::move(title)), where + "/change", std::move(changed)});
  }
  return document;
}

}  // namespace nscope::sim

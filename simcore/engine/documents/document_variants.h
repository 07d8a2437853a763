#pragma once

#include "profiler/base/json.h"
#include "profiler/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace nscope::sim {

/// A document as one of its variants describes it.
struct DocumentVariant {
  std::string name;   ///< "as described" of the document itself
  std::string where;  ///< file and member, for messages
  Json json;          ///< without "variants"
};

/// A document and what it is compared with: the same with some members changed. Plain data.
struct VariedDocument {
  std::string title;  ///< for people, as `note`; empty: not stated
  std::string note;
  std::string region;                     ///< for prices; empty: not stated
  std::vector<DocumentVariant> variants;  ///< the first is the document itself
};

/// Reads "title", "note", "region" and "variants" of any document. A variant is
/// {"name", "change"}; its change is merged into the document (RFC 7396: null removes a
/// member) and cannot touch the members that describe the comparison. The rest of the
/// document is not looked at. Errors: kBadInput naming the member.
Result<VariedDocument> varied_document_from_json(const Json& json, std::string_view name);

/// Lets a strict reader of the document alone pass over the members of a comparison
/// ("title" and "schema" are its own).
void allow_comparison(StrictObject& in);
/// Whether the document has any of these members.
bool has_comparison(const Json& json);

}  // namespace nscope::sim

#pragma once

#include "profiler/base/json.h"
#include "profiler/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace nscope::sim {

/// A document with the changes of one of its variants.
struct DocumentVariant {
  Text name;          ///< "as described" for the document itself
  std::string where;  ///< file and key, for messages
  Json json;          ///< without "variants" and "shared_instance"
};

/// A document and the variants it is compared with. Plain data.
struct VariedDocument {
  std::string title;  ///< for people, as `note`; empty: not stated
  std::string note;
  std::string region;                     ///< for prices; empty: not stated
  std::vector<DocumentVariant> variants;  ///< the first is the document itself
};

/// Reads "title", "note", "region" and "variants" of any document. A variant is
/// {"name", "change"}; its change is merged into the document (RFC 7396: null removes a key)
/// and cannot contain the keys that describe the comparison. The rest of the document is not
/// read. Errors: kBadInput with the key.
Result<VariedDocument> varied_document_from_json(const Json& json, std::string_view name);

/// Lets a strict reader of a single document accept the keys of a comparison; it must read
/// "title" and "schema" itself.
void allow_comparison(StrictObject& in);
/// Whether the document has any key of a comparison.
bool has_comparison(const Json& json);

}  // namespace nscope::sim

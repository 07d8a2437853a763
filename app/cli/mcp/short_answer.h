#pragma once

#include "profiler/base/json.h"
#include "profiler/base/result.h"

#include <cstddef>
#include <map>
#include <string>

namespace nscope::cli {

/// The part of a document that an answer shows.
struct AnswerPart {
  std::string at{};        ///< JSON pointer of the part; empty: the whole document
  std::size_t offset = 0;  ///< first entry of the list at `at`
  std::size_t limit = 20;  ///< maximum number of entries of each list
};

struct ShortAnswer {
  Json answer{};
  /// What is missing: objects with the JSON pointer `at`, and `shown_from`, `shown` and `total` of
  /// a list, or `characters` of a shortened text.
  Json left_out = Json::array();
};

/// The number of all entries of lists of which the document has only the first ones, by their JSON
/// pointer; null if it is unknown.
using ListTotals = std::map<std::string, Json>;

/// Shortens a document for a model, whose context is small: lists to `part.limit` entries, fewer if
/// the answer would exceed 60,000 characters, and texts to 4,000 characters. Errors:
/// kInvalidArgument if the document has nothing at `part.at`.
Result<ShortAnswer> short_answer(const Json& document, const AnswerPart& part,
                                 const ListTotals& totals = {});

}  // namespace nscope::cli

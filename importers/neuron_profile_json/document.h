#pragma once

#include "profiler/base/files/byte_source.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::importers {

/// One member of the document's top-level object: `"dma": [...]`. The order of members in the
/// file is random, so their positions are determined first.
struct DocumentMember {
  std::string key;
  std::size_t begin = 0;  ///< byte offset of the value
  std::size_t end = 0;    ///< byte offset of the end of the value
  char first = '\0';      ///< first character of the value: '[', '{', '"' or of a scalar
  std::size_t done = 0;   ///< bytes of the document read before this member, for progress
  /// Of a list: byte offsets of the ends of some rows, ascending.
  std::vector<std::size_t> row_ends{};

  std::size_t size() const { return end - begin; }
};

/// The members of the document's top-level object. Errors: kBadInput with the byte offset at
/// which the file is not valid JSON or is truncated; kCancelled.
Result<std::vector<DocumentMember>> index_document(const ByteSource& file, TaskControl& control);

/// The keys at the start of the document, in its first `limit` bytes, whose values are lists of
/// objects; the lists may be empty or truncated. For recognising a file.
std::vector<std::string> leading_list_keys(const ByteSource& file, std::size_t limit);

}  // namespace nscope::importers

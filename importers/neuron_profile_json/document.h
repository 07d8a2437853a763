#pragma once

#include "profiler/base/files/byte_source.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::importers {

/// One member of the document's top-level object: `"dma": [...]`. Members stand
/// in the file in random order, so their places are found first.
struct DocumentMember {
  std::string key;
  std::size_t begin = 0;  ///< byte of the value's first character
  std::size_t end = 0;    ///< byte behind its last
  char first = '\0';      ///< its first character: '[', '{', '"' or of a scalar
  std::size_t done = 0;   ///< bytes of the document read before this, for progress
  /// Of a list: where some of its rows end, ascending.
  std::vector<std::size_t> row_ends{};

  std::size_t size() const { return end - begin; }
};

/// The members of the object that the whole file is. Errors: kBadInput with the
/// byte where the file stops being JSON or is cut off; kCancelled.
Result<std::vector<DocumentMember>> index_document(const ByteSource& file, TaskControl& control);

/// The keys at the start of the document whose values are lists of objects, empty
/// or cut off, looking at no more than `limit` bytes. For recognising a file.
std::vector<std::string> leading_list_keys(const ByteSource& file, std::size_t limit);

}  // namespace nscope::importers

#pragma once

#include "app/python/result_table.h"

#include <cstdint>
#include <memory>

namespace nscope::python {

// The structures of the Arrow C data interface, as its specification defines them
// (arrow.apache.org/docs/format/CDataInterface.html and CStreamInterface.html).
struct ArrowSchema {
  const char* format = nullptr;
  const char* name = nullptr;
  const char* metadata = nullptr;
  std::int64_t flags = 0;
  std::int64_t n_children = 0;
  ArrowSchema** children = nullptr;
  ArrowSchema* dictionary = nullptr;
  void (*release)(ArrowSchema*) = nullptr;
  void* private_data = nullptr;
};
struct ArrowArray {
  std::int64_t length = 0;
  std::int64_t null_count = 0;
  std::int64_t offset = 0;
  std::int64_t n_buffers = 0;
  std::int64_t n_children = 0;
  const void** buffers = nullptr;
  ArrowArray** children = nullptr;
  ArrowArray* dictionary = nullptr;
  void (*release)(ArrowArray*) = nullptr;
  void* private_data = nullptr;
};
struct ArrowArrayStream {
  int (*get_schema)(ArrowArrayStream*, ArrowSchema*) = nullptr;
  int (*get_next)(ArrowArrayStream*, ArrowArray*) = nullptr;
  const char* (*get_last_error)(ArrowArrayStream*) = nullptr;
  void (*release)(ArrowArrayStream*) = nullptr;
  void* private_data = nullptr;
};

/// The table as a struct: int64, float64, bool, and texts as a dictionary with indices of 32 bits
/// and values of type large_utf8. Title and unit of a column are metadata of its field. The caller
/// releases the result.
void export_schema(const ResultTable& table, ArrowSchema& out);
/// The rows of the table. Numbers and indices are not copied; they live until the release.
void export_array(std::shared_ptr<const ResultTable> table, ArrowArray& out);
/// The table as a stream with one batch.
void export_stream(std::shared_ptr<const ResultTable> table, ArrowArrayStream& out);

}  // namespace nscope::python

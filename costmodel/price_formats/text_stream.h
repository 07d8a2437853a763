#pragma once

#include "profiler/base/byte_source.h"
#include "profiler/base/inflate.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::cost {

/// The text of a file, plain or gzip, block by block, so that files larger than memory
/// can be read once from front to back. Pages of a mapped file that were read are given
/// back. Reports progress and stops when cancelled. A byte order mark is skipped. One
/// thread; the file must outlive it.
class TextStream {
 public:
  /// Errors: kBadInput (damaged gzip).
  static Result<TextStream> open(const ByteSource& file, TaskControl& control);

  /// The next block, empty at the end; valid until the next call. Errors: kBadInput,
  /// kCancelled.
  Result<std::string_view> next();

  const std::string& name() const { return file_->name(); }

 private:
  TextStream(const ByteSource& file, TaskControl& control) : file_(&file), control_(&control) {}
  Result<std::string_view> next_block();

  const ByteSource* file_;
  TaskControl* control_;
  std::optional<InflateStream> gzip_;
  std::vector<std::byte> buffer_;  ///< of gzip
  std::size_t at_ = 0;             ///< in a plain file
  bool first_ = true;
};

/// The whole text of a small file. Errors: kBadInput, also for more than `limit` bytes.
Result<std::string> whole_text(const ByteSource& file, TaskControl& control,
                               std::size_t limit = std::size_t{256} << 20);

/// The first `bytes` of the text, or fewer.
Result<std::string> text_head(const ByteSource& file, std::size_t bytes);

}  // namespace nscope::cost

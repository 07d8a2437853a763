#pragma once

#include "profiler/base/files/byte_source.h"
#include "profiler/base/files/inflate.h"
#include "profiler/base/result.h"

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace nscope::importers {

/// A piece of a JSON file. Points into the mapped file or holds unpacked text; has
/// ByteSource::kPadding readable bytes behind its end either way.
struct TextBlock {
  std::string_view text;
  std::size_t offset = 0;           ///< of the text in the (unpacked) file
  std::vector<std::byte> unpacked;  ///< what `text` points to, for packed files
};

/// Cuts a file, plain or gzip, into blocks of about 2 MB that probably begin with
/// an event: behind a comma, at an object whose first key is one that events have.
/// Who reads the blocks must check that the one before really ended there. The
/// same text is cut at the same places whether packed or not. One thread.
class TextBlocks {
 public:
  static constexpr std::size_t kBlockSize = std::size_t{2} << 20;

  /// `file` must outlive this. Errors: kBadInput for damaged gzip data.
  static Result<TextBlocks> open(const ByteSource& file, std::size_t block_size = kBlockSize);

  /// The next block; nullopt at the end of the file.
  Result<std::optional<TextBlock>> next();

  /// How much of the file was read, of file.size(); for progress.
  std::size_t consumed() const;
  /// Bytes behind the packed data that were not read.
  std::size_t trailing() const { return inflate_ ? inflate_->trailing() : 0; }

 private:
  TextBlocks(const ByteSource& file, std::size_t block_size)
      : file_(&file), block_size_(block_size) {}
  Result<std::optional<TextBlock>> next_unpacked();

  const ByteSource* file_;
  std::size_t block_size_;
  std::size_t position_ = 0;  // in the (unpacked) text
  std::optional<InflateStream> inflate_;
  std::vector<std::byte> rest_;  // unpacked text behind the last border
};

/// The start of the last event that begins in `text`, as far as one can tell
/// without reading it from its beginning; text.size() where there is none.
std::size_t find_last_event(std::string_view text);

}  // namespace nscope::importers

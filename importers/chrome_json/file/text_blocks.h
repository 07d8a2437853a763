#pragma once

#include "profiler/base/files/byte_source.h"
#include "profiler/base/files/inflate.h"
#include "profiler/base/result.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace nscope::importers {

/// A piece of a JSON file: a view of the mapped file or of unpacked text. There are
/// ByteSource::kPadding readable bytes after its end.
struct TextBlock {
  std::string_view text;
  std::size_t offset = 0;                 ///< of the text in the unpacked file
  std::unique_ptr<std::byte[]> unpacked;  ///< the memory of `text` for compressed files
};

/// Cuts a file, plain or gzip, into blocks of about 2 MB that probably start with an event: after a
/// comma, at an object whose first key is a key of events. The reader of the blocks must check that
/// the previous block really ended there. Compressed and plain text is cut at the same places. One
/// thread.
class TextBlocks {
 public:
  static constexpr std::size_t kBlockSize = std::size_t{2} << 20;

  /// `file` must outlive this. Errors: kBadInput for damaged gzip data. Of truncated gzip data the
  /// readable text is read, see truncated().
  static Result<TextBlocks> open(const ByteSource& file, std::size_t block_size = kBlockSize);

  /// The next block; nullopt at the end of the file.
  Result<std::optional<TextBlock>> next();

  /// The number of bytes of the file that have been read, for progress.
  std::size_t consumed() const;
  /// The number of bytes after the compressed data, which are not read.
  std::size_t trailing() const { return inflate_ ? inflate_->trailing() : 0; }
  /// After the last block: the compressed data end before their end.
  bool truncated() const { return inflate_ && inflate_->truncated(); }

 private:
  TextBlocks(const ByteSource& file, std::size_t block_size)
      : file_(&file), block_size_(block_size) {}
  Result<std::optional<TextBlock>> next_unpacked();

  const ByteSource* file_;
  std::size_t block_size_;
  std::size_t position_ = 0;  // in the unpacked text
  std::optional<InflateStream> inflate_;
  std::vector<std::byte> rest_;  // unpacked text after the last block
};

/// The probable start of the last event that starts in `text`, found without parsing the text from
/// its start; text.size() if there is none.
std::size_t find_last_event(std::string_view text);

}  // namespace nscope::importers

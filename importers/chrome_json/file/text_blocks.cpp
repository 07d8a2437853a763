#include "importers/chrome_json/file/text_blocks.h"

#include "profiler/base/json/json_text.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

namespace nscope::importers {
namespace {

constexpr auto kEventKeys = std::to_array<std::string_view>(
    {"ph", "pid", "tid", "ts", "cat", "name", "args", "dur", "id", "bp", "s"});

bool begins_like_an_event(std::string_view text) {
  std::size_t at = 1;
  while (at < text.size() && is_json_space(text[at])) ++at;
  if (at == text.size() || text[at] != '"') return false;
  const std::size_t close = text.find('"', at + 1);
  if (close == std::string_view::npos) return false;
  const std::string_view key = text.substr(at + 1, close - at - 1);
  return std::find(kEventKeys.begin(), kEventKeys.end(), key) != kEventKeys.end();
}

/// Whether "}," or, in a file without commas, "}" precedes `at`, ignoring white space.
bool follows_an_object(std::string_view text, std::size_t at) {
  const auto previous = [&] {
    while (at > 0 && is_json_space(text[at - 1])) --at;
    return at > 0 ? text[--at] : '\0';
  };
  const char last = previous();
  return last == '}' || (last == ',' && previous() == '}');
}

}  // namespace

std::size_t find_last_event(std::string_view text) {
  // Events are small, so the search is limited; the reader of the blocks finds a larger one.
  const std::size_t limit = text.size() > (1u << 16) ? text.size() - (1u << 16) : 0;
  std::size_t at = text.size();
  while (at > limit) {
    at = text.rfind('{', at - 1);
    if (at == std::string_view::npos || at < limit) break;
    if (follows_an_object(text, at) && begins_like_an_event(text.substr(at))) return at;
  }
  return text.size();
}

Result<TextBlocks> TextBlocks::open(const ByteSource& file, std::size_t block_size) {
  TextBlocks blocks(file, block_size);
  if (is_gzip(file.head())) {
    auto stream = InflateStream::open(file);
    if (!stream) return fail(stream.error());
    stream->accept_truncation();
    blocks.inflate_ = std::move(*stream);
  }
  return blocks;
}

Result<std::optional<TextBlock>> TextBlocks::next() {
  if (inflate_) return next_unpacked();
  const std::string_view text = file_->text().substr(position_);
  if (text.empty()) return std::nullopt;
  TextBlock block;
  block.offset = position_;
  block.text = text.substr(0, block_size_);
  if (block.text.size() < text.size()) {
    block.text = block.text.substr(0, find_last_event(block.text));
  }
  position_ += block.text.size();
  return block;
}

Result<std::optional<TextBlock>> TextBlocks::next_unpacked() {
  TextBlock block;
  block.offset = position_;
  // One byte more than a block shows whether the text continues after it.
  const std::size_t capacity = block_size_ + 1 + ByteSource::kPadding;
  block.unpacked = std::make_unique_for_overwrite<std::byte[]>(capacity);
  const std::span<std::byte> bytes(block.unpacked.get(), capacity);
  std::copy(rest_.begin(), rest_.end(), bytes.begin());
  std::size_t size = rest_.size();
  const auto read = inflate_->read(bytes.subspan(size, block_size_ + 1 - size));
  if (!read) return fail(read.error());
  size += *read;
  if (size == 0) return std::nullopt;
  std::fill(bytes.begin() + static_cast<std::ptrdiff_t>(size), bytes.end(), std::byte{0});
  const std::string_view all(reinterpret_cast<const char*>(bytes.data()), size);
  block.text = all.substr(0, block_size_);
  if (size > block_size_) block.text = block.text.substr(0, find_last_event(block.text));
  const auto first_left = bytes.begin() + static_cast<std::ptrdiff_t>(block.text.size());
  rest_.assign(first_left, bytes.begin() + static_cast<std::ptrdiff_t>(size));
  position_ += block.text.size();
  return block;
}

std::size_t TextBlocks::consumed() const {
  return inflate_ ? static_cast<std::size_t>(inflate_->consumed()) : position_;
}

}  // namespace nscope::importers

#include "costmodel/price_formats/text_stream.h"

#include <algorithm>
#include <span>

#include <fmt/format.h>

namespace nscope::cost {
namespace {

constexpr std::size_t kBlock = std::size_t{1} << 20;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

std::string_view as_text(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// Price lists are repetitive: AWS's pack to a thirtieth, made-up ones to more.
InflateLimits limits() {
  InflateLimits limits;
  limits.max_ratio = 1032;
  return limits;
}

}  // namespace

Result<TextStream> TextStream::open(const ByteSource& file, TaskControl& control) {
  TextStream stream(file, control);
  control.begin("reading", file.size());
  if (is_gzip(file.head())) {
    auto gzip = InflateStream::open(file, limits());
    if (!gzip) return fail(gzip.error());
    stream.gzip_ = std::move(*gzip);
    stream.buffer_.resize(kBlock);
  }
  return stream;
}

Result<std::string_view> TextStream::next_block() {
  if (gzip_) {
    const auto count = gzip_->read(buffer_);
    if (!count) return fail(count.error());
    control_->advance_to(gzip_->consumed());
    if (*count == 0 && gzip_->trailing() > 0) {
      return fail(ErrorCode::kBadInput,
                  fmt::format("{} bytes behind the gzip data are not gzip", gzip_->trailing()),
                  name());
    }
    return as_text(std::span(buffer_).first(*count));
  }
  file_->release(at_);
  control_->advance_to(at_);
  const std::size_t count = std::min(kBlock, file_->size() - at_);
  const auto block = file_->text().substr(at_, count);
  at_ += count;
  return block;
}

Result<std::string_view> TextStream::next() {
  if (control_->cancelled()) return cancelled();
  auto block = next_block();
  if (!block || !first_) return block;
  first_ = false;
  if (block->starts_with(kByteOrderMark)) block->remove_prefix(kByteOrderMark.size());
  return block;
}

Result<std::string> whole_text(const ByteSource& file, TaskControl& control, std::size_t limit) {
  auto stream = TextStream::open(file, control);
  if (!stream) return fail(stream.error());
  std::string text;
  while (true) {
    const auto block = stream->next();
    if (!block) return fail(block.error());
    if (block->empty()) return text;
    if (block->size() > limit - text.size()) {
      return fail(ErrorCode::kBadInput,
                  fmt::format("is too large for its format: more than {} MiB", limit >> 20),
                  file.name());
    }
    text += *block;
  }
}

Result<std::string> text_head(const ByteSource& file, std::size_t bytes) {
  TaskControl control;
  auto stream = TextStream::open(file, control);
  if (!stream) return fail(stream.error());
  const auto block = stream->next();
  if (!block) return fail(block.error());
  return std::string(block->substr(0, bytes));
}

}  // namespace nscope::cost

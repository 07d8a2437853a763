#include "profiler/base/files/unpacked_text.h"

#include "profiler/base/text/utf8.h"

#include <algorithm>
#include <cstring>
#include <string_view>

#include <fmt/format.h>
#include <zlib.h>

namespace nscope {
namespace {

InflateLimits text_limits() {
  InflateLimits limits;
  limits.max_ratio = 1032;  // deflate's own
  return limits;
}

}  // namespace

Result<UnpackedText> UnpackedText::open(const ByteSource& source) {
  UnpackedText text(source, source.name(), source.bytes());
  if (!is_gzip(source.head())) return text;
  auto packed = InflateStream::open(source, text_limits());
  if (!packed) return fail(packed.error());
  text.packed_.emplace(std::move(*packed));
  return text;
}

Result<UnpackedText> UnpackedText::open(const ByteSource& archive, const ZipMember& member) {
  UnpackedText text(archive, archive.name() + ": " + member.name,
                    archive.bytes().subspan(member.offset, member.packed));
  text.member_ = member;
  if (!member.deflated) return text;
  auto packed = InflateStream::open_raw(text.bytes_, archive.name(), member.offset, text_limits());
  if (!packed) return fail(packed.error());
  text.packed_.emplace(std::move(*packed));
  return text;
}

Result<std::size_t> UnpackedText::read(std::span<std::byte> into) {
  const auto count = read_bytes(into);
  if (!count || started_) return count;
  started_ = true;
  const std::string_view text(reinterpret_cast<const char*>(into.data()), *count);
  if (!text.starts_with(kByteOrderMark)) return count;
  const std::size_t kept = *count - kByteOrderMark.size();
  std::memmove(into.data(), into.data() + kByteOrderMark.size(), kept);
  if (*count < into.size()) return kept;
  const auto rest = read_bytes(into.subspan(kept));
  if (!rest) return rest;
  return kept + *rest;
}

Result<std::size_t> UnpackedText::read(std::span<std::byte> into, TaskControl& control) {
  if (control.cancelled()) return cancelled();
  const auto count = read(into);
  control.advance_to(consumed());
  return count;
}

Result<std::size_t> UnpackedText::read_bytes(std::span<std::byte> into) {
  std::size_t count = 0;
  if (packed_) {
    const auto read = packed_->read(into);
    if (!read) return fail(read.error());
    count = *read;
  } else {
    count = std::min(into.size(), bytes_.size() - at_);
    std::memcpy(into.data(), bytes_.data() + at_, count);
    if (!member_) source_->release(at_ + count, at_);
    at_ += count;
  }
  produced_ += count;
  if (member_) {
    crc32_ = static_cast<std::uint32_t>(
        crc32_z(crc32_, reinterpret_cast<const Bytef*>(into.data()), count));
    if (count < into.size()) {
      if (auto ok = check_member(); !ok) return fail(ok.error());
    }
  } else if (packed_ && count < into.size()) {
    if (auto ok = check_trailing(); !ok) return fail(ok.error());
  }
  return count;
}

Result<> UnpackedText::check_trailing() const {
  if (packed_->trailing() == 0) return {};
  return fail(ErrorCode::kBadInput,
              tr_plural(packed_->trailing(), "{} unexpected byte after the gzip data",
                        "{} unexpected bytes after the gzip data",
                        as::count(static_cast<std::int64_t>(packed_->trailing()))),
              name_);
}

Result<> UnpackedText::check_member() const {
  if (produced_ == member_->unpacked && crc32_ == member_->crc32) return {};
  return fail(ErrorCode::kBadInput,
              tr("damaged ZIP archive: {} bytes with CRC-32 {}, but the directory states {} bytes "
                 "with CRC-32 {}",
                 produced_, fmt::format("{:08x}", crc32_), member_->unpacked,
                 fmt::format("{:08x}", member_->crc32)),
              name_);
}

std::uint64_t UnpackedText::consumed() const {
  return packed_ ? packed_->consumed() : at_;
}

Result<std::string> whole_text(const ByteSource& file, TaskControl& control, std::size_t limit) {
  control.begin(phrase("Reading the file"), file.size());
  auto in = UnpackedText::open(file);
  if (!in) return fail(in.error());
  constexpr std::size_t kPiece = std::size_t{1} << 20;
  std::string text;
  while (true) {
    const std::size_t at = text.size();
    text.resize(at + kPiece);
    const auto count = in->read(std::as_writable_bytes(std::span(text)).subspan(at), control);
    if (!count) return fail(count.error());
    text.resize(at + *count);
    if (text.size() > limit) {
      return fail(
          ErrorCode::kBadInput,
          tr("the decompressed file exceeds the limit of {} MiB for its format", limit >> 20),
          file.name());
    }
    if (*count < kPiece) return text;
  }
}

Result<std::string> text_head(const ByteSource& file, std::size_t bytes) {
  auto in = UnpackedText::open(file);
  if (!in) return fail(in.error());
  std::string text(bytes, '\0');
  const auto count = in->read(std::as_writable_bytes(std::span(text)));
  if (!count) return fail(count.error());
  text.resize(*count);
  return text;
}

}  // namespace nscope

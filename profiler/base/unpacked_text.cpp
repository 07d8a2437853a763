#include "profiler/base/unpacked_text.h"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>
#include <zlib.h>

namespace nscope {

Result<UnpackedText> UnpackedText::open(const ByteSource& source) {
  UnpackedText text(source, source.name(), source.bytes());
  if (!is_gzip(source.head())) return text;
  auto packed = InflateStream::open(source);
  if (!packed) return fail(packed.error());
  text.packed_.emplace(std::move(*packed));
  return text;
}

Result<UnpackedText> UnpackedText::open(const ByteSource& archive, const ZipMember& member) {
  UnpackedText text(archive, archive.name() + ": " + member.name,
                    archive.bytes().subspan(member.offset, member.packed));
  text.member_ = member;
  if (!member.deflated) return text;
  auto packed = InflateStream::open_raw(text.bytes_, archive.name(), member.offset);
  if (!packed) return fail(packed.error());
  text.packed_.emplace(std::move(*packed));
  return text;
}

Result<std::size_t> UnpackedText::read(std::span<std::byte> into) {
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
  }
  return count;
}

Result<> UnpackedText::check_member() const {
  if (produced_ == member_->unpacked && crc32_ == member_->crc32) return {};
  return fail(ErrorCode::kBadInput,
              fmt::format("damaged zip archive: {} bytes with checksum {:08x}, the directory says "
                          "{} with {:08x}",
                          produced_, crc32_, member_->unpacked, member_->crc32),
              name_);
}

std::uint64_t UnpackedText::consumed() const {
  return packed_ ? packed_->consumed() : at_;
}

}  // namespace nscope

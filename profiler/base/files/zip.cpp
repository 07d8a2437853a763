#include "profiler/base/files/zip.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <string_view>
#include <utility>

namespace nscope {
namespace {

// PKWARE APPNOTE 6.3.10, sections 4.3.7 to 4.3.16.
constexpr std::uint32_t kLocalHeader = 0x04034b50;
constexpr std::uint32_t kDirectoryEntry = 0x02014b50;
constexpr std::uint32_t kDirectoryEnd = 0x06054b50;
constexpr std::uint32_t kDirectoryEnd64 = 0x06064b50;
constexpr std::uint32_t kLocator64 = 0x07064b50;
constexpr std::size_t kLocalSize = 30;
constexpr std::size_t kEntrySize = 46;
constexpr std::size_t kEndSize = 22;
constexpr std::size_t kEnd64Size = 56;
constexpr std::size_t kLocatorSize = 20;
constexpr std::size_t kLongestComment = 65535;
constexpr std::uint16_t kExtra64 = 1;
constexpr std::uint32_t kIn64 = 0xffffffff;  // the number is in the ZIP64 field
// The mode of a member is in the upper half of its external attributes if Unix or macOS made it.
constexpr std::uint8_t kUnix = 3;
constexpr std::uint8_t kDarwin = 19;
constexpr std::uint32_t kFileType = 0170000;
constexpr std::uint32_t kLink = 0120000;

/// Reads little-endian numbers of an archive and makes errors with a position.
class FileBytes {
 public:
  explicit FileBytes(const ByteSource& file) : file_(file) {}

  std::size_t size() const { return file_.size(); }
  bool has(std::uint64_t offset, std::uint64_t count) const {
    return offset <= size() && count <= size() - offset;
  }
  template <class T>
  T get(std::uint64_t offset) const {
    T value{};
    std::memcpy(&value, file_.bytes().data() + offset, sizeof(T));
    return value;
  }
  std::string_view text(std::uint64_t offset, std::size_t count) const {
    return file_.text().substr(offset, count);
  }
  Error damaged(std::uint64_t offset, Text why) const {
    return error(offset, tr("damaged ZIP archive: {}", why));
  }
  Error unsupported(std::uint64_t offset, Text why) const {
    return error(offset, tr("unsupported ZIP archive: {}", why));
  }

 private:
  Error error(std::uint64_t offset, Text message) const {
    return {ErrorCode::kBadInput, std::move(message), tr("{}: byte {}", file_.name(), offset)};
  }

  const ByteSource& file_;
};

struct Directory {
  std::uint64_t offset = 0;
  std::uint64_t count = 0;
};

std::optional<std::uint64_t> find_end(const FileBytes& in) {
  if (in.size() < kEndSize) return std::nullopt;
  const std::size_t last = in.size() - kEndSize;
  const std::size_t first = last > kLongestComment ? last - kLongestComment : 0;
  std::optional<std::uint64_t> found;
  for (std::size_t at = last + 1; at-- > first;) {
    if (in.get<std::uint32_t>(at) != kDirectoryEnd) continue;
    // The comment at the end of the file may contain the signature, too.
    if (in.get<std::uint16_t>(at + 20) == last - at) return at;
    if (!found) found = at;
  }
  return found;
}

Result<Directory> find_directory(const FileBytes& in) {
  const auto end = find_end(in);
  if (!end)
    return fail(in.damaged(in.size(), tr("no central directory; the file may be truncated")));
  Directory directory{in.get<std::uint32_t>(*end + 16), in.get<std::uint16_t>(*end + 10)};
  const bool has_locator =
      *end >= kLocatorSize && in.get<std::uint32_t>(*end - kLocatorSize) == kLocator64;
  if (!has_locator) return directory;
  const auto at = in.get<std::uint64_t>(*end - kLocatorSize + 8);
  if (!in.has(at, kEnd64Size) || in.get<std::uint32_t>(at) != kDirectoryEnd64) {
    return fail(
        in.damaged(*end - kLocatorSize, tr("no ZIP64 directory at the offset in its locator")));
  }
  return Directory{in.get<std::uint64_t>(at + 48), in.get<std::uint64_t>(at + 32)};
}

/// Replaces the numbers that do not fit 32 bits by those of the ZIP64 field.
Result<> read_extra64(const FileBytes& in, std::uint64_t at, std::size_t size, ZipMember& member,
                      std::uint64_t& local) {
  const std::uint64_t end = at + size;
  while (end - at >= 4) {
    const auto id = in.get<std::uint16_t>(at);
    const std::uint64_t length = in.get<std::uint16_t>(at + 2);
    at += 4;
    if (length > end - at) {
      return fail(in.damaged(at, tr("an extra field extends beyond its entry")));
    }
    if (id == kExtra64) {
      std::uint64_t field = at;
      for (std::uint64_t* number : {&member.unpacked, &member.packed, &local}) {
        if (*number != kIn64) continue;
        if (at + length - field < 8)
          return fail(in.damaged(at, tr("the ZIP64 field is too short")));
        *number = in.get<std::uint64_t>(field);
        field += 8;
      }
      return {};
    }
    at += length;
  }
  return {};
}

/// Sets the offset of the compressed bytes, which follow the local header.
Result<> locate(const FileBytes& in, std::uint64_t local, ZipMember& member) {
  if (!in.has(local, kLocalSize) || in.get<std::uint32_t>(local) != kLocalHeader) {
    return fail(in.damaged(local, tr("no local header at the offset of '{}'", member.name)));
  }
  member.offset =
      local + kLocalSize + in.get<std::uint16_t>(local + 26) + in.get<std::uint16_t>(local + 28);
  if (!in.has(member.offset, member.packed)) {
    return fail(in.damaged(local, tr("'{}' extends beyond the end of the file", member.name)));
  }
  return {};
}

/// Reads the entry at `at` and moves `at` to its end.
Result<ZipMember> read_entry(const FileBytes& in, std::uint64_t& at) {
  if (!in.has(at, kEntrySize) || in.get<std::uint32_t>(at) != kDirectoryEntry) {
    return fail(in.damaged(at, tr("missing directory entry")));
  }
  const std::size_t name_size = in.get<std::uint16_t>(at + 28);
  const std::size_t extra_size = in.get<std::uint16_t>(at + 30);
  const std::size_t comment_size = in.get<std::uint16_t>(at + 32);
  if (!in.has(at + kEntrySize, name_size + extra_size + comment_size)) {
    return fail(in.damaged(at, tr("unexpected end of file in a directory entry")));
  }
  ZipMember member{.name = std::string(in.text(at + kEntrySize, name_size)),
                   .packed = in.get<std::uint32_t>(at + 20),
                   .unpacked = in.get<std::uint32_t>(at + 24),
                   .crc32 = in.get<std::uint32_t>(at + 16)};
  std::uint64_t local = in.get<std::uint32_t>(at + 42);
  const auto flags = in.get<std::uint16_t>(at + 8);
  const auto method = in.get<std::uint16_t>(at + 10);
  if ((flags & 1u) != 0) {
    return fail(in.unsupported(at, tr("'{}' is encrypted; unpack the archive first", member.name)));
  }
  constexpr std::uint16_t kDeflate = 8;
  if (method != 0 && method != kDeflate) {
    return fail(in.unsupported(
        at, tr("'{}' has compression method {}; supported: deflate; unpack the archive first",
               member.name, method)));
  }
  member.deflated = method == kDeflate;
  const auto maker = in.get<std::uint8_t>(at + 5);
  const std::uint32_t mode = in.get<std::uint32_t>(at + 38) >> 16;
  member.link = (maker == kUnix || maker == kDarwin) && (mode & kFileType) == kLink;
  if (auto ok = read_extra64(in, at + kEntrySize + name_size, extra_size, member, local); !ok) {
    return fail(ok.error());
  }
  if (auto ok = locate(in, local, member); !ok) return fail(ok.error());
  at += kEntrySize + name_size + extra_size + comment_size;
  return member;
}

}  // namespace

bool is_zip(std::span<const std::byte> head) {
  std::uint32_t magic = 0;
  if (head.size() < sizeof(magic)) return false;
  std::memcpy(&magic, head.data(), sizeof(magic));
  return magic == kLocalHeader || magic == kDirectoryEnd;
}

Result<std::vector<ZipMember>> read_zip_directory(const ByteSource& archive,
                                                  std::size_t most_members) {
  const FileBytes in(archive);
  const auto directory = find_directory(in);
  if (!directory) return fail(directory.error());
  if (directory->count > most_members) {
    return fail(in.unsupported(directory->offset,
                               tr("{} files; the limit is {}", directory->count, most_members)));
  }
  std::vector<ZipMember> members;
  std::uint64_t at = directory->offset;
  for (std::uint64_t i = 0; i < directory->count; ++i) {
    auto member = read_entry(in, at);
    if (!member) return fail(member.error());
    if (!member->name.ends_with('/')) members.push_back(std::move(*member));
  }
  // Without ZIP64, the count has 16 bits: some programs write its remainder.
  if (in.has(at, kEntrySize) && in.get<std::uint32_t>(at) == kDirectoryEntry) {
    return fail(in.damaged(at, tr("the directory has more files than its end states")));
  }
  return members;
}

}  // namespace nscope

#include "profiler/base/files/tar.h"

#include "profiler/base/text/utf8.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace nscope {
namespace {

constexpr std::size_t kBlock = 512;
/// Whether the map of a sparse file (GNU) continues in the next block: in its header, and in each
/// block of the map.
constexpr std::size_t kSparseMapFollows = 482;
constexpr std::size_t kSparseContinues = 504;
/// Extended headers may contain attributes of a file beside its name.
constexpr std::size_t kLongestHeader = std::size_t{1} << 20;

/// A number in a tar header: octal text, or binary with the high bit set. Negative if it is
/// neither.
std::int64_t tar_number(std::string_view text) {
  if (!text.empty() && (static_cast<unsigned char>(text[0]) & 0x80) != 0) {
    std::uint64_t value = 0;
    for (const char c : text.substr(text.size() - 8)) {
      value = value << 8 | static_cast<unsigned char>(c);
    }
    return value > (std::uint64_t{1} << 62) ? -1 : static_cast<std::int64_t>(value);
  }
  std::int64_t value = 0;
  bool digits = false;
  for (const char c : text) {
    if (c == '\0' || c == ' ') {
      if (digits) break;
      continue;
    }
    if (c < '0' || c > '7') return -1;
    value = value * 8 + (c - '0');
    digits = true;
  }
  return digits ? value : -1;
}

bool checksum_matches(std::string_view header) {
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < header.size(); ++i) {
    sum += i >= 148 && i < 156 ? ' ' : static_cast<unsigned char>(header[i]);
  }
  return tar_number(header.substr(148, 8)) == sum;
}

bool has_magic_word(std::string_view header) {
  constexpr std::size_t kMagic = 257;
  return header.size() > kMagic && header.substr(kMagic).starts_with("ustar");
}

std::string_view until_null(std::string_view text) {
  return text.substr(0, text.find('\0'));
}

bool is_zero(std::string_view text) {
  return text.find_first_not_of('\0') == std::string_view::npos;
}

TarMember::Kind kind_of(char type) {
  switch (type) {
    case '0':
    case '\0':
    case '7': return TarMember::Kind::kFile;
    case '1':
    case '2': return TarMember::Kind::kLink;
    case '5': return TarMember::Kind::kFolder;
    default: return TarMember::Kind::kOther;
  }
}

}  // namespace

bool is_tar(std::string_view head) {
  if (has_magic_word(head)) return true;
  return head.size() >= kBlock && head[0] != '\0' && checksum_matches(head.substr(0, kBlock));
}

Result<> TarReader::push(std::string_view data) {
  while (!data.empty()) {
    if (ended_) {
      trailing_ += static_cast<std::uint64_t>(
          std::count_if(data.begin(), data.end(), [](char c) { return c != '\0'; }));
      return {};
    }
    if (!sparse_map_ && (remaining_ > 0 || padding_ > 0)) {
      if (auto ok = take_content(data); !ok) return ok;
      continue;
    }
    const std::size_t n = std::min(kBlock - header_.size(), data.size());
    header_ += data.substr(0, n);
    data.remove_prefix(n);
    if (header_.size() < kBlock) continue;
    if (sparse_map_) {
      sparse_map_ = header_[kSparseContinues] != '\0';
    } else if (auto ok = start_member(); !ok) {
      return ok;
    }
    header_.clear();
  }
  return {};
}

Result<> TarReader::finish() const {
  if (remaining_ > 0) {
    return fail(ErrorCode::kBadInput,
                tr("unexpected end of file in member '{}': {} more bytes were expected",
                   displayable_utf8(name_), remaining_));
  }
  if (!header_.empty()) {
    return fail(ErrorCode::kBadInput, tr("unexpected end of file in the header of a member"));
  }
  if (count_ == 0) return fail(ErrorCode::kBadInput, tr("the archive has no members"));
  return {};
}

Result<> TarReader::start_member() {
  if (is_zero(header_)) {
    ended_ = true;
    return {};
  }
  const std::string_view header = header_;
  if (!checksum_matches(header)) {
    return fail(ErrorCode::kBadInput,
                tr("damaged archive: wrong checksum in the header of member {}", count_ + 1));
  }
  std::int64_t size = tar_number(header.substr(124, 12));
  if (!pax_size_.empty()) {
    const std::string text = std::exchange(pax_size_, {});
    size = -1;
    std::from_chars(text.data(), text.data() + text.size(), size);
  }
  if (size < 0) {
    return fail(ErrorCode::kBadInput,
                tr("damaged archive: member {} has no valid size", count_ + 1));
  }
  std::string name(until_null(header.substr(0, 100)));
  if (const auto prefix = until_null(header.substr(345, 155));
      header.substr(257).starts_with(std::string_view("ustar\0", 6)) && !prefix.empty()) {
    name = std::string(prefix) + "/" + name;
  }
  ++count_;
  return begin_content({.name = std::move(name), .size = static_cast<std::uint64_t>(size)},
                       header[156]);
}

Result<> TarReader::begin_content(TarMember member, char type) {
  remaining_ = member.size;
  padding_ = (kBlock - remaining_ % kBlock) % kBlock;
  content_.clear();
  use_ = type == 'L' ? Use::kLongName : type == 'x' ? Use::kPax : Use::kSkip;
  const bool of_next = type == 'K' || type == 'g' || use_ != Use::kSkip;
  if (use_ != Use::kSkip && remaining_ > kLongestHeader) {
    return fail(ErrorCode::kBadInput,
                tr("damaged archive: the name of a member has {} bytes, the limit is {}",
                   remaining_, kLongestHeader));
  }
  if (!of_next) {
    if (!long_name_.empty()) member.name = std::exchange(long_name_, {});
    member.kind = kind_of(type);
    if (member.kind == TarMember::Kind::kFile && member.name.ends_with('/')) {
      member.kind = TarMember::Kind::kFolder;  // of programs before POSIX
    }
    if (type == 'S') sparse_map_ = header_[kSparseMapFollows] != '\0';
    if (std::exchange(pax_sparse_, false)) member.kind = TarMember::Kind::kOther;
    const auto wanted = visitor_->begin(member);
    if (!wanted) return fail(wanted.error());
    if (*wanted) use_ = Use::kKeep;
  }
  name_ = std::move(member.name);
  return remaining_ == 0 ? end_content() : Result<>();
}

Result<> TarReader::take_content(std::string_view& data) {
  if (remaining_ == 0) {
    const std::size_t n = std::min(padding_, data.size());
    data.remove_prefix(n);
    padding_ -= n;
    return {};
  }
  const auto n = static_cast<std::size_t>(std::min<std::uint64_t>(remaining_, data.size()));
  const std::string_view piece = data.substr(0, n);
  if (use_ == Use::kKeep) {
    if (auto ok = visitor_->content(piece); !ok) return ok;
  } else if (use_ != Use::kSkip) {
    content_ += piece;
  }
  data.remove_prefix(n);
  remaining_ -= n;
  return remaining_ == 0 ? end_content() : Result<>();
}

Result<> TarReader::end_content() {
  switch (use_) {
    case Use::kKeep: return visitor_->end();
    case Use::kLongName: long_name_ = std::string(until_null(content_)); break;
    case Use::kPax: take_pax_records(); break;
    case Use::kSkip: break;
  }
  return {};
}

/// An extended header has records "LENGTH KEY=VALUE\n", whose length counts all their bytes.
void TarReader::take_pax_records() {
  std::string_view rest = content_;
  while (!rest.empty()) {
    std::size_t length = 0;
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), length);
    const auto digits = static_cast<std::size_t>(end - rest.data());
    if (error != std::errc() || length <= digits + 1 || length > rest.size()) return;
    std::string_view record = rest.substr(digits + 1, length - digits - 2);
    rest.remove_prefix(length);
    const std::size_t equals = record.find('=');
    const std::string_view key = record.substr(0, equals);
    if (equals == std::string_view::npos) continue;
    record.remove_prefix(equals + 1);
    if (key == "path") long_name_ = std::string(record);
    if (key == "size") pax_size_ = std::string(record);
    if (key.starts_with("GNU.sparse.")) pax_sparse_ = true;
  }
}

}  // namespace nscope

#include "importers/neff/archive.h"

#include "importers/shared/printable.h"
#include "profiler/base/files/inflate.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>
#include <vector>

namespace nscope::importers {
namespace {

using Members = std::map<std::string, std::string, std::less<>>;

constexpr std::size_t kBlock = 512;
constexpr std::size_t kMaxLongName = 4096;

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

std::string_view until_null(std::string_view text) {
  return text.substr(0, text.find('\0'));
}

/// The value of `path` in a pax extended header ("27 path=name\n" records).
std::string pax_path(std::string_view records) {
  const std::size_t at = records.find(" path=");
  if (at == std::string_view::npos) return {};
  const std::string_view value = records.substr(at + 6);
  return std::string(value.substr(0, value.find('\n')));
}

/// Reads the archive in pieces of any size and keeps the wanted members.
class TarReader {
 public:
  TarReader(const std::function<bool(std::string_view)>& wanted, const ArchiveLimits& limits)
      : wanted_(wanted), limits_(limits) {}

  /// The error in the archive; empty if there is none.
  Text push(std::string_view data) {
    while (!data.empty() && !ended_) {
      if (remaining_ > 0 || padding_ > 0) {
        take_content(data);
        continue;
      }
      const std::size_t n = std::min(kBlock - header_.size(), data.size());
      header_ += data.substr(0, n);
      data.remove_prefix(n);
      if (header_.size() == kBlock) {
        if (Text error = start_member(); !error.empty()) return error;
        header_.clear();
      }
    }
    return {};
  }

  /// The error if the data ended too early; empty if the archive is complete.
  Text finish() const {
    if (remaining_ > 0) {
      return tr("unexpected end of file in member '{}': {} more bytes were expected", name_,
                remaining_);
    }
    if (!header_.empty()) return tr("unexpected end of file in the header of a member");
    if (count_ == 0) return tr("the archive has no members");
    return {};
  }

  Members take() { return std::move(members_); }

 private:
  enum class Use { kSkip, kKeep, kLongName, kPax };

  Text start_member() {
    if (header_.find_first_not_of('\0') == std::string::npos) {
      ended_ = true;
      return {};
    }
    const std::string_view header = header_;
    if (!checksum_matches(header)) {
      return tr("damaged archive: wrong checksum in the header of member {}", count_ + 1);
    }
    const std::int64_t size = tar_number(header.substr(124, 12));
    if (size < 0) return tr("damaged archive: member {} has no valid size", count_ + 1);
    std::string name(until_null(header.substr(0, 100)));
    const bool ustar = header.substr(257, 5) == "ustar";
    if (const auto prefix = until_null(header.substr(345, 155)); ustar && !prefix.empty()) {
      name = std::string(prefix) + "/" + name;
    }
    if (!long_name_.empty()) name = std::exchange(long_name_, {});
    ++count_;
    name_ = printable(name);
    if (name_.starts_with("./")) name_.erase(0, 2);
    const char type = header[156];
    const bool regular = type == '0' || type == '\0';
    use_ = regular && wanted_(name_) ? Use::kKeep
           : type == 'L'             ? Use::kLongName
           : type == 'x'             ? Use::kPax
                                     : Use::kSkip;
    remaining_ = static_cast<std::uint64_t>(size);
    padding_ = (kBlock - remaining_ % kBlock) % kBlock;
    // The size is only a claim: it is compared with limits, never reserved.
    if (use_ == Use::kKeep && remaining_ > limits_.max_kept - kept_) {
      return tr(
          "member '{}' is too large: it has {} bytes; the limit for all members together is "
          "{} bytes",
          name_, remaining_, limits_.max_kept);
    }
    if ((use_ == Use::kLongName || use_ == Use::kPax) && remaining_ > kMaxLongName) {
      return tr("damaged archive: the name of a member has {} bytes, the limit is {}", remaining_,
                kMaxLongName);
    }
    content_.clear();
    if (remaining_ == 0) end_member();
    return {};
  }

  void take_content(std::string_view& data) {
    if (remaining_ > 0) {
      const auto n = static_cast<std::size_t>(std::min<std::uint64_t>(remaining_, data.size()));
      if (use_ != Use::kSkip) content_ += data.substr(0, n);
      data.remove_prefix(n);
      remaining_ -= n;
      if (remaining_ == 0) end_member();
      return;
    }
    const std::size_t n = std::min(padding_, data.size());
    data.remove_prefix(n);
    padding_ -= n;
  }

  void end_member() {
    switch (use_) {
      case Use::kKeep:
        kept_ += content_.size();
        members_.insert_or_assign(name_, std::move(content_));
        break;
      case Use::kLongName: long_name_ = std::string(until_null(content_)); break;
      case Use::kPax: long_name_ = pax_path(content_); break;
      case Use::kSkip: break;
    }
    content_.clear();
  }

  const std::function<bool(std::string_view)>& wanted_;
  const ArchiveLimits& limits_;
  Members members_;
  std::string header_;
  std::string name_;
  std::string long_name_;
  std::string content_;
  std::uint64_t kept_ = 0;
  std::uint64_t remaining_ = 0;
  std::size_t padding_ = 0;
  std::size_t count_ = 0;
  Use use_ = Use::kSkip;
  bool ended_ = false;
};

/// Unpacks `stream` piece by piece into `tar` and sets `position` to the number of packed bytes
/// read. Returns the error in the archive, if any.
Result<Text> unpack(InflateStream& stream, TarReader& tar, TaskControl& control,
                    std::uint64_t& position) {
  std::vector<std::byte> buffer(std::size_t{1} << 17);
  while (true) {
    if (control.cancelled()) return cancelled();
    const auto n = stream.read(buffer);
    position = stream.consumed();
    if (!n) return fail(n.error());
    if (*n == 0) return Text();
    control.advance_to(position);
    Text error = tar.push({reinterpret_cast<const char*>(buffer.data()), *n});
    if (!error.empty()) return error;
  }
}

}  // namespace

Result<Members> read_archive(std::string_view data, std::string_view file_name,
                             std::uint64_t base_offset,
                             const std::function<bool(std::string_view)>& wanted,
                             TaskControl& control, const ArchiveLimits& limits) {
  TarReader tar(wanted, limits);
  std::uint64_t position = 0;
  Text error;
  control.begin(phrase("Unpacking the archive"), data.size());
  const auto bytes = std::as_bytes(std::span(data));
  if (is_gzip(bytes)) {
    // The limit is for the whole file: weights at its start may be zeros and pack very well.
    const std::uint64_t limit =
        std::min(limits.max_unpacked,
                 std::max(limits.ratio_floor, limits.max_ratio * std::uint64_t{data.size()}));
    auto stream = InflateStream::open(bytes, std::string(file_name), base_offset,
                                      {.ratio_floor = limit, .max_unpacked = limit});
    if (!stream) return fail(stream.error());
    auto problem = unpack(*stream, tar, control, position);
    if (!problem) return fail(problem.error());
    error = std::move(*problem);
  } else {
    error = tar.push(data);
    position = data.size();
  }
  if (control.cancelled()) return cancelled();
  if (error.empty()) error = tar.finish();
  if (!error.empty()) {
    return fail(ErrorCode::kBadInput, std::move(error),
                tr("{}: byte {}", file_name, base_offset + position));
  }
  return tar.take();
}

}  // namespace nscope::importers

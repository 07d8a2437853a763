#include "importers/neff/archive.h"

#include "importers/shared/printable.h"
#include "profiler/base/files/inflate.h"
#include "profiler/base/files/tar.h"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

namespace nscope::importers {
namespace {

using Members = std::map<std::string, std::string, std::less<>>;

/// Keeps the wanted members in memory.
class KeptMembers : public TarVisitor {
 public:
  KeptMembers(const std::function<bool(std::string_view)>& wanted, const ArchiveLimits& limits)
      : wanted_(wanted), limits_(limits) {}

  Result<bool> begin(const TarMember& member) override {
    if (member.kind != TarMember::Kind::kFile) return false;
    name_ = printable(member.name);
    if (name_.starts_with("./")) name_.erase(0, 2);
    if (!wanted_(name_)) return false;
    // The size is only a claim: it is compared with limits, never reserved.
    if (member.size > limits_.max_kept - kept_) {
      return fail(ErrorCode::kBadInput,
                  tr("member '{}' is too large: it has {} bytes; the limit for all members "
                     "together is {} bytes",
                     name_, member.size, limits_.max_kept));
    }
    content_.clear();
    return true;
  }
  Result<> content(std::string_view piece) override {
    content_ += piece;
    return {};
  }
  Result<> end() override {
    kept_ += content_.size();
    members_.insert_or_assign(name_, std::exchange(content_, {}));
    return {};
  }
  Members take() { return std::move(members_); }

 private:
  const std::function<bool(std::string_view)>& wanted_;
  const ArchiveLimits& limits_;
  Members members_;
  std::string name_;
  std::string content_;
  std::uint64_t kept_ = 0;
};

/// Unpacks `stream` piece by piece into `tar` and sets `position` to the number of packed bytes
/// read. Errors of the archive have no place.
Result<> unpack(InflateStream& stream, TarReader& tar, TaskControl& control,
                std::uint64_t& position) {
  std::vector<std::byte> buffer(std::size_t{1} << 17);
  while (true) {
    if (control.cancelled()) return cancelled();
    const auto n = stream.read(buffer);
    position = stream.consumed();
    if (!n) return fail(n.error());
    if (*n == 0) return {};
    control.advance_to(position);
    if (auto ok = tar.push({reinterpret_cast<const char*>(buffer.data()), *n}); !ok) return ok;
  }
}

}  // namespace

Result<Members> read_archive(std::string_view data, std::string_view file_name,
                             std::uint64_t base_offset,
                             const std::function<bool(std::string_view)>& wanted,
                             TaskControl& control, const ArchiveLimits& limits) {
  KeptMembers kept(wanted, limits);
  TarReader tar(kept);
  std::uint64_t position = 0;
  Result<> read;
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
    read = unpack(*stream, tar, control, position);
  } else {
    read = tar.push(data);
    position = data.size();
  }
  if (control.cancelled()) return cancelled();
  if (read) read = tar.finish();
  if (read) return kept.take();
  Error error = std::move(read.error());
  if (error.where.empty()) error.where = tr("{}: byte {}", file_name, base_offset + position);
  return fail(std::move(error));
}

}  // namespace nscope::importers

#include "importers/open/unpacked_archive.h"

#include "importers/shared/printable.h"
#include "profiler/base/files/packed_file.h"
#include "profiler/base/files/tar.h"
#include "profiler/base/files/unpacked_text.h"
#include "profiler/base/files/zip.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <optional>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace nscope::importers {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kBlock = 512;
constexpr std::size_t kMostFolders = 64;
constexpr std::size_t kPieceSize = std::size_t{1} << 20;

/// The parts of the path of a member; empty if it leads out of the archive or is not a path.
/// A leading slash is ignored, as tar and unzip do.
std::vector<std::string> path_parts(std::string_view name) {
  std::vector<std::string> parts;
  if (name.find('\0') != std::string_view::npos) return {};
  while (!name.empty()) {
    const std::size_t slash = name.find('/');
    const std::string_view part = name.substr(0, slash);
    name.remove_prefix(slash == std::string_view::npos ? name.size() : slash + 1);
    if (part.empty() || part == ".") continue;
    if (part == "..") return {};
    parts.emplace_back(part);
  }
  return parts.size() > kMostFolders ? std::vector<std::string>{} : parts;
}

/// Files in which macOS keeps attributes of other files.
bool is_macos_attribute(const std::vector<std::string>& parts) {
  return parts.front() == "__MACOSX" || parts.back().starts_with("._");
}

/// Writes the members into a folder and counts those that are not written.
class MemberWriter {
 public:
  MemberWriter(fs::path folder, const ByteSource& archive, const UnpackedArchiveLimits& limits,
               DiagnosticList& notes)
      : folder_(std::move(folder)), archive_(archive), limits_(limits), notes_(notes) {}
  MemberWriter(const MemberWriter&) = delete;
  MemberWriter& operator=(const MemberWriter&) = delete;
  ~MemberWriter() { close(); }

  /// Counts a member. Errors: kBadInput (too many).
  Result<> count();
  /// Creates the file of a member. False if it is not unpacked, which was counted.
  Result<bool> open(std::string_view name);
  Result<> write(std::string_view piece);
  void close();
  /// Removes the file of the member that is open, because it cannot be read to its end.
  void drop();
  void leave_out(std::string_view name, Text why);

 private:
  Error io_error() const {
    return {ErrorCode::kIo,
            tr("cannot write a temporary file: {}; set TMPDIR to a folder with more space",
               std::strerror(errno)),
            folder_.parent_path().parent_path().string()};
  }
  Error too_much(Text message) const {
    return {ErrorCode::kBadInput, tr("{}; unpack it and open its folder", std::move(message)),
            archive_.name()};
  }

  fs::path folder_;
  const ByteSource& archive_;
  const UnpackedArchiveLimits& limits_;
  DiagnosticList& notes_;
  std::set<std::string> written_;
  fs::path path_;
  int descriptor_ = -1;
  std::size_t members_ = 0;
  std::uint64_t bytes_ = 0;
};

void MemberWriter::leave_out(std::string_view name, Text why) {
  notes_.add("archive_member_not_read", Severity::kWarning,
             tr("{} ({})", printable(name), std::move(why)));
}

Result<> MemberWriter::count() {
  if (++members_ <= limits_.members) return {};
  return fail(too_much(tr("the archive has more than {} members", as::count(limits_.members))));
}

Result<bool> MemberWriter::open(std::string_view name) {
  const std::vector<std::string> parts = path_parts(name);
  if (parts.empty()) {
    leave_out(name, tr("its name is not a path in the archive"));
    return false;
  }
  if (is_macos_attribute(parts)) {
    notes_.add("archive_metadata_skipped", Severity::kInfo,
               tr("{} (attributes of another file, written by macOS)", printable(name)));
    return false;
  }
  path_ = folder_;
  for (const std::string& part : parts) path_ /= part;
  std::error_code error;
  fs::create_directories(path_.parent_path(), error);
  // No member is a link, so that no path leads out of the folder.
  descriptor_ =
      error ? -1
            : ::open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (descriptor_ < 0) {
    const int reason = error ? error.value() : errno;
    constexpr std::array kOfName{EEXIST, ENOTDIR, EISDIR, ENAMETOOLONG, EILSEQ, EINVAL};
    errno = reason;
    if (std::find(kOfName.begin(), kOfName.end(), reason) == kOfName.end()) {
      return fail(io_error());
    }
    leave_out(name, tr("cannot be written: {}", std::strerror(reason)));
    return false;
  }
  if (!written_.insert(path_.string()).second) {
    notes_.add("archive_member_repeated", Severity::kWarning,
               tr("{} is in the archive several times; the last was read", printable(name)));
  }
  return true;
}

Result<> MemberWriter::write(std::string_view piece) {
  bytes_ += piece.size();
  if (bytes_ > limits_.total_bytes) {
    return fail(too_much(tr("the content of the archive has more than {}",
                            as::bytes(static_cast<double>(limits_.total_bytes)))));
  }
  if (bytes_ > limits_.ratio_floor && bytes_ / limits_.max_ratio > archive_.size()) {
    return fail(ErrorCode::kBadInput,
                tr("the compression ratio is above the limit of {}: {} bytes decompress to {}",
                   limits_.max_ratio, archive_.size(), bytes_),
                archive_.name());
  }
  while (!piece.empty()) {
    const ssize_t written = ::write(descriptor_, piece.data(), piece.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return fail(io_error());
    piece.remove_prefix(static_cast<std::size_t>(written));
  }
  return {};
}

void MemberWriter::close() {
  if (descriptor_ >= 0) ::close(descriptor_);
  descriptor_ = -1;
}

void MemberWriter::drop() {
  if (descriptor_ < 0) return;
  close();
  std::error_code ignored;
  fs::remove(path_, ignored);
  written_.erase(path_.string());
}

class TarFiles : public TarVisitor {
 public:
  explicit TarFiles(MemberWriter& writer) : writer_(writer) {}

  Result<bool> begin(const TarMember& member) override {
    if (auto ok = writer_.count(); !ok) return fail(ok.error());
    switch (member.kind) {
      case TarMember::Kind::kFile: return writer_.open(member.name);
      case TarMember::Kind::kFolder: break;
      case TarMember::Kind::kLink:
        writer_.leave_out(member.name, tr("a link is not followed"));
        break;
      case TarMember::Kind::kOther:
        writer_.leave_out(member.name, tr("neither a file nor a folder"));
        break;
    }
    return false;
  }
  Result<> content(std::string_view piece) override { return writer_.write(piece); }
  Result<> end() override {
    writer_.close();
    return {};
  }

 private:
  MemberWriter& writer_;
};

Result<> unpack_tar(const ByteSource& file, MemberWriter& writer,
                    const UnpackedArchiveLimits& limits, DiagnosticList& notes,
                    TaskControl& control) {
  TarFiles files(writer);
  TarReader tar(files);
  std::uint64_t at = 0;
  bool truncated = false;
  std::uint64_t trailing = 0;
  Result<> read;
  const auto take = [&](std::string_view piece) {
    auto ok = tar.push(piece);
    if (ok) at += piece.size();
    return ok;
  };
  if (packing_of(file.head()) == Packing::kNone) {
    for (std::size_t begin = 0; begin < file.size() && read; begin += kPieceSize) {
      if (control.cancelled()) return cancelled();
      read = take(file.text().substr(begin, kPieceSize));
      file.release(begin, begin < kPieceSize ? 0 : begin - kPieceSize);
      control.advance_to(begin);
    }
  } else {
    const auto end = unpack_pieces(
        file, control, {.ratio_floor = limits.ratio_floor, .max_ratio = limits.max_ratio},
        [&](std::span<const std::byte> bytes) {
          return take({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
        });
    if (!end) read = fail(end.error());
    truncated = end && end->truncated;
    trailing = end ? end->trailing : 0;
  }
  if (!read) {
    Error error = std::move(read.error());
    if (error.where.empty()) error.where = tr("{}: byte {}", file.name(), at);
    return fail(std::move(error));
  }
  if (const auto complete = tar.finish(); !complete || truncated) {
    writer.drop();
    notes.add("archive_cut_off", Severity::kError,
              complete ? tr("unexpected end of the compressed data at byte {}: the files up to "
                            "there were read",
                            file.size())
                       : complete.error().message);
  }
  if (const std::uint64_t rest = trailing + tar.trailing(); rest > 0) {
    notes.add("trailing_bytes", Severity::kWarning,
              tr("{} bytes after the end of the archive were skipped", rest));
  }
  return {};
}

/// The name of a member with slashes, which some programs of Windows write as backslashes.
std::string with_slashes(std::string name) {
  if (name.find('/') == std::string::npos) std::replace(name.begin(), name.end(), '\\', '/');
  return name;
}

Result<> unpack_member(const ByteSource& file, const ZipMember& member, MemberWriter& writer,
                       std::vector<std::byte>& piece, TaskControl& control) {
  auto text = UnpackedText::open(file, member);
  if (!text) return fail(text.error());
  while (true) {
    if (control.cancelled()) return cancelled();
    const auto size = text->read(piece);
    if (!size) {
      writer.drop();
      writer.leave_out(member.name, size.error().message);
      return {};
    }
    if (*size == 0) break;
    auto ok = writer.write({reinterpret_cast<const char*>(piece.data()), *size});
    if (!ok) return ok;
  }
  writer.close();
  return {};
}

Result<> unpack_zip(const ByteSource& file, MemberWriter& writer,
                    const UnpackedArchiveLimits& limits, TaskControl& control) {
  const auto members = read_zip_directory(file, limits.members);
  if (!members) return fail(members.error());
  if (members->empty()) return fail(ErrorCode::kBadInput, tr("the archive is empty"), file.name());
  std::vector<std::byte> piece(kPieceSize);
  std::uint64_t done = 0;
  for (const ZipMember& member : *members) {
    if (member.link) {
      writer.leave_out(member.name, tr("a link is not followed"));
      continue;
    }
    const auto wanted = writer.open(with_slashes(member.name));
    if (!wanted) return fail(wanted.error());
    if (!*wanted) continue;
    if (auto ok = unpack_member(file, member, writer, piece, control); !ok) return ok;
    done += member.packed;
    control.advance_to(done);
  }
  return {};
}

/// The folder itself, or the folder that is all that it contains.
fs::path content_folder(fs::path folder) {
  for (std::size_t depth = 0; depth < kMostFolders; ++depth) {
    std::error_code error;
    fs::directory_iterator it(folder, error);
    if (error || it == fs::directory_iterator()) break;
    const fs::directory_entry only = *it;
    if (it.increment(error) != fs::directory_iterator() || !only.is_directory(error)) break;
    folder = only.path();
  }
  return folder;
}

}  // namespace

bool is_archive(const ByteSource& file) {
  if (is_zip(file.head())) return true;
  if (packing_of(file.head()) == Packing::kNone) return is_tar(file.text().substr(0, kBlock));
  return is_tar(unpacked_head(file, kBlock).text());
}

Result<UnpackedArchive> UnpackedArchive::unpack(const ByteSource& file, DiagnosticList& notes,
                                                TaskControl& control,
                                                const UnpackedArchiveLimits& limits) {
  control.begin(phrase("Unpacking the archive"), file.size());
  std::error_code error;
  fs::path place = fs::temp_directory_path(error);
  if (error) place = "/tmp";
  auto entry =
      std::make_unique<TemporaryEntry>((place / "archive").string(), TemporaryEntry::Kind::kFolder);
  UnpackedArchive archive(std::move(entry), file.name());
  // The folder has the name of the archive, by which a capture that is a folder is named.
  std::string name = fs::path(file.name()).filename().string();
  if (name.empty() || name == "." || name == "..") name = "archive";
  const fs::path top = fs::path(archive.entry_->path()) / name;
  if (::chmod(archive.entry_->path().c_str(), 0700) != 0 || ::mkdir(top.c_str(), 0700) != 0) {
    return fail(ErrorCode::kIo,
                tr("cannot write a temporary file: {}; set TMPDIR to a folder with more space",
                   std::strerror(errno)),
                place.string());
  }
  MemberWriter writer(top, file, limits, notes);
  const auto unpacked = is_zip(file.head()) ? unpack_zip(file, writer, limits, control)
                                            : unpack_tar(file, writer, limits, notes, control);
  if (!unpacked) return fail(unpacked.error());
  archive.top_ = top.string();
  archive.folder_ = content_folder(top).string();
  return archive;
}

std::string UnpackedArchive::as_in_archive(std::string_view path) const {
  if (!path.starts_with(top_)) return std::string(path);
  return archive_ + std::string(path.substr(top_.size()));
}

}  // namespace nscope::importers

#include "app/remote/staged_session.h"

#include "importers/shared/importer.h"
#include "profiler/base/files/byte_source.h"
#include "profiler/base/version.h"
#include "profiler/trace/session/session_file.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <zlib.h>

namespace nscope::remote {
namespace {

namespace fs = std::filesystem;

constexpr auto kKept = std::chrono::hours(24 * 30);
/// Files of a folder that its stamp covers; a capture folder has fewer.
constexpr std::size_t kMostFiles = 100'000;

tl::unexpected<Error> io_error(const std::error_code& error, const std::string& path) {
  return fail(ErrorCode::kIo, Text::verbatim(error.message()), path);
}

/// Removes entries whose time is older than kKept. Failures are not errors.
void remove_old(const fs::path& folder) {
  std::error_code error;
  const auto now = fs::file_time_type::clock::now();
  for (fs::directory_iterator entry(folder, error); !error && entry != end(entry);
       entry.increment(error)) {
    std::error_code ignored;
    const auto time = fs::last_write_time(entry->path(), ignored);
    if (!ignored && now - time > kKept) fs::remove_all(entry->path(), ignored);
  }
}

/// Name, size and time of a file as one line.
Result<std::string> line_of(const fs::path& file) {
  std::error_code error;
  const auto size = fs::file_size(file, error);
  if (error) return io_error(error, file.string());
  const auto time = fs::last_write_time(file, error);
  if (error) return io_error(error, file.string());
  return fmt::format("{}\t{}\t{}\n", file.string(), size, time.time_since_epoch().count());
}

/// The lines of all files, sorted.
Result<std::string> lines_of(const fs::path& path, TaskControl& control) {
  std::error_code error;
  if (!fs::is_directory(path, error)) return line_of(path);
  std::vector<std::string> lines;
  fs::recursive_directory_iterator entry(path, error);
  for (; !error && entry != end(entry); entry.increment(error)) {
    if (control.cancelled()) return cancelled();
    std::error_code ignored;
    if (!fs::is_regular_file(entry->path(), ignored)) continue;
    if (lines.size() == kMostFiles) {
      return fail(ErrorCode::kBadInput,
                  tr("the folder has more than {} files; name the folder of one capture",
                     as::count(kMostFiles)),
                  path.string());
    }
    auto line = line_of(entry->path());
    if (!line) return line;
    lines.push_back(std::move(*line));
  }
  if (error) return io_error(error, path.string());
  std::sort(lines.begin(), lines.end());
  std::string all;
  for (const std::string& line : lines) all += line;
  return all;
}

/// Two checksums of the text as hexadecimal digits. They detect changes but not forgeries.
std::string checksum(const std::string& text) {
  const auto* const bytes = reinterpret_cast<const Bytef*>(text.data());
  const auto crc = ::crc32_z(::crc32_z(0, nullptr, 0), bytes, text.size());
  const auto adler = ::adler32_z(::adler32_z(0, nullptr, 0), bytes, text.size());
  return fmt::format("{:08x}{:08x}", crc, adler);
}

bool is_session(const std::string& path) {
  const auto source = ByteSource::open(path);
  return source && session_file::sniff(source->head());
}

Result<StagedSession> staged_at(const fs::path& path, std::string stamp) {
  std::error_code error;
  const auto size = fs::file_size(path, error);
  if (error) return io_error(error, path.string());
  return StagedSession{path.string(), size, std::move(stamp)};
}

}  // namespace

Result<std::string> cache_folder(const std::string& name) {
  const char* const cache = std::getenv("XDG_CACHE_HOME");
  const char* const home = std::getenv("HOME");
  fs::path folder = cache != nullptr && *cache == '/' ? fs::path(cache)
                    : home != nullptr                 ? fs::path(home) / ".cache"
                                                      : fs::path();
  if (folder.empty()) {
    return fail(ErrorCode::kIo, tr("there is no cache folder, because HOME is not set"));
  }
  folder = folder / "neuronscope" / name;
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) return io_error(error, folder.string());
  // Captures can be confidential.
  fs::permissions(folder, fs::perms::owner_all, error);
  remove_old(folder);
  return folder.string();
}

Result<StagedSession> stage(const std::string& path, TaskControl& control) {
  std::error_code error;
  const fs::path absolute = fs::canonical(path, error);
  if (error) return fail(ErrorCode::kNotFound, Text::verbatim(error.message()), path);
  const auto lines = lines_of(absolute, control);
  if (!lines) return fail(lines.error());
  std::string stamp = checksum(fmt::format("nscope {}\n{}", kVersion, *lines));
  if (is_session(absolute.string())) return staged_at(absolute, std::move(stamp));
  const auto folder = cache_folder("staged");
  if (!folder) return fail(folder.error());
  const fs::path staged = fs::path(*folder) / (stamp + ".nscope");
  if (fs::exists(staged, error)) {
    fs::last_write_time(staged, fs::file_time_type::clock::now(), error);
    return staged_at(staged, std::move(stamp));
  }
  const auto trace = importers::open_run(std::vector{absolute.string()}, {}, control);
  if (!trace) return fail(trace.error());
  if (auto saved = session_file::save(**trace, staged.string(), control); !saved) {
    return fail(saved.error());
  }
  return staged_at(staged, std::move(stamp));
}

Json to_json(const StagedSession& staged) {
  return Json{{"schema", "nscope.staged/1"},
              {"path", staged.path},
              {"bytes", staged.bytes},
              {"stamp", staged.stamp}};
}

Result<StagedSession> staged_from_json(const Json& json, const std::string& name) {
  StrictObject in(json, name);
  if (in.string("schema") != "nscope.staged/1") in.reject("schema", tr("is not supported"));
  StagedSession staged{.path = in.string("path")};
  const std::int64_t bytes = in.integer("bytes");
  staged.stamp = in.string("stamp");
  const bool plain = staged.stamp.size() == 16 &&
                     staged.stamp.find_first_not_of("0123456789abcdef") == std::string::npos;
  if (!plain) in.reject("stamp", tr("must be 16 hexadecimal digits"));
  if (bytes <= 0) in.reject("bytes", tr("must be positive"));
  if (!staged.path.starts_with('/')) in.reject("path", tr("must be an absolute path"));
  if (auto ok = in.finish(); !ok) return fail(ok.error());
  staged.bytes = static_cast<std::uint64_t>(bytes);
  return staged;
}

}  // namespace nscope::remote

#include "app/batch/fingerprint.h"

#include "profiler/base/files/byte_source.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <vector>

#include <fmt/format.h>
#include <zlib.h>

namespace nscope::batch {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kBlock = std::size_t{16} << 20;

struct Sums {
  uLong crc = ::crc32(0, nullptr, 0);
  uLong adler = ::adler32(0, nullptr, 0);
  std::uint64_t size = 0;

  void add(std::string_view text) {
    const auto* bytes = reinterpret_cast<const Bytef*>(text.data());
    crc = ::crc32(crc, bytes, static_cast<uInt>(text.size()));
    adler = ::adler32(adler, bytes, static_cast<uInt>(text.size()));
    size += text.size();
  }
};

Result<> add_file(const std::string& path, Sums& sums, TaskControl& control) {
  std::error_code error;
  if (fs::file_size(path, error) == 0) return {};
  const auto source = ByteSource::open(path);
  if (!source) return fail(source.error());
  const std::string_view text = source->text();
  for (std::size_t at = 0; at < text.size(); at += kBlock) {
    if (control.cancelled()) return cancelled();
    sums.add(text.substr(at, kBlock));
    source->release(std::min(at + kBlock, text.size()), at);
  }
  return {};
}

/// The regular files in a folder and its subfolders, sorted, without hidden ones.
std::vector<fs::path> files_below(const fs::path& folder) {
  std::vector<fs::path> files;
  for (fs::recursive_directory_iterator it(folder), end; it != end; ++it) {
    if (it->path().filename().string().starts_with('.')) {
      it.disable_recursion_pending();
    } else if (it->is_regular_file()) {
      files.push_back(it->path());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

Result<std::string> fingerprint(const std::string& path, TaskControl& control) {
  try {
    Sums sums;
    if (fs::is_directory(path)) {
      for (const fs::path& file : files_below(path)) {
        sums.add(file.lexically_relative(path).string());
        if (auto ok = add_file(file.string(), sums, control); !ok) return fail(ok.error());
      }
    } else if (fs::is_regular_file(path)) {
      if (auto ok = add_file(path, sums, control); !ok) return fail(ok.error());
    } else {
      return std::string();
    }
    return fmt::format("{}-{:08x}-{:08x}", sums.size, sums.crc, sums.adler);
  } catch (const fs::filesystem_error& error) {
    return fail(ErrorCode::kIo, Text::verbatim(error.code().message()), path);
  }
}

}  // namespace nscope::batch

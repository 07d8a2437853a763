#include "app/pricing/bill_files.h"

#include "app/pricing/parquet_bill_rows.h"
#include "costmodel/bills/read_bill.h"
#include "profiler/base/files/byte_source.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace nscope::app {
namespace {

namespace fs = std::filesystem;

/// Whether a relative path stays in its folder.
bool stays_inside(const fs::path& path) {
  return path.is_relative() && std::ranges::find(path, fs::path("..")) == path.end();
}

/// Finds a file that a manifest lists: the longest suffix of its path that exists in the folder of
/// the manifest. A manifest of somebody else must not name files outside of it.
std::optional<std::string> find_beside(const fs::path& folder, std::string_view name) {
  while (true) {
    const fs::path path = folder / name;
    std::error_code error;
    if (!name.empty() && stays_inside(name) && fs::is_regular_file(path, error)) {
      return path.string();
    }
    const std::size_t slash = name.find('/');
    if (slash == std::string_view::npos) return std::nullopt;
    name.remove_prefix(slash + 1);
  }
}

class Reader {
 public:
  Reader(const cost::BillFilter& filter, TaskControl& control)
      : builder_(filter), control_(control) {}

  /// Reads a file that the user stated: a bill or a manifest.
  Result<> read_named(const std::string& path) {
    const auto file = ByteSource::open(path);
    if (!file) return fail(file.error());
    const auto listed = cost::bill_manifest_files(*file);
    if (!listed) return fail(listed.error());
    return listed->empty() ? read(*file) : read_listed(path, *listed);
  }

  cost::Bill finish() { return builder_.finish(); }

 private:
  Result<> read_listed(const std::string& manifest, const std::vector<std::string>& names) {
    const fs::path folder = fs::path(manifest).parent_path();
    std::vector<std::string> found;
    std::string missing;
    for (const std::string& name : names) {
      const auto path = find_beside(folder, name);
      if (path) {
        found.push_back(*path);
      } else {
        missing += (missing.empty() ? "" : ", ") + fs::path(name).filename().string();
      }
    }
    if (!missing.empty()) {
      return fail(ErrorCode::kNotFound,
                  tr("lists {} files, but these are not in its folder: {}", names.size(), missing),
                  manifest);
    }
    for (const std::string& path : found) {
      const auto file = ByteSource::open(path);
      if (!file) return fail(file.error());
      if (auto ok = read(*file); !ok) return ok;
    }
    return {};
  }

  Result<> read(const ByteSource& file) {
    // A bill must not be counted twice. Files of the same size with the same beginning are
    // duplicates.
    constexpr std::size_t kHead = 1 << 16;
    const std::string_view head = file.text().substr(0, kHead);
    const auto [known, is_new] =
        seen_.emplace(std::pair(file.size(), std::hash<std::string_view>()(head)), file.name());
    if (!is_new) {
      return fail(ErrorCode::kInvalidArgument,
                  tr("has the same content as {} and would be counted twice", known->second),
                  file.name());
    }
    if (!head.starts_with("PAR1")) return cost::read_bill_file(file, builder_, control_);
    auto rows = ParquetBillRows::open(file.name(), control_);
    if (!rows) return fail(rows.error());
    return cost::read_bill_rows(**rows, file.name(), builder_);
  }

  cost::BillBuilder builder_;
  TaskControl& control_;
  std::map<std::pair<std::size_t, std::size_t>, std::string> seen_;
};

}  // namespace

Result<cost::Bill> read_bills(std::span<const std::string> paths, const cost::BillFilter& filter,
                              TaskControl& control) {
  Reader reader(filter, control);
  for (const std::string& path : paths) {
    if (auto ok = reader.read_named(path); !ok) return fail(ok.error());
  }
  return reader.finish();
}

}  // namespace nscope::app

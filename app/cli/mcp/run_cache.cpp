#include "app/cli/mcp/run_cache.h"

#include <filesystem>
#include <system_error>

#include <fmt/format.h>

namespace nscope::cli {
namespace {

namespace fs = std::filesystem;

/// Changes when a file of the capture changes, is added or is removed.
std::string state_of(const fs::path& path) {
  std::error_code error;
  std::string state;
  const auto add = [&](const fs::path& file) {
    state += fmt::format("{}:{}:{};", file.string(), fs::file_size(file, error),
                         fs::last_write_time(file, error).time_since_epoch().count());
  };
  if (!fs::is_directory(path, error)) add(path);
  for (fs::recursive_directory_iterator entry(path, error), end; !error && entry != end;
       entry.increment(error)) {
    if (entry->is_regular_file(error)) add(entry->path());
  }
  return state;
}

}  // namespace

Result<std::string> RunCache::session_of(const std::string& path, TaskControl& control) {
  if (path.ends_with(".nscope")) return path;
  std::string state = state_of(path);
  if (const auto found = entries_.find(path);
      found != entries_.end() && found->second.state == state) {
    return found->second.session;
  }
  std::string session = fmt::format("{}/run-{}.nscope", folder_, ++count_);
  if (auto ok = import_(path, session, control); !ok) return fail(ok.error());
  Entry& entry = entries_[path];
  std::error_code error;
  if (!entry.session.empty()) fs::remove(entry.session, error);
  entry = {.state = std::move(state), .session = session};
  return session;
}

std::string RunCache::with_captures(std::string text) const {
  for (const auto& [capture, entry] : entries_) {
    for (std::size_t at = 0; (at = text.find(entry.session, at)) != std::string::npos;
         at += capture.size()) {
      text.replace(at, entry.session.size(), capture);
    }
  }
  return text;
}

std::vector<std::string> RunCache::captures() const {
  std::vector<std::string> paths;
  for (const auto& [capture, entry] : entries_) paths.push_back(capture);
  return paths;
}

}  // namespace nscope::cli

#include "profiler/analysis/gate/run_folder.h"

#include "profiler/base/files/atomic_file.h"
#include "profiler/base/files/locked_lines.h"
#include "profiler/base/json.h"
#include "profiler/base/text/text_cursor.h"
#include "profiler/base/version.h"

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace nscope::gate::run_folder {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kAdded = "added-";
constexpr const char* kRecords = ".nscope-gate";

std::string text_of(const Json& json, int indent) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

/// Moves files. Unless keep() is called, the destructor moves them back and removes the folders
/// that were created for them.
class Moves {
 public:
  ~Moves() {
    std::error_code ignored;
    for (auto it = done_.rbegin(); it != done_.rend(); ++it) {
      fs::rename(it->second, it->first, ignored);
      fs::remove(it->second.parent_path(), ignored);  // fails if the folder is not empty
    }
  }
  Result<> move(const fs::path& from, const fs::path& to) {
    std::error_code error;
    fs::create_directories(to.parent_path(), error);
    if (!error) fs::rename(from, to, error);
    if (!error) {
      done_.emplace_back(from, to);
      return {};
    }
    std::error_code ignored;
    fs::remove(to.parent_path(), ignored);
    return fail(ErrorCode::kIo, tr("cannot move the file: {}", error.message()), from.string());
  }
  void keep() { done_.clear(); }

 private:
  std::vector<std::pair<fs::path, fs::path>> done_;
};

/// The highest number that follows `prefix` in the file names of a folder; 0 if there is none.
std::size_t highest_number(const fs::path& folder, std::string_view prefix) {
  std::uint32_t highest = 0;
  std::error_code ignored;  // a folder that does not exist has no files
  for (fs::directory_iterator at(folder, ignored), end; !ignored && at != end;
       at.increment(ignored)) {
    const std::string name = at->path().filename().string();
    TextCursor in(name);
    std::uint32_t number = 0;
    if (in.take(prefix) && in.number(number)) highest = std::max(highest, number);
  }
  return highest;
}

/// The number of the next update. It is higher than those of all updates in the journal, and of
/// interrupted updates, which moved files but wrote no line to the journal.
Result<std::size_t> next_number(const LockedLines& journal, const fs::path& root,
                                const fs::path& superseded) {
  const auto source = journal.content();
  if (!source) return fail(source.error());
  const std::string_view text = source->text();
  const auto lines = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  return std::max({lines, highest_number(root, kAdded), highest_number(superseded, "")}) + 1;
}

/// "added-000002-0001-run.json": names sort by update and by position in the update.
std::string added_name(std::size_t update, std::size_t position, const Run& run) {
  return fmt::format("{}{:06}-{:04}-{}.json", kAdded, update, position,
                     fs::path(run.name).stem().string());
}

std::string document_of(const Run& run) {
  Json json = analysis::summary_json(run.summary);
  json["run"] = run.name;
  if (!run.revision.empty()) json["revision"] = run.revision;
  return text_of(json, 1) + "\n";
}

Result<> create_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directory(folder, error);
  if (!error) return {};
  return fail(ErrorCode::kIo, tr("cannot create the folder: {}", error.message()), folder.string());
}

}  // namespace

bool is_added(std::string_view file_name) {
  return file_name.starts_with(kAdded);
}

Result<> update(const std::string& folder, std::span<const Run> runs,
                std::span<const std::string> superseded, const history::Update& update) {
  assert(!update.reason.empty());
  const fs::path root(folder);
  const fs::path records = root / kRecords;
  const fs::path incoming = records / "incoming";
  const fs::path superseded_folder = records / "superseded";
  for (const fs::path& path : {root, records}) {
    if (auto ok = create_folder(path); !ok) return ok;
  }
  auto journal = LockedLines::open(records / "updates.jsonl", LockedLines::Lock::kWait);
  if (!journal) return fail(journal.error());
  const auto number = next_number(*journal, root, superseded_folder);
  if (!number) return fail(number.error());
  std::error_code ignored;
  fs::remove_all(incoming, ignored);  // left by an interrupted update
  if (auto ok = create_folder(incoming); !ok) return ok;

  Json added = Json::array();
  std::vector<std::string> names;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    names.push_back(added_name(*number, i + 1, runs[i]));
    if (auto ok = write_file(incoming / names.back(), document_of(runs[i])); !ok) return ok;
    added.push_back(names.back());
  }
  Json moved_away = Json::array();
  Moves moves;
  for (const std::string& name : names) {
    if (auto ok = moves.move(incoming / name, root / name); !ok) return ok;
  }
  for (const std::string& file : superseded) {
    const fs::path relative = fs::path(file).lexically_proximate(root);
    const fs::path to = superseded_folder / fmt::format("{:06}", *number) / relative;
    if (auto ok = moves.move(file, to); !ok) return ok;
    moved_away.push_back(relative.string());
  }
  const Json line{{"update", *number},
                  {"time", update.time},
                  {"mode", update.replace ? "replace" : "append"},
                  {"reason", update.reason},
                  {"verdict", update.verdict},
                  {"program", std::string("nscope ") + kVersion},
                  {"added", std::move(added)},
                  {"superseded", std::move(moved_away)}};
  if (auto ok = journal->append(text_of(line, -1)); !ok) return ok;
  moves.keep();
  fs::remove(incoming, ignored);
  return {};
}

}  // namespace nscope::gate::run_folder

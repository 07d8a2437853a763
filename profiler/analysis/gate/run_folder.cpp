#include "profiler/analysis/gate/run_folder.h"

#include "profiler/base/atomic_file.h"
#include "profiler/base/byte_source.h"
#include "profiler/base/json.h"
#include "profiler/base/version.h"

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

namespace nscope::gate::run_folder {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kAdded = "added-";
constexpr const char* kRecords = ".nscope-gate";

std::string text_of(const Json& json, int indent) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace) + "\n";
}

/// The open journal of a folder; nobody else updates it meanwhile.
class Journal {
 public:
  static Result<Journal> open(const std::string& path) {
    const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (file < 0) return fail(ErrorCode::kIo, std::strerror(errno), path);
    Journal journal(file, path);
    if (::flock(file, LOCK_EX) != 0) return fail(ErrorCode::kIo, std::strerror(errno), path);
    return journal;
  }
  Journal(Journal&& other) noexcept
      : file_(std::exchange(other.file_, -1)), path_(std::move(other.path_)) {}
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;
  ~Journal() {
    if (file_ >= 0) ::close(file_);
  }

  /// Of the update that comes next.
  Result<std::size_t> number() const {
    const auto source = ByteSource::open(path_);
    if (!source) return fail(source.error());
    const std::string_view text = source->text();
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) + 1;
  }
  Result<> add(const std::string& line) const {
    if (::write(file_, line.data(), line.size()) != static_cast<ssize_t>(line.size()) ||
        ::fsync(file_) != 0) {
      return fail(ErrorCode::kIo, std::strerror(errno), path_);
    }
    return {};
  }

 private:
  Journal(int file, std::string path) : file_(file), path_(std::move(path)) {}

  int file_;
  std::string path_;
};

/// Moves files, and back where one of them cannot be moved.
class Moves {
 public:
  ~Moves() {
    std::error_code ignored;
    for (auto it = done_.rbegin(); it != done_.rend(); ++it) {
      fs::rename(it->second, it->first, ignored);
    }
  }
  Result<> move(const fs::path& from, const fs::path& to) {
    std::error_code error;
    fs::create_directories(to.parent_path(), error);
    if (!error) fs::rename(from, to, error);
    if (error) return fail(ErrorCode::kIo, "cannot be moved: " + error.message(), from.string());
    done_.emplace_back(from, to);
    return {};
  }
  void keep() { done_.clear(); }

 private:
  std::vector<std::pair<fs::path, fs::path>> done_;
};

/// "added-000002-0001-run.json": sorts by update and place in it.
std::string added_name(std::size_t update, std::size_t place, const Run& run) {
  return fmt::format("{}{:06}-{:04}-{}.json", kAdded, update, place,
                     fs::path(run.name).stem().string());
}

std::string document_of(const Run& run) {
  Json json = analysis::summary_json(run.summary);
  json["run"] = run.name;
  if (!run.revision.empty()) json["revision"] = run.revision;
  return text_of(json, 1);
}

Result<> make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directory(folder, error);
  if (error) return fail(ErrorCode::kIo, "cannot be made: " + error.message(), folder.string());
  return {};
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
  for (const fs::path& path : {root, records}) {
    if (auto ok = make_folder(path); !ok) return ok;
  }
  const auto journal = Journal::open(records / "updates.jsonl");
  if (!journal) return fail(journal.error());
  const auto number = journal->number();
  if (!number) return fail(number.error());
  std::error_code ignored;
  fs::remove_all(incoming, ignored);  // of an update that was interrupted
  if (auto ok = make_folder(incoming); !ok) return ok;

  Json added = Json::array();
  std::vector<std::string> names;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    names.push_back(added_name(*number, i + 1, runs[i]));
    if (auto ok = write_file(incoming / names.back(), document_of(runs[i])); !ok) return ok;
    added.push_back(names.back());
  }
  Json gone = Json::array();
  Moves moves;
  for (const std::string& name : names) {
    if (auto ok = moves.move(incoming / name, root / name); !ok) return ok;
  }
  for (const std::string& file : superseded) {
    const fs::path relative = fs::path(file).lexically_proximate(root);
    const fs::path to = records / "superseded" / fmt::format("{:06}", *number) / relative;
    if (auto ok = moves.move(file, to); !ok) return ok;
    gone.push_back(relative.string());
  }
  const Json line{{"update", *number},
                  {"time", update.time},
                  {"mode", update.replace ? "replace" : "append"},
                  {"reason", update.reason},
                  {"verdict", update.verdict},
                  {"program", std::string("nscope ") + kVersion},
                  {"added", std::move(added)},
                  {"superseded", std::move(gone)}};
  if (auto ok = journal->add(text_of(line, -1)); !ok) return ok;
  moves.keep();
  fs::remove(incoming, ignored);
  return {};
}

}  // namespace nscope::gate::run_folder

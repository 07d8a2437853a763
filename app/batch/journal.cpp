#include "app/batch/journal.h"

#include "profiler/base/byte_source.h"
#include "profiler/base/json.h"

#include <cerrno>
#include <cstring>
#include <optional>
#include <string_view>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace nscope::batch {
namespace {

std::optional<JournalEntry> parse_entry(std::string_view line) {
  const auto json = parse_json(line, "journal");
  if (!json) return std::nullopt;
  StrictObject in(*json, "journal");
  JournalEntry entry{.task = in.string("task"), .command = {}, .program = in.string("program")};
  for (const Json& word : in.array("command")) {
    if (!word.is_string()) return std::nullopt;
    entry.command.push_back(word.get<std::string>());
  }
  for (const auto& [path, print] : in.object("files").items()) {
    if (!print.is_string()) return std::nullopt;
    entry.files[path] = print.get<std::string>();
  }
  entry.seconds = in.number("seconds");
  entry.peak_memory = static_cast<std::uint64_t>(in.integer("peak_memory_bytes"));
  if (!in.finish()) return std::nullopt;
  return entry;
}

std::string line_of(const JournalEntry& entry) {
  Json files = Json::object();
  for (const auto& [path, print] : entry.files) files[path] = print;
  const Json json{{"task", entry.task},       {"command", entry.command},
                  {"program", entry.program}, {"files", std::move(files)},
                  {"seconds", entry.seconds}, {"peak_memory_bytes", entry.peak_memory}};
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace

Result<Journal> Journal::open(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (file < 0) return fail(ErrorCode::kIo, std::strerror(errno), path);
  Journal journal(file, path);
  if (::flock(file, LOCK_EX | LOCK_NB) != 0) {
    return fail(ErrorCode::kInfeasible, "another batch with this output folder is running", path);
  }
  if (auto ok = journal.read(); !ok) return fail(ok.error());
  return journal;
}

Journal::Journal(Journal&& other) noexcept
    : file_(std::exchange(other.file_, -1)),
      path_(std::move(other.path_)),
      ends_with_newline_(other.ends_with_newline_),
      unreadable_(other.unreadable_),
      entries_(std::move(other.entries_)) {}

Journal::~Journal() {
  if (file_ >= 0) ::close(file_);
}

Result<> Journal::read() {
  struct stat status = {};
  if (::fstat(file_, &status) != 0 || status.st_size == 0) return {};
  const auto source = ByteSource::open(path_);
  if (!source) return fail(source.error());
  std::string_view text = source->text();
  ends_with_newline_ = text.ends_with('\n');
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (auto entry = parse_entry(text.substr(0, end))) {
      std::string task = entry->task;
      entries_.insert_or_assign(std::move(task), std::move(*entry));
    } else {
      ++unreadable_;
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return {};
}

const JournalEntry* Journal::find(const std::string& task) const {
  const auto it = entries_.find(task);
  return it == entries_.end() ? nullptr : &it->second;
}

Result<> Journal::add(const JournalEntry& entry) {
  std::string line = line_of(entry);
  if (!ends_with_newline_) line.insert(0, "\n");
  const ::ssize_t written = ::write(file_, line.data(), line.size());
  if (written != static_cast<::ssize_t>(line.size()) || ::fdatasync(file_) != 0) {
    return fail(ErrorCode::kIo, std::strerror(errno), path_);
  }
  ends_with_newline_ = true;
  entries_.insert_or_assign(entry.task, entry);
  return {};
}

}  // namespace nscope::batch

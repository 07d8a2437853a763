#include "app/batch/journal.h"

#include "profiler/base/json.h"
#include "profiler/base/json/document_text.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <string_view>
#include <thread>
#include <utility>

namespace nscope::batch {
namespace {

constexpr int kMostTries = 10;
constexpr std::chrono::milliseconds kTryAgainAfter{50};

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
  return compact_text(json);
}

/// Processes that a killed batch was starting hold its lock for a moment after its end.
Result<LockedLines> open_locked(const std::string& path) {
  for (int tries = 0; tries < kMostTries; ++tries) {
    auto lines = LockedLines::open(path, LockedLines::Lock::kTry);
    if (lines || lines.error().code != ErrorCode::kInfeasible) return lines;
    std::this_thread::sleep_for(kTryAgainAfter);
  }
  return LockedLines::open(path, LockedLines::Lock::kTry);
}

}  // namespace

Result<Journal> Journal::open(const std::string& path) {
  auto lines = open_locked(path);
  if (!lines && lines.error().code == ErrorCode::kInfeasible) {
    return fail(ErrorCode::kInfeasible, tr("another batch is running with this output folder"),
                path);
  }
  if (!lines) return fail(lines.error());
  Journal journal(std::move(*lines));
  if (auto ok = journal.read(); !ok) return fail(ok.error());
  return journal;
}

Result<> Journal::read() {
  const auto source = lines_.content();
  if (!source) return fail(source.error());
  std::string_view text = source->text();
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
  if (auto ok = lines_.append(line_of(entry)); !ok) return ok;
  entries_.insert_or_assign(entry.task, entry);
  return {};
}

}  // namespace nscope::batch

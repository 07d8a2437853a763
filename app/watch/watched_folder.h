#pragma once

#include "profiler/base/result.h"
#include "profiler/base/task_control.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::watch {

/// What is known of a file or folder in a watched folder.
enum class State {
  kPresent,   ///< a capture that was there when watching began
  kGrowing,   ///< was changed a moment ago
  kComplete,  ///< a capture that appeared and has not changed for a while
  kChanged,   ///< a capture that was changed after it was complete
  kSkipped,   ///< not a capture; `reason` says why
  kGone,      ///< was removed
};

struct Found {
  std::string path;
  std::string name;  ///< relative to the watched folder
  State state = State::kGrowing;
  Text reason{};            ///< of kSkipped
  std::uint64_t bytes = 0;  ///< of all files
};

struct Scan {
  std::vector<Found> found;             ///< by name
  std::vector<std::string> complete{};  ///< captures that this scan found complete; each once
  bool folder_missing = false;          ///< it was removed, or cannot be read
  std::size_t left_out = 0;             ///< entries beyond kMostEntries
};

/// Finds captures that appear in a folder. Each file or subfolder in it is one capture, except
/// files that are read together with others, such as NEFFs. It is complete when its size and time
/// have not changed for kQuiet, because programs that write captures do not mark their end in
/// general. Works on network file systems, too, because it compares instead of waiting for
/// notifications. Links are not followed; hidden entries and those with the suffix of an unfinished
/// copy are ignored. One thread at a time.
class WatchedFolder {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::milliseconds kQuiet{2'000};
  static constexpr std::size_t kMostEntries = 1'000;
  static constexpr std::size_t kMostFiles = 20'000;  ///< of a subfolder

  /// Errors: kNotFound if `folder` is not a folder; kInvalidArgument for a remote path.
  static Result<WatchedFolder> open(std::string_view folder);

  const std::string& folder() const { return folder_; }
  /// Looks at the folder once. `now` must not go backwards. Errors: kCancelled; a folder that
  /// cannot be read is not an error, because it can come back.
  Result<Scan> scan(Clock::time_point now, TaskControl& control);

 private:
  /// Equal if nothing was written in between.
  struct Signature {
    std::uint64_t files = 0;
    std::uint64_t bytes = 0;
    std::filesystem::file_time_type newest{};
    friend bool operator==(const Signature&, const Signature&) = default;
  };
  struct Entry {
    Found found;
    Signature signature;
    Clock::time_point since{};  ///< when the signature was seen first
    bool is_first = false;      ///< was there in the first scan
    bool is_judged = false;     ///< complete and examined
    bool is_seen = false;       ///< in this scan
  };

  explicit WatchedFolder(std::string folder) : folder_(std::move(folder)) {}
  static bool is_ignored(std::string_view name);
  static Signature signature_of(const std::filesystem::path& path);
  void update(Entry& entry, const Signature& now_signature, Clock::time_point now);
  /// Whether the complete entry is a capture; sets its state.
  bool judge(Entry& entry, TaskControl& control);

  std::string folder_;
  std::map<std::string, Entry, std::less<>> entries_;  ///< by name
  std::map<std::string, std::string, std::less<>> whole_folder_;  ///< format -> name of its capture
  bool scanned_ = false;
};

}  // namespace nscope::watch

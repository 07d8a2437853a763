#pragma once

#include <string>

namespace nscope {

/// A new, empty file or folder with a hidden name in the folder of another file, to which it is
/// renamed when it is complete. The entry is locked (flock) until it is kept or removed, and the
/// lock ends with the process. A killed process therefore leaves an entry without a lock, which
/// the next TemporaryEntry in the same folder removes. One thread.
class TemporaryEntry {
 public:
  enum class Kind { kFile, kFolder };

  /// Removes what killed processes left in the folder of `target`, and creates the entry. If it
  /// cannot be created, path() does not exist, so opening it reports the reason.
  TemporaryEntry(const std::string& target, Kind kind);
  /// Removes the entry with its content unless it is kept.
  ~TemporaryEntry();
  TemporaryEntry(const TemporaryEntry&) = delete;
  TemporaryEntry& operator=(const TemporaryEntry&) = delete;

  /// In the folder of the target: ".nscope-<process>-<number>.tmp".
  const std::string& path() const { return path_; }
  /// Ends the responsibility for the entry, which has been renamed.
  void keep();

 private:
  std::string path_;
  int lock_ = -1;
  bool kept_ = false;
};

/// Removes the temporary entries in `folder` that no process has locked. Returns their number.
int remove_leftovers(const std::string& folder);

}  // namespace nscope

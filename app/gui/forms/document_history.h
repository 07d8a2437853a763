#pragma once

#include "profiler/base/json.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace nscope::gui {

/// Whether two documents say the same. Edits may change the order of members, which has no meaning.
bool same_document(const Json& a, const Json& b);

/// The states of one document while it is edited, for undo and redo, and which of them is saved.
/// The oldest states are forgotten after 200 edits. A plain value, not thread-safe.
class DocumentHistory {
 public:
  /// Starts with a document that is saved, and forgets all other states.
  void start(Json document);
  /// Records an edit, if there is one. `typed_in` is the pointer of the text field in which the
  /// user typed, or empty; what is typed into one field is one edit.
  void record(const Json& document, const std::string& typed_in);
  /// The current state is the one in the file.
  void mark_saved() { saved_ = at_; }
  /// The file no longer has any of the states.
  void mark_unsaved() { saved_.reset(); }
  bool is_saved() const { return saved_ == at_; }
  bool can_undo() const { return at_ > 0; }
  bool can_redo() const { return at_ + 1 < states_.size(); }
  /// Steps back and returns the state; requires can_undo().
  const Json& undo();
  /// Steps forward and returns the state; requires can_redo().
  const Json& redo();

 private:
  std::vector<Json> states_{Json()};
  std::size_t at_ = 0;
  std::optional<std::size_t> saved_ = 0;
  std::string typed_in_;
};

}  // namespace nscope::gui

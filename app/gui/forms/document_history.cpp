#include "app/gui/forms/document_history.h"

#include <utility>

namespace nscope::gui {
namespace {

constexpr std::size_t kMostStates = 201;

}  // namespace

bool same_document(const Json& a, const Json& b) {
  return nlohmann::json(a) == nlohmann::json(b);
}

void DocumentHistory::start(Json document) {
  states_.assign(1, std::move(document));
  at_ = 0;
  saved_ = 0;
  typed_in_.clear();
}

void DocumentHistory::record(const Json& document, const std::string& typed_in) {
  if (same_document(document, states_[at_])) return;
  const bool goes_on = !typed_in.empty() && typed_in == typed_in_ && at_ > 0 && !is_saved();
  typed_in_ = typed_in;
  if (!goes_on) ++at_;
  states_.resize(at_);
  states_.push_back(document);
  if (saved_ && *saved_ >= at_) saved_.reset();
  if (states_.size() <= kMostStates) return;
  states_.erase(states_.begin());
  --at_;
  if (saved_ == std::size_t{0}) {
    saved_.reset();
  } else if (saved_) {
    --*saved_;
  }
}

const Json& DocumentHistory::undo() {
  typed_in_.clear();
  return states_[--at_];
}

const Json& DocumentHistory::redo() {
  typed_in_.clear();
  return states_[++at_];
}

}  // namespace nscope::gui

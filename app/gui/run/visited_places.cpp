#include "app/gui/run/visited_places.h"

namespace nscope::gui {
namespace {

constexpr std::size_t kMostPlaces = 200;

}  // namespace

void VisitedPlaces::visit(const VisitedPlace& place) {
  if (!places_.empty() && places_[current_] == place) return;
  if (!places_.empty()) places_.resize(current_ + 1);
  if (places_.size() == kMostPlaces) places_.erase(places_.begin());
  places_.push_back(place);
  current_ = places_.size() - 1;
}

std::optional<VisitedPlace> VisitedPlaces::back() {
  if (current_ == 0) return std::nullopt;
  return places_[--current_];
}

std::optional<VisitedPlace> VisitedPlaces::forward() {
  if (current_ + 1 >= places_.size()) return std::nullopt;
  return places_[++current_];
}

void VisitedPlaces::clear() {
  places_.clear();
  current_ = 0;
}

}  // namespace nscope::gui

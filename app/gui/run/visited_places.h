#pragma once

#include "app/gui/timeline/model/selected_range.h"
#include "app/gui/timeline/model/time_view.h"
#include "profiler/trace/trace.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace nscope::gui {

/// A place of a run: what the timeline shows and what is selected.
struct VisitedPlace {
  TimeView view;
  SliceId event;
  std::optional<SelectedRange> range;

  friend bool operator==(const VisitedPlace&, const VisitedPlace&) = default;
};

/// The places of a run that the user visited, with a current one, like the pages of a browser. At
/// most 200 are kept. A plain value.
class VisitedPlaces {
 public:
  /// Adds a place after the current one and makes it current; forgets the places after it. Does
  /// nothing if it is the current place.
  void visit(const VisitedPlace& place);
  /// Goes to the previous or next place; nullopt if there is none.
  std::optional<VisitedPlace> back();
  std::optional<VisitedPlace> forward();
  void clear();

 private:
  std::vector<VisitedPlace> places_;
  std::size_t current_ = 0;
};

}  // namespace nscope::gui

#pragma once

#include "app/gui/timeline/model/time_view.h"

#include <QString>
#include <memory>
#include <vector>

namespace nscope::gui {

/// A region of the run with its name.
struct NamedRegion {
  TimeView time;
  QString name;
};

/// The regions that the timeline shows as a band: sorted by start.
struct NamedRegions {
  QString title;  ///< of the band: "Layers, core 0"
  std::vector<NamedRegion> regions;
};
using NamedRegionsPtr = std::shared_ptr<const NamedRegions>;

}  // namespace nscope::gui

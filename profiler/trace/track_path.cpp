#include "profiler/trace/track_path.h"

namespace nscope {

std::string track_path(const Trace& trace, const Track& track) {
  std::string path(trace.text(track.name));
  for (TrackId above = track.parent; above.valid(); above = trace.track(above).parent) {
    path.insert(0, " / ").insert(0, trace.text(trace.track(above).name));
  }
  return path;
}

}  // namespace nscope

#include "profiler/trace/track_path.h"

#include <unordered_map>

namespace nscope {

std::string track_path(const Trace& trace, const Track& track) {
  std::string path(trace.text(track.name));
  for (TrackId above = track.parent; above.valid(); above = trace.track(above).parent) {
    path.insert(0, " / ").insert(0, trace.text(trace.track(above).name));
  }
  return path;
}

std::vector<std::string> unique_track_paths(const Trace& trace) {
  std::vector<std::string> paths;
  std::unordered_map<std::string, int> seen;
  for (const Track& track : trace.tracks()) {
    std::string path = track_path(trace, track);
    const int times = ++seen[path];
    if (times > 1) path += " #" + std::to_string(times);
    paths.push_back(std::move(path));
  }
  return paths;
}

}  // namespace nscope

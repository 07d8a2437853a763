#include "importers/system_recording/transfer_rates.h"

#include <algorithm>
#include <string>

#include <fmt/format.h>

namespace nscope::importers {
namespace {

constexpr double kNsPerSecond = 1e9;

std::string rate_name(std::int64_t core, CopyDirection direction) {
  const std::string group = EventTracks::group_name(core);
  return fmt::format("{}{}{}", group, group.empty() ? "" : ", ",
                     direction == CopyDirection::kToDevice ? "host to device" : "device to host");
}

}  // namespace

void TransferRates::add(CopyDirection direction, std::int64_t core, std::int64_t begin,
                        std::int64_t end, std::int64_t bytes) {
  Total& total = totals_[direction];
  ++total.copies;
  total.bytes += static_cast<double>(bytes);
  if (end <= begin) return;  // without a duration there is no rate
  const double seconds = static_cast<double>(end - begin) / kNsPerSecond;
  total.seconds += seconds;
  const double rate = static_cast<double>(bytes) / seconds;
  std::vector<Change>& changes = changes_[{core, direction}];
  changes.push_back({begin, rate});
  changes.push_back({end, -rate});
}

void TransferRates::write_rate(std::vector<Change> changes, TrackId parent, std::string_view name,
                               CounterTracks& tracks) {
  std::sort(changes.begin(), changes.end(),
            [](const Change& a, const Change& b) { return a.time < b.time; });
  const TrackId track =
      tracks.track({.name = name, .kind = TrackKind::kCounter, .parent = parent, .unit = "B/s"});
  if (!track.valid()) return;
  double rate = 0.0;
  std::int64_t running = 0;
  for (std::size_t i = 0; i < changes.size(); ++i) {
    rate += changes[i].rate;
    running += changes[i].rate >= 0.0 ? 1 : -1;
    if (i + 1 < changes.size() && changes[i + 1].time == changes[i].time) continue;
    if (running <= 0) rate = 0.0;  // without the rounding errors of the sum
    tracks.sample(parent, name, "B/s", TraceTime(changes[i].time), rate);
  }
}

void TransferRates::write(TraceWriter& out, EventTracks& tracks) {
  if (totals_.empty()) return;
  const TrackId process = tracks.process();
  const TrackId group =
      process.valid() ? tracks.counters().group(process, "Host transfers", 5) : TrackId();
  for (auto& [key, changes] : changes_) {
    if (!group.valid()) break;
    write_rate(std::move(changes), group, rate_name(key.first, key.second), tracks.counters());
  }
  for (const auto& [direction, total] : totals_) {
    const char* const prefix =
        direction == CopyDirection::kToDevice ? "host_to_device" : "device_to_host";
    const auto put = [&](const char* what, double value, const char* unit) {
      out.metric({.name = fmt::format("{}_{}", prefix, what), .value = value, .unit = unit});
    };
    put("transfers", static_cast<double>(total.copies), "");
    put("bytes", total.bytes, "B");
    put("time", total.seconds, "s");
    if (total.seconds > 0.0) put("rate", total.bytes / total.seconds, "B/s");
  }
}

}  // namespace nscope::importers

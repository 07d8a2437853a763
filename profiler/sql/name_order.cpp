#include "profiler/sql/name_order.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <string_view>

namespace nscope {
namespace {

constexpr std::uint32_t kUnseen = std::numeric_limits<std::uint32_t>::max();

}  // namespace

std::uint32_t& NameOrder::slot(StringId name) {
  return slot_of_name_[std::min(name.index(), slot_of_name_.size() - 1)];
}

void NameOrder::order_track(const Track& track) {
  // Counting sort: count each name, assign each name its part of the rows, and fill.
  TrackNameOrder& order = tracks_[track.id.index()];
  const SliceColumns& slices = track.slices;
  const std::size_t count = slices.size();
  slot_of_name_.resize(trace_->strings().size() + 1, kUnseen);  // the last: no name
  slices.name.for_each_chunk([&](std::size_t, std::size_t rows, const auto* names) {
    for (std::size_t i = 0; i < rows; ++i) {
      std::uint32_t& at = slot(StringId(names[i]));
      if (at == kUnseen) {
        at = static_cast<std::uint32_t>(order.runs.size());
        order.runs.push_back({StringId(names[i]), 0, 0, 0});
      }
      ++order.runs[at].end;
    }
  });
  std::uint32_t begin = 0;
  for (NameRun& run : order.runs) {
    const std::uint32_t size = run.end;
    run.begin = run.end = begin;
    begin += size;
  }
  order.rows.resize(count);
  slices.name.for_each_chunk([&](std::size_t first, std::size_t rows, const auto* names) {
    for (std::size_t i = 0; i < rows; ++i) {
      NameRun& run = order.runs[slot(StringId(names[i]))];
      order.rows[run.end++] = static_cast<std::uint32_t>(first + i);
    }
  });
  for (const NameRun& run : order.runs) slot(run.name) = kUnseen;
}

void NameOrder::rank_names() {
  std::vector<StringId> names;
  for (const TrackNameOrder& order : tracks_) {
    for (const NameRun& run : order.runs) {
      std::uint32_t& seen = slot(run.name);
      if (seen != kUnseen) continue;
      seen = 0;
      names.push_back(run.name);
    }
  }
  std::sort(names.begin(), names.end(),
            [&](StringId a, StringId b) { return trace_->text(a) < trace_->text(b); });
  std::uint32_t rank = 0;
  for (std::size_t i = 0; i < names.size(); ++i) {
    // Two ids of the same text are the same name.
    if (i > 0 && trace_->text(names[i]) != trace_->text(names[i - 1])) ++rank;
    slot(StringId(names[i])) = rank;
  }
  for (TrackNameOrder& order : tracks_) {
    for (NameRun& run : order.runs) run.rank = slot(run.name);
    std::sort(order.runs.begin(), order.runs.end(),
              [](const NameRun& a, const NameRun& b) { return a.rank < b.rank; });
  }
  std::vector<std::uint32_t>().swap(slot_of_name_);
}

}  // namespace nscope

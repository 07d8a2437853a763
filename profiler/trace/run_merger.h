#pragma once

#include "profiler/base/ids.h"
#include "profiler/trace/slice_columns.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace nscope {

/// What to draw for a part of a track: one slice, or a run of slices that are
/// together narrower than twice the resolution asked for.
struct LodSpan {
  std::int64_t begin = 0;   ///< ticks
  std::int64_t end = 0;     ///< ticks
  std::int64_t busy = 0;    ///< ticks of its slices, which overlap at the deepest depth only
  std::uint32_t row = 0;    ///< the slice, or the longest of the run
  std::uint32_t count = 1;  ///< slices in the run
  StringId name{};          ///< of `row`
  std::uint16_t depth = 0;  ///< of `row`
};

namespace lod {

/// Joins neighbours of one depth, which come in order of start, where together they
/// are narrower than twice the resolution and no gap is as wide as it: a frame gets
/// about one run a pixel. `show` is called with each run once it is complete.
template <class Show>
class RunMerger {
 public:
  /// `resolution` in ticks.
  RunMerger(const SliceColumns& slices, std::size_t depth, std::int64_t resolution, Show& show)
      : slices_(slices),
        depth_(static_cast<std::uint16_t>(depth)),
        resolution_(resolution),
        show_(show) {}

  /// Slices that were summed up before; `row` is the longest of them, called `name`.
  [[gnu::always_inline]] void add(std::int64_t begin, std::int64_t end, std::int64_t busy,
                                  std::int64_t longest, std::uint32_t row, std::uint32_t count,
                                  StringId name) {
    // The run's members are separate: a struct that was just written in parts would
    // stall the processor when it is copied as a whole.
    const std::int64_t joined_end = std::max(end_, end);
    const bool joins = (joined_end - begin_ < 2 * resolution_) & (begin - end_ < resolution_);
    if (!joins || count_ == 0) {
      flush();
      begin_ = begin;
      end_ = end;
      busy_ = busy;
      longest_ = longest;
      row_ = row;
      count_ = count;
      name_ = name;
      return;
    }
    end_ = joined_end;
    busy_ += busy;
    count_ += count;
    if (longest <= longest_) return;
    longest_ = longest;
    row_ = row;
    name_ = name;
  }

  void add_slice(std::int64_t begin, std::int64_t duration, std::uint32_t row) {
    add(begin, begin + duration, duration, duration, row, 1, StringId());
  }

  /// Slices [0, count), kMost at most. Whether one joins the run is nearly as random as
  /// the toss of a coin, which costs more than adding it: so nothing branches on it.
  template <std::size_t kMost>
  void add_slices(const std::uint32_t (&rows)[kMost], const std::int64_t (&starts)[kMost],
                  const std::int64_t (&durations)[kMost], std::size_t count) {
    struct Run {
      std::int64_t begin, end, busy;
      std::uint32_t row, count;
    };
    Run runs[kMost + 1];  // the one so far, then those that begin here
    std::size_t last = 0;
    Run run{begin_, end_, busy_, row_, count_};
    runs[0] = run;
    std::int64_t longest = longest_;
    for (std::size_t i = 0; i < count; ++i) {
      const std::int64_t end = starts[i] + durations[i];
      const std::int64_t joined_end = std::max(run.end, end);
      const bool apart = (joined_end - run.begin >= 2 * resolution_) |
                         (starts[i] - run.end >= resolution_) | (run.count == 0);
      const bool leads = apart | (durations[i] > longest);
      const std::int64_t joined = std::int64_t{apart} - 1;  // all bits, or none
      last += apart ? 1 : 0;
      run.begin = pick(apart, starts[i], run.begin);
      run.end = pick(apart, end, joined_end);
      run.busy = durations[i] + (run.busy & joined);
      run.count = 1 + (run.count & static_cast<std::uint32_t>(joined));
      run.row = pick(leads, rows[i], run.row);
      longest = pick(leads, durations[i], longest);
      runs[last].begin = run.begin;
      runs[last].end = run.end;
      runs[last].busy = run.busy;
      runs[last].row = run.row;
      runs[last].count = run.count;
    }
    StringId name = runs[0].row == row_ ? name_ : StringId();
    for (std::size_t i = 0; i <= last; ++i) {
      if (i > 0) {
        flush();
        name = StringId();
      }
      begin_ = runs[i].begin;
      end_ = runs[i].end;
      busy_ = runs[i].busy;
      row_ = runs[i].row;
      count_ = runs[i].count;
      name_ = name;
    }
    longest_ = longest;
  }

  /// Shows the run so far.
  void flush() {
    if (count_ == 0) return;
    show_(LodSpan{begin_, end_, busy_, row_, count_, name_.valid() ? name_ : slices_.name[row_],
                  depth_});
    count_ = 0;
  }

 private:
  /// `yes` or `no`, without a branch.
  template <class T>
  static T pick(bool first, T yes, T no) {
    const T mask = static_cast<T>(-static_cast<T>(first));
    return static_cast<T>((yes & mask) | (no & ~mask));
  }

  const SliceColumns& slices_;
  std::uint16_t depth_;
  std::int64_t resolution_;
  Show& show_;

  // The run so far; no slices: none.
  std::int64_t begin_ = 0;
  std::int64_t end_ = 0;
  std::int64_t busy_ = 0;
  std::int64_t longest_ = 0;  ///< duration of `row_`
  std::uint32_t row_ = 0;
  std::uint32_t count_ = 0;
  StringId name_{};  ///< looked up when shown where it is not known yet
};

}  // namespace lod
}  // namespace nscope

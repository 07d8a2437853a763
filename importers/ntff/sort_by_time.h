#pragma once

#include "profiler/base/task_control.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace nscope::importers {

/// Merges the sorted halves of `from` into `to`. False if cancelled.
template <class T, class TimeOf>
bool merge_halves(const std::vector<T>& from, std::size_t begin, std::size_t middle,
                  std::size_t end, std::vector<T>& to, TimeOf time_of, const TaskControl& control) {
  constexpr std::size_t kCheckEvery = 1u << 20;
  std::size_t left = begin;
  std::size_t right = middle;
  for (std::size_t out = begin; out < end; ++out) {
    if (out % kCheckEvery == 0 && control.cancelled()) return false;
    const bool take_right =
        left == middle || (right < end && time_of(from[right]) < time_of(from[left]));
    to[out] = take_right ? from[right++] : from[left++];
  }
  return true;
}

/// Sorts by `time_of`; stable. Nearly sorted rows, which are usual in captures, need one pass and
/// no memory. False if `control` was cancelled, which is checked every few milliseconds.
template <class T, class TimeOf>
bool sort_by_time(std::vector<T>& rows, TimeOf time_of, const TaskControl& control) {
  constexpr std::size_t kPiece = 1u << 17;
  const std::size_t n = rows.size();
  std::size_t moves = 4 * n + 1024;  // limit for the insertion sort, before the merge sort
  std::size_t i = 1;
  for (; i < n && moves > 0; ++i) {
    if (i % kPiece == 0 && control.cancelled()) return false;
    if (!(time_of(rows[i]) < time_of(rows[i - 1]))) continue;
    const T row = rows[i];
    std::size_t to = i;
    for (; to > 0 && moves > 0 && time_of(row) < time_of(rows[to - 1]); --to, --moves) {
      rows[to] = rows[to - 1];
    }
    rows[to] = row;
  }
  if (moves > 0) return true;

  for (std::size_t begin = 0; begin < n; begin += kPiece) {
    if (control.cancelled()) return false;
    std::stable_sort(rows.begin() + static_cast<std::ptrdiff_t>(begin),
                     rows.begin() + static_cast<std::ptrdiff_t>(std::min(n, begin + kPiece)),
                     [&](const T& a, const T& b) { return time_of(a) < time_of(b); });
  }
  std::vector<T> other(n);
  for (std::size_t width = kPiece; width < n; width *= 2) {
    for (std::size_t begin = 0; begin < n; begin += 2 * width) {
      const std::size_t middle = std::min(n, begin + width);
      const std::size_t end = std::min(n, begin + 2 * width);
      if (!merge_halves(rows, begin, middle, end, other, time_of, control)) return false;
    }
    rows.swap(other);
  }
  return true;
}

}  // namespace nscope::importers

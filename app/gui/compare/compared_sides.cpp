#include "app/gui/compare/compared_sides.h"

#include "app/gui/text/text.h"

#include <QFileInfo>

namespace nscope::gui {
namespace {

using analysis::EventPairs;
using analysis::RunComparison;

/// The first run has the label of its side; repeated runs have their file names.
std::vector<std::string> labels_of(const CompareSide& side) {
  std::vector<std::string> labels{to_string(side.label)};
  for (std::size_t i = 1; i < side.runs.size(); ++i) labels.push_back(to_string(side.runs[i].name));
  return labels;
}

Result<> add_side(RunComparison& comparison, RunComparison::Side to, const CompareSide& side,
                  TaskControl& control) {
  const auto labels = labels_of(side);
  for (std::size_t i = 0; i < side.runs.size(); ++i) {
    const auto added = app::add_run(comparison, to, labels[i], side.runs[i].run, control);
    if (!added) return added;
  }
  return {};
}

Result<SideComparison> compare_pair(const CompareSide& base, const CompareSide& now,
                                    const analysis::ComparisonOptions& options,
                                    TaskControl& control) {
  RunComparison runs(options);
  if (auto ok = add_side(runs, RunComparison::Side::kBase, base, control); !ok) {
    return fail(ok.error());
  }
  if (auto ok = add_side(runs, RunComparison::Side::kNew, now, control); !ok) {
    return fail(ok.error());
  }
  auto comparison = runs.finish(control);
  if (!comparison) return fail(comparison.error());
  SideComparison result;
  if (comparison->pairs) {
    auto time = analysis::align_time(*base.trace(), *now.trace(), *comparison->pairs, control);
    if (!time) return fail(time.error());
    if (!time->anchors().empty()) {
      result.work = std::make_shared<const analysis::AlignedTime>(std::move(*time));
    }
  }
  result.comparison = std::make_shared<const analysis::Comparison>(std::move(*comparison));
  return result;
}

Result<CompareSide> read_side(const std::string& path, TaskControl& control) {
  const auto runs = app::expand_runs({path});
  if (!runs) return fail(runs.error());
  const auto labels = app::labels_of(*runs);
  CompareSide side;
  for (std::size_t i = 0; i < runs->size(); ++i) {
    auto run = app::open_compared_run((*runs)[i], true, control);
    if (!run) return fail(run.error());
    side.runs.push_back({to_qstring(labels[i]), std::move(*run)});
  }
  side.label = to_qstring(app::labels_of({path}).front());
  side.folder = QFileInfo(QFileInfo(to_qstring(path)).absolutePath()).fileName();
  return side;
}

const EventPairs* pairs_of(const SideComparison& side) {
  return side.comparison ? side.comparison->pairs.get() : nullptr;
}

}  // namespace

SidesRead read_sides(const std::vector<std::string>& paths, TaskControl& control) {
  SidesRead read;
  for (const std::string& path : paths) {
    auto side = read_side(path, control);
    if (side) {
      read.sides.push_back(std::move(*side));
    } else if (!read.error) {
      read.error = side.error();
      read.failed = to_qstring(path);
    }
    if (control.cancelled()) break;
  }
  return read;
}

Result<std::vector<SideComparison>> compare_sides(const std::vector<CompareSide>& sides,
                                                  std::size_t base,
                                                  analysis::ComparisonOptions options,
                                                  TaskControl& control) {
  options.pairs = true;
  std::vector<SideComparison> results(sides.size());
  for (std::size_t i = 0; i < sides.size(); ++i) {
    if (i == base) continue;
    auto result = compare_pair(sides[base], sides[i], options, control);
    if (!result) return fail(result.error());
    results[i] = std::move(*result);
  }
  return results;
}

analysis::Comparison labelled(const analysis::Comparison& comparison, const CompareSide& base,
                              const CompareSide& now) {
  analysis::Comparison named = comparison;
  named.base.labels = labels_of(base);
  named.now.labels = labels_of(now);
  return named;
}

SliceId counterpart(const std::vector<SideComparison>& comparisons, std::size_t base,
                    std::size_t from, SliceId event, std::size_t to) {
  if (!event.valid() || from == to) return event;
  SliceId of_base = event;
  if (from != base) {
    const EventPairs* pairs = pairs_of(comparisons[from]);
    if (pairs == nullptr) return {};
    of_base = pairs->base_of_new[event.index()];
  }
  if (to == base || !of_base.valid()) return of_base;
  const EventPairs* pairs = pairs_of(comparisons[to]);
  return pairs == nullptr ? SliceId() : pairs->new_of_base[of_base.index()];
}

}  // namespace nscope::gui

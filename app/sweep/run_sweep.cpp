#include "app/sweep/run_sweep.h"

#include "profiler/base/files/locked_lines.h"
#include "profiler/base/json/document_text.h"
#include "profiler/base/parallel.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <optional>
#include <utility>
#include <vector>

namespace nscope::sweep {
namespace {

using Clock = std::chrono::steady_clock;

/// Points that must all fail before the sweep is given up.
constexpr std::size_t kFirstPoints = 16;
/// Time between two writes of finished points.
constexpr auto kShortBlock = std::chrono::milliseconds(500);
constexpr auto kLongBlock = std::chrono::seconds(2);
constexpr std::size_t kLargestBlock = 4'096;

tl::unexpected<Error> other_sweep(const std::string& path) {
  return fail(ErrorCode::kInvalidArgument,
              tr("contains results of another sweep, of other prices or of another version; remove "
                 "it or choose another file"),
              path);
}

/// The file of finished points. Its first line is the identity of the sweep.
class PointFile {
 public:
  static Result<PointFile> open(const std::string& path, const std::string& identity,
                                const Points& points, const Shard& shard) {
    auto lines = LockedLines::open(path, LockedLines::Lock::kTry);
    if (!lines && lines.error().code == ErrorCode::kInfeasible) {
      return fail(ErrorCode::kInfeasible, tr("another sweep is writing this file"), path);
    }
    if (!lines) return fail(lines.error());
    PointFile file(std::move(*lines), path);
    if (auto ok = file.read(identity, points, shard); !ok) return fail(ok.error());
    return file;
  }

  Result<> add(const std::vector<PointResult>& results) {
    std::string text;
    for (const PointResult& result : results) {
      if (!text.empty()) text += '\n';
      text += line_of(result);
    }
    if (text.empty()) return {};
    return lines_.append(text);
  }

  std::vector<PointResult> take() { return std::move(results_); }
  std::size_t unreadable() const { return unreadable_; }

 private:
  PointFile(LockedLines lines, std::string path)
      : lines_(std::move(lines)), path_(std::move(path)) {}

  Result<> read(const std::string& identity, const Points& points, const Shard& shard) {
    const auto source = lines_.content();
    if (!source) return fail(source.error());
    std::string_view text = source->text();
    if (text.empty()) return lines_.append(identity);
    std::vector<bool> seen(points.values.size(), false);
    for (bool first = true; !text.empty(); first = false) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      const std::string_view line = text.substr(0, end);
      text.remove_prefix(std::min(end + 1, text.size()));
      if (first) {
        if (line != identity) return other_sweep(path_);
        continue;
      }
      auto result = parse_line(line);
      if (!result) {
        unreadable_ += line.empty() ? 0 : 1;
        continue;
      }
      if (result->id >= seen.size() || !shard.contains(result->id)) return other_sweep(path_);
      if (seen[result->id]) continue;
      seen[result->id] = true;
      results_.push_back(std::move(*result));
    }
    return {};
  }

  LockedLines lines_;
  std::string path_;
  std::vector<PointResult> results_{};
  std::size_t unreadable_ = 0;
};

/// The result of a point, or of its error.
Result<PointResult> evaluate_point(const Spec& spec, const Points& points, std::size_t id,
                                   const Evaluate& evaluate, std::optional<Error>& error) {
  auto document = document_at(spec, points.values[id]);
  auto result =
      document ? evaluate(*document) : Result<PointResult>(tl::unexpected(document.error()));
  if (!result && result.error().code == ErrorCode::kCancelled) return result;
  if (!result) {
    error = result.error();
    result =
        PointResult{.outcome = result.error().code == ErrorCode::kInfeasible ? Outcome::kRejected
                                                                             : Outcome::kFailed,
                    .reason = to_string(result.error())};
  }
  result->id = id;
  return result;
}

class Run {
 public:
  Run(const Spec& spec, const Points& points, const Evaluate& evaluate, PointFile& file,
      TaskControl& control)
      : spec_(spec), points_(points), evaluate_(evaluate), file_(file), control_(control) {}

  /// Evaluates these points and appends them to `finished`. `done`: number of finished points.
  Result<> evaluate_all(const std::vector<std::size_t>& open, std::vector<PointResult>& finished) {
    const std::size_t before = finished.size();
    std::size_t block = 2 * core_count();
    for (std::size_t begin = 0; begin < open.size();) {
      const std::size_t size = std::min(block, open.size() - begin);
      const auto start = Clock::now();
      auto results = evaluate_block({open.begin() + static_cast<std::ptrdiff_t>(begin),
                                     open.begin() + static_cast<std::ptrdiff_t>(begin + size)});
      if (!results) return fail(results.error());
      if (auto added = file_.add(*results); !added) return added;
      std::move(results->begin(), results->end(), std::back_inserter(finished));
      if (control_.cancelled()) return cancelled();
      begin += size;
      control_.advance_to(before + begin);
      const auto took = Clock::now() - start;
      if (took < kShortBlock) block = std::min(2 * block, kLargestBlock);
      if (took > kLongBlock) block = std::max(block / 2, core_count());
    }
    return {};
  }

 private:
  /// The results of a block without those that were cancelled. Errors: that of the first point if
  /// the first points of the sweep all fail.
  Result<std::vector<PointResult>> evaluate_block(const std::vector<std::size_t>& ids) {
    std::vector<std::optional<PointResult>> slots(ids.size());
    std::vector<std::optional<Error>> errors(ids.size());
    for_each_in_parallel(ids.size(), [&](std::size_t i) {
      if (control_.cancelled()) return;
      if (auto result = evaluate_point(spec_, points_, ids[i], evaluate_, errors[i])) {
        slots[i] = std::move(*result);
      }
    });
    std::vector<PointResult> results;
    for (std::size_t i = 0; i < ids.size(); ++i) {
      if (!slots[i]) continue;
      const bool failed = slots[i]->outcome == Outcome::kFailed;
      if (!failed) any_valid_ = true;
      if (failed && !first_error_) first_error_ = errors[i];
      failed_ += failed ? 1 : 0;
      results.push_back(std::move(*slots[i]));
    }
    if (!any_valid_ && first_error_ && failed_ >= std::min(kFirstPoints, points_.values.size())) {
      return fail(*first_error_);
    }
    return results;
  }

  const Spec& spec_;
  const Points& points_;
  const Evaluate& evaluate_;
  PointFile& file_;
  TaskControl& control_;
  bool any_valid_ = false;
  std::size_t failed_ = 0;
  std::optional<Error> first_error_{};
};

}  // namespace

std::string identity_of(const Spec& spec, const Surroundings& surroundings) {
  Json vary = Json::array();
  for (const Variation& variation : spec.variations) {
    Json members = Json::array();
    for (const auto& member : variation.members) {
      members.push_back({{"pointer", member.pointer}, {"name", member.name}});
    }
    const auto& range = variation.range;
    vary.push_back(
        {{"members", std::move(members)},
         {"values", variation.values},
         {"range", {range.from, range.to, range.count, range.logarithmic, range.integer}}});
  }
  return compact_text(Json{{"version", surroundings.version},
                           {"prices", surroundings.prices},
                           {"title", spec.title},
                           {"document", spec.base},
                           {"vary", std::move(vary)},
                           {"method", static_cast<int>(spec.method)},
                           {"count", spec.count},
                           {"seed", spec.seed},
                           {"constraints", spec.constraints}});
}

Result<SweepRun> run_sweep(const Spec& spec, const Points& points, const Shard& shard,
                           const std::string& identity, const std::string& path,
                           const Evaluate& evaluate, TaskControl& control) {
  SweepRun run;
  std::error_code error;
  const std::string unfinished = path + ".points";
  const bool resumes = std::filesystem::exists(unfinished, error);
  if (!resumes && std::filesystem::exists(path, error)) {
    if (!is_results_file(path)) return other_sweep(path);
    auto existing = load_results(path);
    if (!existing) return fail(existing.error());
    if (existing->identity != identity || existing->shard != shard) return other_sweep(path);
    existing->objectives = spec.objectives;
    run.results = std::move(*existing);
    run.up_to_date = true;
    return run;
  }
  auto file = PointFile::open(unfinished, identity, points, shard);
  if (!file) return fail(file.error());
  std::vector<PointResult> finished = file->take();
  run.resumed = finished.size();
  run.unreadable_lines = file->unreadable();
  std::vector<bool> done(points.values.size(), false);
  for (const PointResult& result : finished) done[result.id] = true;
  std::vector<std::size_t> open;
  for (std::size_t id = 0; id < done.size(); ++id) {
    if (shard.contains(id) && !done[id]) open.push_back(id);
  }
  control.begin(phrase("Evaluating the points"), finished.size() + open.size());
  control.advance_to(finished.size());
  Run evaluation(spec, points, evaluate, *file, control);
  if (auto ok = evaluation.evaluate_all(open, finished); !ok) {
    // Nothing is worth resuming if all points failed because of the document.
    if (run.resumed == 0 && finished.empty()) std::filesystem::remove(unfinished, error);
    return fail(ok.error());
  }
  run.results = results_of(spec, points, shard, identity, std::move(finished));
  if (auto saved = save(run.results, path, control); !saved) return fail(saved.error());
  std::filesystem::remove(unfinished, error);
  return run;
}

}  // namespace nscope::sweep

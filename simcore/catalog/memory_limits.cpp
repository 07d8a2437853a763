#include "simcore/catalog/memory_limits.h"

#include "simcore/catalog/layer_shard.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

namespace nscope::catalog {
namespace {

struct KnownSpare {
  std::int64_t size = 0;
  double spare = 0;
};

/// The largest size with a spare of at least 0 on the line through two points; `otherwise` if the
/// line does not fall.
std::int64_t solve_line(const KnownSpare& a, const KnownSpare& b, std::int64_t otherwise) {
  const double slope = (a.spare - b.spare) / static_cast<double>(b.size - a.size);
  if (!(slope > 0)) return otherwise;
  const double size = static_cast<double>(a.size) + std::floor(a.spare / slope);
  constexpr double kFar = 9e15;
  return size < kFar ? static_cast<std::int64_t>(size) : otherwise;
}

/// "the largest batch is 61". `value` is the number or "at least" and the number.
Text limit_text(LimitedSize size, const Text& value, const Text& number) {
  switch (size) {
    case LimitedSize::kBatch: return tr("the largest batch is {}", value);
    case LimitedSize::kMicroBatch: return tr("the largest microbatch is {}", value);
    case LimitedSize::kContext: return tr("the longest context is {} tokens", value);
    case LimitedSize::kSequence: return tr("the longest sequence is {} tokens", value);
    case LimitedSize::kImage: break;
  }
  return tr("the largest square image is {} x {} pixels", value, number);
}

Text none_text(LimitedSize size) {
  switch (size) {
    case LimitedSize::kBatch: return tr("no batch fits");
    case LimitedSize::kMicroBatch: return tr("no microbatch fits");
    case LimitedSize::kContext: return tr("no context fits");
    case LimitedSize::kSequence: return tr("no sequence fits");
    case LimitedSize::kImage: break;
  }
  return tr("no image fits");
}

Text text_of(const SizeLimit& limit) {
  if (limit.largest == 0) return none_text(limit.size);
  const Text number = tr("{}", as::count(limit.largest));
  const Text value = limit.open ? tr("at least {}", number) : number;
  const Text text = limit_text(limit.size, value, number);
  const bool length = limit.size == LimitedSize::kContext || limit.size == LimitedSize::kSequence;
  if (length && limit.published == 0)
    return tr("{} (the catalogue does not state the longest sequence of the model)", text);
  if (limit.published == 0 || limit.largest <= limit.published) return text;
  if (limit.used > limit.published) {
    return tr("{}; {} tokens exceed the limit of the model, which is {}", text,
              as::count(limit.used), as::count(limit.published));
  }
  const Text published = tr("{}", as::count(limit.published));
  return tr("{}, which is the limit of the model; the memory is sufficient for {}",
            limit_text(limit.size, published, published), value);
}

/// "Fits with 3.2 GiB to spare on each of 8 cores".
Text verdict_of_cores(const MemoryLimits& limits) {
  if (!limits.fits) return tr("Does not fit");
  const bool gpu = limits.kind == DeviceKind::kGpu;
  const TextNumber spare = as::bytes(limits.spare);
  if (limits.cores == 1) {
    return gpu ? tr("Fits with {} to spare on one GPU", spare)
               : tr("Fits with {} to spare on one core", spare);
  }
  if (limits.cores > 1) {
    return gpu ? tr("Fits with {} to spare on each of {} GPUs", spare, limits.cores)
               : tr("Fits with {} to spare on each of {} cores", spare, limits.cores);
  }
  return gpu ? tr("Fits with {} to spare on each GPU", spare)
             : tr("Fits with {} to spare on each core", spare);
}

Text verdict_text(const MemoryLimits& limits) {
  const Text verdict = verdict_of_cores(limits);
  if (limits.tightest.empty()) return verdict;
  return limits.fits ? tr("{} of {}, which has the least", verdict, limits.tightest)
                     : tr("{} on {}", verdict, limits.tightest);
}

/// The limit, with the values of the other sizes to which it applies.
Text clause(const std::vector<SizeLimit>& sizes, const SizeLimit& limit) {
  std::vector<Text> others;
  for (const SizeLimit& other : sizes) {
    if (&other != &limit && !other.stated.empty()) others.push_back(other.stated);
  }
  if (others.empty()) return text_of(limit);
  return tr("at {}, {}", joined(others), text_of(limit));
}

}  // namespace

int published_positions(const Model& model) {
  return has_unlimited_sequences(model) ? kUnlimitedPositions : model.max_positions;
}

std::string_view to_string(LimitedSize size) {
  switch (size) {
    case LimitedSize::kBatch: return "batch";
    case LimitedSize::kMicroBatch: return "micro_batch";
    case LimitedSize::kContext: return "context";
    case LimitedSize::kSequence: return "sequence";
    case LimitedSize::kImage: break;
  }
  return "image";
}

namespace {

Text own_sentence(const MemoryLimits& limits) {
  std::vector<Text> clauses;
  for (const SizeLimit& limit : limits.sizes) clauses.push_back(clause(limits.sizes, limit));
  const Text verdict = verdict_text(limits);
  const Text sizes = limits.assumed.empty()
                         ? joined_by_semicolons(clauses)
                         : tr("{}, {}", limits.assumed, joined_by_semicolons(clauses));
  Text text = clauses.empty() ? tr("{}.", verdict) : tr("{}: {}.", verdict, sizes);
  if (!limits.fewer.empty()) text = tr("{} {}", text, limits.fewer);
  if (limits.remedies.empty()) return text;
  Text changes = limits.remedies.front();
  for (std::size_t i = 1; i < limits.remedies.size(); ++i) {
    changes = tr("{}, or {}", changes, limits.remedies[i]);
  }
  return tr("{} It fits {}.", text, changes);
}

}  // namespace

Text sentence(const MemoryLimits& limits) {
  const Text own = own_sentence(limits);
  if (limits.generation == nullptr) return own;
  return tr("Training: {} Generation: {}", own, sentence(*limits.generation));
}

Json to_json(const MemoryLimits& limits) {
  Json sizes = Json::array();
  for (const SizeLimit& limit : limits.sizes) {
    Json json{{"size", to_string(limit.size)}, {"largest", limit.largest}};
    if (limit.step > 1) json["step"] = limit.step;
    if (limit.open) json["at_least"] = true;
    const bool limited = limit.published > 0 && limit.published < kUnlimitedPositions;
    if (limited) json["model_limit"] = limit.published;
    if (!limit.stated.empty()) json["stated"] = limit.stated;
    sizes.push_back(std::move(json));
  }
  Json json{{"fits", limits.fits}, {"sentence", sentence(limits)}};
  if (limits.cores > 0) json[limits.kind == DeviceKind::kGpu ? "gpus" : "cores"] = limits.cores;
  if (limits.fits) {
    json[limits.kind == DeviceKind::kGpu ? "spare_bytes_per_gpu" : "spare_bytes_per_core"] =
        limits.spare;
  }
  if (!limits.tightest.empty()) json["tightest"] = limits.tightest;
  if (!limits.fewer.empty()) json["fewer_instances"] = limits.fewer;
  json["sizes"] = std::move(sizes);
  if (!limits.fits) json["fits_with"] = limits.remedies;
  if (limits.generation != nullptr) json["generation"] = to_json(*limits.generation);
  return json;
}

std::int64_t largest_size(const SpareBytes& spare, std::int64_t start, std::int64_t most) {
  std::int64_t low = 0;          // fits, or 0
  std::int64_t high = most + 1;  // does not fit
  std::optional<KnownSpare> below;
  std::optional<KnownSpare> above;
  std::optional<KnownSpare> last;
  std::int64_t size = std::clamp<std::int64_t>(start, 1, std::max<std::int64_t>(1, most));
  for (int round = 0; high - low > 1; ++round) {
    const std::optional<double> free = spare(size);
    const std::optional<KnownSpare> point =
        free ? std::optional(KnownSpare{size, *free}) : std::nullopt;
    const bool fits = free && *free >= 0;
    (fits ? low : high) = size;
    (fits ? below : above) = point;
    const std::optional<KnownSpare> before = std::exchange(last, point);
    const std::int64_t middle = high <= most ? low + (high - low) / 2 : std::min(most, 2 * low);
    size = middle;
    // Every third size halves the interval or doubles the size, whatever the lines say.
    if (round % 3 != 2) {
      if (below && above) {
        size = solve_line(*below, *above, middle);
      } else if (before && last) {
        size = solve_line(*before, *last, middle);
      }
    }
    size = std::clamp(size, low + 1, std::max(low + 1, high - 1));
  }
  return low;
}

}  // namespace nscope::catalog

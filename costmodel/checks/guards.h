#pragma once

#include "costmodel/prices/price_book.h"
#include "costmodel/scenario/work_estimate.h"
#include "profiler/base/severity.h"
#include "simcore/catalog/catalog.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::cost {

/// The classic mistakes of published comparisons of these machines.
enum class Guard {
  kEqualWork,
  kRoofline,
  kMemoryFit,
  kContext,  ///< prompts and answers that are longer than the model's positions
  kUnits,
  kPurchase,      ///< sides that are not bought alike
  kStalePrice,    ///< prices older than twelve months
  kUtilisation,   ///< machines that nobody says how busy they are
  kServiceLevel,  ///< latency limits that are not held, or that are not the same
};
std::string_view to_string(Guard guard);

/// What a guard found about one WorkEstimate. The message carries the whole
/// arithmetic and reads on its own.
struct Finding {
  Guard guard = Guard::kUnits;
  Severity severity = Severity::kInfo;
  std::string label;  ///< WorkEstimate::label
  std::string message;
};

/// Physically impossible figures must not win a comparison: errors of the
/// roofline and of the memory fit. Other errors leave the figure itself alone.
bool disqualifies(const Finding& finding);

/// Tokens that differ by more than this share are different work.
inline constexpr double kEqualWorkTolerance = 0.01;

/// Serving: the throughput against the decode roofline. `batch` sequences per
/// instance; where `tensor_parallel` exceeds the cores of one instance the model
/// spans as many as it needs. The context counts with its prompt only and the
/// weights once per step, so that the bound is generous. Without a batch only the
/// compute bound is checked.
/// Training: against peak FLOP/s / (6 N), N the parameters a token passes
/// through: 2 N forward and 4 N backward (Kaplan et al. 2020, arXiv:2001.08361,
/// section 2.1); below it, the share is reported as MFU.
/// Findings: error above the bound (a warning where the band reaches below),
/// else the share of the bound as information; nothing where throughput_bound()
/// has nothing.
std::vector<Finding> roofline_guard(const catalog::Catalog& catalog, const WorkEstimate& work);

/// Serving: catalog::inference_memory_fit under the stated tensor-parallel
/// degree; where none is stated, the smallest that fits, or an error. Training:
/// weights, gradients, AdamW moments and master weights (16 bytes a parameter
/// with bf16) sharded over all chips; below 10 bytes a parameter (no gradients,
/// no master weights) it is an error, in between a warning.
std::vector<Finding> memory_fit_guard(const catalog::Catalog& catalog, const WorkEstimate& work);

/// Prompt and answer against the positions that the model was made for: a warning beyond them, as
/// software may stretch them at the cost of quality; information where the model is known and its
/// positions are not.
std::vector<Finding> context_guard(const catalog::Catalog& catalog, const WorkEstimate& work);

/// Whether two estimates do the same work: tokens of their stated runs, counted
/// tokens, phase, model, lengths and precision. Prices are of the whole fleet;
/// where they are known the message has the cost of equal work.
std::vector<Finding> equal_work_guard(const WorkEstimate& base, std::optional<Usd> base_per_hour,
                                      const WorkEstimate& other, std::optional<Usd> other_per_hour);

/// Latency limits of `other`: that no load is within them (a warning), what has to be known of
/// those that are held, and a warning where `base` has other limits, other traffic or none. `base`
/// may be `other`.
std::vector<Finding> service_guard(const WorkEstimate& base, const WorkEstimate& other);

/// Slips of units that the inputs give away:
/// - a tensor-parallel degree that counts chips (fits only then),
/// - a peak per core that is the peak of the chip, and the reverse,
/// - a stated price per accelerator, per fleet, per month, off by ten, of another
///   purchase option or of another instance type,
/// - a throughput per instance that only the whole fleet can reach,
/// - stated weights that are not parameters x bytes of the data type,
/// - stated results that are the computed ones times 1000, 12, 24, 720/730, ...
std::vector<Finding> unit_guard(const catalog::Catalog& catalog, const PriceBook& book,
                                const WorkEstimate& work, std::string_view region, Day day);

/// An upper bound on the throughput of all instances with its arithmetic in
/// words, or nothing where the inputs do not allow one.
struct ThroughputBound {
  double tokens_per_second = 0.0;  ///< counted as output tokens; training tokens
  bool memory = false;             ///< the memory sets it, else the arithmetic units
  std::string arithmetic;
};
std::optional<ThroughputBound> throughput_bound(const catalog::Catalog& catalog,
                                                const WorkEstimate& work);

}  // namespace nscope::cost

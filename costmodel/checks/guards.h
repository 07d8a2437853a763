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

/// Checks for common mistakes of published comparisons of instances.
enum class Guard {
  kEqualWork,
  kRoofline,
  kMemoryFit,
  kContext,  ///< prompts and outputs that are longer than the model's positions
  kUnits,
  kPurchase,      ///< different purchase options are compared
  kStalePrice,    ///< prices that is_stale() reports
  kUtilisation,   ///< unknown, stated or impossible utilisation
  kServiceLevel,  ///< latency limits that are missed or differ
};
std::string_view to_string(Guard guard);
/// The name that people read; the same in English as to_string().
Phrase title(Guard guard);

/// A finding of a guard about one WorkEstimate. The message contains the whole calculation
/// and can be understood on its own.
struct Finding {
  Guard guard = Guard::kUnits;
  Severity severity = Severity::kInfo;
  std::string label;  ///< WorkEstimate::label
  Text message;
};

/// Whether the item is excluded from the comparison because its figures are physically
/// impossible: errors of the roofline and of the memory fit.
bool disqualifies(const Finding& finding);

/// Relative difference of tokens above which two runs do different work.
inline constexpr double kEqualWorkTolerance = 0.01;

/// Serving: compares the throughput with the decode roofline for `batch` sequences per instance.
/// If `tensor_parallel` exceeds the cores of one instance, the model uses several. The bound is
/// optimistic: the context is the prompt only, and weights are read once per step. Without a
/// batch only the compute bound is checked.
/// Training: compares with peak FLOP/s / (6 N), where N is the number of active parameters per
/// token: 2 N forward and 4 N backward (Kaplan et al. 2020, arXiv:2001.08361, section 2.1). The
/// share of the bound is the MFU.
/// Findings: an error above the bound (a warning if the error band includes the bound), else
/// the share of the bound as information; none if throughput_bound() is empty.
std::vector<Finding> roofline_guard(const catalog::Catalog& catalog, const WorkEstimate& work);

/// Whether the throughput is far below what the instances reach for a single sequence at a time
/// (training: far below peak FLOP/s / (6 N)), which indicates a load or hours in a wrong unit: an
/// error below one hundred-thousandth, a warning below one thousandth unless it is predicted.
/// Without a known bound, an error below one token per instance-hour. The error disqualifies.
std::vector<Finding> least_throughput_guard(const catalog::Catalog& catalog,
                                            const WorkEstimate& work);

/// Serving: catalog::inference_memory_fit with the stated tensor parallel degree; if no degree
/// is stated, the smallest degree that fits, or an error. Training: weights, gradients, AdamW
/// moments and master weights (16 bytes per parameter with bf16) sharded over all chips. Less
/// than 10 bytes per parameter (no gradients, no master weights) is an error, less than the
/// total a warning.
std::vector<Finding> memory_fit_guard(const catalog::Catalog& catalog, const WorkEstimate& work);

/// Compares prompt plus output with the positions of the model: a warning if they exceed them,
/// because software can extend the positions at the cost of quality; information if the model
/// is known but its positions are not.
std::vector<Finding> context_guard(const catalog::Catalog& catalog, const WorkEstimate& work);

/// A simulation that uses only a part of the accelerators whose instances are paid: a warning with the
/// factor by which a token costs less on a full instance.
std::vector<Finding> idle_accelerators_guard(const WorkEstimate& work);

/// Whether two estimates do the same work: tokens of their stated runs, counted tokens, phase,
/// model, lengths and data type. Prices are those of the whole fleet; if both are known, the
/// message contains the cost of equal work.
std::vector<Finding> equal_work_guard(const WorkEstimate& base, std::optional<Usd> base_per_hour,
                                      const WorkEstimate& other, std::optional<Usd> other_per_hour);

/// Latency limits of `other`: a warning if no load meets them, the remarks of the search as
/// information, and a warning if `base` has different limits, different traffic or no limits.
/// `base` may be `other`.
std::vector<Finding> service_guard(const WorkEstimate& base, const WorkEstimate& other);

/// Detects wrong units in the inputs:
/// - a tensor parallel degree that counts chips (the model fits only then);
/// - a peak per core that is the peak of the chip, and the reverse;
/// - a stated price per accelerator, per fleet or per month, with a wrong decimal point, of
///   another purchase option or of another instance type;
/// - a throughput per instance that only the whole fleet can reach;
/// - stated weights that are not parameters x bytes of the data type;
/// - stated results that are the computed ones times 1000, 12, 24, 720/730, ...
std::vector<Finding> unit_guard(const catalog::Catalog& catalog, const PriceBook& book,
                                const WorkEstimate& work, std::string_view region, Day day);

/// An upper bound of the throughput of all instances and its calculation.
struct ThroughputBound {
  double tokens_per_second = 0.0;  ///< output tokens or training tokens
  bool memory = false;             ///< memory bandwidth is the bound; else compute
  Text arithmetic;
};
/// Empty if the inputs do not determine a bound.
std::optional<ThroughputBound> throughput_bound(const catalog::Catalog& catalog,
                                                const WorkEstimate& work);

}  // namespace nscope::cost

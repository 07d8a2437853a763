#pragma once

#include "costmodel/bills/bill.h"
#include "profiler/base/result.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace nscope::cost {

/// One line of a bill, read. The views are needed during add() only.
struct Charge {
  std::string_view period{};
  std::string_view account{};
  std::string_view service{};
  std::string_view instance{};
  std::string_view region{};
  std::string_view currency{};
  BoughtAs bought = BoughtAs::kNone;
  ChargeKind kind = ChargeKind::kUsage;

  std::optional<ExactAmount> billed{};
  std::optional<ExactAmount> effective{};
  std::optional<ExactAmount> list{};
  std::optional<ExactAmount> contracted{};
  std::optional<ExactAmount> hours{};

  std::string_view commitment{};  ///< ARN of the commitment that it is about
  std::string_view term{};
  std::string_view payment{};
  std::string_view offering{};
  std::string_view commitment_end{};

  std::optional<Instant> begin{};
  std::optional<Instant> end{};
};

/// Sums lines up to a Bill. Memory grows with the different combinations of keys
/// and with the commitments, of which a bill may have a million and a hundred
/// thousand. One thread.
class BillBuilder {
 public:
  /// Asked for the place of a line only where there is something to say.
  using Where = std::function<std::string()>;

  explicit BillBuilder(BillFilter filter = {}) : filter_(std::move(filter)) {}

  const BillFilter& filter() const { return filter_; }

  void begin_file(std::string_view name, std::string format);
  /// Errors: kBadInput for keys that are no printable text, for too many
  /// combinations and for sums out of range.
  Result<> add(const Charge& charge, const Where& where);
  /// A line that the filter leaves out.
  void leave_out() { ++file().left_out; }
  void note(std::string_view code, std::string_view message, const Where& where);
  void set_estimated() { estimated_ = true; }

  /// Fees of a Reserved Instance that do not name its type get the type of the
  /// use that the reservation covered, where that is one type.
  Bill finish();

 private:
  struct Sums {
    std::uint64_t lines = 0;
    Measure billed, effective, list, contracted, hours;
  };
  BillFile& file() { return files_.back(); }
  Result<Sums*> find_sums(const Charge& charge, const Where& where);
  Result<> add_commitment(const Charge& charge, const Where& where);
  bool in_range(const std::optional<ExactAmount>& amount);
  BillLine line_of(const std::string& key, const Sums& sums) const;

  BillFilter filter_;
  std::vector<BillFile> files_;
  std::unordered_map<std::string, Sums> sums_;  ///< by the keys of a line, joined
  std::string key_;                             ///< of the line being added
  struct Commitment {
    BillCommitment shown;
    bool several_instances = false;
  };
  std::map<std::string, Commitment, std::less<>> commitments_;
  std::map<std::string, BillDiagnostic, std::less<>> diagnostics_;
  ExactAmount magnitude_;  ///< of all amounts: where it is in range, any sum of some is
  std::optional<Instant> begin_;
  std::optional<Instant> end_;
  bool estimated_ = false;
};

}  // namespace nscope::cost

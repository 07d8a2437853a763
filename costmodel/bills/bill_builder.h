#pragma once

#include "costmodel/bills/bill.h"
#include "profiler/base/result.h"

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>

namespace nscope::cost {

/// One line of a bill. The views must be valid during add() only.
struct Charge {
  std::string_view period{};
  std::string_view account{};
  std::string_view service{};
  std::string_view instance{};
  std::string_view region{};
  std::string_view currency{};
  std::string_view group{};
  BoughtAs bought = BoughtAs::kNone;
  ChargeKind kind = ChargeKind::kUsage;

  std::optional<ExactAmount> billed{};
  std::optional<ExactAmount> effective{};
  std::optional<ExactAmount> list{};
  std::optional<ExactAmount> contracted{};
  std::optional<ExactAmount> hours{};

  std::string_view commitment{};  ///< ARN of the commitment of the line
  std::string_view term{};
  std::string_view payment{};
  std::string_view offering{};
  std::string_view commitment_end{};

  std::optional<Instant> begin{};
  std::optional<Instant> end{};
};

/// Sums lines to a Bill. Memory grows with the number of different combinations of keys (at most
/// 1,000,000) and of commitments (at most 100,000). One thread.
class BillBuilder {
 public:
  /// Returns the place of a line. Called for the first line of a diagnostic and for errors only.
  using Where = std::function<Place()>;
  /// Returns a message with words of the line. Called for the first line of a diagnostic only.
  using Message = std::function<Text()>;

  explicit BillBuilder(BillFilter filter = {}) : filter_(std::move(filter)) {}

  const BillFilter& filter() const { return filter_; }

  void begin_file(std::string_view name, std::string format);
  /// Errors: kBadInput for keys that are not printable text, for too many
  /// combinations and for sums out of range.
  Result<> add(const Charge& charge, const Where& where);
  /// Whether the filter selects a line of one of these accounts (usage, billing), or with this
  /// value of the tag of the filter ("": without the tag). Other values are remembered for the
  /// message about an account or a value that no line has, up to 1,000 of each.
  bool selects_account(std::initializer_list<std::string_view> accounts);
  bool selects_tag(std::string_view value);
  /// Counts a line that the filter excludes.
  void leave_out() { ++file().left_out; }
  /// Counts an occurrence of a diagnostic; the message and place of the first one are kept.
  void note(std::string_view code, Phrase message, const Where& where);
  void note(std::string_view code, const Message& message, const Where& where);
  void set_estimated() { estimated_ = true; }
  bool has_note(std::string_view code) const { return diagnostics_.contains(code); }
  std::size_t notes() const { return diagnostics_.size(); }

  /// Whether the keys of these tags should be added: false without a tag in the filter, and for
  /// tags that are known. Up to 1,000 different tags are kept.
  bool wants_tags(std::string_view tags);
  /// Adds the key of a tag that a line has, without the prefix of the provider.
  void add_tag_key(std::string_view key);

  /// Returns the bill. A fee of a Reserved Instance without an instance type gets the type of the
  /// covered usage, if that is a single type.
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
  std::vector<ChargebackRow> chargeback(const std::vector<BillLine>& lines) const;
  /// Reports a key of the filter that no line has. Returns whether it did.
  bool check_tag(const std::string& key);
  /// Reports an account and a tag value of the filter that no line has.
  void check_account();
  void check_tag_value();

  BillFilter filter_;
  std::vector<BillFile> files_;
  std::unordered_map<std::string, Sums> sums_;        ///< by the joined keys of a line
  std::string key_;                                   ///< of the current line
  using Owner = std::pair<std::string, std::string>;  ///< account and group
  struct Commitment {
    BillCommitment shown;
    bool several_instances = false;
    std::map<Owner, ExactAmount> used;    ///< effective cost of the covered usage
    std::map<Owner, ExactAmount> unused;  ///< effective cost of the unused part
  };
  /// By ARN and currency, because amounts of different currencies are never added up.
  std::map<std::pair<std::string, std::string>, Commitment> commitments_;
  std::map<std::string, BillDiagnostic, std::less<>> diagnostics_;
  ExactAmount magnitude_;  ///< sum of all absolute amounts; if it is in range, all sums are
  std::optional<Instant> begin_;
  std::optional<Instant> end_;
  bool estimated_ = false;
  std::set<std::string, std::less<>> tags_;      ///< texts of tags whose keys were added
  std::set<std::string, std::less<>> tag_keys_;  ///< for the message about a tag without lines
  /// The values that lines have instead of the value of the filter.
  struct OtherValues {
    bool matched = false;  ///< at least one line has the value of the filter
    std::set<std::string, std::less<>> seen{};
    void add(std::string_view value);
  };
  OtherValues accounts_;
  OtherValues tag_values_;
};

/// The text with "?" instead of control characters and invalid UTF-8, so that words of a file
/// cannot send commands to a terminal.
std::string printable_text(std::string_view text);

}  // namespace nscope::cost

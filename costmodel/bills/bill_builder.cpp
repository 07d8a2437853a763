#include "costmodel/bills/bill_builder.h"

#include "profiler/base/text/closest_names.h"
#include "profiler/base/text/utf8.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <iterator>
#include <tuple>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace nscope::cost {
namespace {

constexpr std::size_t kMaxCombinations = 1'000'000;
constexpr std::size_t kMaxCommitments = 100'000;
constexpr std::size_t kLongestKey = 1000;
constexpr std::size_t kMostOthers = 1000;  ///< other accounts and tag values
constexpr char kSeparator = '\x1f';

bool is_printable(std::string_view text) {
  return text.size() <= kLongestKey && is_utf8(text) &&
         std::none_of(text.begin(), text.end(),
                      [](char c) { return std::iscntrl(static_cast<unsigned char>(c)) != 0; });
}

Error bad_key(Phrase name, const BillBuilder::Where& where) {
  return {ErrorCode::kBadInput,
          tr("{}: must be printable text of at most {} bytes", name, kLongestKey), where()};
}

void put(Measure& to, const std::optional<ExactAmount>& amount) {
  if (!amount) return;
  ++to.lines;
  (void)to.sum.add(*amount);  // in range, see BillBuilder::magnitude_
}

bool by_keys(const BillLine& a, const BillLine& b) {
  const auto keys = [](const BillLine& line) {
    return std::tie(line.period, line.account, line.service, line.instance, line.region,
                    line.bought, line.kind, line.currency, line.group);
  };
  return keys(a) < keys(b);
}

void merge(BillLine& to, const BillLine& from) {
  to.lines += from.lines;
  for (const auto member : {&BillLine::billed, &BillLine::effective, &BillLine::list,
                            &BillLine::contracted, &BillLine::hours}) {
    (void)add(to.*member, from.*member);
  }
}

/// Up to twenty of the values, the closest to `wanted` first: "llm, vision".
Text values_text(const std::set<std::string, std::less<>>& values, std::string_view wanted) {
  constexpr std::size_t kShown = 20;
  const std::vector<std::string> all(values.begin(), values.end());
  const std::string shown =
      printable_text(fmt::format("{}", fmt::join(closest_names(wanted, all, kShown), ", ")));
  const std::size_t more = all.size() - std::min(all.size(), kShown);
  return more == 0 ? Text::verbatim(shown) : tr("{} and {} more", shown, more);
}

/// Sets an empty text; a commitment keeps the first value in the bill.
void keep_first(std::string& to, std::string_view value) {
  if (to.empty()) to = value;
}

}  // namespace

std::string printable_text(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t length = utf8_sequence_length(text);
    const bool control = std::iscntrl(static_cast<unsigned char>(text.front())) != 0;
    result += length == 0 || control ? std::string_view("?") : text.substr(0, length);
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return result;
}

void BillBuilder::begin_file(std::string_view name, std::string format) {
  files_.push_back({printable_text(name), std::move(format)});
}

void BillBuilder::note(std::string_view code, Phrase message, const Where& where) {
  note(
      code, [message] { return Text(message); }, where);
}

void BillBuilder::note(std::string_view code, const Message& message, const Where& where) {
  auto it = diagnostics_.find(code);
  if (it == diagnostics_.end()) {
    it = diagnostics_
             .emplace(code, BillDiagnostic{std::string(code), message(), 0,
                                           where().with_names(printable_text)})
             .first;
  }
  ++it->second.count;
}

bool BillBuilder::wants_tags(std::string_view tags) {
  constexpr std::size_t kMostTags = 1000;
  if ((filter_.tag_key.empty() && filter_.group_tag.empty()) || tags.empty()) return false;
  if (tags.size() > kLongestKey || tags_.size() >= kMostTags || tags_.contains(tags)) return false;
  tags_.emplace(tags);
  return true;
}

void BillBuilder::add_tag_key(std::string_view key) {
  constexpr std::size_t kMostKeys = 1000;
  if (tag_keys_.size() >= kMostKeys || tag_keys_.contains(key) || !is_printable(key)) return;
  tag_keys_.emplace(key);
}

void BillBuilder::OtherValues::add(std::string_view value) {
  if (value.empty() || value.size() > kLongestKey || seen.size() >= kMostOthers) return;
  if (!seen.contains(value)) seen.emplace(value);
}

bool BillBuilder::selects_account(std::initializer_list<std::string_view> accounts) {
  if (filter_.account.empty()) return true;
  const bool selects =
      std::find(accounts.begin(), accounts.end(), filter_.account) != accounts.end();
  accounts_.matched |= selects;
  for (const std::string_view account : accounts) {
    if (!accounts_.matched) accounts_.add(account);
  }
  return selects;
}

bool BillBuilder::selects_tag(std::string_view value) {
  if (filter_.tag_key.empty()) return true;
  const bool selects = value == filter_.tag_value;
  tag_values_.matched |= selects;
  if (!tag_values_.matched) tag_values_.add(value);
  return selects;
}

void BillBuilder::check_account() {
  if (filter_.account.empty() || files_.empty() || accounts_.matched) return;
  note(
      "account_not_found",
      [&] {
        const std::string wanted = printable_text(filter_.account);
        return accounts_.seen.empty()
                   ? tr("No line has the account '{}', and no line states any account.", wanted)
                   : tr("No line has the account '{}'. The accounts in the bill are: {}.", wanted,
                        values_text(accounts_.seen, filter_.account));
      },
      [&] { return Place(files_.front().name); });
}

void BillBuilder::check_tag_value() {
  const bool searched = filter_.account.empty() || accounts_.matched;
  if (filter_.tag_key.empty() || files_.empty() || tag_values_.matched || !searched) return;
  note(
      "tag_value_not_found",
      [&] {
        const std::string key = printable_text(filter_.tag_key);
        const Text lines = filter_.account.empty()
                               ? tr("the bill")
                               : tr("the account '{}'", printable_text(filter_.account));
        if (tag_values_.seen.empty()) return tr("No line of {} has the tag '{}'.", lines, key);
        const Text values = values_text(tag_values_.seen, filter_.tag_value);
        return filter_.tag_value.empty()
                   ? tr("Every line of {} has the tag '{}'. Its values are: {}.", lines, key,
                        values)
                   : tr("No line of {} has the tag '{}' with the value '{}'. Its values are: {}.",
                        lines, key, printable_text(filter_.tag_value), values);
      },
      [&] { return Place(files_.front().name); });
}

bool BillBuilder::check_tag(const std::string& key) {
  if (key.empty() || files_.empty() || tag_keys_.contains(key)) return false;
  constexpr std::size_t kMostTags = 1000;
  if (tags_.size() >= kMostTags) return false;  // not all tags were seen
  const std::vector<std::string> known(tag_keys_.begin(), tag_keys_.end());
  constexpr std::size_t kShown = 5;
  const std::vector<std::string> close = closest_names(key, known, kShown);
  note(
      "tag_not_found",
      [&] {
        return close.empty() ? tr("No line has the tag '{}', and no line has any other tag.",
                                  printable_text(key))
                             : tr("No line has the tag '{}'. The closest keys in the bill are: {}.",
                                  printable_text(key), fmt::format("{}", fmt::join(close, ", ")));
      },
      [&] { return Place(files_.front().name); });
  return true;
}

bool BillBuilder::in_range(const std::optional<ExactAmount>& amount) {
  return !amount || magnitude_.add(amount->absolute());
}

Result<BillBuilder::Sums*> BillBuilder::find_sums(const Charge& charge, const Where& where) {
  // finish() may set the instance type of lines without one, by their commitment.
  const std::string_view commitment =
      charge.instance.empty() ? charge.commitment : std::string_view();
  const std::array texts = {charge.period, charge.account,  charge.service, charge.instance,
                            charge.region, charge.currency, charge.group,   commitment};
  key_.clear();
  for (const std::string_view text : texts) key_.append(text).push_back(kSeparator);
  key_.push_back(static_cast<char>(charge.bought));
  key_.push_back(static_cast<char>(charge.kind));
  const auto known = sums_.find(key_);
  if (known != sums_.end()) return &known->second;
  constexpr std::array kNames = {phrase("period"),        phrase("account"),   phrase("service"),
                                 phrase("instance type"), phrase("region"),    phrase("currency"),
                                 phrase("tag"),           phrase("commitment")};
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (!is_printable(texts[i])) return fail(bad_key(kNames[i], where));
  }
  if (sums_.size() >= kMaxCombinations) {
    return fail(ErrorCode::kBadInput,
                tr("too many combinations of account, service, instance type and region; the "
                   "limit is {}",
                   as::count(kMaxCombinations)),
                where());
  }
  return &sums_[key_];
}

Result<> BillBuilder::add_commitment(const Charge& charge, const Where& where) {
  std::pair key{std::string(charge.commitment), std::string(charge.currency)};
  auto it = commitments_.find(key);
  if (it == commitments_.end()) {
    if (commitments_.size() >= kMaxCommitments) {
      return fail(ErrorCode::kBadInput,
                  tr("too many commitments; the limit is {}", as::count(kMaxCommitments)), where());
    }
    it = commitments_.emplace(std::move(key), Commitment{}).first;
    it->second.shown.id = charge.commitment;
    it->second.shown.currency = charge.currency;
  }
  Commitment& commitment = it->second;
  BillCommitment& shown = commitment.shown;
  for (const std::string_view text :
       {charge.commitment, charge.term, charge.payment, charge.offering, charge.commitment_end}) {
    if (!is_printable(text)) return fail(bad_key(phrase("description of a commitment"), where));
  }
  keep_first(shown.term, charge.term);
  keep_first(shown.payment, charge.payment);
  keep_first(shown.offering, charge.offering);
  keep_first(shown.end, charge.commitment_end);
  keep_first(shown.region, charge.region);
  if (shown.bought == BoughtAs::kNone || shown.bought == BoughtAs::kSavingsPlan) {
    if (charge.bought != BoughtAs::kNone) shown.bought = charge.bought;
  }
  if (!charge.instance.empty() && charge.kind == ChargeKind::kUsage) {
    commitment.several_instances |= !shown.instance.empty() && shown.instance != charge.instance;
    keep_first(shown.instance, charge.instance);
  }
  const Owner owner{charge.account, charge.group};
  if (charge.kind == ChargeKind::kUsage) {
    put(shown.used, charge.effective);
    put(shown.hours, charge.hours);
    (void)commitment.used[owner].add(charge.effective.value_or(ExactAmount()));
  } else if (charge.kind == ChargeKind::kCommitment) {
    put(shown.unused, charge.effective);
    (void)commitment.unused[owner].add(charge.effective.value_or(ExactAmount()));
  }
  return {};
}

Result<> BillBuilder::add(const Charge& charge, const Where& where) {
  for (const auto& amount :
       {charge.billed, charge.effective, charge.list, charge.contracted, charge.hours}) {
    if (!in_range(amount)) {
      return fail(ErrorCode::kBadInput, tr("the sum of the amounts is out of range"), where());
    }
  }
  const auto sums = find_sums(charge, where);
  if (!sums) return fail(sums.error());
  if (!charge.commitment.empty()) {
    if (auto ok = add_commitment(charge, where); !ok) return ok;
  }
  ++file().lines;
  ++(*sums)->lines;
  put((*sums)->billed, charge.billed);
  put((*sums)->effective, charge.effective);
  put((*sums)->list, charge.list);
  put((*sums)->contracted, charge.contracted);
  put((*sums)->hours, charge.hours);
  if (charge.kind == ChargeKind::kUsage || charge.kind == ChargeKind::kUnusedCapacity) {
    if (charge.begin) begin_ = std::min(begin_.value_or(*charge.begin), *charge.begin);
    if (charge.end) end_ = std::max(end_.value_or(*charge.end), *charge.end);
    if (filter_.now && charge.begin && *charge.begin > *filter_.now) {
      note("future_usage",
           phrase("The usage of some lines begins in the future. The dates of the bill are wrong, "
                  "or the clock of this computer is."),
           where);
    }
  }
  return {};
}

BillLine BillBuilder::line_of(const std::string& key, const Sums& sums) const {
  BillLine line;
  std::string commitment;
  std::size_t at = 0;
  for (std::string* text : {&line.period, &line.account, &line.service, &line.instance,
                            &line.region, &line.currency, &line.group, &commitment}) {
    const std::size_t end = key.find(kSeparator, at);
    *text = key.substr(at, end - at);
    at = end + 1;
  }
  line.bought = static_cast<BoughtAs>(key[at]);
  line.kind = static_cast<ChargeKind>(key[at + 1]);
  line.lines = sums.lines;
  line.billed = sums.billed;
  line.effective = sums.effective;
  line.list = sums.list;
  line.contracted = sums.contracted;
  line.hours = sums.hours;
  const auto it = commitments_.find({commitment, line.currency});
  // The unused part of a Savings Plan cannot be assigned to an instance type.
  if (it != commitments_.end() && it->second.shown.bought == BoughtAs::kReserved &&
      !it->second.several_instances) {
    line.instance = it->second.shown.instance;
    if (line.bought == BoughtAs::kNone) line.bought = BoughtAs::kReserved;
  }
  return line;
}

namespace {

using Owners = std::map<std::pair<std::string, std::string>, ExactAmount>;

/// What accounts and tag values paid for the Capacity Blocks of an instance type in a region, used
/// or not, and the hours that they ran in them.
struct BlockUse {
  Owners paid;
  Owners hours;
};

/// By currency, instance type and region. Hours at 0 ran in the blocks of their type and region, as
/// in own_bill().
std::map<std::array<std::string, 3>, BlockUse> blocks_of(const std::vector<BillLine>& lines) {
  std::map<std::array<std::string, 3>, BlockUse> blocks;
  for (const BillLine& line : lines) {
    const bool block = line.bought == BoughtAs::kCapacityBlock;
    const bool paid = block && line.kind != ChargeKind::kUsage;
    const bool used =
        line.kind == ChargeKind::kUsage && (block || line.bought == BoughtAs::kNoCharge);
    if (line.instance.empty() || (!paid && !used)) continue;
    BlockUse& use = blocks[{line.currency, line.instance, line.region}];
    ExactAmount& sum = (paid ? use.paid : use.hours)[{line.account, line.group}];
    (void)sum.add(paid ? line.effective.sum : line.hours.sum);
  }
  return blocks;
}

}  // namespace

std::vector<ChargebackRow> BillBuilder::chargeback(const std::vector<BillLine>& lines) const {
  std::map<std::tuple<std::string, std::string, std::string>, ChargebackRow> rows;
  const auto row = [&](const std::string& currency, const std::string& account,
                       const std::string& group) -> ChargebackRow& {
    return rows
        .try_emplace({currency, account, group}, ChargebackRow{.currency = currency,
                                                               .account = account,
                                                               .group = group,
                                                               .billed = {},
                                                               .own = {},
                                                               .allocated = {}})
        .first->second;
  };
  // All sums are in range because BillBuilder checked the sum of all lines.
  for (const BillLine& line : lines) {
    ChargebackRow& to = row(line.currency, line.account, line.group);
    to.lines += line.lines;
    (void)cost::add(to.billed, line.billed);
    (void)cost::add(to.own, line.effective);
  }
  const auto allocate = [&](const std::string& currency, const Owners& paid, const Owners& users) {
    ExactAmount used;
    for (const auto& [owner, amount] : users) (void)used.add(amount);
    if (!(used > ExactAmount())) return;
    for (const auto& [owner, amount] : paid) {
      (void)row(currency, owner.first, owner.second).own.sum.add(amount.negated());
      ExactAmount rest = amount;
      const auto last = std::prev(users.end());
      for (auto user = users.begin(); user != users.end(); ++user) {
        const ExactAmount part = user == last ? rest : amount.share(user->second, used);
        (void)row(currency, user->first.first, user->first.second).allocated.add(part);
        rest = rest - part;
      }
    }
  };
  for (const auto& [key, commitment] : commitments_) {
    allocate(commitment.shown.currency, commitment.unused, commitment.used);
  }
  for (const auto& [key, use] : blocks_of(lines)) allocate(key[0], use.paid, use.hours);
  std::vector<ChargebackRow> result;
  for (auto& [key, found] : rows) result.push_back(std::move(found));
  return result;
}

Bill BillBuilder::finish() {
  Bill bill;
  check_account();
  if (!check_tag(filter_.tag_key)) check_tag_value();
  if (filter_.group_tag != filter_.tag_key) check_tag(filter_.group_tag);
  bill.files = std::move(files_);
  bill.begin = begin_;
  bill.end = end_;
  bill.estimated = estimated_;
  std::vector<BillLine> lines;
  lines.reserve(sums_.size());
  for (const auto& [key, sums] : sums_) lines.push_back(line_of(key, sums));
  std::sort(lines.begin(), lines.end(), by_keys);
  for (BillLine& line : lines) {
    const bool same = !bill.lines.empty() && !by_keys(bill.lines.back(), line);
    if (same) {
      merge(bill.lines.back(), line);
    } else {
      bill.lines.push_back(std::move(line));
    }
  }
  bill.chargeback = chargeback(bill.lines);
  for (auto& [key, commitment] : commitments_) {
    if (commitment.several_instances) commitment.shown.instance.clear();
    bill.commitments.push_back(std::move(commitment.shown));
  }
  for (auto& [code, diagnostic] : diagnostics_) bill.diagnostics.push_back(std::move(diagnostic));
  return bill;
}

}  // namespace nscope::cost

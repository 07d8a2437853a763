#include "app/capacity/report/type_rows.h"

#include <algorithm>
#include <cstdint>

namespace nscope::capacity {

void add_rejected(std::vector<RejectedTypes>& rejected, const std::string& instance,
                  const Text& reason) {
  const auto same = std::find_if(rejected.begin(), rejected.end(),
                                 [&](const RejectedTypes& each) { return each.reason == reason; });
  if (same == rejected.end()) {
    rejected.push_back({instance, reason});
  } else {
    same->instances += ", " + instance;
  }
}

void add_refused_row(std::vector<std::vector<Cell>>& rows, std::vector<Cell> row,
                     std::optional<std::size_t> count) {
  for (std::vector<Cell>& known : rows) {
    bool same = true;
    for (std::size_t c = 1; c < row.size(); ++c) same &= c == count || known[c] == row[c];
    if (!same) continue;
    std::get<std::string>(known[0]) += ", " + std::get<std::string>(row[0]);
    if (count) std::get<std::int64_t>(known[*count]) += std::get<std::int64_t>(row[*count]);
    return;
  }
  rows.push_back(std::move(row));
}

Text domain_word(bool banded, const std::vector<Text>& outside) {
  if (!banded) return tr("not measured");
  return outside.empty() ? tr("inside") : tr("outside");
}

void OutsideDomain::add(const std::string& instance, const std::vector<Text>& why) {
  if (why.empty()) return;
  const Text reason = joined_by_semicolons(why);
  auto same = std::ranges::find(groups_, reason, &Group::first);
  if (same == groups_.end()) same = groups_.insert(same, {reason, {}});
  same->second.push_back(Text::verbatim(instance));
}

void OutsideDomain::add_notes(Table& table) const {
  for (const auto& [reason, types] : groups_) {
    table.add_note(tr("Outside of what was measured, with a wider error band: {}: {}.",
                      joined(types), reason));
  }
}

}  // namespace nscope::capacity

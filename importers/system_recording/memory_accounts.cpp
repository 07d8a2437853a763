#include "importers/system_recording/memory_accounts.h"

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

namespace nscope::importers {
namespace {

/// A logical core has as many accounts as physical cores. Further ones are made only if changes
/// are missing in the recording.
constexpr std::size_t kUsualAccounts = 2;
constexpr std::size_t kMostAccounts = 8;
constexpr std::size_t kMostUsesOfAccount = 256;

std::string account_name(const MemoryChange& change, std::size_t number) {
  std::string name = "HBM";
  if (change.hbm >= 0) name += fmt::format(" {}", change.hbm);
  if (change.device >= 0) name += fmt::format(" of device {}", change.device);
  if (change.core >= 0) name += fmt::format(", {}", EventTracks::group_name(change.core));
  return fmt::format("{}, account {} by use", name, number);
}

}  // namespace

MemoryAccounts::Account& MemoryAccounts::account_of(const MemoryChange& change) {
  std::vector<Account>& accounts = accounts_[{change.core, change.device, change.hbm}];
  const auto find = [&](const auto& fits) {
    return std::find_if(accounts.begin(), accounts.end(), fits);
  };
  auto found = find([&](const Account& a) { return a.total + change.bytes == change.total; });
  if (found != accounts.end()) return *found;
  found = find([&](const Account& a) {
    const auto use = a.uses.find(change.use);
    return use != a.uses.end() && use->second + change.bytes == change.total_of_use;
  });
  if (found == accounts.end() && accounts.size() >= kMostAccounts) {
    found =
        std::min_element(accounts.begin(), accounts.end(), [&](const Account& a, const Account& b) {
          return std::abs(a.total - change.total) < std::abs(b.total - change.total);
        });
  }
  if (found != accounts.end() || accounts.size() >= kUsualAccounts) {
    out_.diagnose("memory_total_jumped", Severity::kInfo,
                  tr("the total of an allocation or release of '{}' in HBM {} does not continue an "
                     "earlier total: changes are missing in the recording",
                     change.use, change.hbm));
  }
  if (found != accounts.end()) return *found;
  Account account;
  if (const TrackId process = tracks_.process(); process.valid()) {
    account.group = tracks_.counters().group(process, account_name(change, accounts.size() + 1), 6);
  }
  return accounts.emplace_back(std::move(account));
}

void MemoryAccounts::add(const MemoryChange& change) {
  // Beyond any memory; the sum over all uses fits 64 bits.
  constexpr std::int64_t kMostBytes = std::int64_t{1} << 50;
  for (const std::int64_t value : {change.bytes, change.total, change.total_of_use}) {
    if (value > -kMostBytes && value < kMostBytes) continue;
    out_.diagnose(
        "impossible_memory_size", Severity::kWarning,
        tr("the use of HBM {} is not possible and was skipped: {} bytes", change.hbm, value));
    return;
  }
  Account& account = account_of(change);
  if (!account.group.valid()) return;
  const TraceTime at(change.time);
  const auto write = [&](std::string_view name, std::int64_t bytes) {
    tracks_.counters().sample(account.group, name, "B", at, static_cast<double>(bytes));
  };
  account.total = change.total;
  write("Total", account.total);
  auto use = account.uses.find(change.use);
  if (use == account.uses.end()) {
    if (account.uses.size() >= kMostUsesOfAccount) return;
    use = account.uses.emplace(std::string(change.use), 0).first;
  }
  account.known += change.total_of_use - use->second;
  use->second = change.total_of_use;
  write(change.use, use->second);
  const std::int64_t before = std::max<std::int64_t>(account.total - account.known, 0);
  if (before == account.before) return;
  account.before = before;
  write("allocated before the recording", before);
}

}  // namespace nscope::importers

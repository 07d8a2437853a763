#include "app/pricing/price_import.h"

#include "profiler/base/files/byte_source.h"

namespace nscope::app {

Result<std::vector<cost::PriceList>> open_price_lists(const std::vector<std::string>& files) {
  std::vector<cost::PriceList> lists;
  for (const std::string& path : files) {
    auto file = ByteSource::open(path);
    if (!file) return fail(file.error());
    auto list = cost::recognise_price_list(std::move(*file));
    if (!list) return fail(list.error());
    lists.push_back(std::move(*list));
  }
  return lists;
}

Result<std::vector<cost::ImportReport>> import_prices(const std::string& book,
                                                      const std::vector<cost::PriceList>& lists,
                                                      const cost::ImportOptions& options,
                                                      TaskControl& control) {
  auto store = cost::PriceStore::open(book);
  if (!store) return fail(store.error());
  std::vector<cost::ImportReport> reports;
  for (const cost::PriceList& list : lists) {
    auto report = store->import(list, options, control);
    if (!report) {
      if (!reports.empty()) {
        report.error().message = tr_plural(
            reports.size(), "{} (the {} file before it was imported)",
            "{} (the {} files before it were imported)", report.error().message, reports.size());
      }
      return fail(report.error());
    }
    reports.push_back(std::move(*report));
  }
  if (!reports.empty() && !store->recovered().empty()) {
    std::vector<Text>& advice = reports.front().advice;
    advice.insert(advice.begin(), store->recovered());
  }
  return reports;
}

}  // namespace nscope::app

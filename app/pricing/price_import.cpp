#include "app/pricing/price_import.h"

#include "costmodel/price_formats/registry.h"
#include "profiler/base/files/byte_source.h"

#include <algorithm>

#include <fmt/format.h>

namespace nscope::app {
namespace {

Result<> recognise(const std::string& path) {
  const auto file = ByteSource::open(path);
  if (!file) return fail(file.error());
  if (const auto format = cost::recognise_prices(*file); !format) return fail(format.error());
  return {};
}

Result<cost::ImportReport> import_one(cost::PriceStore& store, const std::string& path,
                                      const cost::ImportOptions& options, TaskControl& control) {
  const auto file = ByteSource::open(path);
  if (!file) return fail(file.error());
  return store.import(*file, options, control);
}

}  // namespace

Result<std::vector<cost::ImportReport>> import_prices(const PriceImport& request,
                                                      TaskControl& control) {
  for (const std::string& path : request.files) {
    if (auto ok = recognise(path); !ok) return fail(ok.error());
  }
  auto store = cost::PriceStore::open(request.book);
  if (!store) return fail(store.error());
  std::vector<cost::ImportReport> reports;
  for (const std::string& path : request.files) {
    auto report = import_one(*store, path, request.options, control);
    if (!report) {
      if (!reports.empty()) {
        report.error().message +=
            fmt::format(" (the {} files before it are imported)", reports.size());
      }
      return fail(report.error());
    }
    reports.push_back(std::move(*report));
  }
  return reports;
}

bool are_price_lists(const std::vector<std::string>& files) {
  return !files.empty() && std::all_of(files.begin(), files.end(), [](const std::string& path) {
    return recognise(path).has_value();
  });
}

}  // namespace nscope::app

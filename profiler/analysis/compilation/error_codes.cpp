#include "profiler/analysis/compilation/error_codes.h"

#include "profiler/base/resources.h"
#include "profiler/base/tables/csv.h"

#include <functional>
#include <map>
#include <vector>

namespace nscope::analysis {
namespace {

using ErrorCodes = std::map<std::string, CompilerErrorCode, std::less<>>;

ErrorCodes read_error_codes() {
  enum Column : std::size_t { kCode, kCause, kRemedy, kSource, kColumns };
  ErrorCodes codes;
  const auto resource = find_resource("compiler/error-codes.csv");
  if (!resource) return codes;
  CsvReader reader(resource->content, std::string(resource->path));
  std::vector<std::string> fields;
  for (bool heading = true; reader.next(fields).value_or(false); heading = false) {
    if (heading || fields.size() < kColumns) continue;
    codes[fields[kCode]] = {Text::of_resource(fields[kCause]), Text::of_resource(fields[kRemedy]),
                            fields[kSource]};
  }
  return codes;
}

}  // namespace

const CompilerErrorCode* find_error_code(std::string_view code) {
  static const ErrorCodes codes = read_error_codes();
  const auto found = codes.find(code);
  return found == codes.end() ? nullptr : &found->second;
}

}  // namespace nscope::analysis

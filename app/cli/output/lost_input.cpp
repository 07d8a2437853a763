#include "app/cli/output/lost_input.h"

#include "profiler/trace/columns/diagnostic_list.h"

#include <vector>

namespace nscope::cli {

std::string lost_input_text(const Trace& trace, const Language& language) {
  std::vector<Text> lost;
  for (const Diagnostic& d : trace.diagnostics()) {
    if (!is_lost_input(d.code)) continue;
    lost.push_back(tr("{} ({})", d.code, as::count(d.count)));
  }
  if (lost.empty()) return {};
  return language.say(tr("Data of this capture are missing or damaged, so sums and shares may be "
                         "too small: {}. 'nscope info' shows the details.",
                         joined(lost))) +
         "\n";
}

}  // namespace nscope::cli

#include "app/cli/output/start_up_text.h"

#include "app/cli/output/simulation_text.h"
#include "profiler/base/tables/table.h"

namespace nscope::cli {

std::string start_up_text(const sim::StartUp& start, const Language& language) {
  Table table({{.id = "host_memory", .title = tr("Host memory")},
               {.id = "bytes", .title = tr("Bytes")},
               {.id = "arithmetic", .title = tr("Calculation")},
               {.id = "verdict", .title = tr("Verdict")}});
  for (const sim::HostNeed& need : start.host) {
    table.add_row({sim::title(need.step), tr("{}", as::bytes(need.bytes)), need.arithmetic,
                   sim::verdict_of(need)});
  }
  std::string text =
      language.say(tr("Compilation and start")) + "\n" + metric_text(start.metrics, language);
  for (const Text& left_out : start.plan.left_out) {
    text += "  " + language.say(tr("Not counted: {}", left_out)) + "\n";
  }
  return text + "\n" + table.to_text(language);
}

}  // namespace nscope::cli

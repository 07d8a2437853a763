#include "app/cli/output/start_up_text.h"

#include "app/cli/output/simulation_text.h"
#include "profiler/base/tables/table.h"

namespace nscope::cli {
namespace {

std::string start_text(const sim::StartUp& start, const Text& heading, const Language& language) {
  Table table({{.id = "host_memory", .title = tr("Host memory")},
               {.id = "bytes", .title = tr("Bytes")},
               {.id = "arithmetic", .title = tr("Calculation")},
               {.id = "verdict", .title = tr("Verdict")}});
  for (const sim::HostNeed& need : start.host) {
    table.add_row({sim::title(need.step), tr("{}", as::bytes(need.bytes)), need.arithmetic,
                   sim::verdict_of(need)});
  }
  std::string text = language.say(heading) + "\n";
  if (!start.metrics.empty()) text += metric_text(start.metrics, language);
  text += unavailable_text(start.unavailable, language);
  for (const Text& left_out : start.plan.left_out) {
    text += "  " + language.say(tr("Not counted: {}", left_out)) + "\n";
  }
  return text + "\n" + table.to_text(language);
}

}  // namespace

std::string start_up_text(const sim::StartUp& start, const Language& language) {
  if (!start.prefill) return start_text(start, tr("Compilation and start"), language);
  return start_text(start,
                    tr("Compilation and start of the decode instance {}", start.plan.runner->id),
                    language) +
         "\n" +
         start_text(
             *start.prefill,
             tr("Compilation and start of the prefill instance {}", start.prefill->plan.runner->id),
             language);
}

}  // namespace nscope::cli

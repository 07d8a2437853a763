#include "app/gui/plan/forms/serving_fields.h"

#include "app/gui/text/tr.h"

#include <string>

namespace nscope::gui {
void add_latency_limits(FieldList& fields, const std::string& at, bool all) {
  struct Latency {
    const char* key;
    const char* title;
    bool is_short;
    QString help;
  };
  const Latency latencies[] = {
      {"ttft", "TTFT", false, tr("From the arrival of a request to its first token")},
      {"tpot", "TPOT", true, tr("Mean time between the tokens of an answer")},
      {"e2e", "E2E", false, tr("From the arrival of a request to its last token")}};
  for (const Latency& latency : latencies) {
    for (const int share : {50, 90, 95, 99}) {
      const std::string pointer = at + "/" + latency.key + "_p" + std::to_string(share) + "_s";
      if (share != 99 && !all && !fields.has(pointer)) continue;
      const QString unit = latency.is_short ? QStringLiteral("ms") : QStringLiteral("s");
      DocumentField& limit =
          fields.number(pointer, QStringLiteral("%1 p%2").arg(latency.title).arg(share), unit,
                        latency.is_short ? 1000 : 1);
      limit.help = latency.help + QStringLiteral("; ") +
                   tr("%1 of 100 requests must stay within it").arg(share);
      limit.absent = tr("no limit");
    }
  }
}

void add_arrivals(FieldList& fields, const std::string& at) {
  fields
      .choice_of(at + "/process", tr("Arrivals"), {"poisson", tr("Poisson")},
                 {{"constant", tr("evenly")}, {"bursts", tr("in bursts")}})
      .help = tr("How requests follow each other");
  if (fields.text_at(at + "/process") != "bursts") return;
  fields.number(at + "/burst_factor", tr("burst / quiet"), QStringLiteral("×")).absent =
      QStringLiteral("2");
  fields.seconds(at + "/quiet_seconds", tr("quiet for")).absent = QStringLiteral("60");
  fields.seconds(at + "/burst_seconds", tr("bursts of")).absent = QStringLiteral("10");
}

void make_normal_arrivals(Json& traffic) {
  const auto found = traffic.find("arrivals");
  if (found == traffic.end() || !found->is_object()) return;
  const auto process = found->find("process");
  if (process == found->end()) {
    traffic.erase("arrivals");
    return;
  }
  if (*process == "bursts") return;
  for (const char* key : {"burst_factor", "quiet_seconds", "burst_seconds"}) found->erase(key);
}

void add_stack(FieldList& fields, const std::string& at) {
  fields
      .choice_of(at, tr("Software"), {"vllm", QStringLiteral("vLLM")},
                 {{"tgi", QStringLiteral("TGI")}, {"none", tr("none")}})
      .help = tr("Host software, whose costs count");
}

}  // namespace nscope::gui

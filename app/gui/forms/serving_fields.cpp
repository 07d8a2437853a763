#include "app/gui/forms/serving_fields.h"

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
      {"ttft", "TTFT", false, tr("Time from the arrival of a request to its first output token.")},
      {"tpot", "TPOT", true, tr("Mean time between the output tokens of a request.")},
      {"e2e", "E2E", false, tr("Time from the arrival of a request to its last output token.")}};
  for (const Latency& latency : latencies) {
    for (const int share : {50, 90, 95, 99}) {
      const std::string pointer = at + "/" + latency.key + "_p" + std::to_string(share) + "_s";
      if (share != 99 && !all && !fields.has(pointer)) continue;
      const QString unit = latency.is_short ? QStringLiteral("ms") : QStringLiteral("s");
      DocumentField& limit =
          fields.number(pointer, QStringLiteral("%1 p%2").arg(latency.title).arg(share), unit,
                        latency.is_short ? 1000 : 1);
      limit.help = latency.help + QLatin1Char(' ') +
                   tr("%1 % of the requests must be within the limit.").arg(share);
      limit.absent = tr("no limit");
    }
  }
}

void add_arrivals(FieldList& fields, const std::string& at) {
  fields
      .choice_of(at + "/process", tr("Arrivals"), {"poisson", tr("Poisson")},
                 {{"constant", tr("constant")}, {"bursts", tr("bursts")}})
      .help = tr("Arrival process of the requests.");
  if (fields.text_at(at + "/process") != "bursts") return;
  DocumentField& factor =
      fields.number(at + "/burst_factor", tr("Burst factor"), QStringLiteral("×"));
  factor.absent = QStringLiteral("2");
  factor.help = tr("Request rate in a burst divided by the rate between bursts.");
  fields.seconds(at + "/quiet_seconds", tr("Quiet period")).absent = QStringLiteral("60");
  fields.seconds(at + "/burst_seconds", tr("Burst length")).absent = QStringLiteral("10");
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
      .choice_of(at, tr("Host software"), {"vllm", QStringLiteral("vLLM")},
                 {{"vllm-neuron", QStringLiteral("vLLM Neuron plugin")},
                  {"vllm-nxd", QStringLiteral("vLLM with NxD Inference")},
                  {"tgi", QStringLiteral("TGI")},
                  {"none", tr("none")}})
      .help = tr("Serving software on the host. The simulation includes its overhead.");
}

}  // namespace nscope::gui

#include "profiler/analysis/gate/report.h"
#include "profiler/base/json/document_text.h"

namespace nscope::gate {
namespace {

template <class T>
void put(Json& json, const char* key, const std::optional<T>& value) {
  if (value) json[key] = *value;
}

Json check_json(const GateReport& report, const Rules& rules, const Check& check) {
  const Rule& rule = rules.rules[check.rule];
  Json json{{"metric", check.metric},
            {"status", to_string(check.status)},
            {"blocks", report.blocks(check)},
            {"rule", rule.metric},
            {"direction", to_string(rule.direction)},
            {"statistics", check.exact ? "exact" : to_string(rule.method)},
            {"confidence", rule.confidence},
            {"unit", check.unit},
            {"baseline_runs", check.baseline_runs},
            {"new_runs", check.new_runs}};
  put(json, "baseline", check.baseline);
  put(json, "new", check.value);
  put(json, "change", check.shift);
  put(json, "relative_change", check.relative(check.shift));
  if (check.interval) json["interval"] = {check.interval->low, check.interval->high};
  put(json, "limit", check.limit);
  put(json, "noise", check.noise);
  put(json, "detectable_change", check.detectable);
  put(json, "p", check.p);
  put(json, "adjusted_p", check.adjusted_p);
  if (!check.reason.empty()) json["reason"] = check.reason;
  if (!check.warnings.empty()) json["warnings"] = check.warnings;
  if (check.quarantine) {
    json["quarantine"] = {{"metric", check.quarantine->metric},
                          {"reason", check.quarantine->reason},
                          {"since", check.quarantine->since}};
  }
  return json;
}

}  // namespace

Json report_json(const GateReport& report, const Rules& rules) {
  Json checks = Json::array();
  for (const Check& check : report.checks) checks.push_back(check_json(report, rules, check));
  return Json{{"schema", "nscope.gate_report/1"},
              {"passed", report.passed()},
              {"verdict", verdict_line(report)},
              {"baseline", report.baseline},
              {"baseline_runs", report.baseline_runs},
              {"new_runs", report.new_runs},
              {"rules", rules.name},
              {"strict", report.strict},
              {"seed", report.seed},
              {"correction", "holm"},
              {"checks", std::move(checks)},
              {"notes", report.notes}};
}

std::string json_text(const Json& json) {
  return document_text(json);
}

}  // namespace nscope::gate

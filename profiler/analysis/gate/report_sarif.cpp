#include "profiler/analysis/gate/report.h"

#include <cctype>

#include <fmt/format.h>

namespace nscope::gate {
namespace {

/// The path as a URI reference (RFC 3986). A relative path stays relative.
std::string uri_of(std::string_view path) {
  std::string uri = path.starts_with('/') ? "file://" : "";
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) != 0 || std::string_view("-._~/").find(c) != std::string_view::npos) {
      uri += c;
    } else {
      uri += fmt::format("%{:02X}", byte);
    }
  }
  return uri;
}

bool reported(const GateReport& report, const Check& check) {
  return report.blocks(check) || check.status == Status::kInconclusive ||
         (check.quarantine && check.status != Status::kOk);
}

Json result_json(const GateReport& report, const Rules& rules, const Check& check,
                 const Language& language) {
  const ReportRow row = report_row(report, rules, check);
  const Rule& rule = rules.rules[check.rule];
  const Text message =
      tr("{}: {}: {} (baseline {}, new {}, change {}, limit {})", check.metric, title(check.status),
         remarks_line(check), row.baseline, row.value, row.change, row.limit);
  Json result{{"ruleId", rule.metric},
              {"ruleIndex", check.rule},
              {"level", report.blocks(check) ? "error" : "warning"},
              {"message", {{"text", language.say(message)}}},
              {"locations", Json::array({{{"physicalLocation",
                                           {{"artifactLocation", {{"uri", uri_of(rules.name)}}},
                                            {"region", {{"startLine", rule.line}}}}}}})},
              {"partialFingerprints", {{"metric/v1", check.metric}}}};
  if (check.quarantine) {
    result["suppressions"] =
        Json::array({{{"kind", "external"}, {"justification", check.quarantine->reason}}});
  }
  return result;
}

Json rule_json(const Rule& rule, const Language& language) {
  const TextNumber limit = rule.relative_limit ? as::percent(*rule.relative_limit, 2)
                                               : as::shortest(*rule.absolute_limit);
  const Text description = tr("{} must not become worse by more than {}", rule.metric, limit);
  return {{"id", rule.metric},
          {"shortDescription", {{"text", language.say(description)}}},
          {"defaultConfiguration", {{"level", "error"}}}};
}

}  // namespace

Json report_sarif(const GateReport& report, const Rules& rules, const Language& language) {
  Json described = Json::array();
  for (const Rule& rule : rules.rules) described.push_back(rule_json(rule, language));
  Json results = Json::array();
  for (const Check& check : report.checks) {
    if (reported(report, check)) results.push_back(result_json(report, rules, check, language));
  }
  const Json driver{{"name", "nscope gate"},
                    {"semanticVersion", NSCOPE_VERSION},
                    {"rules", std::move(described)}};
  const Json run{{"tool", {{"driver", driver}}},
                 {"columnKind", "utf16CodeUnits"},
                 {"results", std::move(results)}};
  return {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
          {"version", "2.1.0"},
          {"runs", Json::array({run})}};
}

}  // namespace nscope::gate

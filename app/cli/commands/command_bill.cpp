#include "app/cli/command.h"
#include "app/pricing/bill_files.h"
#include "costmodel/bills/baseline.h"
#include "costmodel/bills/bill_report.h"
#include "profiler/base/tables/table.h"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace nscope::cli {
namespace {

struct BillArguments {
  std::vector<std::string> files;
  std::string tag;
  std::string account;
  std::string format = "table";
  bool all_services = false;
  bool detail = false;
};

/// "team=llm" as the filter's key and value.
Result<cost::BillFilter> filter_of(const BillArguments& options) {
  cost::BillFilter filter{.account = options.account};
  if (options.tag.empty()) return filter;
  const std::size_t equals = options.tag.find('=');
  if (equals == std::string::npos || equals == 0) {
    return fail(ErrorCode::kInvalidArgument,
                fmt::format("--tag takes KEY=VALUE, not '{}'; 'KEY=' are lines without the tag",
                            options.tag));
  }
  filter.tag_key = options.tag.substr(0, equals);
  filter.tag_value = options.tag.substr(equals + 1);
  return filter;
}

std::string heading(const cost::Bill& bill) {
  std::uint64_t left_out = 0;
  for (const cost::BillFile& file : bill.files) left_out += file.left_out;
  std::string text = fmt::format("{}\n{} lines", cost::bill_source(bill), bill.line_count());
  if (left_out > 0) text += fmt::format(", {} more left out by the filter", left_out);
  if (bill.estimated) text += "; the provider calls figures estimated";
  return text + "\n";
}

std::string text_of(const cost::Bill& bill, const cost::Baseline& baseline,
                    const BillArguments& options) {
  std::string text = heading(bill);
  const Table accelerators = cost::accelerator_table(bill);
  text += "\nAccelerators\n" + (accelerators.row_count() == 0 ? std::string("none in this bill\n")
                                                              : accelerators.to_text());
  if (!bill.commitments.empty()) {
    text += "\nCommitments\n" + cost::commitment_table(bill).to_text();
  }
  if (options.all_services) text += "\nServices\n" + cost::services_table(bill).to_text();
  if (options.detail) text += "\nAll lines\n" + cost::bill_lines_table(bill).to_text();
  text += "\nWhere every amount went\n" + cost::bill_summary_table(bill).to_text();
  if (!baseline.items.empty()) text += "\nWhat an instance-hour really cost\n";
  for (const cost::BaselineItem& item : baseline.items) {
    const auto rate = [](const std::optional<Usd>& usd) {
      return usd ? format_usd(*usd, 6) + " USD" : std::string("unknown");
    };
    const std::string region = item.region.empty() ? std::string() : " " + item.region;
    text += fmt::format("  {}{}: {} over {:.2f} h; {} with what stood idle\n", item.instance,
                        region, rate(item.per_hour), item.hours, rate(item.per_hour_with_all));
  }
  if (!baseline.caveats.empty() || !bill.diagnostics.empty()) text += "\nTo know\n";
  for (const std::string& caveat : baseline.caveats) {
    const bool counted = std::any_of(
        bill.diagnostics.begin(), bill.diagnostics.end(),
        [&](const cost::BillDiagnostic& diagnostic) { return diagnostic.message == caveat; });
    if (!counted) text += "  " + caveat + ".\n";  // else it follows with its count
  }
  for (const cost::BillDiagnostic& diagnostic : bill.diagnostics) {
    text += fmt::format("  {} ({} times, first {}).\n", diagnostic.message, diagnostic.count,
                        diagnostic.first);
  }
  return text;
}

std::string csv_of(const cost::Bill& bill, const BillArguments& options) {
  if (options.detail) return cost::bill_lines_table(bill).to_csv();
  if (options.all_services) return cost::services_table(bill).to_csv();
  return cost::accelerator_table(bill).to_csv();
}

Result<CommandOutput> run(const BillArguments& options, const CommonOptions& common,
                          TaskControl& control) {
  const auto filter = filter_of(options);
  if (!filter) return fail(filter.error());
  const auto bill = app::read_bills(options.files, *filter, control);
  if (!bill) return fail(bill.error());
  const auto baseline = cost::own_bill(*bill);
  if (!baseline) return fail(baseline.error());
  CommandOutput output;
  if (common.json || options.format == "json") {
    output.text = cost::to_json(*bill, *baseline).dump(2) + "\n";
  } else if (options.format == "csv") {
    output.text = csv_of(*bill, options);
  } else {
    output.text = text_of(*bill, *baseline, options);
    output.note = "Effective: amortised cost. docs/bills.md says how each figure is made.\n";
  }
  return output;
}

}  // namespace

CommandRun define_bill(CLI::App& app) {
  const auto options = std::make_shared<BillArguments>();
  app.add_option("FILE", options->files,
                 "CUR, CUR 2.0 or FOCUS (CSV, .gz, .zip, Parquet), their manifest, or an answer of "
                 "Cost Explorer")
      ->required();
  app.add_option("--tag", options->tag, "Only lines with this tag")->option_text("KEY=VALUE");
  app.add_option("--account", options->account, "Only this usage account")->option_text("ID");
  app.add_flag("--all-services", options->all_services, "Also every service");
  app.add_flag("--detail", options->detail, "Also by month and account");
  app.add_option("--format", options->format, "Of the output")
      ->check(CLI::IsMember({"table", "csv", "json"}))
      ->option_text("table|csv|json");
  return [options](const CommonOptions& common, TaskControl& control) {
    return run(*options, common, control);
  };
}

}  // namespace nscope::cli

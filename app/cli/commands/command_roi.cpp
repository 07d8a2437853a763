#include "app/cli/command.h"
#include "app/cli/options/bill_options.h"
#include "app/cli/options/book_options.h"
#include "app/cli/options/catalog_options.h"
#include "app/cli/options/day_or_today.h"
#include "app/cli/options/document_note.h"
#include "app/cli/options/report_option.h"
#include "app/documents/built_in.h"
#include "app/pricing/bill_files.h"
#include "app/pricing/bill_side.h"
#include "app/pricing/fill_roi.h"
#include "costmodel/migration/roi.h"
#include "costmodel/migration/roi_document.h"
#include "costmodel/migration/roi_tables.h"
#include "profiler/base/json/document_error.h"
#include "profiler/base/json/document_text.h"
#include "simcore/catalog/catalog.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace nscope::cli {
namespace {

struct RoiArguments {
  app::CatalogFolders catalog;
  std::string config;
  std::string study;
  ReportOption report;
  std::string as_of;
  std::vector<std::string> bills;
  BillOptions lines;
  BookOptions book;
  bool detail = false;
};

/// The result with the lines for standard error.
struct Evaluated {
  cost::RoiResult result;
  std::vector<app::ModelFile> files;
  std::string note;
};

/// Replaces the baseline of the study by the bill, if there is one, and returns what to say about
/// it. `name`: of the document of the study; `today`: the day of the prices of a study without one.
Result<std::vector<Text>> add_bill(const RoiArguments& options, const std::string& name,
                                   Json& study, cost::Day today, TaskControl& control) {
  if (options.bills.empty()) {
    const BillOptions& lines = options.lines;
    if (lines.tag.empty() && lines.account.empty() && lines.rates.empty()) {
      return std::vector<Text>();
    }
    return fail(ErrorCode::kInvalidArgument, tr("--tag, --account and --rate require --bill"));
  }
  const auto filter = bill_filter(options.lines);
  if (!filter) return fail(filter.error());
  const auto rates = bill_rates(options.lines);
  if (!rates) return fail(rates.error());
  const auto bill = app::read_bills(options.bills, *filter, control);
  if (!bill) return fail(bill.error());
  const auto stated = study.find("as_of");
  const bool own_day = options.as_of.empty() && stated != study.end() && stated->is_string();
  if (own_day) today = cost::parse_day(stated->get<std::string>()).value_or(today);
  auto notes = app::use_bill(study, *bill, *rates, today);
  if (!notes) return fail(in_document(notes.error(), name, study));
  for (const cost::BillDiagnostic& diagnostic : bill->diagnostics) {
    notes->push_back(diagnostic.message);
  }
  return notes;
}

Result<Evaluated> evaluate(const RoiArguments& options, const CommonOptions& common,
                           TaskControl& control) {
  const auto today = price_day_or_today(options.as_of);
  if (!today) return fail(today.error());
  auto document = app::load_document(options.study, app::BuiltIn::Kind::kMigration);
  if (!document) return fail(document.error());
  auto known = app::load_catalog_for(*document, options.catalog, options.config);
  if (!known) return fail(known.error());
  const catalog::Catalog* const catalog = &known->catalog;
  if (auto known = check_stated_day(document->json, document->name); !known) {
    return fail(known.error());
  }
  const auto notes = add_bill(options, document->name, document->json, *today, control);
  if (!notes) return fail(notes.error());
  auto study = cost::roi_study_from_json(document->json, document->name);
  if (!study) return fail(study.error());
  if (!options.as_of.empty()) study->as_of = *today;
  if (common.seed) study->uncertainty.seed = *common.seed;
  if (auto ok = app::fill_roi_study(*catalog, *study, control); !ok) {
    return fail(in_document(ok.error(), document->name, document->json));
  }
  const auto user = load_book(options.book);
  if (!user) return fail(user.error());
  auto result = cost::evaluate_roi(*catalog, user->book, *study, *today, control);
  if (!result) return fail(in_document(result.error(), document->name, document->json));
  std::string note = note_line(document->note, common.language);
  for (const Text& line : *notes) note += common.language.say(line) + "\n";
  return Evaluated{std::move(*result), std::move(known->files),
                   note + book_text(*user, common.language)};
}

Result<CommandOutput> run(const RoiArguments& options, const CommonOptions& common,
                          TaskControl& control) {
  const auto format = wanted_report(options.report);
  if (!format) return fail(format.error());
  const auto evaluated = evaluate(options, common, control);
  if (!evaluated) return fail(evaluated.error());
  const cost::RoiResult* const result = &evaluated->result;
  CommandOutput output;
  output.note = evaluated->note;
  const auto json = [&] {
    Json whole = cost::to_json(*result);
    show_model_files(evaluated->files, whole);
    return whole;
  };
  output.text = common.json ? document_text(json())
                            : cost::roi_text(*result, options.detail, common.language);
  if (!common.json) output.text += app::model_files_text(evaluated->files, common.language);
  const app::ReportWriters writers{.document = [&] { return cost::roi_document(*result); },
                                   .workbook =
                                       [&](const std::string& path) {
                                         return cost::write_roi_workbook(*result, path,
                                                                         common.language);
                                       },
                                   .json = json};
  if (auto done = write_report(options.report, *format, writers, common.language, output); !done) {
    return fail(done.error());
  }
  return output;
}

}  // namespace

CommandRun define_roi(CLI::App& app) {
  const auto options = std::make_shared<RoiArguments>();
  app.add_option("STUDY", options->study,
                 help("A migration study, or the name of a built-in study"))
      ->required();
  add_report_option(app, options->report);
  app.add_option("--as-of", options->as_of,
                 help("Date of the prices (default: that of the study, or today)"))
      ->option_text("DATE");
  app.add_option("--bill", options->bills,
                 help("Bill whose effective cost and hours replace those of the baseline, as in "
                      "'nscope bill'; can be repeated"))
      ->option_text("FILE");
  add_bill_options(app, options->lines);
  add_book_options(app, options->book);
  app.add_flag("--detail", options->detail,
               help("Also show the monthly cash flow and all assumptions"));
  add_config_option(app, options->config);
  add_catalog_options(app, options->catalog);
  return [options](const CommonOptions& common, TaskControl& control) {
    return run(*options, common, control);
  };
}

}  // namespace nscope::cli

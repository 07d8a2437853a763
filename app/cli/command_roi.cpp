#include "app/cli/command.h"
#include "app/cli/day_or_today.h"
#include "app/core/fill_roi.h"
#include "app/core/user_prices.h"
#include "costmodel/migration/roi.h"
#include "costmodel/migration/roi_document.h"
#include "costmodel/migration/roi_tables.h"
#include "profiler/base/atomic_file.h"
#include "simcore/catalog/catalog.h"

#include <memory>

#include <fmt/format.h>

namespace nscope::cli {
namespace {

struct Options {
  std::string study;
  std::string output;
  std::string as_of;
  bool detail = false;
};

Result<cost::RoiResult> evaluate(const Options& options, const CommonOptions& common,
                                 TaskControl& control) {
  const auto today = day_or_today(options.as_of);
  if (!today) return fail(today.error());
  const auto catalog = catalog::Catalog::load();
  if (!catalog) return fail(catalog.error());
  auto study = app::load_roi_study(options.study);
  if (!study) return fail(study.error());
  if (!options.as_of.empty()) study->as_of = *today;
  if (common.seed) study->uncertainty.seed = *common.seed;
  if (auto ok = app::fill_roi_study(*catalog, *study); !ok) return fail(ok.error());
  const auto user = app::load_user_book();
  if (!user) return fail(user.error());
  return cost::evaluate_roi(*catalog, user->book, *study, *today, control);
}

enum class Format { kHtml, kPdf, kWorkbook, kJson };

/// The format that the extension of a report says. Errors: kInvalidArgument.
Result<Format> format_of(const std::string& path) {
  if (path.ends_with(".html")) return Format::kHtml;
  if (path.ends_with(".pdf")) return Format::kPdf;
  if (path.ends_with(".xlsx")) return Format::kWorkbook;
  if (path.ends_with(".json")) return Format::kJson;
  return fail(ErrorCode::kInvalidArgument,
              fmt::format("which format is '{}'? Name it .html, .pdf, .xlsx or .json", path));
}

Result<> save(const cost::RoiResult& result, const std::string& path, Format format) {
  if (format == Format::kWorkbook) return cost::write_roi_workbook(result, path);
  if (format == Format::kJson) return write_file(path, cost::to_json(result).dump(2) + "\n");
  const auto document = cost::roi_document(result);
  const auto text =
      format == Format::kHtml ? cost::report_html(document) : cost::report_pdf(document);
  if (!text) return fail(text.error());
  return write_file(path, *text);
}

Result<CommandOutput> run(const Options& options, const CommonOptions& common,
                          TaskControl& control) {
  // What the user wrote is checked before the work.
  const auto format =
      options.output.empty() ? Result<Format>(Format::kHtml) : format_of(options.output);
  if (!format) return fail(format.error());
  const auto result = evaluate(options, common, control);
  if (!result) return fail(result.error());
  CommandOutput output;
  output.text =
      common.json ? cost::to_json(*result).dump(2) + "\n" : cost::roi_text(*result, options.detail);
  if (!options.output.empty()) {
    if (auto done = save(*result, options.output, *format); !done) return fail(done.error());
    output.note = fmt::format("Saved {}\n", options.output);
  }
  return output;
}

}  // namespace

CommandRun define_roi(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  app.add_option("STUDY", options->study, "A migration study, or the name of a built-in one")
      ->required();
  app.add_option("-o,--output", options->output, "Also write a report: .html, .pdf, .xlsx or .json")
      ->option_text("FILE");
  app.add_option("--as-of", options->as_of, "Prices of this day (the study's, or today)")
      ->option_text("DATE");
  app.add_flag("--detail", options->detail, "Also the cash flow by month and every assumption");
  return [options](const CommonOptions& common, TaskControl& control) {
    return run(*options, common, control);
  };
}

}  // namespace nscope::cli

#pragma once

#include "app/documents/built_in.h"
#include "costmodel/prices/price_book.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/trace.h"
#include "simcore/catalog/catalog.h"

#include <QColor>
#include <QString>
#include <optional>
#include <string_view>
#include <vector>

namespace nscope::gui {

/// A small picture of the result of an example, and the result in one line. Members without data
/// are empty. Plain data.
struct ExamplePreview {
  QString line;               ///< "32.6 ms per token · 30.6 tokens/s"
  std::vector<double> parts;  ///< stacked shares of the memory of one core; the rest is free
  std::vector<double> bars;   ///< positive values from left to right
  std::optional<std::size_t> best{};  ///< the bar that the result recommends
  std::vector<double> curve;          ///< values around zero
  struct Row {
    QColor color;
    std::vector<double> busy;  ///< busy share of each of the equal parts of the run
  };
  std::vector<Row> rows;  ///< engines or cores of a capture

  bool has_picture() const {
    return !parts.empty() || !bars.empty() || !curve.empty() || !rows.empty();
  }
};

/// What previews are computed with. Plain data.
struct PreviewInputs {
  catalog::Catalog catalog;
  cost::PriceBook book;
};

/// Loads the catalogue and the user's price book. Any thread. Errors: those of both.
Result<PreviewInputs> load_preview_inputs();

/// The preview of a built-in document. Fleets are not planned, because that takes seconds: their
/// preview shows the load and the limits of the document, not a result. Of workloads that have to
/// be simulated it shows only the memory. Any thread. Errors: those of reading and evaluating the
/// document; kCancelled.
Result<ExamplePreview> preview_of(const PreviewInputs& inputs, const app::BuiltIn& entry,
                                  TaskControl& control);

/// The preview of a capture: its length, the finding of the rule `rule` with the estimated gain,
/// and the busy share of its engines over time; of several cores, that of the first engine of each.
/// Any thread. Errors: kCancelled.
Result<ExamplePreview> preview_of(const Trace& trace, std::string_view rule, TaskControl& control);

}  // namespace nscope::gui

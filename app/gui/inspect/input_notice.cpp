#include "app/gui/inspect/input_notice.h"

#include "app/gui/panels/elided_label.h"
#include "app/gui/panels/restyle.h"
#include "app/gui/run/run_view.h"
#include "app/gui/text/text.h"
#include "profiler/trace/columns/diagnostic_list.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <cstdint>
#include <tuple>

namespace nscope::gui {
namespace {

struct Losses {
  std::int64_t count = 0;
  const Diagnostic* worst = nullptr;  ///< the most severe; the most frequent of these
};

Losses losses_of(const Trace& trace) {
  Losses losses;
  for (const Diagnostic& each : trace.diagnostics()) {
    if (!is_lost_input(each.code)) continue;
    losses.count += each.count;
    const auto weight = [](const Diagnostic& one) { return std::tuple(one.severity, one.count); };
    if (losses.worst == nullptr || weight(each) > weight(*losses.worst)) losses.worst = &each;
  }
  return losses;
}

}  // namespace

InputNotice::InputNotice(RunView& run, QWidget* parent)
    : QFrame(parent),
      text_(new ElidedLabel("inputNoticeText")),
      details_(new QPushButton(tr("Show diagnostics"))),
      close_(new QPushButton(tr("Close"))) {
  setObjectName(QStringLiteral("inputNotice"));
  setAccessibleName(tr("Missing input"));
  details_->setObjectName(QStringLiteral("link"));
  details_->setToolTip(tr("Shows what the importer repaired, skipped or assumed."));
  close_->setObjectName(QStringLiteral("link"));
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(12, 4, 8, 4);
  layout->setSpacing(8);
  layout->addWidget(text_, 1);
  layout->addWidget(details_);
  layout->addWidget(close_);
  hide();
  connect(details_, &QPushButton::clicked, this, &InputNotice::diagnostics_wanted);
  connect(close_, &QPushButton::clicked, this, &QWidget::hide);
  connect(&run, &RunView::trace_changed, this, [this, &run] { show_losses(run.trace().get()); });
}

QString InputNotice::text() const {
  return isHidden() ? QString() : text_->text();
}

void InputNotice::show_losses(const Trace* trace) {
  hide();
  const Losses losses = trace == nullptr ? Losses() : losses_of(*trace);
  if (losses.count == 0) return;
  QString example = to_qstring(losses.worst->example);
  if (example.isEmpty()) example = to_qstring(std::string_view(losses.worst->code));
  text_->set_text(
      losses.count == 1
          ? tr("1 part of the input could not be read, so sums may be too small: %1").arg(example)
          : tr("%1 parts of the input could not be read, so sums may be too small, for example: %2")
                .arg(count_text(losses.count), example));
  const bool error = losses.worst->severity == Severity::kError;
  set_style_property(*this, "severity", error ? "error" : "warning");
  show();
}

}  // namespace nscope::gui

#include "moc_input_notice.cpp"

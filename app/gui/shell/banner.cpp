#include "app/gui/shell/banner.h"

#include "app/gui/panels/restyle.h"
#include "app/gui/panels/section.h"
#include "app/gui/text/text.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

namespace nscope::gui {
namespace {

QString advice(ErrorCode code) {
  switch (code) {
    case ErrorCode::kNotFound: return Banner::tr("Check the name and the path.");
    case ErrorCode::kIo:
      return Banner::tr("Check that the path is a file and that you have permission to read it.");
    case ErrorCode::kBadInput:
      return Banner::tr(
          "Check that the file is complete and has a format that is listed in File > Open.");
    case ErrorCode::kUnsupportedVersion:
      return Banner::tr("Capture it again with a supported version, or update Neuronscope.");
    case ErrorCode::kInfeasible: return Banner::tr("Change the workload as described.");
    case ErrorCode::kInternal:
      return Banner::tr("This is a bug in Neuronscope. Please report it and attach the file.");
    case ErrorCode::kInvalidArgument:
    case ErrorCode::kCancelled: break;
  }
  return {};
}

}  // namespace

Banner::Banner(QWidget* parent)
    : QFrame(parent), title_(named_label("bannerTitle")), text_(named_label("bannerText")) {
  setObjectName(QStringLiteral("banner"));
  setAccessibleName(tr("Message"));
  text_->setWordWrap(true);
  text_->setTextFormat(Qt::PlainText);
  text_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  auto* close = new QPushButton(tr("Close"));
  close->setObjectName(QStringLiteral("link"));
  connect(close, &QPushButton::clicked, this, &QWidget::hide);
  auto* words = new QVBoxLayout;
  words->setSpacing(3);
  words->addWidget(title_);
  words->addWidget(text_);
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(14, 10, 14, 10);
  layout->addLayout(words, 1);
  layout->addWidget(close, 0, Qt::AlignTop);
  hide();
}

void Banner::show_error(const QString& what, const Error& error) {
  QString text = to_qstring(error);
  const QString help = advice(error.code);
  if (!help.isEmpty()) text += QLatin1Char('\n') + help;
  show_text("error", what, text);
  emit error_shown(what, text);
}

void Banner::show_notice(const QString& title, const QString& text) {
  show_text("notice", title, text);
}

void Banner::show_text(const char* severity, const QString& title, const QString& text) {
  title_->setText(title);
  text_->setText(text);
  set_style_property(*this, "severity", QLatin1String(severity));
  set_style_property(*title_, "severity", QLatin1String(severity));
  show();
}

}  // namespace nscope::gui

#include "moc_banner.cpp"

#include "app/gui/shell/banner.h"

#include "app/gui/panels/clear_layout.h"
#include "app/gui/panels/restyle.h"
#include "app/gui/panels/section.h"
#include "app/gui/text/text.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>
#include <chrono>
#include <utility>

namespace nscope::gui {
namespace {

constexpr std::chrono::seconds kDoneIsShown(15);

QString advice(ErrorCode code) {
  switch (code) {
    case ErrorCode::kNotFound: return Banner::tr("Check the name and the path.");
    case ErrorCode::kIo:
      return Banner::tr("Check that the path is a file and that you have permission to read it.");
    case ErrorCode::kBadInput:
      return Banner::tr(
          "Check that the file is complete and has a format that is listed in Neuronscope > "
          "Open….");
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
    : QFrame(parent),
      title_(named_label("bannerTitle")),
      text_(named_label("bannerText")),
      buttons_(new QHBoxLayout) {
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
  layout->addLayout(buttons_);
  layout->addWidget(close, 0, Qt::AlignTop);
  fade_.setSingleShot(true);
  connect(&fade_, &QTimer::timeout, this, &QWidget::hide);
  hide();
}

void Banner::show_error(const QString& what, const Error& error) {
  QString text = to_qstring(error);
  const QString help = advice(error.code);
  if (!help.isEmpty()) text += QLatin1Char('\n') + help;
  show_text("error", what, text);
  emit error_shown(what, text);
}

void Banner::show_error_of(const QObject* source, const QString& what, const Error& error) {
  show_error(what, error);
  source_ = source;
}

void Banner::settle(const QObject* source) {
  if (source_ == source) hide();
}

void Banner::show_choice(const QString& title, const QString& text,
                         std::vector<BannerAction> actions) {
  show_text("notice", title, text, std::move(actions));
}

void Banner::show_done(const QString& title, const QString& text,
                       std::vector<BannerAction> actions) {
  show_text("done", title, text, std::move(actions));
  fade_.start(kDoneIsShown);
}

bool Banner::choose(const QString& action) {
  for (int i = 0; i < buttons_->count(); ++i) {
    auto* button = qobject_cast<QPushButton*>(buttons_->itemAt(i)->widget());
    if (button == nullptr || button->text() != action) continue;
    button->click();
    return true;
  }
  return false;
}

void Banner::show_notice(const QString& title, const QString& text) {
  show_text("notice", title, text);
}

void Banner::show_text(const char* severity, const QString& title, const QString& text,
                       std::vector<BannerAction> actions) {
  source_ = nullptr;
  fade_.stop();
  clear_layout(*buttons_);
  title_->setText(title);
  text_->setText(text);
  set_style_property(*this, "severity", QLatin1String(severity));
  set_style_property(*title_, "severity", QLatin1String(severity));
  for (BannerAction& action : actions) {
    auto* button = new QPushButton(action.text);
    connect(button, &QPushButton::clicked, this, [this, run = std::move(action.run)] {
      hide();
      run();
    });
    buttons_->addWidget(button, 0, Qt::AlignTop);
  }
  show();
}

}  // namespace nscope::gui

#include "moc_banner.cpp"

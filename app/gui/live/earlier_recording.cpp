#include "app/gui/live/earlier_recording.h"

#include "app/gui/panels/section.h"

#include <QGridLayout>
#include <QLocale>
#include <QVBoxLayout>
#include <utility>

namespace nscope::gui {

QString LiveRecording::file_name() const {
  return QStringLiteral("live-%1.nscope").arg(ended.toString(QStringLiteral("yyyyMMdd-HHmm")));
}

EarlierRecording::EarlierRecording(QWidget* parent)
    : QWidget(parent),
      text_(named_label("caption")),
      open_(new QPushButton(tr("Open"))),
      keep_(new QPushButton(tr("Save As…"))),
      discard_(new QPushButton(tr("Discard"))) {
  auto* title = new SectionTitle(tr("Earlier recording"));
  title->set_caption(tr("not saved"));
  text_->setWordWrap(true);
  text_->setTextFormat(Qt::PlainText);
  open_->setToolTip(tr("Opens the earlier recording in Inspect."));
  keep_->setToolTip(tr("Saves the earlier recording as a session (*.nscope)."));
  discard_->setToolTip(
      tr("Discards the earlier recording and frees its memory. This cannot be undone."));
  for (QPushButton* button : {open_, keep_, discard_}) {
    button->setAccessibleName(button->toolTip());
  }
  auto* buttons = new QGridLayout;
  buttons->setSpacing(8);
  buttons->addWidget(open_, 0, 0);
  buttons->addWidget(keep_, 0, 1);
  buttons->addWidget(discard_, 1, 0, 1, 2);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 6, 0, 0);
  layout->setSpacing(8);
  layout->addWidget(title);
  layout->addWidget(text_);
  layout->addLayout(buttons);
  connect(open_, &QPushButton::clicked, this,
          [this] { emit open_requested(recording_.trace, recording_.title); });
  connect(keep_, &QPushButton::clicked, this,
          [this] { emit save_requested(recording_.trace, recording_.file_name()); });
  connect(discard_, &QPushButton::clicked, this, [this] { set_recording({}); });
  hide();
}

void EarlierRecording::set_recording(LiveRecording recording) {
  recording_ = std::move(recording);
  const QString ended = QLocale().toString(recording_.ended.time(), QLocale::ShortFormat);
  text_->setText(tr("%1, ended at %2").arg(recording_.title, ended));
  setVisible(recording_.trace != nullptr);
}

}  // namespace nscope::gui

#include "moc_earlier_recording.cpp"

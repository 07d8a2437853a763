#include "app/gui/shell/tour.h"

#include "app/gui/panels/section.h"
#include "app/gui/theme/tokens.h"

#include <QApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QPainter>
#include <QShortcut>
#include <QVBoxLayout>
#include <algorithm>
#include <chrono>
#include <utility>

namespace nscope::gui {
namespace {

constexpr int kCardWidth = 360;
constexpr int kTourGap = 12;
constexpr std::chrono::milliseconds kFollow(120);

/// The place of a card of this size: beside the part, where it covers least of it.
QPoint card_place(const QRect& window, const QRect& part, const QSize& card) {
  const QRect room = window.adjusted(kTourGap, kTourGap, -kTourGap, -kTourGap);
  const QPoint places[] = {
      {part.left(), part.bottom() + kTourGap},
      {part.left(), part.top() - kTourGap - card.height()},
      {part.right() + kTourGap, part.top()},
      {part.left() - kTourGap - card.width(), part.top()},
  };
  for (const QPoint& place : places) {
    if (room.contains(QRect(place, card)) && !part.isEmpty()) return place;
  }
  // The part fills the window: in its lower right corner.
  return {room.right() - card.width(), room.bottom() - card.height()};
}

}  // namespace

Tour::Tour(QWidget* window, std::vector<TourStop> stops, std::size_t first)
    : QWidget(window),
      stops_(std::move(stops)),
      card_(new QFrame(window)),
      title_(named_label("sectionTitle")),
      text_(named_label("bannerText")),
      count_(named_label("caption")),
      skip_(new QPushButton(tr("Skip the Tour"))),
      back_(new QPushButton(tr("Back"))),
      next_(new QPushButton) {
  setObjectName(QStringLiteral("tour"));
  setAttribute(Qt::WA_TransparentForMouseEvents);
  setFocusPolicy(Qt::NoFocus);
  card_->setObjectName(QStringLiteral("planCard"));
  card_->setAutoFillBackground(true);
  card_->setFixedWidth(kCardWidth);
  card_->setAccessibleName(tr("Tour"));
  text_->setWordWrap(true);
  text_->setTextFormat(Qt::PlainText);
  skip_->setObjectName(QStringLiteral("link"));
  next_->setObjectName(QStringLiteral("primary"));
  auto* top = new QHBoxLayout;
  top->addWidget(title_, 1);
  top->addWidget(count_);
  auto* buttons = new QHBoxLayout;
  buttons->addWidget(skip_);
  buttons->addStretch(1);
  buttons->addWidget(back_);
  buttons->addWidget(next_);
  auto* layout = new QVBoxLayout(card_);
  layout->setContentsMargins(16, 12, 16, 12);
  layout->setSpacing(8);
  layout->addLayout(top);
  layout->addWidget(text_);
  layout->addLayout(buttons);
  connect(skip_, &QPushButton::clicked, this, [this] { end(false); });
  connect(back_, &QPushButton::clicked, this, [this] { go_to(stop_ - 1); });
  connect(next_, &QPushButton::clicked, this, [this] {
    if (stop_ + 1 == stops_.size()) return end(true);
    go_to(stop_ + 1);
  });
  auto* escape = new QShortcut(Qt::Key_Escape, card_);
  escape->setContext(Qt::WidgetWithChildrenShortcut);
  connect(escape, &QShortcut::activated, this, [this] { end(false); });
  connect(&timer_, &QTimer::timeout, this, &Tour::follow);
  qApp->installEventFilter(this);
  timer_.start(kFollow);
  show();
  card_->show();
  go_to(std::min(first, stops_.size() - 1));
}

Tour::~Tour() {
  delete card_;
}

void Tour::go_to(std::size_t stop) {
  stop_ = stop;
  keeps_focus_ = true;
  const TourStop& at = stops_[stop];
  target_ = at.show();
  title_->setText(at.title);
  text_->setText(at.text);
  count_->setText(tr("%1 of %2").arg(stop + 1).arg(stops_.size()));
  back_->setVisible(stop > 0);
  next_->setText(stop + 1 == stops_.size() ? tr("Finish") : tr("Next"));
  card_->setAccessibleDescription(at.text);
  follow();
  next_->setFocus();
  emit moved(stop);
}

void Tour::end(bool complete) {
  timer_.stop();
  hide();
  card_->hide();
  emit ended(complete);
  deleteLater();
}

bool Tour::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::MouseButtonPress) {
    const auto* const widget = qobject_cast<const QWidget*>(watched);
    if (widget != nullptr && widget != card_ && !card_->isAncestorOf(widget)) keeps_focus_ = false;
  }
  return false;
}

void Tour::follow() {
  const QWidget* const focus = window()->focusWidget();
  if (keeps_focus_ && (focus == nullptr || !card_->isAncestorOf(focus))) next_->setFocus();
  const QRect all = parentWidget()->rect();
  QRect hole;
  if (target_ != nullptr && target_->isVisible()) {
    hole = QRect(target_->mapTo(parentWidget(), QPoint()), target_->size()).intersected(all);
  }
  const int height =
      std::max(card_->layout()->heightForWidth(kCardWidth), card_->layout()->sizeHint().height());
  const QRect card(card_place(all, hole, {kCardWidth, height}), QSize(kCardWidth, height));
  if (geometry() == all && hole == hole_ && card_->geometry() == card) return;
  hole_ = hole;
  setGeometry(all);
  card_->setGeometry(card);
  raise();
  card_->raise();
  update();
}

/// Nothing is dimmed while the part is not visible, because the user works elsewhere.
void Tour::paintEvent(QPaintEvent*) {
  if (hole_.isEmpty()) return;
  QPainter painter(this);
  QColor shade(Qt::black);
  shade.setAlphaF(0.45F);
  QRegion dimmed(rect());
  dimmed -= hole_;
  for (const QRect& part : dimmed) painter.fillRect(part, shade);
  painter.setPen(QPen(current_tokens().accent, 2));
  painter.drawRect(hole_.adjusted(1, 1, -1, -1));
}

}  // namespace nscope::gui

#include "moc_tour.cpp"

#include "app/gui/timeline/timeline_bar.h"

#include "app/gui/panels/section.h"
#include "app/gui/theme/theme.h"

#include <QCoreApplication>
#include <QHBoxLayout>
#include <QSignalBlocker>
#include <algorithm>

namespace nscope::gui {
namespace {

constexpr int kTimelineBarHeight = 36;
constexpr int kNarrowestField = 88;

}  // namespace

QString color_mode_title(ColorMode mode, RunWords words) {
  const auto tr = [](const char* text) { return QCoreApplication::translate("ColorMode", text); };
  switch (mode) {
    case ColorMode::kEngine: return words == RunWords::kNeuron ? tr("Engine") : tr("Name");
    case ColorMode::kOperator: return tr("Operator");
    case ColorMode::kLayer: return tr("Layer");
    case ColorMode::kOpcode: return words == RunWords::kGpu ? tr("Kernel") : tr("Opcode");
    case ColorMode::kInstructionType: return tr("Instruction type");
    case ColorMode::kSource: return tr("Source line");
    case ColorMode::kNone: return tr("None");
  }
  return {};
}

TimelineBar::TimelineBar(TimelineWidget& timeline, QWidget* parent)
    : QWidget(parent), timeline_(timeline), filter_(new QLineEdit), colors_(new ChoiceBox) {
  setObjectName(QStringLiteral("panel"));
  setAttribute(Qt::WA_StyledBackground);
  setFixedHeight(kTimelineBarHeight);
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(8, 4, 12, 4);
  layout->setSpacing(6);
  filter_->setPlaceholderText(tr("Filter tracks"));
  filter_->setAccessibleName(tr("Filter tracks by name"));
  filter_->setToolTip(tr("Shows only tracks whose path contains all of these words."));
  filter_->setClearButtonEnabled(true);
  // At most as wide as the track names below it.
  // Wide enough for its placeholder; the hint is for 17 letters x.
  filter_->ensurePolished();
  const QFontMetrics metrics = filter_->fontMetrics();
  const int around = filter_->sizeHint().width() - 17 * metrics.horizontalAdvance(QLatin1Char('x'));
  const int name = metrics.horizontalAdvance(filter_->placeholderText());
  filter_->setMinimumWidth(std::clamp(around + name, kNarrowestField, kGutterWidth - 16));
  filter_->setMaximumWidth(kGutterWidth - 16);
  layout->addWidget(filter_);
  layout->addSpacing(6);
  QLabel* label = named_label("muted", tr("Colour by"));
  label->setBuddy(colors_);
  layout->addWidget(label);
  for (const ColorMode mode : kColorModes) {
    colors_->addItem(color_mode_title(mode), static_cast<int>(mode));
  }
  colors_->setAccessibleName(tr("Colour by"));
  colors_->setMinimumWidth(kNarrowestField);
  colors_->setMaximumWidth(150);
  layout->addWidget(colors_);
  legend_ = add_toggle(tr("Legend"),
                       tr("Shows what the colours mean. Click an entry to highlight its events."));
  patterns_ =
      add_toggle(tr("Patterns"), tr("Adds hatching that distinguishes events without colour."));
  QPushButton* const hide =
      add_toggle(tr("Hide others"), tr("Hides events instead of dimming them."));
  path_ = add_toggle(tr("Critical path"),
                     tr("Marks the events that determine the length of the run, and shows the "
                        "slack of the selected event."));
  layout->addStretch(1);
  connect(filter_, &QLineEdit::textChanged, &timeline_, &TimelineWidget::set_filter);
  connect(colors_, &QComboBox::activated, this, [this](int index) {
    timeline_.set_color_mode(static_cast<ColorMode>(colors_->itemData(index).toInt()));
  });
  connect(legend_, &QPushButton::toggled, this, &TimelineBar::legend_wanted);
  connect(patterns_, &QPushButton::toggled, &timeline_, &TimelineWidget::set_patterns);
  connect(hide, &QPushButton::toggled, &timeline_, &TimelineWidget::set_hide_others);
  connect(path_, &QPushButton::toggled, &timeline_, &TimelineWidget::set_critical_path_shown);
  connect(&timeline_, &TimelineWidget::critical_path_shown_changed, path_,
          &QPushButton::setChecked);
  connect(&timeline_, &TimelineWidget::classes_changed, this, &TimelineBar::follow_timeline);
  connect(&timeline_, &TimelineWidget::rows_arranged, this, &TimelineBar::follow_timeline);
}

QPushButton* TimelineBar::add_toggle(const QString& text, const QString& tip) {
  auto* button = new QPushButton(text);
  button->setObjectName(QStringLiteral("segment"));
  button->setCheckable(true);
  button->setToolTip(tip);
  button->setAccessibleName(text);
  button->setAccessibleDescription(tip);
  layout()->addWidget(button);
  return button;
}

/// Names the properties in the words of the run: GPUs have kernels, not opcodes.
void TimelineBar::name_modes() {
  const RunWords words = timeline_.trace() ? run_words(*timeline_.trace()) : RunWords::kNeuron;
  for (int i = 0; i < colors_->count(); ++i) {
    const auto mode = static_cast<ColorMode>(colors_->itemData(i).toInt());
    colors_->setItemText(i, color_mode_title(mode, words));
  }
}

void TimelineBar::follow_timeline() {
  name_modes();
  const QSignalBlocker no_echo(filter_);
  const QString text = timeline_.arrangement().filter;
  if (filter_->text() != text) filter_->setText(text);
  colors_->setCurrentIndex(colors_->findData(static_cast<int>(timeline_.color_mode())));
}

}  // namespace nscope::gui

#include "moc_timeline_bar.cpp"

#include "app/gui/shell/dialogs/preferences_dialog.h"

#include "app/gui/panels/choice_box.h"
#include "app/gui/panels/section.h"
#include "app/gui/shell/dialogs/language.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QGridLayout>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>
#include <algorithm>

namespace nscope::gui {
namespace {

constexpr int kFieldWidth = 200;

/// Adds a title, its field, and an explanation below the field.
void add_row(QGridLayout& grid, const QString& title, QWidget* field, const QString& note) {
  const int row = grid.rowCount();
  auto* label = new QLabel(title);
  label->setBuddy(field);
  field->setAccessibleName(title);
  field->setAccessibleDescription(note);
  grid.addWidget(label, row, 0);
  grid.addWidget(field, row, 1);
  auto* below = named_label("caption", note);
  below->setWordWrap(true);
  grid.addWidget(below, row + 1, 1);
  grid.setRowMinimumHeight(row + 2, 10);
}

}  // namespace

PreferencesDialog::PreferencesDialog(const Preferences& now, QWidget* parent)
    : QDialog(parent),
      theme_(new ChoiceBox),
      language_(new ChoiceBox),
      scale_(new ChoiceBox),
      patterns_(new QCheckBox(tr("Add patterns to colours"))),
      read_ahead_(new QSpinBox) {
  setObjectName(QStringLiteral("page"));
  setWindowTitle(tr("Preferences"));
  auto* grid = new QGridLayout;
  grid->setHorizontalSpacing(16);
  grid->setVerticalSpacing(3);
  grid->setColumnStretch(1, 1);
  add_row(*grid, tr("Theme"), theme_, tr("Applies to the timeline and charts, too."));
  add_row(*grid, tr("Language"), language_, tr("Takes effect after restart."));
  add_row(*grid, tr("Interface scale"), scale_,
          tr("Multiplies the scale of the screen. Takes effect after restart."));
  add_row(*grid, tr("Colours"), patterns_,
          tr("Adds hatching to the events of the timeline, for colour-blind readers and for "
             "printing without colour."));
  add_row(*grid, tr("Prefetch limit"), read_ahead_,
          tr("Sessions up to this size are read into memory completely after opening. Larger "
             "sessions are read on demand. 0 turns prefetching off."));
  read_ahead_->setRange(0, Preferences::kMostReadAheadGib);
  read_ahead_->setSuffix(QStringLiteral("\u202fGiB"));
  for (QWidget* field : {static_cast<QWidget*>(theme_), static_cast<QWidget*>(language_),
                         static_cast<QWidget*>(scale_), static_cast<QWidget*>(read_ahead_)}) {
    field->setMinimumWidth(kFieldWidth);
  }
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(24, 20, 24, 16);
  layout->setSpacing(12);
  layout->addWidget(named_label("pageTitle", tr("Preferences")));
  layout->addLayout(grid);
  layout->addStretch(1);
  layout->addWidget(buttons);
  setMinimumWidth(520);
  fill(now);
  const auto tell = [this] { emit changed(preferences()); };
  for (QComboBox* box : {theme_, language_, scale_}) {
    connect(box, &QComboBox::currentIndexChanged, this, tell);
  }
  connect(patterns_, &QCheckBox::toggled, this, tell);
  connect(read_ahead_, &QSpinBox::valueChanged, this, tell);
}

/// The style sheet and the scale of the screen change the heights of wrapped texts, so that the
/// height is known only now.
void PreferencesDialog::showEvent(QShowEvent* event) {
  QDialog::showEvent(event);
  layout()->activate();
  resize(width(), std::max(height(), layout()->totalHeightForWidth(width())));
}

void PreferencesDialog::fill(const Preferences& now) {
  theme_->addItem(tr("System default"), static_cast<int>(ThemeChoice::kSystem));
  theme_->addItem(tr("Dark"), static_cast<int>(ThemeChoice::kDark));
  theme_->addItem(tr("Light"), static_cast<int>(ThemeChoice::kLight));
  theme_->setCurrentIndex(theme_->findData(static_cast<int>(now.theme)));
  language_->addItem(tr("System default"), QString());
  for (const Language& language : languages()) language_->addItem(language.name, language.code);
  language_->setCurrentIndex(std::max(0, language_->findData(now.language)));
  for (const int percent : Preferences::kScales) {
    scale_->addItem(locale().toString(percent) + QStringLiteral("\u202f%"), percent);
  }
  scale_->setCurrentIndex(scale_->findData(now.scale_percent));
  patterns_->setChecked(now.patterns);
  read_ahead_->setValue(now.read_ahead_gib);
}

Preferences PreferencesDialog::preferences() const {
  Preferences set;
  set.theme = static_cast<ThemeChoice>(theme_->currentData().toInt());
  set.language = language_->currentData().toString();
  set.scale_percent = scale_->currentData().toInt();
  set.patterns = patterns_->isChecked();
  set.read_ahead_gib = read_ahead_->value();
  return set;
}

}  // namespace nscope::gui

#include "moc_preferences_dialog.cpp"

#include "app/gui/compare/compare_bar.h"

#include "app/gui/panels/section.h"

#include <QHBoxLayout>
#include <QMenu>

namespace nscope::gui {
namespace {

constexpr int kCompareBarHeight = 44;
constexpr TimeAlignment kAlignments[] = {TimeAlignment::kStart, TimeAlignment::kClock,
                                         TimeAlignment::kWork};

QString title_of(TimeAlignment alignment) {
  switch (alignment) {
    case TimeAlignment::kStart: return CompareBar::tr("Start");
    case TimeAlignment::kClock: return CompareBar::tr("Clock");
    case TimeAlignment::kWork: return CompareBar::tr("Work");
  }
  return {};
}

QString meaning_of(TimeAlignment alignment) {
  switch (alignment) {
    case TimeAlignment::kStart:
      return CompareBar::tr("Aligns the timelines by the time since the start of each run.");
    case TimeAlignment::kClock:
      return CompareBar::tr("Aligns the timelines by the clocks of the captures.");
    case TimeAlignment::kWork:
      return CompareBar::tr(
          "Aligns matching operators. The time axis of each run is stretched or compressed so "
          "that they line up.");
  }
  return {};
}

QPushButton* named_button(const char* object_name, const QString& text) {
  auto* button = new QPushButton(text);
  button->setObjectName(QString::fromLatin1(object_name));
  return button;
}

/// The entries of the "Compare by" box, in order.
struct By {
  analysis::GroupBy group;
  std::optional<analysis::Place> place;
};
constexpr By kBys[] = {{analysis::GroupBy::kOperator, std::nullopt},
                       {analysis::GroupBy::kInstruction, std::nullopt},
                       {analysis::GroupBy::kLayer, std::nullopt},
                       {analysis::GroupBy::kOperator, analysis::Place::kTime},
                       {analysis::GroupBy::kOperator, analysis::Place::kRank},
                       {analysis::GroupBy::kSource, std::nullopt}};

}  // namespace

CompareBar::CompareBar(QWidget* parent)
    : QWidget(parent),
      add_(named_button("", tr("Add Runs…"))),
      by_(new ChoiceBox),
      alignments_(new QButtonGroup(this)),
      all_(named_button("segment", tr("Show All"))),
      swap_(named_button("segment", tr("Swap"))),
      shown_title_(named_label("muted", tr("Compared run"))),
      shown_(new ChoiceBox),
      run_(named_button("link", {})),
      report_(named_button("menuButton", tr("Report ▾"))) {
  setObjectName(QStringLiteral("panel"));
  setAttribute(Qt::WA_StyledBackground);
  setFixedHeight(kCompareBarHeight);
  for (const QString& text :
       {tr("operator"), tr("instruction"), tr("layer"), tr("time interval"), tr("rank"),
        tr("source line")}) {
    by_->addItem(text);
  }
  by_->setAccessibleName(tr("Compare by"));
  by_->setToolTip(
      tr("Groups events by operator name, by opcode and operand shapes, by layer, or by source "
         "line. Time interval and rank compare the operators of each interval or rank."));
  all_->setToolTip(tr("Shows all runs completely and resets their relative positions."));
  swap_->setToolTip(tr("Swaps the baseline and the compared run."));
  shown_->setAccessibleName(tr("Run compared with the baseline"));
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(12, 0, 12, 0);
  layout->setSpacing(8);
  layout->addWidget(add_);
  layout->addSpacing(12);
  layout->addWidget(named_label("muted", tr("Compare by")));
  layout->addWidget(by_);
  layout->addSpacing(12);
  layout->addWidget(named_label("muted", tr("Align by")));
  auto* segments = new QHBoxLayout;
  segments->setSpacing(0);
  for (const TimeAlignment alignment : kAlignments) {
    QPushButton* button = named_button("segment", title_of(alignment));
    button->setCheckable(true);
    alignments_->addButton(button, static_cast<int>(alignment));
    segments->addWidget(button);
    set_obstacle(alignment, {});
  }
  layout->addLayout(segments);
  layout->addWidget(all_);
  layout->addStretch(1);
  layout->addWidget(run_);
  layout->addWidget(shown_title_);
  layout->addWidget(shown_);
  layout->addWidget(swap_);
  layout->addWidget(report_);
  auto* menu = new QMenu(report_);
  const std::pair<Report, QString> reports[] = {{Report::kMarkdown, tr("Save as Markdown…")},
                                                {Report::kHtml, tr("Save as HTML…")},
                                                {Report::kJson, tr("Save as JSON…")},
                                                {Report::kCopy, tr("Copy as Markdown")}};
  for (const auto& [report, text] : reports) {
    menu->addAction(text, this, [this, report = report] { emit report_requested(report); });
  }
  report_->setMenu(menu);
  connect(add_, &QPushButton::clicked, this, &CompareBar::add_requested);
  connect(by_, &QComboBox::activated, this, &CompareBar::by_changed);
  connect(alignments_, &QButtonGroup::idClicked, this,
          [this](int id) { emit alignment_requested(static_cast<TimeAlignment>(id)); });
  connect(all_, &QPushButton::clicked, this, &CompareBar::all_requested);
  connect(swap_, &QPushButton::clicked, this, &CompareBar::swap_requested);
  connect(run_, &QPushButton::clicked, this, &CompareBar::run_requested);
  connect(shown_, &QComboBox::activated, this, [this](int index) {
    emit shown_requested(static_cast<std::size_t>(shown_->itemData(index).toULongLong()));
  });
  set_alignment(TimeAlignment::kStart);
  set_state(State::kIdle);
  set_has_result(false, 0);
}

analysis::ComparisonOptions CompareBar::options() const {
  const By& by = kBys[std::max(0, by_->currentIndex())];
  analysis::ComparisonOptions options;
  options.by = by.group;
  options.place = by.place;
  return options;
}

void CompareBar::set_alignment(TimeAlignment alignment) {
  alignments_->button(static_cast<int>(alignment))->setChecked(true);
}

void CompareBar::set_obstacle(TimeAlignment alignment, const QString& why) {
  QAbstractButton* button = alignments_->button(static_cast<int>(alignment));
  button->setEnabled(why.isEmpty());
  button->setToolTip(why.isEmpty() ? meaning_of(alignment)
                                   : meaning_of(alignment) + QStringLiteral("\n\n") + why);
}

QPushButton& CompareBar::alignment_button(TimeAlignment alignment) {
  return *static_cast<QPushButton*>(alignments_->button(static_cast<int>(alignment)));
}

void CompareBar::set_shown(const QStringList& names, std::size_t base, std::size_t shown) {
  shown_->clear();
  for (qsizetype i = 0; i < names.size(); ++i) {
    if (static_cast<std::size_t>(i) == base) continue;
    shown_->addItem(names[i], QVariant::fromValue(static_cast<qulonglong>(i)));
    if (static_cast<std::size_t>(i) == shown) shown_->setCurrentIndex(shown_->count() - 1);
  }
  shown_->setVisible(names.size() > 2);
  shown_title_->setVisible(names.size() > 2);
}

void CompareBar::set_state(State state) {
  run_->setVisible(state != State::kIdle);
  run_->setText(state == State::kBusy ? tr("Cancel") : tr("Compare Again"));
}

void CompareBar::set_has_result(bool has, int runs) {
  report_->setEnabled(has);
  report_->setToolTip(has ? tr("Saves or copies a report of the comparison.")
                          : tr("There is no comparison to report."));
  swap_->setEnabled(runs > 1);
  all_->setEnabled(runs > 0);
}

}  // namespace nscope::gui

#include "moc_compare_bar.cpp"

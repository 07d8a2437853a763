#include "app/gui/compare/run_header.h"

#include "app/gui/panels/disconnect_fields.h"
#include "app/gui/panels/restyle.h"
#include "app/gui/panels/section.h"

#include <QHBoxLayout>
#include <QMenu>

namespace nscope::gui {
namespace {

constexpr int kRunHeaderHeight = 32;
constexpr int kRoleWidth = 40;
constexpr int kRoleHeight = 18;
constexpr int kLabelWidth = 190;  ///< equal for all runs, so that the following texts are aligned

}  // namespace

RunHeader::RunHeader(const QString& label, QWidget* parent)
    : QWidget(parent),
      role_(named_label("runRole")),
      label_(new QLineEdit(label)),
      details_(new ElidedLabel("muted")),
      event_(new ElidedLabel("runEvent")),
      make_base_(new QPushButton(tr("Set as Baseline"))),
      menu_(new QPushButton(tr("Run ▾"))) {
  setObjectName(QStringLiteral("panel"));
  setAttribute(Qt::WA_StyledBackground);
  setFixedHeight(kRunHeaderHeight);
  role_->setFixedSize(kRoleWidth, kRoleHeight);
  role_->setAlignment(Qt::AlignCenter);
  label_->setObjectName(QStringLiteral("runLabel"));
  label_->setAccessibleName(tr("Run name"));
  label_->setAcceptDrops(false);
  label_->setFixedWidth(kLabelWidth);
  label_->setToolTip(tr("The name of this run in tables and reports. Click to change it."));
  make_base_->setObjectName(QStringLiteral("link"));
  make_base_->setToolTip(tr("Compares the other runs with this run."));
  menu_->setObjectName(QStringLiteral("menuButton"));
  auto* menu = new QMenu(menu_);
  menu->addAction(tr("Add Repeated Runs…"), this, &RunHeader::repeats_requested);
  open_ = menu->addAction(tr("Open in Inspect"), this, &RunHeader::open_requested);
  menu->addSeparator();
  menu->addAction(tr("Remove"), this, &RunHeader::removed);
  menu_->setMenu(menu);
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(10, 0, 8, 0);
  layout->setSpacing(8);
  layout->addWidget(role_);
  layout->addWidget(label_);
  layout->addWidget(details_, 2);
  layout->addWidget(event_, 3);
  layout->addWidget(make_base_);
  layout->addWidget(menu_);
  connect(make_base_, &QPushButton::clicked, this, &RunHeader::base_requested);
  connect(label_, &QLineEdit::editingFinished, this, [this] { emit label_edited(label_->text()); });
}

RunHeader::~RunHeader() {
  disconnect_fields(*this);
}

void RunHeader::set_role(bool base, int number) {
  role_->setText(base ? tr("BASE") : QString::number(number));
  set_style_property(*role_, "base", base);
  make_base_->setVisible(!base);
  make_base_->setAccessibleName(tr("Set run %1 as baseline").arg(number));
  menu_->setAccessibleName(base ? tr("Actions for the baseline run")
                                : tr("Actions for run %1").arg(number));
}

void RunHeader::set_label(const QString& label) {
  if (label_->text() != label) label_->setText(label);
}

void RunHeader::set_details(const QString& text) {
  details_->set_text(text);
}

void RunHeader::set_event(const QString& text) {
  event_->set_text(text);
}

}  // namespace nscope::gui

#include "moc_run_header.cpp"

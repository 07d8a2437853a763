#include "app/gui/shell/welcome_page.h"

#include "app/gui/panels/section.h"
#include "app/gui/text.h"
#include "app/gui/theme/theme.h"

#include <QFileInfo>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

namespace nscope::gui {
namespace {

QPushButton* gallery_card(const app::BuiltIn& entry) {
  auto* card = new QPushButton;
  card->setObjectName(QStringLiteral("galleryCard"));
  card->setAccessibleName(to_qstring(entry.title));
  card->setMinimumHeight(84);
  auto* layout = new QVBoxLayout(card);
  layout->setContentsMargins(14, 10, 14, 10);
  layout->setSpacing(3);
  const bool simulation = entry.kind == app::BuiltIn::Kind::kWorkload;
  layout->addWidget(
      named_label("caption", simulation ? WelcomePage::tr("Simulation") : WelcomePage::tr("Cost")));
  auto* title = named_label("sectionTitle", to_qstring(entry.title));
  title->setWordWrap(true);
  layout->addWidget(title);
  layout->addWidget(named_label("caption", to_qstring(entry.name)));
  layout->addStretch(1);
  return card;
}

}  // namespace

WelcomePage::WelcomePage(QWidget* parent) : QWidget(parent), recent_(new QVBoxLayout) {
  setObjectName(QStringLiteral("page"));
  auto* page = new QWidget;
  page->setMaximumWidth(980);
  auto* layout = new QVBoxLayout(page);
  layout->setContentsMargins(32, 48, 32, 32);
  layout->setSpacing(8);
  layout->addWidget(named_label("pageTitle", tr("Where does the time go?")));
  auto* hint = named_label(
      "muted", tr("Drop a Neuron capture anywhere in this window (NTFF, neuron-profile JSON, "
                  "or a saved .nscope session), or start from a built-in workload. Everything "
                  "runs on this machine."));
  hint->setWordWrap(true);
  layout->addWidget(hint);
  layout->addSpacing(6);
  auto* open = new QPushButton(tr("Open a capture …"));
  open->setObjectName(QStringLiteral("primary"));
  connect(open, &QPushButton::clicked, this, &WelcomePage::open_requested);
  layout->addWidget(open, 0, Qt::AlignLeft);
  layout->addSpacing(22);
  layout->addWidget(named_label("sectionTitle", tr("Recent files")));
  recent_->setSpacing(0);
  layout->addLayout(recent_);
  layout->addSpacing(22);
  layout->addWidget(named_label("sectionTitle", tr("Built-in workloads")));
  auto* grid = new QGridLayout;
  grid->setSpacing(12);
  int index = 0;
  for (const app::BuiltIn& entry : app::built_ins()) {
    auto* card = gallery_card(entry);
    connect(card, &QPushButton::clicked, this, [this, entry] { emit entry_chosen(entry); });
    grid->addWidget(card, index / 3, index % 3);
    ++index;
  }
  for (int column = 0; column < 3; ++column) grid->setColumnStretch(column, 1);
  layout->addLayout(grid);
  layout->addStretch(1);

  auto* center = new QWidget;
  auto* around = new QHBoxLayout(center);
  around->addStretch(1);
  around->addWidget(page, 100);
  around->addStretch(1);
  auto* scroll = new QScrollArea;
  scroll->setWidget(center);
  scroll->setWidgetResizable(true);
  auto* outer = new QVBoxLayout(this);
  outer->setContentsMargins(0, 0, 0, 0);
  outer->addWidget(scroll);
  set_recent_files({});
}

void WelcomePage::set_recent_files(const QStringList& paths) {
  while (QLayoutItem* item = recent_->takeAt(0)) {
    delete item->widget();
    delete item;
  }
  for (const QString& path : paths) {
    const QFileInfo info(path);
    auto* button = new QPushButton(info.fileName() + QStringLiteral("   ") + info.path());
    button->setObjectName(QStringLiteral("link"));
    button->setEnabled(info.exists());
    button->setToolTip(info.exists() ? path : tr("%1 is not there any more.").arg(path));
    connect(button, &QPushButton::clicked, this, [this, path] { emit file_chosen(path); });
    recent_->addWidget(button, 0, Qt::AlignLeft);
  }
  if (paths.isEmpty()) {
    recent_->addWidget(named_label("muted", tr("Files you open are listed here.")));
  }
}

}  // namespace nscope::gui

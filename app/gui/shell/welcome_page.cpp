#include "app/gui/shell/welcome_page.h"

#include "app/gui/panels/clear_layout.h"
#include "app/gui/panels/elided_label.h"
#include "app/gui/panels/section.h"
#include "app/gui/text/built_in_title.h"
#include "app/gui/text/plain_text.h"
#include "app/gui/text/text.h"
#include "app/gui/theme/theme.h"

#include <QFileInfo>
#include <QFrame>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollArea>
#include <QVBoxLayout>
#include <initializer_list>

namespace nscope::gui {
namespace {

constexpr int kColumns = 3;

/// The first sentence of a note, which says what the example shows.
QString first_sentence(const QString& note) {
  static const QRegularExpression kEnd(QStringLiteral("[.?!:](?=\\s)|。"));
  const auto end = kEnd.match(note);
  return end.hasMatch() ? note.left(end.capturedEnd()) : note;
}

QPushButton* gallery_card(const app::BuiltIn& entry) {
  auto* card = new QPushButton;
  card->setObjectName(QStringLiteral("galleryCard"));
  // Documents of different kinds may have the same title.
  card->setAccessibleName(kind_title(entry.kind) + QStringLiteral(": ") + to_qstring(entry.title));
  card->setAccessibleDescription(to_qstring(entry.note));
  card->setToolTip(rich_tip(
      QStringLiteral("<p>%1</p><p>%2</p>")
          .arg(to_qstring(entry.name).toHtmlEscaped(), to_qstring(entry.note).toHtmlEscaped())));
  card->setMinimumHeight(112);
  auto* layout = new QVBoxLayout(card);
  layout->setContentsMargins(14, 10, 14, 10);
  layout->setSpacing(3);
  auto* title = named_label("sectionTitle", to_qstring(entry.title));
  title->setWordWrap(true);
  layout->addWidget(title);
  layout->addStretch(1);
  auto* note = new ElidedLabel("caption");
  note->set_text(entry.note.empty() ? to_qstring(entry.name)
                                    : first_sentence(to_qstring(entry.note)));
  note->setToolTip(QString());  // The card has a tool tip.
  layout->addWidget(note);
  return card;
}

/// What the examples of a kind answer.
QString group_title(app::BuiltIn::Kind kind) {
  using Kind = app::BuiltIn::Kind;
  switch (kind) {
    case Kind::kWorkload: return WelcomePage::tr("Examples: predict a workload");
    case Kind::kScenario: return WelcomePage::tr("Examples: what does it cost?");
    case Kind::kPlan: return WelcomePage::tr("Examples: which fleet is needed?");
    case Kind::kMigration: return WelcomePage::tr("Examples: does a migration pay off?");
    case Kind::kCompile: break;
  }
  return kind_title(kind);
}

/// A card with a title, a sentence and its buttons.
QWidget* door(const QString& title, const QString& text,
              std::initializer_list<QPushButton*> buttons) {
  auto* card = new QFrame;
  card->setObjectName(QStringLiteral("planCard"));
  auto* layout = new QVBoxLayout(card);
  layout->setContentsMargins(16, 14, 16, 14);
  layout->setSpacing(8);
  layout->addWidget(named_label("sectionTitle", title));
  auto* label = named_label("muted", text);
  label->setWordWrap(true);
  layout->addWidget(label);
  layout->addStretch(1);
  for (QPushButton* button : buttons) layout->addWidget(button, 0, Qt::AlignLeft);
  return card;
}

}  // namespace

WelcomePage::WelcomePage(QWidget* parent) : QWidget(parent), recent_(new QVBoxLayout) {
  setObjectName(QStringLiteral("page"));
  auto* page = new QWidget;
  page->setMaximumWidth(980);
  auto* layout = new QVBoxLayout(page);
  layout->setContentsMargins(32, 32, 32, 32);
  layout->setSpacing(8);
  layout->addWidget(named_label("pageTitle", tr("What do you want to find out?")));
  layout->addWidget(build_doors());
  auto* hint = named_label(
      "muted", tr("You can also drop files anywhere in this window. All data stays on this "
                  "computer."));
  hint->setWordWrap(true);
  layout->addWidget(hint);
  layout->addSpacing(14);
  layout->addWidget(named_label("sectionTitle", tr("Recent files")));
  recent_->setSpacing(0);
  layout->addLayout(recent_);
  using Kind = app::BuiltIn::Kind;
  for (const Kind kind : {Kind::kWorkload, Kind::kScenario, Kind::kPlan, Kind::kMigration}) {
    layout->addSpacing(14);
    layout->addWidget(named_label("sectionTitle", group_title(kind)));
    layout->addWidget(build_gallery(kind));
  }
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

QWidget* WelcomePage::build_doors() {
  using Kind = app::BuiltIn::Kind;
  auto* open = new QPushButton(tr("Open Capture…"));
  open->setObjectName(QStringLiteral("primary"));
  connect(open, &QPushButton::clicked, this, &WelcomePage::open_requested);
  auto* predict = new QPushButton(tr("New Prediction"));
  predict->setObjectName(QStringLiteral("primary"));
  connect(predict, &QPushButton::clicked, this, &WelcomePage::prediction_requested);
  const auto question = [this](const QString& text, Kind kind) {
    auto* button = new QPushButton(text);
    button->setObjectName(QStringLiteral("link"));
    connect(button, &QPushButton::clicked, this, [this, kind] { emit question_asked(kind); });
    return button;
  };
  auto* doors = new QWidget;
  auto* row = new QHBoxLayout(doors);
  row->setContentsMargins(0, 6, 0, 6);
  row->setSpacing(12);
  row->addWidget(
      door(tr("Open a capture"),
           tr("See where the time of a run goes: NTFF, exports of Neuron Explorer, GPU and system "
              "traces, or a saved session."),
           {open}),
      1);
  row->addWidget(
      door(tr("Predict a workload"),
           tr("Time, memory and bottleneck of inference, a server or training before you rent an "
              "instance."),
           {predict}),
      1);
  row->addWidget(door(tr("Price a question"),
                      tr("Costs with sources, error bands and a report."),
                      {question(tr("What does it cost?"), Kind::kScenario),
                       question(tr("Which fleet do I need?"), Kind::kPlan),
                       question(tr("Does a migration pay off?"), Kind::kMigration)}),
                 1);
  return doors;
}

QWidget* WelcomePage::build_gallery(app::BuiltIn::Kind kind) {
  auto* gallery = new QWidget;
  auto* grid = new QGridLayout(gallery);
  grid->setContentsMargins(0, 0, 0, 0);
  grid->setSpacing(12);
  int index = 0;
  for (const app::BuiltIn& entry : app::built_ins(kind)) {
    auto* card = gallery_card(entry);
    connect(card, &QPushButton::clicked, this, [this, entry] { emit entry_chosen(entry); });
    grid->addWidget(card, index / kColumns, index % kColumns);
    ++index;
  }
  for (int column = 0; column < kColumns; ++column) grid->setColumnStretch(column, 1);
  return gallery;
}

QWidget* WelcomePage::recent_row(const QString& path) {
  const QFileInfo info(path);
  auto* row = new QWidget;
  auto* layout = new QHBoxLayout(row);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(12);
  auto* name = new QPushButton(without_mnemonics(info.fileName()));
  name->setObjectName(QStringLiteral("link"));
  name->setEnabled(info.exists());
  name->setToolTip(info.exists() ? path : tr("%1 no longer exists.").arg(path));
  name->setAccessibleDescription(name->toolTip());
  connect(name, &QPushButton::clicked, this, [this, path] { emit file_chosen(path); });
  layout->addWidget(name);
  auto* folder = new ElidedLabel("muted");
  folder->set_text(info.exists() ? info.path() : tr("not found in %1").arg(info.path()));
  if (!info.exists()) folder->setObjectName(QStringLiteral("warnText"));
  layout->addWidget(folder, 1);
  auto* remove = new QPushButton(tr("Remove"));
  remove->setObjectName(QStringLiteral("link"));
  remove->setToolTip(tr("Removes the file from this list. The file itself is not deleted."));
  remove->setAccessibleName(tr("Remove %1 from the list").arg(info.fileName()));
  connect(remove, &QPushButton::clicked, this, [this, path] { emit removal_requested({path}); });
  layout->addWidget(remove);
  return row;
}

void WelcomePage::set_recent_files(const QStringList& paths) {
  clear_layout(*recent_);
  QStringList missing;
  for (const QString& path : paths) {
    recent_->addWidget(recent_row(path));
    if (!QFileInfo::exists(path)) missing << path;
  }
  if (paths.isEmpty()) {
    recent_->addWidget(named_label("muted", tr("Recently opened files are listed here.")));
  } else if (missing.size() > 1) {
    auto* all = new QPushButton(tr("Remove Missing Files"));
    all->setObjectName(QStringLiteral("link"));
    connect(all, &QPushButton::clicked, this, [this, missing] { emit removal_requested(missing); });
    recent_->addWidget(all, 0, Qt::AlignLeft);
  }
}

}  // namespace nscope::gui

#include "moc_welcome_page.cpp"

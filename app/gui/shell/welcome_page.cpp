#include "app/gui/shell/welcome_page.h"

#include "app/gui/panels/clear_layout.h"
#include "app/gui/panels/elided_label.h"
#include "app/gui/panels/section.h"
#include "app/gui/shell/samples.h"
#include "app/gui/text/built_in_title.h"
#include "app/gui/text/plain_text.h"
#include "app/gui/text/text.h"
#include "app/gui/theme/theme.h"
#include "app/remote/remote_path.h"
#include "importers/shared/importer.h"

#include <QFileInfo>
#include <QFrame>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollArea>
#include <QVBoxLayout>
#include <algorithm>
#include <chrono>
#include <initializer_list>
#include <utility>

namespace nscope::gui {
namespace {

/// Files on other machines are not looked for.
bool may_exist(const QString& path) {
  return remote::is_remote(to_string(path)) || QFileInfo::exists(path);
}

constexpr int kColumns = 3;
/// So that opening a file at the start of the program does not compete with the pictures.
constexpr std::chrono::milliseconds kPictureDelay(500);

/// The card of an example. It is as high as its wrapped title needs, in each language and font.
class GalleryCard : public QPushButton {
 public:
  GalleryCard() {
    setObjectName(QStringLiteral("galleryCard"));
    setMinimumHeight(kLeastHeight);
  }

 protected:
  void resizeEvent(QResizeEvent* event) override {
    QPushButton::resizeEvent(event);
    setMinimumHeight(std::max(kLeastHeight, layout()->totalHeightForWidth(width())));
  }

 private:
  static constexpr int kLeastHeight = 148;  // so that the pictures of all rows are alike
};

/// The first sentence of a note, which says what the example shows.
QString first_sentence(const QString& note) {
  static const QRegularExpression kEnd(QStringLiteral("[.?!:](?=\\s)|。"));
  const auto end = kEnd.match(note);
  return end.hasMatch() ? note.left(end.capturedEnd()) : note;
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

WelcomePage::WelcomePage(QWidget* parent)
    : QWidget(parent),
      doors_(build_doors()),
      tour_(new QPushButton),
      recent_(new QVBoxLayout),
      job_(new Job(tr("Computing pictures of the examples"), this)) {
  setObjectName(QStringLiteral("page"));
  auto* page = new QWidget;
  page->setMaximumWidth(980);
  auto* layout = new QVBoxLayout(page);
  layout->setContentsMargins(32, 32, 32, 32);
  layout->setSpacing(8);
  layout->addWidget(named_label("pageTitle", tr("What do you want to find out?")));
  layout->addWidget(doors_);
  tour_->setObjectName(QStringLiteral("link"));
  connect(tour_, &QPushButton::clicked, this, &WelcomePage::tour_requested);
  set_tour_state(TourState::kNew);
  layout->addWidget(tour_, 0, Qt::AlignLeft);
  auto* hint = named_label(
      "muted", tr("You can also drop files anywhere in this window. All data stays on this "
                  "computer."));
  hint->setWordWrap(true);
  layout->addWidget(hint);
  layout->addSpacing(14);
  layout->addWidget(named_label("sectionTitle", tr("Recent files")));
  recent_->setSpacing(0);
  layout->addLayout(recent_);
  layout->addSpacing(14);
  layout->addWidget(named_label("sectionTitle", tr("Sample captures: find what costs time")));
  layout->addWidget(build_samples());
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
  delay_.setSingleShot(true);
  connect(&delay_, &QTimer::timeout, this, &WelcomePage::compute_next);
}

void WelcomePage::set_tour_state(TourState state) {
  tour_->setText(state == TourState::kNew     ? tr("Take the Tour (Two Minutes)")
                 : state == TourState::kBegun ? tr("Continue the Tour")
                                              : tr("Repeat the Tour"));
}

const PreviewPicture* WelcomePage::picture(const QString& card) const {
  for (const QPushButton* button : findChildren<QPushButton*>(QStringLiteral("galleryCard"))) {
    if (button->accessibleName() != card) continue;
    for (const QObject* child : button->children()) {
      if (const auto* found = dynamic_cast<const PreviewPicture*>(child)) return found;
    }
  }
  return nullptr;
}

void WelcomePage::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  if (has_pending_pictures() && !job_->is_running()) delay_.start(kPictureDelay);
}

void WelcomePage::hideEvent(QHideEvent* event) {
  QWidget::hideEvent(event);
  delay_.stop();
  job_->cancel();
}

/// Computes the pictures one after the other. An example that cannot be computed has no picture;
/// opening it shows why.
void WelcomePage::compute_next() {
  if (!isVisible() || !has_pending_pictures() || job_->is_running()) return;
  using Made = std::pair<Inputs, Result<ExamplePreview>>;
  job_->start(
      [compute = pending_[next_].compute, inputs = inputs_](TaskControl& control) -> Made {
        Inputs used = inputs;
        if (!used) {
          auto loaded = load_preview_inputs();
          if (!loaded) return {nullptr, fail(loaded.error())};
          used = std::make_shared<const PreviewInputs>(std::move(*loaded));
        }
        auto preview = compute(*used, control);
        return {std::move(used), std::move(preview)};
      },
      [this](Made made) {
        inputs_ = made.first;
        if (!made.second && made.second.error().code == ErrorCode::kCancelled) return;
        const Pending& card = pending_[next_++];
        if (made.second) show_preview(card, std::move(*made.second));
        delay_.start(std::chrono::milliseconds(0));
      });
}

void WelcomePage::show_preview(const Pending& card, ExamplePreview preview) {
  if (!preview.line.isEmpty()) {
    card.line->set_text(preview.line);
    card.line->setToolTip(QString());  // The card has a tool tip.
  }
  card.picture->setAccessibleName(preview.line);
  card.picture->set_preview(std::move(preview));
}

/// A card with a title, a picture and one line: the note until the result is known.
QPushButton* WelcomePage::gallery_card(const QString& name, const QString& title,
                                       const QString& note, const QString& tip, Pending pending) {
  auto* card = new GalleryCard;
  card->setAccessibleName(name);
  card->setAccessibleDescription(note);
  card->setToolTip(tip);
  auto* layout = new QVBoxLayout(card);
  layout->setContentsMargins(14, 10, 14, 10);
  layout->setSpacing(3);
  auto* label = named_label("sectionTitle", title);
  label->setWordWrap(true);
  layout->addWidget(label);
  layout->addStretch(1);
  pending.picture = new PreviewPicture(card);
  layout->addWidget(pending.picture);
  pending.line = new ElidedLabel("caption");
  pending.line->set_text(first_sentence(note));
  pending.line->setToolTip(QString());  // The card has a tool tip.
  layout->addWidget(pending.line);
  pending_.push_back(std::move(pending));
  return card;
}

QWidget* WelcomePage::build_samples() {
  auto* part = new QWidget;
  auto* column = new QVBoxLayout(part);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(6);
  auto* grid = new QGridLayout;
  grid->setSpacing(12);
  int index = 0;
  for (const Sample& sample : samples()) {
    const auto compute = [id = sample.id, rule = sample.rule](
                             const PreviewInputs&, TaskControl& control) -> Result<ExamplePreview> {
      const auto path = write_sample(id);
      if (!path) return fail(path.error());
      const std::vector<std::string> files{to_string(*path)};
      const auto trace = importers::open_run(files, {}, control);
      if (!trace) return fail(trace.error());
      return preview_of(**trace, rule, control);
    };
    QPushButton* const card =
        gallery_card(tr("Sample capture: %1").arg(sample.title), sample.title, sample.note,
                     rich_tip(QStringLiteral("<p>%1</p>").arg(sample.note.toHtmlEscaped())),
                     {.compute = compute, .picture = nullptr, .line = nullptr});
    connect(card, &QPushButton::clicked, this, [this, id = sample.id] { emit sample_chosen(id); });
    grid->addWidget(card, 0, index++);
  }
  for (int i = 0; i < kColumns; ++i) grid->setColumnStretch(i, 1);
  column->addLayout(grid);
  auto* compare = new QPushButton(tr("Compare Both Kernels"));
  compare->setObjectName(QStringLiteral("link"));
  connect(compare, &QPushButton::clicked, this, &WelcomePage::samples_compared);
  column->addWidget(compare, 0, Qt::AlignLeft);
  return part;
}

QWidget* WelcomePage::build_doors() {
  using Kind = app::BuiltIn::Kind;
  auto* open = new QPushButton(tr("Open Capture…"));
  open->setObjectName(QStringLiteral("primary"));
  connect(open, &QPushButton::clicked, this, &WelcomePage::open_requested);
  auto* formats = new QPushButton(tr("What Can Be Opened?"));
  formats->setObjectName(QStringLiteral("link"));
  connect(formats, &QPushButton::clicked, this, &WelcomePage::formats_requested);
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
           {formats, open}),
      1);
  row->addWidget(
      door(tr("Predict a workload"),
           tr("Time, memory and bottleneck of inference, a server or training before you rent an "
              "instance."),
           {predict}),
      1);
  row->addWidget(door(tr("Price a question"), tr("Costs with sources, error bands and a report."),
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
    const QString note = to_qstring(entry.note);
    // Documents of different kinds may have the same title.
    QPushButton* const card = gallery_card(
        kind_title(entry.kind) + QStringLiteral(": ") + to_qstring(entry.title),
        to_qstring(entry.title), note,
        rich_tip(QStringLiteral("<p>%1</p><p>%2</p>")
                     .arg(to_qstring(entry.name).toHtmlEscaped(), note.toHtmlEscaped())),
        {.compute = [entry](const PreviewInputs& inputs,
                            TaskControl& control) { return preview_of(inputs, entry, control); },
         .picture = nullptr,
         .line = nullptr});
    card->setAccessibleDescription(note);
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
  const bool there = may_exist(path);
  name->setEnabled(there);
  name->setToolTip(there ? path : tr("%1 no longer exists.").arg(path));
  name->setAccessibleDescription(name->toolTip());
  connect(name, &QPushButton::clicked, this, [this, path] { emit file_chosen(path); });
  layout->addWidget(name);
  auto* folder = new ElidedLabel("muted");
  folder->set_text(there ? info.path() : tr("not found in %1").arg(info.path()));
  if (!there) folder->setObjectName(QStringLiteral("warnText"));
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
    if (!may_exist(path)) missing << path;
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

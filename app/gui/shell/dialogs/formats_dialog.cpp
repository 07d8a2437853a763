#include "app/gui/shell/dialogs/formats_dialog.h"

#include "app/gui/panels/section.h"
#include "app/gui/panels/table_panel.h"
#include "importers/open/format_table.h"

#include <QDialogButtonBox>
#include <QVBoxLayout>

namespace nscope::gui {

FormatsDialog::FormatsDialog(QWidget* parent) : QDialog(parent) {
  setObjectName(QStringLiteral("page"));
  setWindowTitle(tr("Formats that can be opened"));
  auto* table = new TablePanel(QString());
  table->set_table(importers::format_table());
  table->hide_column("id");
  table->view().setAccessibleName(tr("Formats"));
  auto* note = named_label(
      "muted", tr("A file is recognised by its content, not by its name. Workloads, cost "
                  "scenarios, capacity plans, migration studies (*.json) and AWS price lists "
                  "can be opened, too."));
  note->setWordWrap(true);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(24, 20, 24, 16);
  layout->setSpacing(12);
  layout->addWidget(named_label("pageTitle", tr("Formats that can be opened")));
  layout->addWidget(note);
  layout->addWidget(table, 1);
  layout->addWidget(buttons);
  constexpr QSize kSize(1200, 660);
  resize(parent != nullptr ? kSize.boundedTo(parent->size()) : kSize);
}

}  // namespace nscope::gui

#include "moc_formats_dialog.cpp"

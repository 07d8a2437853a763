<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name>Docks</name>
    <message>
        <source>Overall Summary</source>
        <translation>Gesamtüberblick</translation>
    </message>
    <message>
        <source>Key figures and engine activity of the run or the range.</source>
        <translation>Kennzahlen und Aktivität der Engines für den Lauf oder den Bereich.</translation>
    </message>
    <message>
        <source>Event Details</source>
        <translation>Ereignisdetails</translation>
    </message>
    <message>
        <source>Everything the capture says about the selected event.</source>
        <translation>Alles, was die Aufzeichnung über das ausgewählte Ereignis sagt.</translation>
    </message>
    <message>
        <source>Analyses</source>
        <translation>Analysen</translation>
    </message>
    <message>
        <source>Every analysis as a table and a plot.</source>
        <translation>Jede Analyse als Tabelle und Diagramm.</translation>
    </message>
    <message>
        <source>SQL</source>
        <translation>SQL</translation>
    </message>
    <message>
        <source>Queries over the run.</source>
        <translation>Abfragen über den Lauf.</translation>
    </message>
</context>
<context>
    <name>RowTarget</name>
    <message>
        <source>Double click or Enter: show the event in the timeline</source>
        <translation>Doppelklick oder Eingabe: das Ereignis in der Zeitleiste zeigen</translation>
    </message>
    <message>
        <source>Double click or Enter: show this time in the timeline</source>
        <translation>Doppelklick oder Eingabe: diese Zeit in der Zeitleiste zeigen</translation>
    </message>
</context>
<context>
    <name>RunButton</name>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Ausführen</translation>
    </message>
</context>
<context>
    <name>RunCaption</name>
    <message>
        <source>1 core</source>
        <translation>1 Kern</translation>
    </message>
    <message>
        <source>%1 cores</source>
        <translation>%1 Kerne</translation>
    </message>
    <message>
        <source>runtime </source>
        <translation>Laufzeitsystem </translation>
    </message>
</context>
<context>
    <name>ShareBar</name>
    <message>
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
</context>
<context>
    <name>nscope::gui</name>
    <message>
        <source>The table has no column %1.</source>
        <translation>Die Tabelle hat keine Spalte %1.</translation>
    </message>
    <message>
        <source>Price</source>
        <translation>Preis</translation>
    </message>
    <message>
        <source> per instance-hour</source>
        <translation> je Instanzstunde</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>Term</source>
        <translation>Laufzeit</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Anmerkung</translation>
    </message>
    <message>
        <source>Zones</source>
        <translation>Zonen</translation>
    </message>
    <message>
        <source>%1 to %2 per hour</source>
        <translation>%1 bis %2 je Stunde</translation>
    </message>
    <message>
        <source>Not offered</source>
        <translation>Nicht angeboten</translation>
    </message>
    <message>
        <source>Unknown</source>
        <translation>Unbekannt</translation>
    </message>
    <message>
        <source>core %1</source>
        <translation>Kern %1</translation>
    </message>
    <message>
        <source>Track</source>
        <translation>Spur</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Beginn</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>Waited</source>
        <translation>Gewartet</translation>
    </message>
    <message>
        <source>no sample yet</source>
        <translation>noch kein Messwert</translation>
    </message>
    <message>
        <source>Idle: nothing issued after this on the track.</source>
        <translation>Leerlauf: danach wurde auf der Spur nichts mehr ausgegeben.</translation>
    </message>
    <message>
        <source>Idle: nothing issued until %1</source>
        <translation>Leerlauf: nichts ausgegeben bis %1</translation>
    </message>
    <message>
        <source>%1 waits here (%2 in all)</source>
        <translation>%1 wartet hier (insgesamt %2)</translation>
    </message>
    <message>
        <source>for %1 on %2</source>
        <translation>für %1 auf %2</translation>
    </message>
    <message>
        <source>%1 for %2 (%3)</source>
        <translation>%1 für %2 (%3)</translation>
    </message>
    <message>
        <source>Inside</source>
        <translation>Innerhalb von</translation>
    </message>
    <message>
        <source>the first %1 of %2 rows</source>
        <translation>die ersten %1 von %2 Zeilen</translation>
    </message>
    <message>
        <source>the first %1 of %2 points</source>
        <translation>die ersten %1 von %2 Punkten</translation>
    </message>
    <message>
        <source>%1 rows without a value</source>
        <translation>%1 Zeilen ohne Wert</translation>
    </message>
    <message>
        <source>%1 rows of zero, which logarithmic axes cannot show</source>
        <translation>%1 Zeilen mit null, die logarithmische Achsen nicht zeigen können</translation>
    </message>
    <message>
        <source>Open a run first.</source>
        <translation>Öffnen Sie zuerst einen Lauf.</translation>
    </message>
    <message>
        <source>Simulation</source>
        <translation>Simulation</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>Kosten</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>Aktion</translation>
    </message>
    <message>
        <source>Analysis</source>
        <translation>Analyse</translation>
    </message>
    <message>
        <source>Metric</source>
        <translation>Kennzahl</translation>
    </message>
    <message>
        <source>Query</source>
        <translation>Abfrage</translation>
    </message>
    <message>
        <source>Built-in</source>
        <translation>Mitgeliefert</translation>
    </message>
    <message>
        <source>Recent file</source>
        <translation>Zuletzt geöffnet</translation>
    </message>
    <message>
        <source>Dock</source>
        <translation>Dock</translation>
    </message>
</context>
<context>
    <name>nscope::gui::AboutDialog</name>
    <message>
        <source>System report</source>
        <translation>Systembericht</translation>
    </message>
    <message>
        <source>Copy report</source>
        <translation>Bericht kopieren</translation>
    </message>
    <message>
        <source>About Neuronscope</source>
        <translation>Über Neuronscope</translation>
    </message>
    <message>
        <source>Profiler and cost planner for AWS Trainium and Inferentia. Everything runs on this machine: nothing is sent anywhere.</source>
        <translation>Profiler und Kostenplaner für AWS Trainium und Inferentia. Alles läuft auf diesem Rechner: nichts wird irgendwohin gesendet.</translation>
    </message>
    <message>
        <source>collecting …</source>
        <translation>wird gesammelt …</translation>
    </message>
    <message>
        <source>The report is being collected.</source>
        <translation>Der Bericht wird gesammelt.</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Kopiert</translation>
    </message>
    <message>
        <source>Add it when you report an error. It names no file but the settings and those of the last errors.</source>
        <translation>Fügen Sie ihn bei, wenn Sie einen Fehler melden. Er nennt keine Dateien außer den Einstellungen und denen der letzten Fehler.</translation>
    </message>
</context>
<context>
    <name>nscope::gui::ActionList</name>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>Modus</translation>
    </message>
    <message>
        <source>View</source>
        <translation>Ansicht</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>Hilfe</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>Programm</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>Zeitleiste</translation>
    </message>
    <message>
        <source>Analyses</source>
        <translation>Analysen</translation>
    </message>
    <message>
        <source>SQL console</source>
        <translation>SQL-Konsole</translation>
    </message>
    <message>
        <source>Simulate</source>
        <translation>Simulieren</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>W / S, Ctrl+wheel</source>
        <translation>W / S, Strg+Mausrad</translation>
    </message>
    <message>
        <source>zoom at the cursor</source>
        <translation>am Mauszeiger zoomen</translation>
    </message>
    <message>
        <source>A / D, Shift+wheel, drag</source>
        <translation>A / D, Umschalt+Mausrad, Ziehen</translation>
    </message>
    <message>
        <source>move in time</source>
        <translation>in der Zeit verschieben</translation>
    </message>
    <message>
        <source>wheel</source>
        <translation>Mausrad</translation>
    </message>
    <message>
        <source>scroll the tracks</source>
        <translation>die Spuren rollen</translation>
    </message>
    <message>
        <source>fit the selection; again: everything</source>
        <translation>die Auswahl einpassen; noch einmal: alles</translation>
    </message>
    <message>
        <source>Home</source>
        <translation>Pos1</translation>
    </message>
    <message>
        <source>show the whole run</source>
        <translation>den ganzen Lauf zeigen</translation>
    </message>
    <message>
        <source>[ and ]</source>
        <translation>[ und ]</translation>
    </message>
    <message>
        <source>previous and next event of the track</source>
        <translation>voriges und nächstes Ereignis der Spur</translation>
    </message>
    <message>
        <source>click</source>
        <translation>Klick</translation>
    </message>
    <message>
        <source>select an event; on a group: open or close it</source>
        <translation>ein Ereignis auswählen; auf einer Gruppe: auf- oder zuklappen</translation>
    </message>
    <message>
        <source>Shift+drag</source>
        <translation>Umschalt+Ziehen</translation>
    </message>
    <message>
        <source>select a range; summary and analyses follow</source>
        <translation>einen Bereich auswählen; Zusammenfassung und Analysen folgen</translation>
    </message>
    <message>
        <source>clear the selection</source>
        <translation>die Auswahl aufheben</translation>
    </message>
    <message>
        <source>Enter</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>jump to the chosen track or event; again: to the next event</source>
        <translation>zur gewählten Spur oder zum Ereignis springen; noch einmal: zum nächsten Ereignis</translation>
    </message>
    <message>
        <source>letters</source>
        <translation>Buchstaben</translation>
    </message>
    <message>
        <source>find an analysis in the list</source>
        <translation>eine Analyse in der Liste finden</translation>
    </message>
    <message>
        <source>Enter or double click</source>
        <translation>Eingabe oder Doppelklick</translation>
    </message>
    <message>
        <source>show the row in the timeline</source>
        <translation>die Zeile in der Zeitleiste zeigen</translation>
    </message>
    <message>
        <source>copy the selected rows as CSV</source>
        <translation>die ausgewählten Zeilen als CSV kopieren</translation>
    </message>
    <message>
        <source>Ctrl+Enter</source>
        <translation>Strg+Eingabe</translation>
    </message>
    <message>
        <source>run the query</source>
        <translation>die Abfrage ausführen</translation>
    </message>
    <message>
        <source>run the simulation</source>
        <translation>die Simulation ausführen</translation>
    </message>
</context>
<context>
    <name>nscope::gui::AnalysisChart</name>
    <message>
        <source>Bars on screen</source>
        <translation>Sichtbare Balken</translation>
    </message>
    <message numerus="yes">
        <source>%n bar(s)</source>
        <translation>
            <numerusform>%n Balken</numerusform>
            <numerusform>%n Balken</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n point(s)</source>
        <translation>
            <numerusform>%n Punkt</numerusform>
            <numerusform>%n Punkte</numerusform>
        </translation>
    </message>
    <message>
        <source>Plot: %1 by %2</source>
        <translation>Diagramm: %1 nach %2</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>und %1 weitere</translation>
    </message>
</context>
<context>
    <name>nscope::gui::AnalysisHeader</name>
    <message>
        <source>Definition</source>
        <translation>Definition</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>NeuronCore</source>
        <translation>NeuronCore</translation>
    </message>
    <message>
        <source>What the columns mean and how they are computed</source>
        <translation>Was die Spalten bedeuten und wie sie berechnet werden</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>Plot</source>
        <translation>Diagramm</translation>
    </message>
    <message>
        <source>Both</source>
        <translation>Beides</translation>
    </message>
    <message>
        <source>Save as CSV…</source>
        <translation>Als CSV speichern …</translation>
    </message>
    <message>
        <source>Save as JSON…</source>
        <translation>Als JSON speichern …</translation>
    </message>
    <message>
        <source>Copy as text</source>
        <translation>Als Text kopieren</translation>
    </message>
    <message>
        <source>The rows as they are sorted, with all their digits</source>
        <translation>Die Zeilen, wie sie sortiert sind, mit allen Stellen</translation>
    </message>
    <message>
        <source>All cores</source>
        <translation>Alle Kerne</translation>
    </message>
    <message>
        <source>Core %1</source>
        <translation>Kern %1</translation>
    </message>
</context>
<context>
    <name>nscope::gui::AnalysisList</name>
    <message>
        <source>Find an analysis</source>
        <translation>Analyse suchen</translation>
    </message>
    <message>
        <source>Analyses</source>
        <translation>Analysen</translation>
    </message>
</context>
<context>
    <name>nscope::gui::AnalysisPage</name>
    <message>
        <source>Nothing was repaired, skipped or unknown.</source>
        <translation>Nichts wurde repariert, übersprungen oder war unbekannt.</translation>
    </message>
    <message>
        <source>No rows. This page shows %1.</source>
        <translation>Keine Zeilen. Diese Seite zeigt %1.</translation>
    </message>
    <message>
        <source>Analysis</source>
        <translation>Analyse</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>whole run</source>
        <translation>ganzer Lauf</translation>
    </message>
    <message>
        <source>selection of %1</source>
        <translation>Auswahl von %1</translation>
    </message>
    <message>
        <source>Double click or Enter on a row shows it in the timeline.</source>
        <translation>Doppelklick oder Eingabe auf einer Zeile zeigt sie in der Zeitleiste.</translation>
    </message>
    <message>
        <source>Cancelled.</source>
        <translation>Abgebrochen.</translation>
    </message>
    <message>
        <source>computing · %1</source>
        <translation>wird berechnet · %1</translation>
    </message>
    <message>
        <source>computing</source>
        <translation>wird berechnet</translation>
    </message>
    <message>
        <source>Computing…</source>
        <translation>Wird berechnet …</translation>
    </message>
    <message>
        <source>Compute</source>
        <translation>Berechnen</translation>
    </message>
    <message>
        <source>Cannot save %1</source>
        <translation>%1 kann nicht gespeichert werden</translation>
    </message>
    <message>
        <source>Save the table</source>
        <translation>Tabelle speichern</translation>
    </message>
</context>
<context>
    <name>nscope::gui::Banner</name>
    <message>
        <source>Check the name and the path.</source>
        <translation>Prüfen Sie Namen und Pfad.</translation>
    </message>
    <message>
        <source>Check that the file can be read and is a file.</source>
        <translation>Prüfen Sie, ob sie eine lesbare Datei ist.</translation>
    </message>
    <message>
        <source>Check that the file is complete and of a format listed under File &gt; Open.</source>
        <translation>Prüfen Sie, ob die Datei vollständig ist und ein Format hat, das unter Datei &gt; Öffnen aufgeführt ist.</translation>
    </message>
    <message>
        <source>Capture it again with a supported version, or look for an update.</source>
        <translation>Zeichnen Sie sie mit einer unterstützten Version neu auf, oder suchen Sie nach einer Aktualisierung.</translation>
    </message>
    <message>
        <source>Change the workload as the message says.</source>
        <translation>Ändern Sie die Arbeitslast, wie die Meldung sagt.</translation>
    </message>
    <message>
        <source>This is an error of Neuronscope: please report it with the file.</source>
        <translation>Das ist ein Fehler von Neuronscope: bitte melden Sie ihn zusammen mit der Datei.</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>Meldung</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
</context>
<context>
    <name>nscope::gui::CommandPalette</name>
    <message>
        <source>Command palette</source>
        <translation>Befehlspalette</translation>
    </message>
    <message>
        <source>Action, track, metric, analysis, query, workload, file …</source>
        <translation>Aktion, Spur, Kennzahl, Analyse, Abfrage, Arbeitslast, Datei …</translation>
    </message>
    <message>
        <source>Type to find; Up and Down choose, Enter runs, Esc leaves.</source>
        <translation>Tippen sucht; Auf und Ab wählen, Eingabe führt aus, Esc schließt.</translation>
    </message>
    <message>
        <source>Matches</source>
        <translation>Treffer</translation>
    </message>
    <message>
        <source>Nothing matches. Fewer letters find more.</source>
        <translation>Nichts passt. Weniger Buchstaben finden mehr.</translation>
    </message>
</context>
<context>
    <name>nscope::gui::CostChart</name>
    <message>
        <source>Cost per million tokens</source>
        <translation>Kosten je Million Token</translation>
    </message>
    <message>
        <source>USD per million tokens</source>
        <translation>USD je Million Token</translation>
    </message>
</context>
<context>
    <name>nscope::gui::CostMatrixModel</name>
    <message>
        <source>Age</source>
        <translation>Alter</translation>
    </message>
    <message>
        <source>%1 days: older than 12 months</source>
        <translation>%1 Tage: älter als 12 Monate</translation>
    </message>
    <message>
        <source>Per million tokens</source>
        <translation>Je Million Token</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Ausführen</translation>
    </message>
    <message>
        <source>Month, metered</source>
        <translation>Monat, nach Verbrauch</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>Durchsatz</translation>
    </message>
    <message>
        <source>%1 tokens/s, %2: %3</source>
        <translation>%1 Token/s, %2: %3</translation>
    </message>
    <message>
        <source>Guard</source>
        <translation>Prüfung</translation>
    </message>
    <message>
        <source>impossible: it cannot win</source>
        <translation>unmöglich: kann nicht gewinnen</translation>
    </message>
</context>
<context>
    <name>nscope::gui::DockTitle</name>
    <message>
        <source>Float %1</source>
        <translation>%1 ablösen</translation>
    </message>
    <message>
        <source>Close %1</source>
        <translation>%1 schließen</translation>
    </message>
</context>
<context>
    <name>nscope::gui::EventPanel</name>
    <message>
        <source>Click an event in the timeline to see its fields, what it waited for and what depends on it.</source>
        <translation>Klicken Sie in der Zeitleiste auf ein Ereignis, um seine Felder zu sehen, worauf es wartete und was von ihm abhängt.</translation>
    </message>
    <message>
        <source>Copy as JSON</source>
        <translation>Als JSON kopieren</translation>
    </message>
    <message>
        <source>no predecessor</source>
        <translation>kein Vorgänger</translation>
    </message>
    <message>
        <source>1 predecessor</source>
        <translation>1 Vorgänger</translation>
    </message>
    <message>
        <source>%1 predecessors</source>
        <translation>%1 Vorgänger</translation>
    </message>
    <message>
        <source>no successor</source>
        <translation>kein Nachfolger</translation>
    </message>
    <message>
        <source>1 successor</source>
        <translation>1 Nachfolger</translation>
    </message>
    <message>
        <source>%1 successors</source>
        <translation>%1 Nachfolger</translation>
    </message>
    <message>
        <source>The capture names no such dependency of this event.</source>
        <translation>Die Aufzeichnung nennt keine solche Abhängigkeit dieses Ereignisses.</translation>
    </message>
    <message>
        <source>Lists them; choose one to go there.</source>
        <translation>Listet sie auf; die Wahl führt dorthin.</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>%1 weitere</translation>
    </message>
</context>
<context>
    <name>nscope::gui::FindingCard</name>
    <message>
        <source>Equal work</source>
        <translation>Gleiche Arbeit</translation>
    </message>
    <message>
        <source>Roofline</source>
        <translation>Roofline</translation>
    </message>
    <message>
        <source>Memory fit</source>
        <translation>Speicherbedarf</translation>
    </message>
    <message>
        <source>Units</source>
        <translation>Einheiten</translation>
    </message>
</context>
<context>
    <name>nscope::gui::InspectPage</name>
    <message>
        <source>%1 events on %2 tracks</source>
        <translation>%1 Ereignisse auf %2 Spuren</translation>
    </message>
    <message>
        <source>%1 operator intervals, %2 DMA packets</source>
        <translation>%1 Operatorintervalle, %2 DMA-Pakete</translation>
    </message>
    <message>
        <source>%1 instructions, %2 DMA packets</source>
        <translation>%1 Instruktionen, %2 DMA-Pakete</translation>
    </message>
    <message>
        <source>cursor %1</source>
        <translation>Zeiger %1</translation>
    </message>
    <message>
        <source>selection %1</source>
        <translation>Auswahl %1</translation>
    </message>
    <message>
        <source>layout</source>
        <translation>Anordnung</translation>
    </message>
</context>
<context>
    <name>nscope::gui::JobList</name>
    <message>
        <source>Nothing runs in the background.</source>
        <translation>Im Hintergrund läuft nichts.</translation>
    </message>
    <message>
        <source>Background jobs</source>
        <translation>Hintergrundaufgaben</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Cancel %1</source>
        <translation>%1 abbrechen</translation>
    </message>
</context>
<context>
    <name>nscope::gui::JobStatus</name>
    <message>
        <source>no jobs</source>
        <translation>keine Aufgaben</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Jobs</source>
        <translation>Aufgaben</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>Cancel the running job</source>
        <translation>Laufende Aufgabe abbrechen</translation>
    </message>
    <message>
        <source>Background jobs</source>
        <translation>Hintergrundaufgaben</translation>
    </message>
    <message>
        <source>Lists what runs in the background.</source>
        <translation>Listet auf, was im Hintergrund läuft.</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>und %n weitere</numerusform>
            <numerusform>und %n weitere</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nscope::gui::MainWindow</name>
    <message>
        <source>Neuronscope session (*.nscope)</source>
        <translation>Neuronscope-Sitzung (*.nscope)</translation>
    </message>
    <message>
        <source>All captures (%1)</source>
        <translation>Alle Aufzeichnungen (%1)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Open or simulate a run first.</source>
        <translation>Öffnen oder simulieren Sie zuerst einen Lauf.</translation>
    </message>
    <message>
        <source>Open …</source>
        <translation>Öffnen …</translation>
    </message>
    <message>
        <source>Save session as …</source>
        <translation>Sitzung speichern unter …</translation>
    </message>
    <message>
        <source>Start page</source>
        <translation>Startseite</translation>
    </message>
    <message>
        <source>New window</source>
        <translation>Neues Fenster</translation>
    </message>
    <message>
        <source>Command palette</source>
        <translation>Befehlspalette</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Close all groups</source>
        <translation>Alle Gruppen zuklappen</translation>
    </message>
    <message>
        <source>Open all groups</source>
        <translation>Alle Gruppen aufklappen</translation>
    </message>
    <message>
        <source>Background jobs</source>
        <translation>Hintergrundaufgaben</translation>
    </message>
    <message>
        <source>Full screen</source>
        <translation>Vollbild</translation>
    </message>
    <message>
        <source>Main menu</source>
        <translation>Hauptmenü</translation>
    </message>
    <message>
        <source>Keyboard and mouse</source>
        <translation>Tastatur und Maus</translation>
    </message>
    <message>
        <source>About Neuronscope and system report</source>
        <translation>Über Neuronscope und Systembericht</translation>
    </message>
    <message>
        <source>Preferences</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>Theme: as the system</source>
        <translation>Design: wie das System</translation>
    </message>
    <message>
        <source>Theme: dark</source>
        <translation>Design: dunkel</translation>
    </message>
    <message>
        <source>Theme: light</source>
        <translation>Design: hell</translation>
    </message>
    <message>
        <source>Open recent</source>
        <translation>Zuletzt geöffnet</translation>
    </message>
    <message>
        <source>Files you open are listed here.</source>
        <translation>Hier stehen Dateien, die Sie öffnen.</translation>
    </message>
    <message>
        <source>Open a capture</source>
        <translation>Aufzeichnung öffnen</translation>
    </message>
    <message>
        <source>Nothing to save</source>
        <translation>Nichts zu speichern</translation>
    </message>
    <message>
        <source>Save session</source>
        <translation>Sitzung speichern</translation>
    </message>
    <message>
        <source>Cannot save %1</source>
        <translation>%1 kann nicht gespeichert werden</translation>
    </message>
    <message>
        <source>Cannot open a new window</source>
        <translation>Kein neues Fenster möglich</translation>
    </message>
    <message>
        <source>Opening</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Reading ahead</source>
        <translation>Vorauslesen</translation>
    </message>
    <message>
        <source>Saving</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>1 diagnostic</source>
        <translation>1 Diagnose</translation>
    </message>
    <message>
        <source>%1 diagnostics</source>
        <translation>%1 Diagnosen</translation>
    </message>
    <message>
        <source>frame %1 ms ·</source>
        <translation>Frame %1 ms ·</translation>
    </message>
    <message>
        <source>Opening %1</source>
        <translation>%1 wird geöffnet</translation>
    </message>
    <message>
        <source>Cannot open %1</source>
        <translation>%1 kann nicht geöffnet werden</translation>
    </message>
    <message>
        <source>The session is damaged</source>
        <translation>Die Sitzung ist beschädigt</translation>
    </message>
</context>
<context>
    <name>nscope::gui::MemoryBar</name>
    <message>
        <source>Memory of one core</source>
        <translation>Speicher eines Kerns</translation>
    </message>
</context>
<context>
    <name>nscope::gui::OverviewWidget</name>
    <message>
        <source>Overview</source>
        <translation>Überblick</translation>
    </message>
    <message>
        <source>Engine activity of the whole run and the part on screen.</source>
        <translation>Aktivität der Engines über den ganzen Lauf und der sichtbare Teil.</translation>
    </message>
</context>
<context>
    <name>nscope::gui::ParameterForm</name>
    <message>
        <source>
From %1 to %2 %3</source>
        <translation>
Von %1 bis %2 %3</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>Zurücksetzen</translation>
    </message>
    <message>
        <source>Back to the values that the analysis comes with</source>
        <translation>Zurück zu den Werten, mit denen die Analyse geliefert wird</translation>
    </message>
</context>
<context>
    <name>nscope::gui::PlanPage</name>
    <message>
        <source>Pricing</source>
        <translation>Preise berechnen</translation>
    </message>
    <message>
        <source>Million tokens per dollar</source>
        <translation>Millionen Token je Dollar</translation>
    </message>
    <message>
        <source>Guards</source>
        <translation>Prüfungen</translation>
    </message>
    <message>
        <source>Scenario</source>
        <translation>Szenario</translation>
    </message>
    <message>
        <source>Open a scenario file …</source>
        <translation>Szenariodatei öffnen …</translation>
    </message>
    <message>
        <source>Money</source>
        <translation>Geld</translation>
    </message>
    <message>
        <source>Region</source>
        <translation>Region</translation>
    </message>
    <message>
        <source>Prices as of</source>
        <translation>Preise vom</translation>
    </message>
    <message>
        <source>Work</source>
        <translation>Arbeit</translation>
    </message>
    <message>
        <source>Cost matrix</source>
        <translation>Kostenmatrix</translation>
    </message>
    <message>
        <source>Cost per million tokens</source>
        <translation>Kosten je Million Token</translation>
    </message>
    <message>
        <source>USD, bands 90 %</source>
        <translation>USD, Bänder 90 %</translation>
    </message>
    <message>
        <source>Cannot read the scenario</source>
        <translation>Das Szenario kann nicht gelesen werden</translation>
    </message>
    <message>
        <source>Scenario (*.json)</source>
        <translation>Szenario (*.json)</translation>
    </message>
    <message>
        <source>Cannot price the workload</source>
        <translation>Der Preis der Arbeitslast kann nicht berechnet werden</translation>
    </message>
    <message>
        <source>Cannot price the scenario</source>
        <translation>Der Preis des Szenarios kann nicht berechnet werden</translation>
    </message>
    <message>
        <source>prices as of %1</source>
        <translation>Preise vom %1</translation>
    </message>
    <message>
        <source>%1 of %2 older than 12 months</source>
        <translation>%1 von %2 älter als 12 Monate</translation>
    </message>
    <message>
        <source>recalculated in %1 ms · %2 of %3 cells priced</source>
        <translation>in %1 ms neu berechnet · %2 von %3 Zellen mit Preis</translation>
    </message>
    <message>
        <source>nothing found</source>
        <translation>nichts gefunden</translation>
    </message>
    <message>
        <source>1 error</source>
        <translation>1 Fehler</translation>
    </message>
    <message>
        <source>%1 errors</source>
        <translation>%1 Fehler</translation>
    </message>
</context>
<context>
    <name>nscope::gui::PreferencesDialog</name>
    <message>
        <source>Patterns besides colours</source>
        <translation>Muster neben Farben</translation>
    </message>
    <message>
        <source>Preferences</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>Design</translation>
    </message>
    <message>
        <source>Timeline and charts follow it.</source>
        <translation>Zeitleiste und Diagramme folgen ihm.</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>From the next start on.</source>
        <translation>Ab dem nächsten Start.</translation>
    </message>
    <message>
        <source>Size of everything</source>
        <translation>Größe von allem</translation>
    </message>
    <message>
        <source>On top of the screen&apos;s own scale; from the next start on.</source>
        <translation>Zusätzlich zur Skalierung des Bildschirms; ab dem nächsten Start.</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>Farben</translation>
    </message>
    <message>
        <source>Engines of the timeline are hatched as well, for readers who tell colours apart badly and for prints without colour.</source>
        <translation>Die Engines der Zeitleiste werden auch schraffiert, für alle, die Farben schlecht unterscheiden, und für Drucke ohne Farbe.</translation>
    </message>
    <message>
        <source>Read ahead</source>
        <translation>Vorauslesen</translation>
    </message>
    <message>
        <source>Sessions up to this size are read into memory as a whole after opening; larger ones are read where they are looked at. 0: none.</source>
        <translation>Sitzungen bis zu dieser Größe werden nach dem Öffnen ganz in den Speicher gelesen; größere dort, wo man sie ansieht. 0: keine.</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>Wie das System</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
</context>
<context>
    <name>nscope::gui::SearchField</name>
    <message>
        <source>Search events and tracks …   Ctrl+K</source>
        <translation>Ereignisse und Spuren suchen …   Strg+K</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Open a run to search in it.</source>
        <translation>Öffnen Sie einen Lauf, um darin zu suchen.</translation>
    </message>
    <message>
        <source>Enter jumps; again jumps to the next event.</source>
        <translation>Eingabe springt hin; noch einmal: zum nächsten Ereignis.</translation>
    </message>
    <message>
        <source>track</source>
        <translation>Spur</translation>
    </message>
    <message>
        <source>%1 events</source>
        <translation>%1 Ereignisse</translation>
    </message>
    <message>
        <source>Nothing in this run is called so.</source>
        <translation>In diesem Lauf heißt nichts so.</translation>
    </message>
</context>
<context>
    <name>nscope::gui::ShortcutsDialog</name>
    <message>
        <source>Keyboard and mouse</source>
        <translation>Tastatur und Maus</translation>
    </message>
    <message>
        <source>Find an action or a key</source>
        <translation>Aktion oder Taste suchen</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>Wo</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>Aktion</translation>
    </message>
    <message>
        <source>Keys and mouse</source>
        <translation>Tasten und Maus</translation>
    </message>
</context>
<context>
    <name>nscope::gui::SimulatePage</name>
    <message>
        <source>Simulating</source>
        <translation>Simulation</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Ausführen</translation>
    </message>
    <message>
        <source>Open in Inspect</source>
        <translation>Untersuchen</translation>
    </message>
    <message>
        <source>Price it</source>
        <translation>Preis berechnen</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>Zeitleiste</translation>
    </message>
    <message>
        <source>Run simulates the workload event by event and shows every engine, DMA transfer and collective here.</source>
        <translation>„Ausführen“ simuliert die Arbeitslast Ereignis für Ereignis und zeigt hier jede Engine, jede DMA-Übertragung und jedes Kollektiv.</translation>
    </message>
    <message>
        <source>Workload</source>
        <translation>Arbeitslast</translation>
    </message>
    <message>
        <source>Simulates the workload (Ctrl+Enter)</source>
        <translation>Simuliert die Arbeitslast (Strg+Eingabe)</translation>
    </message>
    <message>
        <source>Expected</source>
        <translation>Erwartet</translation>
    </message>
    <message>
        <source>closed form, while you type</source>
        <translation>geschlossene Formel, beim Tippen</translation>
    </message>
    <message>
        <source>Run the workload first.</source>
        <translation>Führen Sie die Arbeitslast zuerst aus.</translation>
    </message>
    <message>
        <source>Cannot read the workload</source>
        <translation>Die Arbeitslast kann nicht gelesen werden</translation>
    </message>
    <message>
        <source>Only generated tokens are priced, not inferences</source>
        <translation>Nur erzeugte Token haben einen Preis, keine Inferenzen</translation>
    </message>
    <message>
        <source>What this workload costs under every purchase option</source>
        <translation>Was diese Arbeitslast bei jeder Kaufoption kostet</translation>
    </message>
    <message>
        <source>The simulation stopped</source>
        <translation>Die Simulation wurde angehalten</translation>
    </message>
    <message>
        <source>%1 on %2, TP %3 · %4 events</source>
        <translation>%1 auf %2, TP %3 · %4 Ereignisse</translation>
    </message>
    <message>
        <source>Summary, tables, SQL and dependencies of this run</source>
        <translation>Zusammenfassung, Tabellen, SQL und Abhängigkeiten dieses Laufs</translation>
    </message>
</context>
<context>
    <name>nscope::gui::SqlPanel</name>
    <message>
        <source>Query</source>
        <translation>Abfrage</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Ausführen</translation>
    </message>
    <message>
        <source>The query returned no rows.</source>
        <translation>Die Abfrage ergab keine Zeilen.</translation>
    </message>
    <message>
        <source>SQL query</source>
        <translation>SQL-Abfrage</translation>
    </message>
    <message>
        <source>Runs the query (Ctrl+Enter). Tables: slice, track, counter, flow, arg, core, process, collective, compile_cache_event, slice_summary, busy, metric, diagnostic, property.</source>
        <translation>Führt die Abfrage aus (Strg+Eingabe). Tabellen: slice, track, counter, flow, arg, core, process, collective, compile_cache_event, slice_summary, busy, metric, diagnostic, property.</translation>
    </message>
    <message>
        <source>Tables: slice, track, counter, flow, arg, core, process, collective, compile_cache_event, slice_summary, busy, metric, diagnostic, property. Ctrl+Enter runs the query.</source>
        <translation>Tabellen: slice, track, counter, flow, arg, core, process, collective, compile_cache_event, slice_summary, busy, metric, diagnostic, property. Strg+Eingabe führt die Abfrage aus.</translation>
    </message>
    <message>
        <source>running</source>
        <translation>läuft</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>fehlgeschlagen</translation>
    </message>
    <message>
        <source>first %1 rows</source>
        <translation>die ersten %1 Zeilen</translation>
    </message>
    <message>
        <source>%1 rows</source>
        <translation>%1 Zeilen</translation>
    </message>
</context>
<context>
    <name>nscope::gui::SummaryDock</name>
    <message>
        <source>Summary</source>
        <translation>Zusammenfassung</translation>
    </message>
    <message>
        <source>whole run</source>
        <translation>ganzer Lauf</translation>
    </message>
    <message>
        <source>selection of %1</source>
        <translation>Auswahl von %1</translation>
    </message>
</context>
<context>
    <name>nscope::gui::SummaryPanel</name>
    <message>
        <source>not in this capture</source>
        <translation>nicht in dieser Aufzeichnung</translation>
    </message>
    <message>
        <source>90 % band %1 to %2</source>
        <translation>90-%-Band %1 bis %2</translation>
    </message>
    <message>
        <source>Engine activity</source>
        <translation>Aktivität der Engines</translation>
    </message>
    <message>
        <source>Total time</source>
        <translation>Gesamtzeit</translation>
    </message>
    <message>
        <source>MFU / HFU</source>
        <translation>MFU / HFU</translation>
    </message>
    <message>
        <source>HBM bandwidth used</source>
        <translation>Genutzte HBM-Bandbreite</translation>
    </message>
    <message>
        <source>DMA active</source>
        <translation>DMA aktiv</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>MFU</source>
        <translation>MFU</translation>
    </message>
    <message>
        <source>Time per output token</source>
        <translation>Zeit je Ausgabe-Token</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>Durchsatz</translation>
    </message>
    <message>
        <source>that lie wholly in the time shown</source>
        <translation>die ganz in der gezeigten Zeit liegen</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>Ereignisse</translation>
    </message>
    <message>
        <source>Tracks with events</source>
        <translation>Spuren mit Ereignissen</translation>
    </message>
    <message>
        <source>Busiest tracks</source>
        <translation>Am stärksten belegte Spuren</translation>
    </message>
</context>
<context>
    <name>nscope::gui::TimelineWidget</name>
    <message>
        <source>Timeline</source>
        <translation>Zeitleiste</translation>
    </message>
    <message>
        <source>Events of all tracks over time. W and S zoom, A and D pan, F fits, brackets step along the track.</source>
        <translation>Ereignisse aller Spuren über der Zeit. W und S zoomen, A und D verschieben, F passt ein, eckige Klammern gehen auf der Spur weiter.</translation>
    </message>
    <message>
        <source>Open a capture to see its timeline.</source>
        <translation>Öffnen Sie eine Aufzeichnung, um ihre Zeitleiste zu sehen.</translation>
    </message>
</context>
<context>
    <name>nscope::gui::TopBar</name>
    <message>
        <source>Inspect</source>
        <translation>Untersuchen</translation>
    </message>
    <message>
        <source>Simulate</source>
        <translation>Simulieren</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>Planen</translation>
    </message>
    <message>
        <source>File, view and help (F10)</source>
        <translation>Datei, Ansicht und Hilfe (F10)</translation>
    </message>
    <message>
        <source>Main menu</source>
        <translation>Hauptmenü</translation>
    </message>
</context>
<context>
    <name>nscope::gui::VerdictPanel</name>
    <message>
        <source>Time to first token</source>
        <translation>Zeit bis zum ersten Token</translation>
    </message>
    <message>
        <source>Time per output token</source>
        <translation>Zeit je Ausgabe-Token</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>Durchsatz</translation>
    </message>
    <message>
        <source>Request latency</source>
        <translation>Latenz einer Anfrage</translation>
    </message>
    <message>
        <source>Device time of a call</source>
        <translation>Gerätezeit eines Aufrufs</translation>
    </message>
    <message>
        <source>Host time of a call</source>
        <translation>Hostzeit eines Aufrufs</translation>
    </message>
    <message>
        <source>Latency of a call</source>
        <translation>Latenz eines Aufrufs</translation>
    </message>
    <message>
        <source>Time of a step</source>
        <translation>Zeit eines Schritts</translation>
    </message>
    <message>
        <source>Tokens a second</source>
        <translation>Token pro Sekunde</translation>
    </message>
    <message>
        <source>MFU</source>
        <translation>MFU</translation>
    </message>
    <message>
        <source>Pipeline bubble</source>
        <translation>Pipeline-Leerlauf</translation>
    </message>
    <message>
        <source>First token, 99 of 100</source>
        <translation>Erstes Token, 99 von 100</translation>
    </message>
    <message>
        <source>Between two tokens</source>
        <translation>Zwischen zwei Token</translation>
    </message>
    <message>
        <source>Whole answer, 99 of 100</source>
        <translation>Ganze Antwort, 99 von 100</translation>
    </message>
    <message>
        <source>Memory of one core</source>
        <translation>Speicher eines Kerns</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>does not fit</source>
        <translation>passt nicht</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>The simulation does not give this figure.</source>
        <translation>Die Simulation gibt diese Zahl nicht an.</translation>
    </message>
    <message>
        <source>no band</source>
        <translation>kein Band</translation>
    </message>
    <message>
        <source>%1 – %2 (90 %)</source>
        <translation>%1 – %2 (90 %)</translation>
    </message>
    <message>
        <source>Outside the calibrated domain: </source>
        <translation>Außerhalb des kalibrierten Bereichs: </translation>
    </message>
</context>
<context>
    <name>nscope::gui::WelcomePage</name>
    <message>
        <source>Simulation</source>
        <translation>Simulation</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>Kosten</translation>
    </message>
    <message>
        <source>Where does the time go?</source>
        <translation>Wohin geht die Zeit?</translation>
    </message>
    <message>
        <source>Drop a Neuron capture anywhere in this window (NTFF, neuron-profile JSON, or a saved .nscope session), or start from a built-in workload. Everything runs on this machine.</source>
        <translation>Ziehen Sie eine Neuron-Aufzeichnung an eine beliebige Stelle dieses Fensters (NTFF, neuron-profile-JSON oder eine gespeicherte .nscope-Sitzung), oder beginnen Sie mit einer mitgelieferten Arbeitslast. Alles läuft auf diesem Rechner.</translation>
    </message>
    <message>
        <source>Open a capture …</source>
        <translation>Aufzeichnung öffnen …</translation>
    </message>
    <message>
        <source>Recent files</source>
        <translation>Zuletzt geöffnet</translation>
    </message>
    <message>
        <source>Built-in workloads</source>
        <translation>Mitgelieferte Arbeitslasten</translation>
    </message>
    <message>
        <source>%1 is not there any more.</source>
        <translation>%1 ist nicht mehr da.</translation>
    </message>
    <message>
        <source>not found in %1</source>
        <translation>nicht gefunden in %1</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Takes it off this list; the file stays.</source>
        <translation>Nimmt sie aus dieser Liste; die Datei bleibt.</translation>
    </message>
    <message>
        <source>Remove %1 from the list</source>
        <translation>%1 aus der Liste entfernen</translation>
    </message>
    <message>
        <source>Files you open are listed here.</source>
        <translation>Hier stehen Dateien, die Sie öffnen.</translation>
    </message>
    <message>
        <source>Remove all that are missing</source>
        <translation>Alle fehlenden entfernen</translation>
    </message>
</context>
<context>
    <name>nscope::gui::WorkloadForm</name>
    <message>
        <source>%L1 steps</source>
        <translation>%L1 Schritte</translation>
    </message>
    <message>
        <source>%L1 tokens</source>
        <translation>%L1 Token</translation>
    </message>
    <message>
        <source>%L1 sequences</source>
        <translation>%L1 Sequenzen</translation>
    </message>
    <message>
        <source>a node fails every %L1 h</source>
        <translation>alle %L1 h fällt ein Knoten aus</translation>
    </message>
    <message>
        <source>without failures</source>
        <translation>ohne Ausfälle</translation>
    </message>
    <message numerus="yes">
        <source>%n stated failures</source>
        <translation>
            <numerusform>%n angegebener Ausfall</numerusform>
            <numerusform>%n angegebene Ausfälle</numerusform>
        </translation>
    </message>
    <message>
        <source>The job: %1, %2</source>
        <translation>Der Auftrag: %1, %2</translation>
    </message>
    <message>
        <source>, to end within %L1 days</source>
        <translation>, fertig innerhalb von %L1 Tagen</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Instance</source>
        <translation>Instanz</translation>
    </message>
    <message>
        <source>Tensor parallel</source>
        <translation>Tensorparallel</translation>
    </message>
    <message>
        <source>Arithmetic</source>
        <translation>Arithmetik</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Gewichte</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>Batch</translation>
    </message>
    <message>
        <source>Input tokens</source>
        <translation>Eingabe-Token</translation>
    </message>
    <message>
        <source>Output tokens</source>
        <translation>Ausgabe-Token</translation>
    </message>
    <message>
        <source>Compiled length</source>
        <translation>Kompilierte Länge</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>Copies</source>
        <translation>Kopien</translation>
    </message>
    <message>
        <source>Cores</source>
        <translation>Kerne</translation>
    </message>
    <message>
        <source>input + output</source>
        <translation>Eingabe + Ausgabe</translation>
    </message>
    <message>
        <source>as published</source>
        <translation>wie veröffentlicht</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>one each</source>
        <translation>je einer</translation>
    </message>
    <message>
        <source>From the catalogue, or your own configuration below.</source>
        <translation>Aus dem Katalog, oder unten Ihre eigene Konfiguration.</translation>
    </message>
    <message>
        <source>Hugging Face config.json …</source>
        <translation>config.json von Hugging Face …</translation>
    </message>
    <message>
        <source>Data type of the weights in memory.</source>
        <translation>Datentyp der Gewichte im Speicher.</translation>
    </message>
    <message>
        <source>Data type of the matrix multiplications.</source>
        <translation>Datentyp der Matrixmultiplikationen.</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>Rechner</translation>
    </message>
    <message>
        <source>One EC2 instance type.</source>
        <translation>Ein EC2-Instanztyp.</translation>
    </message>
    <message>
        <source>Logical NeuronCores that share each layer: the degrees the software supports.</source>
        <translation>Logische NeuronCores, die sich jede Schicht teilen: die Grade, die die Software unterstützt.</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>Last</translation>
    </message>
    <message>
        <source>Sequences or images that are computed together.</source>
        <translation>Sequenzen oder Bilder, die zusammen berechnet werden.</translation>
    </message>
    <message>
        <source>Length of each prompt.</source>
        <translation>Länge jedes Prompts.</translation>
    </message>
    <message>
        <source>Tokens generated for each prompt.</source>
        <translation>Für jeden Prompt erzeugte Token.</translation>
    </message>
    <message>
        <source>Largest prompt plus output the graph is compiled for.</source>
        <translation>Längster Prompt samt Ausgabe, für den der Graph kompiliert wird.</translation>
    </message>
    <message>
        <source>Height x width in pixels, such as 512x512.</source>
        <translation>Höhe x Breite in Pixeln, etwa 512x512.</translation>
    </message>
    <message>
        <source>Denoising steps of an image.</source>
        <translation>Entrauschungsschritte eines Bildes.</translation>
    </message>
    <message>
        <source>Copies of the model that run at the same time.</source>
        <translation>Kopien des Modells, die gleichzeitig laufen.</translation>
    </message>
    <message>
        <source>NeuronCores that the copies share.</source>
        <translation>NeuronCores, die sich die Kopien teilen.</translation>
    </message>
    <message>
        <source>Trains on %1 × this instance: %2 pipeline stages, %3 sequences a step in microbatches of %4, as its file states.</source>
        <translation>Trainiert auf %1 × dieser Instanz: %2 Pipeline-Stufen, %3 Sequenzen je Schritt in Mikrobatches von %4, wie in der Datei angegeben.</translation>
    </message>
    <message>
        <source>the fewest</source>
        <translation>die wenigsten</translation>
    </message>
    <message>
        <source>Serves requests as they arrive, %1 replicas with %2 batching, as its file states. The batch is the slots of a replica.</source>
        <translation>Bedient Anfragen, wie sie eintreffen, %1 Replikate mit %2 Batching, wie in der Datei angegeben. Der Batch sind die Plätze eines Replikats.</translation>
    </message>
    <message>
        <source>One collective, as its file states.</source>
        <translation>Ein Kollektiv, wie in der Datei angegeben.</translation>
    </message>
    <message>
        <source>Model configuration</source>
        <translation>Modellkonfiguration</translation>
    </message>
    <message>
        <source>Cannot read the model configuration</source>
        <translation>Die Modellkonfiguration kann nicht gelesen werden</translation>
    </message>
</context>
</TS>

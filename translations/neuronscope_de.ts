<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name></name>
    <message>
        <source>1 error</source>
        <translation>1 Fehler</translation>
    </message>
    <message>
        <source>%1 errors</source>
        <translation>%1 Fehler</translation>
    </message>
    <message>
        <source>1 warning</source>
        <translation>1 Warnung</translation>
    </message>
    <message>
        <source>%1 warnings</source>
        <translation>%1 Warnungen</translation>
    </message>
    <message>
        <source>1 note</source>
        <translation>1 Hinweis</translation>
    </message>
    <message>
        <source>%1 notes</source>
        <translation>%1 Hinweise</translation>
    </message>
    <message>
        <source>found %1 times</source>
        <translation>%1-mal gefunden</translation>
    </message>
</context>
<context>
    <name>ArrangementUndo</name>
    <message>
        <source>arrangement of tracks</source>
        <translation>Anordnung der Spuren</translation>
    </message>
</context>
<context>
    <name>ComparisonText</name>
    <message>
        <source>needs 3 runs each</source>
        <translation>braucht je 3 Läufe</translation>
    </message>
    <message>
        <source>may be chance</source>
        <translation>vielleicht Zufall</translation>
    </message>
    <message>
        <source>significant</source>
        <translation>signifikant</translation>
    </message>
    <message>
        <source>new</source>
        <translation>neu</translation>
    </message>
    <message>
        <source>Change in %</source>
        <translation>Änderung in %</translation>
    </message>
    <message>
        <source>Significance</source>
        <translation>Signifikanz</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>Änderung</translation>
    </message>
    <message>
        <source>not stated</source>
        <translation>nicht angegeben</translation>
    </message>
    <message>
        <source>no change</source>
        <translation>keine Änderung</translation>
    </message>
    <message>
        <source>one side only</source>
        <translation>nur auf einer Seite</translation>
    </message>
    <message>
        <source>from zero</source>
        <translation>von null</translation>
    </message>
    <message>
        <source>Metric</source>
        <translation>Kennzahl</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>Einheit</translation>
    </message>
    <message>
        <source>points</source>
        <translation>Punkte</translation>
    </message>
</context>
<context>
    <name>DecisionFields</name>
    <message>
        <source>baseline</source>
        <translation>Basis</translation>
    </message>
    <message>
        <source>target</source>
        <translation>Ziel</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>Bezeichnung</translation>
    </message>
    <message>
        <source>Instance</source>
        <translation>Instanz</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>Anzahl</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>Durchsatz</translation>
    </message>
    <message>
        <source>tok/s</source>
        <translation>tok/s</translation>
    </message>
    <message>
        <source>Price of one</source>
        <translation>Preis je Stück</translation>
    </message>
    <message>
        <source>USD/h</source>
        <translation>USD/h</translation>
    </message>
    <message>
        <source>Take the price book&apos;s price</source>
        <translation>Preis aus dem Preisbuch nehmen</translation>
    </message>
    <message>
        <source>State another price</source>
        <translation>Anderen Preis angeben</translation>
    </message>
    <message>
        <source>Paid per instance</source>
        <translation>Bezahlt je Instanz</translation>
    </message>
    <message>
        <source>Effective: amortised, after discounts</source>
        <translation>Effektiv: amortisiert, nach Rabatten</translation>
    </message>
    <message>
        <source>Instance-hours</source>
        <translation>Instanzstunden</translation>
    </message>
    <message>
        <source>a month</source>
        <translation>im Monat</translation>
    </message>
    <message>
        <source>Month of the bill</source>
        <translation>Monat der Rechnung</translation>
    </message>
    <message>
        <source>Cost scenario</source>
        <translation>Kostenszenario</translation>
    </message>
    <message>
        <source>Item</source>
        <translation>Posten</translation>
    </message>
    <message>
        <source>Bought</source>
        <translation>Gekauft</translation>
    </message>
    <message>
        <source>on-demand</source>
        <translation>On-Demand</translation>
    </message>
    <message>
        <source>Region</source>
        <translation>Region</translation>
    </message>
    <message>
        <source>Billing</source>
        <translation>Abrechnung</translation>
    </message>
    <message>
        <source>busy hours only</source>
        <translation>nur ausgelastete Stunden</translation>
    </message>
    <message>
        <source>always on, 730 h a month</source>
        <translation>durchgehend, 730 h im Monat</translation>
    </message>
    <message>
        <source>busy hours only (default)</source>
        <translation>nur ausgelastete Stunden (Standard)</translation>
    </message>
    <message>
        <source>Utilisation</source>
        <translation>Auslastung</translation>
    </message>
    <message>
        <source>Take an item of a cost scenario</source>
        <translation>Posten eines Kostenszenarios nehmen</translation>
    </message>
    <message>
        <source>State own figures</source>
        <translation>Eigene Zahlen angeben</translation>
    </message>
    <message>
        <source>Take an own bill</source>
        <translation>Eigene Rechnung nehmen</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>Last</translation>
    </message>
    <message>
        <source>Runs a month</source>
        <translation>Läufe im Monat</translation>
    </message>
    <message>
        <source>Tokens a run</source>
        <translation>Token je Lauf</translation>
    </message>
    <message>
        <source>of the baseline&apos;s run</source>
        <translation>des Laufs der Basis</translation>
    </message>
    <message>
        <source>Tokens a month</source>
        <translation>Token im Monat</translation>
    </message>
    <message>
        <source>Growth a month</source>
        <translation>Wachstum/Monat</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keines</translation>
    </message>
    <message>
        <source>Migration</source>
        <translation>Migration</translation>
    </message>
    <message>
        <source>Go-live in</source>
        <translation>Go-live nach</translation>
    </message>
    <message>
        <source>months</source>
        <translation>Monate</translation>
    </message>
    <message>
        <source>Both run for</source>
        <translation>Beide laufen</translation>
    </message>
    <message>
        <source>not at all</source>
        <translation>gar nicht</translation>
    </message>
    <message>
        <source>with a load of</source>
        <translation>mit einer Last von</translation>
    </message>
    <message>
        <source>%</source>
        <translation>%</translation>
    </message>
    <message>
        <source>all of it</source>
        <translation>der ganzen</translation>
    </message>
    <message>
        <source>phase</source>
        <translation>Phase</translation>
    </message>
    <message>
        <source>Phase</source>
        <translation>Phase</translation>
    </message>
    <message>
        <source>Add a phase</source>
        <translation>Phase hinzufügen</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Engineer-weeks</source>
        <translation>Personenwochen</translation>
    </message>
    <message>
        <source>Cost of a week</source>
        <translation>Kosten je Woche</translation>
    </message>
    <message>
        <source>USD</source>
        <translation>USD</translation>
    </message>
    <message>
        <source>From month</source>
        <translation>Ab Monat</translation>
    </message>
    <message>
        <source>today</source>
        <translation>heute</translation>
    </message>
    <message>
        <source>To month</source>
        <translation>Bis Monat</translation>
    </message>
    <message>
        <source>at once</source>
        <translation>sofort</translation>
    </message>
    <message>
        <source>One-off payment</source>
        <translation>Einmalzahlung</translation>
    </message>
    <message>
        <source>Add a one-off payment</source>
        <translation>Einmalzahlung hinzufügen</translation>
    </message>
    <message>
        <source>payment</source>
        <translation>Zahlung</translation>
    </message>
    <message>
        <source>Amount</source>
        <translation>Betrag</translation>
    </message>
    <message>
        <source>In month</source>
        <translation>Im Monat</translation>
    </message>
    <message>
        <source>Validation</source>
        <translation>Validierung</translation>
    </message>
    <message>
        <source>Of the target, at its price</source>
        <translation>Des Ziels, zu seinem Preis</translation>
    </message>
    <message>
        <source>Add validation runs</source>
        <translation>Validierungsläufe hinzufügen</translation>
    </message>
    <message>
        <source>Compilation</source>
        <translation>Kompilierung</translation>
    </message>
    <message>
        <source>Hours a graph</source>
        <translation>Stunden je Graph</translation>
    </message>
    <message>
        <source>Graphs</source>
        <translation>Graphen</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>Rechner</translation>
    </message>
    <message>
        <source>First in month</source>
        <translation>Erstmals im Monat</translation>
    </message>
    <message>
        <source>Again</source>
        <translation>Erneut</translation>
    </message>
    <message>
        <source>never</source>
        <translation>nie</translation>
    </message>
    <message>
        <source>Add compilation</source>
        <translation>Kompilierung hinzufügen</translation>
    </message>
    <message>
        <source>Monthly cost of the target</source>
        <translation>Monatliche Kosten des Ziels</translation>
    </message>
    <message>
        <source>Add a monthly cost</source>
        <translation>Monatliche Kosten hinzufügen</translation>
    </message>
    <message>
        <source>cost</source>
        <translation>Kosten</translation>
    </message>
    <message>
        <source>Negative where the target saves it</source>
        <translation>Negativ, wo das Ziel sie einspart</translation>
    </message>
    <message>
        <source>Commitment for the old machines</source>
        <translation>Verpflichtung für die alten Maschinen</translation>
    </message>
    <message>
        <source>Add a commitment</source>
        <translation>Verpflichtung hinzufügen</translation>
    </message>
    <message>
        <source>commitment</source>
        <translation>Verpflichtung</translation>
    </message>
    <message>
        <source>Owed a month</source>
        <translation>Fällig im Monat</translation>
    </message>
    <message>
        <source>For</source>
        <translation>Für</translation>
    </message>
    <message>
        <source>Price cut that may come</source>
        <translation>Mögliche Preissenkung</translation>
    </message>
    <message>
        <source>Add a price cut</source>
        <translation>Preissenkung hinzufügen</translation>
    </message>
    <message>
        <source>Of the</source>
        <translation>Seite</translation>
    </message>
    <message>
        <source>Chance a year</source>
        <translation>Chance im Jahr</translation>
    </message>
    <message>
        <source>Taken off</source>
        <translation>Nachlass</translation>
    </message>
    <message>
        <source>Range of the %1</source>
        <translation>Spanne: %1</translation>
    </message>
    <message>
        <source>× plan</source>
        <translation>× Plan</translation>
    </message>
    <message>
        <source>Uncertainty</source>
        <translation>Unsicherheit</translation>
    </message>
    <message>
        <source>Add a range …</source>
        <translation>Spanne hinzufügen …</translation>
    </message>
    <message>
        <source>Futures</source>
        <translation>Zukünfte</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Startwert</translation>
    </message>
    <message>
        <source>Checked by yourself</source>
        <translation>Selbst geprüft</translation>
    </message>
    <message>
        <source>Add a check</source>
        <translation>Prüfung hinzufügen</translation>
    </message>
    <message>
        <source>what was checked</source>
        <translation>was geprüft wurde</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Was</translation>
    </message>
    <message>
        <source>It is</source>
        <translation>Es ist</translation>
    </message>
    <message>
        <source>supported</source>
        <translation>unterstützt</translation>
    </message>
    <message>
        <source>not supported</source>
        <translation>nicht unterstützt</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>Frage</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Titel</translation>
    </message>
    <message>
        <source>Horizon</source>
        <translation>Horizont</translation>
    </message>
    <message>
        <source>Discount rate</source>
        <translation>Diskontsatz</translation>
    </message>
    <message>
        <source>Prices as of</source>
        <translation>Preise vom</translation>
    </message>
    <message>
        <source>Baseline</source>
        <translation>Basis</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>Ziel</translation>
    </message>
</context>
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
    <message>
        <source>Insights</source>
        <translation>Erkenntnisse</translation>
    </message>
    <message>
        <source>What holds the run up and what to change, by gain.</source>
        <translation>Was den Lauf aufhält und was zu ändern ist, nach Gewinn.</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>Operatoren</translation>
    </message>
    <message>
        <source>Time and work by layer, operator and instruction.</source>
        <translation>Zeit und Arbeit nach Schicht, Operator und Instruktion.</translation>
    </message>
    <message>
        <source>Flame Graph</source>
        <translation>Flammendiagramm</translation>
    </message>
    <message>
        <source>The operators as blocks as wide as their part.</source>
        <translation>Die Operatoren als Blöcke, so breit wie ihr Anteil.</translation>
    </message>
    <message>
        <source>Roofline</source>
        <translation>Roofline</translation>
    </message>
    <message>
        <source>Operators beside what TensorE and HBM allow.</source>
        <translation>Operatoren neben dem, was TensorE und HBM zulassen.</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Events that match conditions, and the way through them.</source>
        <translation>Ereignisse, die Bedingungen erfüllen, und der Weg durch sie.</translation>
    </message>
    <message>
        <source>Selection Summary</source>
        <translation>Auswahlübersicht</translation>
    </message>
    <message>
        <source>What the selected range holds, by name and by track.</source>
        <translation>Was der ausgewählte Bereich enthält, nach Namen und Spur.</translation>
    </message>
    <message>
        <source>Annotations</source>
        <translation>Anmerkungen</translation>
    </message>
    <message>
        <source>Notes on events, ranges and moments of the run.</source>
        <translation>Notizen zu Ereignissen, Bereichen und Zeitpunkten des Laufs.</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>HBM, SBUF and PSUM over time, their peaks, tensors.</source>
        <translation>HBM, SBUF und PSUM über die Zeit, ihre Spitzen, Tensoren.</translation>
    </message>
    <message>
        <source>Traffic</source>
        <translation>Verkehr</translation>
    </message>
    <message>
        <source>Collectives, and what chips send each other.</source>
        <translation>Kollektive, und was Chips einander senden.</translation>
    </message>
    <message>
        <source>Compile Cache</source>
        <translation>Compile-Cache</translation>
    </message>
    <message>
        <source>Hits, misses and failures, their cost and reason.</source>
        <translation>Treffer, Fehlschläge und Fehler, ihre Kosten und Gründe.</translation>
    </message>
    <message>
        <source>Diagnostics</source>
        <translation>Diagnosen</translation>
    </message>
    <message>
        <source>What reading the run repaired, dropped or could not know.</source>
        <translation>Was beim Lesen des Laufs repariert, weggelassen wurde oder unbekannt blieb.</translation>
    </message>
</context>
<context>
    <name>Legend</name>
    <message>
        <source>and %1 more</source>
        <translation>und %1 weitere</translation>
    </message>
</context>
<context>
    <name>Live</name>
    <message>
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>Pausiert</translation>
    </message>
    <message>
        <source>The run is paused.</source>
        <translation>Der Lauf ist angehalten.</translation>
    </message>
    <message>
        <source>The display is paused; recording continues.</source>
        <translation>Die Anzeige ist angehalten; die Aufzeichnung läuft weiter.</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>Wartet</translation>
    </message>
    <message>
        <source>No report for %1 s.</source>
        <translation>Seit %1 s kein Bericht.</translation>
    </message>
    <message>
        <source>Live</source>
        <translation>Live</translation>
    </message>
    <message>
        <source>A simulated run is played.</source>
        <translation>Ein simulierter Lauf wird abgespielt.</translation>
    </message>
    <message>
        <source>Reports come in.</source>
        <translation>Berichte treffen ein.</translation>
    </message>
    <message>
        <source>no backpressure</source>
        <translation>kein Rückstau</translation>
    </message>
    <message>
        <source>backpressure: %1 waits, %2</source>
        <translation>Rückstau: %1-mal gewartet, %2</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>Ereignisse</translation>
    </message>
    <message>
        <source>slices and samples</source>
        <translation>Ereignisse und Messwerte</translation>
    </message>
    <message>
        <source>Slices and counter samples delivered</source>
        <translation>Zugestellte Ereignisse und Zählerwerte</translation>
    </message>
    <message>
        <source>Event rate</source>
        <translation>Ereignisrate</translation>
    </message>
    <message>
        <source>in the last moment</source>
        <translation>im letzten Moment</translation>
    </message>
    <message>
        <source>Events delivered a second of real time</source>
        <translation>Je Sekunde wirklicher Zeit zugestellte Ereignisse</translation>
    </message>
    <message>
        <source>Lost events</source>
        <translation>Verlorene Ereignisse</translation>
    </message>
    <message>
        <source>Sent by the source and never delivered. Where the recording is slower than the source, the source waits: that is backpressure.</source>
        <translation>Von der Quelle gesendet und nie zugestellt. Ist die Aufzeichnung langsamer als die Quelle, wartet die Quelle: das ist Rückstau.</translation>
    </message>
    <message>
        <source>Delivery, 99 of 100</source>
        <translation>Zustellung, 99 von 100</translation>
    </message>
    <message>
        <source>longest %1</source>
        <translation>längste %1</translation>
    </message>
    <message>
        <source>From the source to the recording</source>
        <translation>Von der Quelle bis zur Aufzeichnung</translation>
    </message>
    <message>
        <source>Played</source>
        <translation>Abgespielt</translation>
    </message>
    <message>
        <source>of the run&apos;s own time</source>
        <translation>der eigenen Zeit des Laufs</translation>
    </message>
    <message>
        <source>Time of the run, all rounds</source>
        <translation>Zeit des Laufs, alle Durchgänge</translation>
    </message>
    <message>
        <source>1 core in use</source>
        <translation>1 Kern in Gebrauch</translation>
    </message>
    <message>
        <source>%1 cores in use</source>
        <translation>%1 Kerne in Gebrauch</translation>
    </message>
    <message>
        <source>connection never lost</source>
        <translation>Verbindung nie verloren</translation>
    </message>
    <message>
        <source>connection lost: %1</source>
        <translation>Verbindung verloren: %1</translation>
    </message>
    <message>
        <source>Utilization</source>
        <translation>Auslastung</translation>
    </message>
    <message>
        <source>no core is reported</source>
        <translation>kein Kern wird gemeldet</translation>
    </message>
    <message>
        <source>Mean of the NeuronCores in use, newest report</source>
        <translation>Mittel der genutzten NeuronCores, neuester Bericht</translation>
    </message>
    <message>
        <source>Device memory</source>
        <translation>Gerätespeicher</translation>
    </message>
    <message>
        <source>of all runtimes</source>
        <translation>aller Laufzeitsysteme</translation>
    </message>
    <message>
        <source>neuron_runtime_used_bytes, neuron_device</source>
        <translation>neuron_runtime_used_bytes, neuron_device</translation>
    </message>
    <message>
        <source>Host memory</source>
        <translation>Hostspeicher</translation>
    </message>
    <message>
        <source>neuron_runtime_used_bytes, host</source>
        <translation>neuron_runtime_used_bytes, host</translation>
    </message>
    <message>
        <source>Reports</source>
        <translation>Berichte</translation>
    </message>
    <message>
        <source>one every %1</source>
        <translation>einer alle %1</translation>
    </message>
    <message>
        <source>no period stated</source>
        <translation>kein Abstand angegeben</translation>
    </message>
    <message>
        <source>Complete reports since the start</source>
        <translation>Vollständige Berichte seit dem Beginn</translation>
    </message>
    <message>
        <source>Gaps</source>
        <translation>Lücken</translation>
    </message>
    <message>
        <source>Reports that came later than two and a half periods after the last</source>
        <translation>Berichte, die später als zweieinhalb Abstände nach dem vorigen kamen</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>Startet</translation>
    </message>
    <message>
        <source>The source is being opened.</source>
        <translation>Die Quelle wird geöffnet.</translation>
    </message>
    <message>
        <source>Nothing has come yet.</source>
        <translation>Es ist noch nichts gekommen.</translation>
    </message>
    <message>
        <source>No report has come yet.</source>
        <translation>Es ist noch kein Bericht gekommen.</translation>
    </message>
    <message>
        <source>No connection</source>
        <translation>Keine Verbindung</translation>
    </message>
    <message>
        <source>Trying again in %1 s (attempt %2)</source>
        <translation>Neuer Versuch in %1 s (Versuch %2)</translation>
    </message>
    <message>
        <source>Connecting</source>
        <translation>Verbindet</translation>
    </message>
    <message>
        <source>Attempt %1; no report has come yet.</source>
        <translation>Versuch %1; es ist noch kein Bericht gekommen.</translation>
    </message>
    <message>
        <source>No file</source>
        <translation>Keine Datei</translation>
    </message>
    <message>
        <source>The file was removed or renamed. It is read again when it is back.</source>
        <translation>Die Datei wurde gelöscht oder umbenannt. Sie wird wieder gelesen, wenn sie zurück ist.</translation>
    </message>
    <message>
        <source>Ended</source>
        <translation>Beendet</translation>
    </message>
    <message>
        <source>The recording is full: %1 later events are watched, not kept.</source>
        <translation>Die Aufzeichnung ist voll: %1 spätere Ereignisse werden gezeigt, nicht behalten.</translation>
    </message>
    <message>
        <source>%1 series are too many to be shown; they are recorded.</source>
        <translation>%1 Reihen sind zu viele, um sie zu zeigen; sie werden aufgezeichnet.</translation>
    </message>
</context>
<context>
    <name>Markers</name>
    <message>
        <source>%1 before %2</source>
        <translation>%1 vor %2</translation>
    </message>
    <message>
        <source>%1 after %2</source>
        <translation>%1 nach %2</translation>
    </message>
    <message>
        <source>%1 further away</source>
        <translation>%1 weitere entfernt</translation>
    </message>
</context>
<context>
    <name>MemoryDock</name>
    <message>
        <source>Host and others</source>
        <translation>Host und andere</translation>
    </message>
    <message>
        <source>Core %1</source>
        <translation>Kern %1</translation>
    </message>
</context>
<context>
    <name>OperatorTreeModel</name>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Level</source>
        <translation>Ebene</translation>
    </message>
    <message>
        <source>What the row stands for.</source>
        <translation>Wofür die Zeile steht.</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>Ereignisse</translation>
    </message>
    <message>
        <source>Events below the row; DMA packets do not count.</source>
        <translation>Ereignisse unter der Zeile; DMA-Pakete zählen nicht.</translation>
    </message>
    <message>
        <source>Active</source>
        <translation>Aktiv</translation>
    </message>
    <message>
        <source>Time with at least one of its events under way, added up over cores.</source>
        <translation>Zeit, in der mindestens eines ihrer Ereignisse läuft, über die Kerne addiert.</translation>
    </message>
    <message>
        <source>Share of the time</source>
        <translation>Anteil an der Zeit</translation>
    </message>
    <message>
        <source>Active time / (time looked at × cores).</source>
        <translation>Aktive Zeit / (betrachtete Zeit × Kerne).</translation>
    </message>
    <message>
        <source>Exposed</source>
        <translation>Unverdeckt</translation>
    </message>
    <message>
        <source>Active time in which nothing else of its level is under way on the core.</source>
        <translation>Aktive Zeit, in der auf dem Kern nichts anderes ihrer Ebene läuft.</translation>
    </message>
    <message>
        <source>FLOPs</source>
        <translation>FLOPs</translation>
    </message>
    <message>
        <source>2 × multiply-accumulates, or as the run states.</source>
        <translation>2 × Multiplikations-Additionen, oder wie der Lauf angibt.</translation>
    </message>
    <message>
        <source>HBM bytes</source>
        <translation>HBM-Bytes</translation>
    </message>
    <message>
        <source>Bytes read from and written to HBM.</source>
        <translation>Aus dem HBM gelesene und in ihn geschriebene Bytes.</translation>
    </message>
    <message>
        <source>MFU</source>
        <translation>MFU</translation>
    </message>
    <message>
        <source>FLOPs / (active time × TensorE&apos;s peak of one core).</source>
        <translation>FLOPs / (aktive Zeit × Spitze der TensorE eines Kerns).</translation>
    </message>
    <message>
        <source>HBM rate</source>
        <translation>HBM-Rate</translation>
    </message>
    <message>
        <source>HBM bytes / active time.</source>
        <translation>HBM-Bytes / aktive Zeit.</translation>
    </message>
</context>
<context>
    <name>Pictures</name>
    <message>
        <source>PNG picture (*.png);;SVG drawing (*.svg);;PDF page (*.pdf)</source>
        <translation>PNG-Bild (*.png);;SVG-Zeichnung (*.svg);;PDF-Seite (*.pdf)</translation>
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
    <name>ScenarioFields</name>
    <message>
        <source>Work item</source>
        <translation>Arbeitsposten</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Instance</source>
        <translation>Instanz</translation>
    </message>
    <message>
        <source>Number of them</source>
        <translation>Anzahl davon</translation>
    </message>
    <message>
        <source>It does</source>
        <translation>Zweck</translation>
    </message>
    <message>
        <source>serving</source>
        <translation>Serving</translation>
    </message>
    <message>
        <source>training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>not stated</source>
        <translation>nicht angegeben</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>billion</source>
        <translation>Milliarden</translation>
    </message>
    <message>
        <source>Data type</source>
        <translation>Datentyp</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>Batch</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>Ausgabe</translation>
    </message>
    <message>
        <source>Tensor parallel</source>
        <translation>Tensorparallel</translation>
    </message>
    <message>
        <source>chosen</source>
        <translation>gewählt</translation>
    </message>
    <message>
        <source>Cores that share each layer, as software counts them</source>
        <translation>Kerne, die sich jede Schicht teilen, wie die Software sie zählt</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>Summary of a measured run: a file of schema nscope.summary/1</source>
        <translation>Übersicht eines gemessenen Laufs: eine Datei des Schemas nscope.summary/1</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>Durchsatz</translation>
    </message>
    <message>
        <source>Tokens per s</source>
        <translation>Token je s</translation>
    </message>
    <message>
        <source>At least</source>
        <translation>Mindestens</translation>
    </message>
    <message>
        <source>no band</source>
        <translation>kein Band</translation>
    </message>
    <message>
        <source>At most</source>
        <translation>Höchstens</translation>
    </message>
    <message>
        <source>Of</source>
        <translation>Gilt für</translation>
    </message>
    <message>
        <source>all instances together</source>
        <translation>alle Instanzen zusammen</translation>
    </message>
    <message>
        <source>one instance</source>
        <translation>eine Instanz</translation>
    </message>
    <message>
        <source>only one</source>
        <translation>nur eine</translation>
    </message>
    <message>
        <source>Counts</source>
        <translation>Zählt</translation>
    </message>
    <message>
        <source>output tokens</source>
        <translation>Ausgabetoken</translation>
    </message>
    <message>
        <source>all tokens</source>
        <translation>alle Token</translation>
    </message>
    <message>
        <source>as usual for it</source>
        <translation>wie dafür üblich</translation>
    </message>
    <message>
        <source>Kind of figure</source>
        <translation>Art der Zahl</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>Where the figure comes from; reports cite it</source>
        <translation>Woher die Zahl stammt; Berichte zitieren sie</translation>
    </message>
    <message>
        <source>Run and price of its own</source>
        <translation>Eigener Lauf und Preis</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>hours</source>
        <translation>Stunden</translation>
    </message>
    <message>
        <source>days</source>
        <translation>Tage</translation>
    </message>
    <message>
        <source>Price</source>
        <translation>Preis</translation>
    </message>
    <message>
        <source>USD/h</source>
        <translation>USD/h</translation>
    </message>
    <message>
        <source>of the price book</source>
        <translation>des Preisbuchs</translation>
    </message>
    <message>
        <source>Its source</source>
        <translation>Seine Quelle</translation>
    </message>
    <message>
        <source>Its date</source>
        <translation>Sein Datum</translation>
    </message>
    <message>
        <source>Against</source>
        <translation>Verglichen mit</translation>
    </message>
    <message>
        <source>the first item</source>
        <translation>dem ersten Posten</translation>
    </message>
    <message>
        <source>Money</source>
        <translation>Geld</translation>
    </message>
    <message>
        <source>Regions</source>
        <translation>Regionen</translation>
    </message>
    <message>
        <source>One or several, with commas between them</source>
        <translation>Eine oder mehrere, durch Kommas getrennt</translation>
    </message>
    <message>
        <source>Prices as of</source>
        <translation>Preise vom</translation>
    </message>
    <message>
        <source>today</source>
        <translation>heute</translation>
    </message>
    <message>
        <source>Bought</source>
        <translation>Gekauft</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>Last</translation>
    </message>
    <message>
        <source>Per month</source>
        <translation>Je Monat</translation>
    </message>
    <message>
        <source>million tokens</source>
        <translation>Millionen Token</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>Emissions of</source>
        <translation>Emissionen von</translation>
    </message>
    <message>
        <source>not computed</source>
        <translation>nicht berechnet</translation>
    </message>
    <message>
        <source>Demand over the week</source>
        <translation>Bedarf über die Woche</translation>
    </message>
    <message>
        <source>Counted in</source>
        <translation>Gezählt in</translation>
    </message>
    <message>
        <source>tokens per second</source>
        <translation>Token je Sekunde</translation>
    </message>
    <message>
        <source>instances</source>
        <translation>Instanzen</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>Daily swing</source>
        <translation>Tagesschwankung</translation>
    </message>
    <message>
        <source>0 %: the same at all hours; 100 %: from nothing to twice the mean</source>
        <translation>0 %: zu allen Stunden gleich; 100 %: von nichts bis zum Doppelten des Mittels</translation>
    </message>
    <message>
        <source>Peak at</source>
        <translation>Spitze um</translation>
    </message>
    <message>
        <source>h</source>
        <translation>h</translation>
    </message>
    <message>
        <source>Weekend</source>
        <translation>Wochenende</translation>
    </message>
    <message>
        <source>Level of Saturday and Sunday to that of a working day</source>
        <translation>Niveau von Samstag und Sonntag im Verhältnis zu einem Werktag</translation>
    </message>
    <message>
        <source>Utilisation</source>
        <translation>Auslastung</translation>
    </message>
    <message>
        <source>of the run</source>
        <translation>dem Lauf</translation>
    </message>
    <message>
        <source>stated</source>
        <translation>Angabe</translation>
    </message>
    <message>
        <source>of the demand</source>
        <translation>dem Bedarf</translation>
    </message>
    <message>
        <source>Known from</source>
        <translation>Bekannt aus</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>Busy</source>
        <translation>Ausgelastet</translation>
    </message>
    <message>
        <source>Commitments</source>
        <translation>Verpflichtungen</translation>
    </message>
    <message>
        <source>Offers</source>
        <translation>Angebote</translation>
    </message>
    <message>
        <source>Horizon</source>
        <translation>Horizont</translation>
    </message>
    <message>
        <source>years</source>
        <translation>Jahre</translation>
    </message>
    <message>
        <source>Spot has</source>
        <translation>Spot bietet</translation>
    </message>
    <message>
        <source>Demand off by</source>
        <translation>Bedarf weicht ab um</translation>
    </message>
    <message>
        <source>Job on spot</source>
        <translation>Job auf Spot</translation>
    </message>
    <message>
        <source>Work</source>
        <translation>Arbeit</translation>
    </message>
    <message>
        <source>Interval</source>
        <translation>Intervall</translation>
    </message>
    <message>
        <source>s</source>
        <translation>s</translation>
    </message>
    <message>
        <source>the best</source>
        <translation>das beste</translation>
    </message>
    <message>
        <source>Checkpoint</source>
        <translation>Checkpoint</translation>
    </message>
    <message>
        <source>To write one; the work stands still</source>
        <translation>Zeit zum Schreiben; die Arbeit steht so lange still</translation>
    </message>
    <message>
        <source>Restart</source>
        <translation>Neustart</translation>
    </message>
    <message>
        <source>Wait for one</source>
        <translation>Warten auf einen</translation>
    </message>
    <message>
        <source>Wait for all</source>
        <translation>Warten auf alle</translation>
    </message>
    <message>
        <source>Zone reclaims</source>
        <translation>Zonenweit</translation>
    </message>
    <message>
        <source>Share of the reclaims that take all nodes at once</source>
        <translation>Anteil der Unterbrechungen, die alle Knoten auf einmal treffen</translation>
    </message>
    <message>
        <source>Uses the notice</source>
        <translation>Nutzt Vorwarnung</translation>
    </message>
    <message>
        <source>The job writes a checkpoint when the two-minute notice comes</source>
        <translation>Der Job schreibt einen Checkpoint, wenn die Zwei-Minuten-Vorwarnung kommt</translation>
    </message>
    <message>
        <source>Its size</source>
        <translation>Seine Größe</translation>
    </message>
    <message>
        <source>Deadline</source>
        <translation>Frist</translation>
    </message>
    <message>
        <source>Served within limits</source>
        <translation>Bedient innerhalb der Grenzwerte</translation>
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
    <name>SliceClasses</name>
    <message>
        <source>%1 more</source>
        <translation>%1 weitere</translation>
    </message>
</context>
<context>
    <name>TrainingFields</name>
    <message>
        <source>Work</source>
        <translation>Arbeit</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>Sequences</source>
        <translation>Sequenzen</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>billion</source>
        <translation>Milliarden</translation>
    </message>
    <message>
        <source>To train on, rounded up to whole steps</source>
        <translation>Für das Training, auf ganze Schritte aufgerundet</translation>
    </message>
    <message>
        <source>Sequence</source>
        <translation>Sequenz</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>Global batch</source>
        <translation>Globaler Batch</translation>
    </message>
    <message>
        <source>sequences</source>
        <translation>Sequenzen</translation>
    </message>
    <message>
        <source>Of a step; the same on every layout, so that the work is the same</source>
        <translation>Eines Schritts; bei jeder Aufteilung gleich, damit die Arbeit dieselbe ist</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>Grenzwerte</translation>
    </message>
    <message>
        <source>Deadline</source>
        <translation>Frist</translation>
    </message>
    <message>
        <source>days</source>
        <translation>Tage</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>Budget</source>
        <translation>Budget</translation>
    </message>
    <message>
        <source>Chance</source>
        <translation>Wahrscheinlichkeit</translation>
    </message>
    <message>
        <source>So many of 100 jobs keep deadline and budget</source>
        <translation>So viele von 100 Jobs halten Frist und Budget ein</translation>
    </message>
    <message>
        <source>Failures and checkpoints</source>
        <translation>Ausfälle und Checkpoints</translation>
    </message>
    <message>
        <source>Node fails every</source>
        <translation>Knotenausfall alle</translation>
    </message>
    <message>
        <source>hours</source>
        <translation>Stunden</translation>
    </message>
    <message>
        <source>never</source>
        <translation>nie</translation>
    </message>
    <message>
        <source>Mean time between failures of one node; nobody publishes it</source>
        <translation>Mittlere Zeit zwischen Ausfällen eines Knotens; niemand veröffentlicht sie</translation>
    </message>
    <message>
        <source>Storage, a node</source>
        <translation>Speicher, je Knoten</translation>
    </message>
    <message>
        <source>not limited</source>
        <translation>nicht begrenzt</translation>
    </message>
    <message>
        <source>Storage, all</source>
        <translation>Speicher, gesamt</translation>
    </message>
    <message>
        <source>Interval</source>
        <translation>Intervall</translation>
    </message>
    <message>
        <source>the best</source>
        <translation>das beste</translation>
    </message>
    <message>
        <source>Noticed after</source>
        <translation>Bemerkt nach</translation>
    </message>
    <message>
        <source>Another node after</source>
        <translation>Ersatzknoten nach</translation>
    </message>
    <message>
        <source>Where no spare stands by</source>
        <translation>Wo kein Reserveknoten bereitsteht</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Beginn</translation>
    </message>
    <message>
        <source>Start of the processes, NEFF from the compile cache</source>
        <translation>Start der Prozesse, NEFF aus dem Kompilierungscache</translation>
    </message>
    <message>
        <source>Spare nodes</source>
        <translation>Reserveknoten</translation>
    </message>
    <message>
        <source>Slowest node</source>
        <translation>Langsamster Knoten</translation>
    </message>
    <message>
        <source>On spot</source>
        <translation>Auf Spot</translation>
    </message>
    <message>
        <source>not known: no spot</source>
        <translation>unbekannt: kein Spot</translation>
    </message>
    <message>
        <source>Zone reclaims</source>
        <translation>Zonenweit</translation>
    </message>
    <message>
        <source>Share of the reclaims that take all nodes at once</source>
        <translation>Anteil der Unterbrechungen, die alle Knoten auf einmal treffen</translation>
    </message>
    <message>
        <source>Wait for one</source>
        <translation>Warten auf einen</translation>
    </message>
    <message>
        <source>Wait for all</source>
        <translation>Warten auf alle</translation>
    </message>
    <message>
        <source>Nodes, at most</source>
        <translation>Knoten, höchstens</translation>
    </message>
    <message>
        <source>The cheapest of these. None: on demand</source>
        <translation>Das Günstigste davon. Keine: On-Demand</translation>
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
    <message>
        <source>an event that the capture does not show</source>
        <translation>ein Ereignis, das die Aufzeichnung nicht zeigt</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <translation>%1 auf %2</translation>
    </message>
    <message>
        <source>for %1</source>
        <translation>für %1</translation>
    </message>
    <message>
        <source>DMA wait</source>
        <translation>DMA-Wartezeit</translation>
    </message>
    <message>
        <source>Semaphore wait</source>
        <translation>Semaphor-Wartezeit</translation>
    </message>
    <message>
        <source>Collective wait</source>
        <translation>Kollektiv-Wartezeit</translation>
    </message>
    <message>
        <source>Launch</source>
        <translation>Start</translation>
    </message>
    <message>
        <source>before the first instruction</source>
        <translation>vor der ersten Instruktion</translation>
    </message>
    <message>
        <source>Latency</source>
        <translation>Latenz</translation>
    </message>
    <message>
        <source>after %1</source>
        <translation>nach %1</translation>
    </message>
    <message>
        <source>DMA descriptors</source>
        <translation>DMA-Deskriptoren</translation>
    </message>
    <message>
        <source>GpSimd writes them</source>
        <translation>GpSimd schreibt sie</translation>
    </message>
    <message>
        <source>Clock stopped</source>
        <translation>Takt angehalten</translation>
    </message>
    <message>
        <source>throttled</source>
        <translation>gedrosselt</translation>
    </message>
    <message>
        <source>Finished</source>
        <translation>Fertig</translation>
    </message>
    <message>
        <source>nothing issued after this</source>
        <translation>danach nichts mehr ausgegeben</translation>
    </message>
    <message>
        <source>Nothing issued</source>
        <translation>Nichts ausgegeben</translation>
    </message>
    <message>
        <source>the capture does not say why</source>
        <translation>die Aufzeichnung sagt nicht, warum</translation>
    </message>
    <message>
        <source>%1 long</source>
        <translation>%1 lang</translation>
    </message>
    <message>
        <source>then %1</source>
        <translation>dann %1</translation>
    </message>
    <message>
        <source>on the critical path</source>
        <translation>auf dem kritischen Pfad</translation>
    </message>
    <message>
        <source>slack %1</source>
        <translation>Puffer %1</translation>
    </message>
    <message>
        <source>no slack</source>
        <translation>kein Puffer</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>Engine</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>Operator</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>Opcode</source>
        <translation>Opcode</translation>
    </message>
    <message>
        <source>Instruction type</source>
        <translation>Instruktionsart</translation>
    </message>
    <message>
        <source>Source line</source>
        <translation>Quellzeile</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keine</translation>
    </message>
    <message>
        <source>Arithmetic</source>
        <translation>Arithmetik</translation>
    </message>
    <message>
        <source>%1 an hour + %2 upfront / %3 h</source>
        <translation>%1 je Stunde + %2 vorab / %3 h</translation>
    </message>
    <message>
        <source>Discount</source>
        <translation>Rabatt</translation>
    </message>
    <message>
        <source>%1 off the list price of %2</source>
        <translation>%1 unter dem Listenpreis von %2</translation>
    </message>
    <message>
        <source>Whose</source>
        <translation>Wessen</translation>
    </message>
    <message>
        <source>your own price: it goes before public ones</source>
        <translation>eigener Preis: er geht öffentlichen vor</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>an estimate, not a published price</source>
        <translation>eine Schätzung, kein veröffentlichter Preis</translation>
    </message>
    <message>
        <source>Traffic</source>
        <translation>Verkehr</translation>
    </message>
    <message>
        <source>How the lengths of the requests are distributed</source>
        <translation>Wie die Längen der Anfragen verteilt sind</translation>
    </message>
    <message>
        <source>always the same</source>
        <translation>immer gleich</translation>
    </message>
    <message>
        <source>uniform</source>
        <translation>gleichverteilt</translation>
    </message>
    <message>
        <source>lognormal</source>
        <translation>lognormal</translation>
    </message>
    <message>
        <source>list of the file</source>
        <translation>Liste der Datei</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>from</source>
        <translation>von</translation>
    </message>
    <message>
        <source>to</source>
        <translation>bis</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>deviation</source>
        <translation>Abweichung</translation>
    </message>
    <message>
        <source>Standard deviation of the lengths</source>
        <translation>Standardabweichung der Längen</translation>
    </message>
    <message>
        <source>at most</source>
        <translation>höchstens</translation>
    </message>
    <message>
        <source>Replicas are compiled for the longest request</source>
        <translation>Replikate werden für die längste Anfrage kompiliert</translation>
    </message>
    <message>
        <source>Requests</source>
        <translation>Anfragen</translation>
    </message>
    <message>
        <source>Mean rate of the busiest time that is planned for</source>
        <translation>Mittlere Rate der verkehrsreichsten Zeit, für die geplant wird</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>Ausgabe</translation>
    </message>
    <message>
        <source>Arrivals</source>
        <translation>Ankünfte</translation>
    </message>
    <message>
        <source>How requests follow each other</source>
        <translation>Wie Anfragen aufeinander folgen</translation>
    </message>
    <message>
        <source>Poisson</source>
        <translation>Poisson</translation>
    </message>
    <message>
        <source>evenly</source>
        <translation>gleichmäßig</translation>
    </message>
    <message>
        <source>in bursts</source>
        <translation>in Schüben</translation>
    </message>
    <message>
        <source>burst / quiet</source>
        <translation>Schub / Ruhe</translation>
    </message>
    <message>
        <source>quiet for</source>
        <translation>Ruhe für</translation>
    </message>
    <message>
        <source>bursts of</source>
        <translation>Schübe von</translation>
    </message>
    <message>
        <source>From the arrival of a request to its first token</source>
        <translation>Von der Ankunft einer Anfrage bis zu ihrem ersten Token</translation>
    </message>
    <message>
        <source>Mean time between the tokens of an answer</source>
        <translation>Mittlere Zeit zwischen den Token einer Antwort</translation>
    </message>
    <message>
        <source>From the arrival of a request to its last token</source>
        <translation>Von der Ankunft einer Anfrage bis zu ihrem letzten Token</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>Grenzwerte</translation>
    </message>
    <message>
        <source>%1 of 100 requests must stay within it</source>
        <translation>%1 von 100 Anfragen müssen ihn einhalten</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>kein Grenzwert</translation>
    </message>
    <message>
        <source>Regions</source>
        <translation>Regionen</translation>
    </message>
    <message>
        <source>Machines</source>
        <translation>Maschinen</translation>
    </message>
    <message>
        <source>Where may be bought, with commas between</source>
        <translation>Wo gekauft werden darf, durch Kommas getrennt</translation>
    </message>
    <message>
        <source>Instances</source>
        <translation>Instanzen</translation>
    </message>
    <message>
        <source>all with NeuronCores</source>
        <translation>alle mit NeuronCores</translation>
    </message>
    <message>
        <source>Instance types that may be used, with commas between</source>
        <translation>Instanztypen, die verwendet werden dürfen, durch Kommas getrennt</translation>
    </message>
    <message>
        <source>GPUs, too</source>
        <translation>Auch GPUs</translation>
    </message>
    <message>
        <source>GPU instances are compared where no instances are named</source>
        <translation>GPU-Instanzen werden verglichen, wo keine Instanzen genannt sind</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Gewichte</translation>
    </message>
    <message>
        <source>None: bf16, and 8 bits only where nothing else holds</source>
        <translation>Keine: bf16, und 8 Bit nur, wo sonst nichts die Grenzwerte einhält</translation>
    </message>
    <message>
        <source>Bought</source>
        <translation>Gekauft</translation>
    </message>
    <message>
        <source>Money</source>
        <translation>Geld</translation>
    </message>
    <message>
        <source>The cheapest of these. None: on demand, and commitments only where nothing else holds</source>
        <translation>Das Günstigste davon. Keine: On-Demand, und Verpflichtungen nur, wo sonst nichts die Grenzwerte einhält</translation>
    </message>
    <message>
        <source>Prices as of</source>
        <translation>Preise vom</translation>
    </message>
    <message>
        <source>today</source>
        <translation>heute</translation>
    </message>
    <message>
        <source>Reserves</source>
        <translation>Reserven</translation>
    </message>
    <message>
        <source>Headroom</source>
        <translation>Reserve</translation>
    </message>
    <message>
        <source>Share of the load that is planned for on top</source>
        <translation>Anteil der Last, der zusätzlich eingeplant wird</translation>
    </message>
    <message>
        <source>So many may fail and the limits still hold</source>
        <translation>So viele dürfen ausfallen, und die Grenzwerte werden weiter eingehalten</translation>
    </message>
    <message>
        <source>Nodes may fail</source>
        <translation>Knotenausfälle</translation>
    </message>
    <message>
        <source>Zones may fail</source>
        <translation>Zonenausfälle</translation>
    </message>
    <message>
        <source>of zones</source>
        <translation>von Zonen</translation>
    </message>
    <message>
        <source>Over which the fleet is spread evenly</source>
        <translation>Auf die die Flotte gleichmäßig verteilt ist</translation>
    </message>
    <message>
        <source>Autoscaling</source>
        <translation>Autoscaling</translation>
    </message>
    <message>
        <source>Loading</source>
        <translation>Laden</translation>
    </message>
    <message>
        <source>peak all the time</source>
        <translation>ständig Spitze</translation>
    </message>
    <message>
        <source>How long a new replica loads before it serves; set it to follow the hours</source>
        <translation>Wie lange ein neues Replikat lädt, bevor es bedient; angeben, um den Stunden zu folgen</translation>
    </message>
    <message>
        <source>Compiling</source>
        <translation>Kompilieren</translation>
    </message>
    <message>
        <source>Where the first new replica also compiles; 0: the cache is warm</source>
        <translation>Wo das erste neue Replikat auch kompiliert; 0: der Cache ist warm</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suche</translation>
    </message>
    <message>
        <source>Software</source>
        <translation>Software</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>Host software, whose costs count</source>
        <translation>Host-Software, deren Kosten zählen</translation>
    </message>
    <message>
        <source>Schedulers</source>
        <translation>Scheduler</translation>
    </message>
    <message>
        <source>None: all are tried</source>
        <translation>Keine: alle werden versucht</translation>
    </message>
    <message>
        <source>Positions</source>
        <translation>Positionen</translation>
    </message>
    <message>
        <source>as needed</source>
        <translation>nach Bedarf</translation>
    </message>
    <message>
        <source>For which every replica is compiled</source>
        <translation>Für die jedes Replikat kompiliert wird</translation>
    </message>
    <message>
        <source>At most</source>
        <translation>Höchstens</translation>
    </message>
    <message>
        <source>instances</source>
        <translation>Instanzen</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>not answered</source>
        <translation>nicht beantwortet</translation>
    </message>
    <message>
        <source>%1 p%2 within %3</source>
        <translation>%1 p%2 innerhalb von %3</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%1 in %2</translation>
    </message>
    <message>
        <source>%1 per instance-hour</source>
        <translation>%1 je Instanzstunde</translation>
    </message>
    <message>
        <source>Provenance</source>
        <translation>Herkunft</translation>
    </message>
    <message>
        <source>not modelled</source>
        <translation>nicht modelliert</translation>
    </message>
    <message>
        <source>does not fit</source>
        <translation>passt nicht</translation>
    </message>
    <message>
        <source>no price</source>
        <translation>kein Preis</translation>
    </message>
    <message>
        <source>too slow for a request alone</source>
        <translation>zu langsam schon für eine Anfrage allein</translation>
    </message>
    <message>
        <source>never holds the limits</source>
        <translation>hält die Grenzwerte nie ein</translation>
    </message>
    <message>
        <source>takes more just to keep up</source>
        <translation>braucht mehr, nur um mitzuhalten</translation>
    </message>
    <message>
        <source>takes more to hold the limits</source>
        <translation>braucht mehr, um die Grenzwerte einzuhalten</translation>
    </message>
    <message>
        <source>No fleet of these instances holds %1.</source>
        <translation>Keine Flotte dieser Instanzen hält %1 ein.</translation>
    </message>
    <message>
        <source>It takes %1.</source>
        <translation>Dazu nötig: %1.</translation>
    </message>
    <message>
        <source>%1 p99 %2 (%3 to %4)</source>
        <translation>%1 p99 %2 (%3 bis %4)</translation>
    </message>
    <message>
        <source>Noise of the simulation, 95 % confidence: %1.</source>
        <translation>Rauschen der Simulation, 95 % Konfidenz: %1.</translation>
    </message>
    <message>
        <source>Fleet</source>
        <translation>Flotte</translation>
    </message>
    <message>
        <source>Decision</source>
        <translation>Entscheidung</translation>
    </message>
    <message>
        <source>Cheapest fleet: %1 for %2 per hour (%3).</source>
        <translation>Günstigste Flotte: %1 für %2 pro Stunde (%3).</translation>
    </message>
    <message>
        <source>Age</source>
        <translation>Alter</translation>
    </message>
    <message>
        <source>%1 days: older than 12 months</source>
        <translation>%1 Tage: älter als 12 Monate</translation>
    </message>
    <message>
        <source>%1 days</source>
        <translation>%1 Tage</translation>
    </message>
    <message>
        <source>Per million tokens</source>
        <translation>Je Million Token</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
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
        <source>no load holds %1: %2</source>
        <translation>keine Last hält %1 ein: %2</translation>
    </message>
    <message>
        <source>none: it cannot win</source>
        <translation>keine: kann nicht gewinnen</translation>
    </message>
    <message>
        <source>Guard</source>
        <translation>Prüfung</translation>
    </message>
    <message>
        <source>impossible: it cannot win</source>
        <translation>unmöglich: kann nicht gewinnen</translation>
    </message>
    <message>
        <source>Control instruction</source>
        <translation>Steuerinstruktion</translation>
    </message>
    <message>
        <source>Outside signal</source>
        <translation>Signal von außen</translation>
    </message>
    <message>
        <source>nothing in the capture sends it</source>
        <translation>nichts in der Aufzeichnung sendet es</translation>
    </message>
    <message>
        <source>Semaphore instruction</source>
        <translation>Semaphor-Instruktion</translation>
    </message>
    <message>
        <source>the semaphore was there</source>
        <translation>der Semaphor war bereit</translation>
    </message>
    <message>
        <source>Reclaims</source>
        <translation>Unterbrechungen</translation>
    </message>
    <message>
        <source>per node-hour</source>
        <translation>je Knotenstunde</translation>
    </message>
    <message>
        <source>Spot Advisor</source>
        <translation>Spot Advisor</translation>
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
    <message>
        <source>Live</source>
        <translation>Live</translation>
    </message>
    <message>
        <source>P and N</source>
        <translation>P und N</translation>
    </message>
    <message>
        <source>what the event waited for last; the first event that waited for it</source>
        <translation>worauf das Ereignis zuletzt wartete; das erste Ereignis, das darauf wartete</translation>
    </message>
    <message>
        <source>set a marker at the cursor, at the edge of an event where one is near</source>
        <translation>Marke am Mauszeiger setzen, am Rand eines Ereignisses, wo einer nah ist</translation>
    </message>
    <message>
        <source>, and .</source>
        <translation>, und .</translation>
    </message>
    <message>
        <source>previous and next marker</source>
        <translation>vorige und nächste Marke</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>remove the chosen marker</source>
        <translation>die gewählte Marke entfernen</translation>
    </message>
    <message>
        <source>Up, Down</source>
        <translation>Auf, Ab</translation>
    </message>
    <message>
        <source>choose a track</source>
        <translation>eine Spur wählen</translation>
    </message>
    <message>
        <source>open or close a group, or select the track&apos;s first event on screen</source>
        <translation>eine Gruppe auf- oder zuklappen, oder das erste sichtbare Ereignis der Spur auswählen</translation>
    </message>
    <message>
        <source>Alt+Up, Alt+Down</source>
        <translation>Alt+Auf, Alt+Ab</translation>
    </message>
    <message>
        <source>move the chosen track</source>
        <translation>die gewählte Spur verschieben</translation>
    </message>
    <message>
        <source>Alt+Plus, Alt+Minus</source>
        <translation>Alt+Plus, Alt+Minus</translation>
    </message>
    <message>
        <source>make the chosen track higher, lower</source>
        <translation>die gewählte Spur höher, niedriger machen</translation>
    </message>
    <message>
        <source>right click, Menu key</source>
        <translation>Rechtsklick, Menütaste</translation>
    </message>
    <message>
        <source>what can be done with the track or marker</source>
        <translation>was mit der Spur oder Marke getan werden kann</translation>
    </message>
    <message>
        <source>select a range; across rows: only those tracks; summary and analyses follow</source>
        <translation>einen Bereich auswählen; über Zeilen hinweg: nur diese Spuren; Zusammenfassung und Analysen folgen</translation>
    </message>
    <message>
        <source>start or stop the stream</source>
        <translation>den Strom starten oder anhalten</translation>
    </message>
    <message>
        <source>take back a change of markers and annotations; make it again</source>
        <translation>eine Änderung an Marken und Anmerkungen zurücknehmen; wiederholen</translation>
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
    <name>nscope::gui::AnnotationsDock</name>
    <message>
        <source>Blue</source>
        <translation>Blau</translation>
    </message>
    <message>
        <source>Green</source>
        <translation>Grün</translation>
    </message>
    <message>
        <source>Orange</source>
        <translation>Orange</translation>
    </message>
    <message>
        <source>Red</source>
        <translation>Rot</translation>
    </message>
    <message>
        <source>Pink</source>
        <translation>Rosa</translation>
    </message>
    <message>
        <source>Grey</source>
        <translation>Grau</translation>
    </message>
    <message>
        <source>event</source>
        <translation>Ereignis</translation>
    </message>
    <message>
        <source>range</source>
        <translation>Bereich</translation>
    </message>
    <message>
        <source>marker</source>
        <translation>Marke</translation>
    </message>
    <message>
        <source>all tracks</source>
        <translation>alle Spuren</translation>
    </message>
    <message>
        <source>%1 tracks</source>
        <translation>%1 Spuren</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>On</source>
        <translation>Zu</translation>
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
        <source>Where</source>
        <translation>Wo</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Saving annotations</source>
        <translation>Anmerkungen werden gespeichert</translation>
    </message>
    <message>
        <source>No annotations yet. Select an event or a range in the timeline and choose Add.</source>
        <translation>Noch keine Anmerkungen. Wählen Sie in der Zeitleiste ein Ereignis oder einen Bereich aus und dann Hinzufügen.</translation>
    </message>
    <message>
        <source>Double click or Enter: show it in the timeline</source>
        <translation>Doppelklick oder Eingabe: in der Zeitleiste zeigen</translation>
    </message>
    <message>
        <source>Annotations</source>
        <translation>Anmerkungen</translation>
    </message>
    <message>
        <source>Add ▾</source>
        <translation>Hinzufügen ▾</translation>
    </message>
    <message>
        <source>A note on what is selected</source>
        <translation>Eine Notiz zu dem, was ausgewählt ist</translation>
    </message>
    <message>
        <source>To the selected event</source>
        <translation>Zum ausgewählten Ereignis</translation>
    </message>
    <message>
        <source>To the selected range</source>
        <translation>Zum ausgewählten Bereich</translation>
    </message>
    <message>
        <source>Marker where the selection begins</source>
        <translation>Marke am Beginn der Auswahl</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Removes the chosen annotations (Delete)</source>
        <translation>Entfernt die gewählten Anmerkungen (Entf)</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>Annotations (*.json)</source>
        <translation>Anmerkungen (*.json)</translation>
    </message>
    <message>
        <source>Import …</source>
        <translation>Importieren …</translation>
    </message>
    <message>
        <source>Adds the annotations of a JSON file</source>
        <translation>Fügt die Anmerkungen einer JSON-Datei hinzu</translation>
    </message>
    <message>
        <source>Import annotations</source>
        <translation>Anmerkungen importieren</translation>
    </message>
    <message>
        <source>Export …</source>
        <translation>Exportieren …</translation>
    </message>
    <message>
        <source>Writes all annotations into a JSON file</source>
        <translation>Schreibt alle Anmerkungen in eine JSON-Datei</translation>
    </message>
    <message>
        <source>Export annotations</source>
        <translation>Anmerkungen exportieren</translation>
    </message>
    <message>
        <source>Save in session</source>
        <translation>In Sitzung speichern</translation>
    </message>
    <message>
        <source>Annotations that were not saved</source>
        <translation>Nicht gespeicherte Anmerkungen</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>Wiederherstellen</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>Name of the annotation</source>
        <translation>Name der Anmerkung</translation>
    </message>
    <message>
        <source>Colour of the annotation</source>
        <translation>Farbe der Anmerkung</translation>
    </message>
    <message>
        <source>Text of the annotation</source>
        <translation>Text der Anmerkung</translation>
    </message>
    <message>
        <source>Choose an annotation.</source>
        <translation>Wählen Sie eine Anmerkung.</translation>
    </message>
    <message>
        <source>Annotations of %1 that were not saved with this run: %2 in all.</source>
        <translation>Anmerkungen vom %1, die nicht mit diesem Lauf gespeichert wurden: insgesamt %2.</translation>
    </message>
    <message>
        <source>Select one in the timeline first.</source>
        <translation>Wählen Sie zuerst in der Zeitleiste etwas aus.</translation>
    </message>
    <message>
        <source>The run is no session yet: save it as one (Ctrl+Shift+S); that saves the annotations, too.</source>
        <translation>Der Lauf ist noch keine Sitzung: speichern Sie ihn als eine (Strg+Umschalt+S); das speichert auch die Anmerkungen.</translation>
    </message>
    <message>
        <source>Writes the annotations into %1</source>
        <translation>Schreibt die Anmerkungen in %1</translation>
    </message>
    <message>
        <source>The session has them all.</source>
        <translation>Die Sitzung hat sie alle.</translation>
    </message>
    <message>
        <source>Marker</source>
        <translation>Marke</translation>
    </message>
    <message>
        <source>Range</source>
        <translation>Bereich</translation>
    </message>
    <message>
        <source>Cannot add the annotation</source>
        <translation>Die Anmerkung kann nicht hinzugefügt werden</translation>
    </message>
    <message>
        <source>Cannot change the annotation</source>
        <translation>Die Anmerkung kann nicht geändert werden</translation>
    </message>
    <message>
        <source>Cannot import %1</source>
        <translation>%1 kann nicht importiert werden</translation>
    </message>
    <message>
        <source>import annotations</source>
        <translation>Anmerkungen importieren</translation>
    </message>
    <message>
        <source>Cannot export the annotations</source>
        <translation>Die Anmerkungen können nicht exportiert werden</translation>
    </message>
    <message>
        <source>Cannot save the annotations</source>
        <translation>Die Anmerkungen können nicht gespeichert werden</translation>
    </message>
    <message>
        <source>Cannot add the annotations of another window</source>
        <translation>Die Anmerkungen eines anderen Fensters lassen sich nicht hinzufügen</translation>
    </message>
    <message>
        <source>annotations of another window</source>
        <translation>Anmerkungen eines anderen Fensters</translation>
    </message>
</context>
<context>
    <name>nscope::gui::AssumptionsCard</name>
    <message>
        <source>Assumptions</source>
        <translation>Annahmen</translation>
    </message>
    <message>
        <source>Plan to see what it assumes.</source>
        <translation>„Planen“ zeigt, was angenommen wird.</translation>
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
    <name>nscope::gui::BreakEvenPanel</name>
    <message>
        <source>%1 trillion</source>
        <translation>%1 Billionen</translation>
    </message>
    <message>
        <source>%1 billion</source>
        <translation>%1 Milliarden</translation>
    </message>
    <message>
        <source>%1 million</source>
        <translation>%1 Millionen</translation>
    </message>
    <message>
        <source>There is nothing to compare.</source>
        <translation>Es gibt nichts zu vergleichen.</translation>
    </message>
    <message>
        <source>Base</source>
        <translation>Basis</translation>
    </message>
    <message>
        <source>Alternative</source>
        <translation>Alternative</translation>
    </message>
    <message>
        <source>Its speed</source>
        <translation>Ihr Tempo</translation>
    </message>
    <message>
        <source>It is busy</source>
        <translation>Ihre Auslastung</translation>
    </message>
    <message>
        <source>Discount on it</source>
        <translation>Rabatt auf sie</translation>
    </message>
    <message>
        <source>Base is busy</source>
        <translation>Auslastung der Basis</translation>
    </message>
    <message>
        <source>Load per month</source>
        <translation>Last je Monat</translation>
    </message>
    <message>
        <source>It costs</source>
        <translation>Sie kostet</translation>
    </message>
    <message>
        <source>Break-even of each figure</source>
        <translation>Break-even jeder Größe</translation>
    </message>
    <message>
        <source>Drawn over</source>
        <translation>Aufgetragen über</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>Utilisation</source>
        <translation>Auslastung</translation>
    </message>
    <message>
        <source>Discount</source>
        <translation>Rabatt</translation>
    </message>
    <message>
        <source>What may turn out otherwise</source>
        <translation>Was anders kommen kann</translation>
    </message>
    <message>
        <source>Where both cost the same</source>
        <translation>Wo beide gleich viel kosten</translation>
    </message>
    <message>
        <source>%1 tokens/s</source>
        <translation>%1 tokens/s</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 Token</translation>
    </message>
    <message>
        <source>%1 a month for the load, on %2</source>
        <translation>%1 im Monat für die Last, auf %2</translation>
    </message>
    <message>
        <source>%1 less</source>
        <translation>%1 weniger</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>%1 mehr</translation>
    </message>
    <message>
        <source>USD per million tokens, machines paid all the time</source>
        <translation>USD je Million Token, Maschinen durchgehend bezahlt</translation>
    </message>
    <message>
        <source>per million tokens</source>
        <translation>je Million Token</translation>
    </message>
    <message>
        <source>no value</source>
        <translation>kein Wert</translation>
    </message>
    <message>
        <source>%1 of the base&apos;s speed</source>
        <translation>%1 des Tempos der Basis</translation>
    </message>
    <message>
        <source>the base is busy %1</source>
        <translation>die Basis ist zu %1 ausgelastet</translation>
    </message>
    <message>
        <source>off its price</source>
        <translation>von ihrem Preis</translation>
    </message>
    <message>
        <source>cheaper below the first</source>
        <translation>günstiger unterhalb der ersten</translation>
    </message>
    <message>
        <source>dearer below the first</source>
        <translation>teurer unterhalb der ersten</translation>
    </message>
    <message>
        <source>%1 is cheaper above %2 of the speed of %3; here it has %4.</source>
        <translation>%1 ist günstiger oberhalb von %2 des Tempos von %3; hier hat es %4.</translation>
    </message>
    <message>
        <source>Cost of both sides over %1</source>
        <translation>Kosten beider Seiten über: %1</translation>
    </message>
    <message>
        <source>USD per million tokens</source>
        <translation>USD je Million Token</translation>
    </message>
    <message>
        <source>USD per month</source>
        <translation>USD je Monat</translation>
    </message>
    <message>
        <source>million tokens per month</source>
        <translation>Millionen Token je Monat</translation>
    </message>
    <message>
        <source>now</source>
        <translation>jetzt</translation>
    </message>
    <message>
        <source>speed of the alternative, %</source>
        <translation>Tempo der Alternative, %</translation>
    </message>
    <message>
        <source>utilisation of the alternative, %</source>
        <translation>Auslastung der Alternative, %</translation>
    </message>
    <message>
        <source>discount on the alternative, %</source>
        <translation>Rabatt auf die Alternative, %</translation>
    </message>
    <message>
        <source>same cost: %1</source>
        <translation>gleiche Kosten: %1</translation>
    </message>
    <message>
        <source>cheaper at all loads up to ten times this one</source>
        <translation>günstiger bei jeder Last bis zum Zehnfachen dieser</translation>
    </message>
    <message>
        <source>dearer at all loads up to ten times this one</source>
        <translation>teurer bei jeder Last bis zum Zehnfachen dieser</translation>
    </message>
    <message>
        <source>costs the same at all loads up to ten times this one</source>
        <translation>kostet bei jeder Last bis zum Zehnfachen dieser gleich viel</translation>
    </message>
</context>
<context>
    <name>nscope::gui::BundleChart</name>
    <message>
        <source>unknown: a part has no price</source>
        <translation>unbekannt: ein Teil hat keinen Preis</translation>
    </message>
    <message>
        <source>Totals of bundles</source>
        <translation>Gesamtkosten der Bündel</translation>
    </message>
    <message>
        <source>USD</source>
        <translation>USD</translation>
    </message>
</context>
<context>
    <name>nscope::gui::CashFlowChart</name>
    <message>
        <source>Cash flow by month</source>
        <translation>Cashflow nach Monat</translation>
    </message>
    <message>
        <source>month brings in</source>
        <translation>Monat bringt ein</translation>
    </message>
    <message>
        <source>month costs</source>
        <translation>Monat kostet</translation>
    </message>
    <message>
        <source>running sum</source>
        <translation>laufende Summe</translation>
    </message>
    <message>
        <source>months from today</source>
        <translation>Monate ab heute</translation>
    </message>
    <message>
        <source>USD</source>
        <translation>USD</translation>
    </message>
    <message>
        <source>go-live</source>
        <translation>Go-live</translation>
    </message>
    <message>
        <source>paid back: %1</source>
        <translation>amortisiert: %1</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>Heute</translation>
    </message>
    <message>
        <source>Month %1</source>
        <translation>Monat %1</translation>
    </message>
    <message>
        <source>net %1, running sum %2</source>
        <translation>netto %1, laufende Summe %2</translation>
    </message>
    <message>
        <source>staying %1</source>
        <translation>Bleiben %1</translation>
    </message>
    <message>
        <source>old machines %1</source>
        <translation>alte Maschinen %1</translation>
    </message>
    <message>
        <source>new machines %1</source>
        <translation>neue Maschinen %1</translation>
    </message>
    <message>
        <source>running costs %1</source>
        <translation>laufende Kosten %1</translation>
    </message>
    <message>
        <source>people %1</source>
        <translation>Personal %1</translation>
    </message>
    <message>
        <source>one-off %1</source>
        <translation>einmalig %1</translation>
    </message>
</context>
<context>
    <name>nscope::gui::CauseModel</name>
    <message>
        <source>%1
Double click or Enter shows the event that changed most in all timelines</source>
        <translation>%1
Doppelklick oder Eingabe zeigt das am stärksten geänderte Ereignis in allen Zeitleisten</translation>
    </message>
</context>
<context>
    <name>nscope::gui::ChangePanel</name>
    <message>
        <source>No differences.</source>
        <translation>Keine Unterschiede.</translation>
    </message>
    <message>
        <source>Only metrics are compared.</source>
        <translation>Nur Kennzahlen werden verglichen.</translation>
    </message>
    <message>
        <source>%1 takes as long as %2, but not in the same way.</source>
        <translation>%1 dauert so lange wie %2, aber nicht auf dieselbe Weise.</translation>
    </message>
    <message>
        <source>%1 is %2 (%3) shorter than %4.</source>
        <translation>%1 ist %2 (%3) kürzer als %4.</translation>
    </message>
    <message>
        <source>%1 is %2 (%3) longer than %4.</source>
        <translation>%1 ist %2 (%3) länger als %4.</translation>
    </message>
    <message>
        <source>from zero</source>
        <translation>von null</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>Total time</source>
        <translation>Gesamtzeit</translation>
    </message>
    <message>
        <source>Base</source>
        <translation>Basis</translation>
    </message>
    <message>
        <source>New</source>
        <translation>Neu</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>Änderung</translation>
    </message>
    <message>
        <source>What changed</source>
        <translation>Was sich geändert hat</translation>
    </message>
    <message>
        <source>adds up to the change</source>
        <translation>ergibt zusammen die Änderung</translation>
    </message>
    <message>
        <source>Length of the executions: %1 less %2</source>
        <translation>Länge der Ausführungen: %1 minus %2</translation>
    </message>
    <message>
        <source>means of %1 and %2 runs</source>
        <translation>Mittel von %1 und %2 Läufen</translation>
    </message>
    <message>
        <source>They have nothing in common that could be compared one by one: no %1 of one run occurs in the other. Compare by another unit, or runs of the same program.</source>
        <translation>Sie haben nichts gemeinsam, was einzeln verglichen werden könnte: kein %1 des einen Laufs kommt im anderen vor. Vergleichen Sie nach einer anderen Einheit, oder Läufe desselben Programms.</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>operator</source>
        <translation>Operator</translation>
    </message>
    <message>
        <source>95 % interval %1 to %2: %3.</source>
        <translation>95-%-Intervall %1 bis %2: %3.</translation>
    </message>
    <message>
        <source>it may be chance</source>
        <translation>es kann Zufall sein</translation>
    </message>
    <message>
        <source>beyond chance</source>
        <translation>mehr als Zufall</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>Ergebnis</translation>
    </message>
</context>
<context>
    <name>nscope::gui::ChartCard</name>
    <message>
        <source>Chart</source>
        <translation>Diagramm</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>%1 as a chart</source>
        <translation>%1 als Diagramm</translation>
    </message>
    <message>
        <source>%1 as a table</source>
        <translation>%1 als Tabelle</translation>
    </message>
</context>
<context>
    <name>nscope::gui::ChipMatrixModel</name>
    <message>
        <source>no counter of such a link</source>
        <translation>kein Zähler einer solchen Verbindung</translation>
    </message>
    <message>
        <source>%1: %2, %3 on average, at most %4</source>
        <translation>%1: %2, im Mittel %3, höchstens %4</translation>
    </message>
    <message>
        <source>switch</source>
        <translation>Switch</translation>
    </message>
    <message>
        <source>chip %1 →</source>
        <translation>Chip %1 →</translation>
    </message>
    <message>
        <source>→ %1</source>
        <translation>→ %1</translation>
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
    <name>nscope::gui::CommitmentsPanel</name>
    <message>
        <source>Spot</source>
        <translation>Spot</translation>
    </message>
    <message>
        <source>On demand</source>
        <translation>On-Demand</translation>
    </message>
    <message>
        <source>No other demand was tried.</source>
        <translation>Kein anderer Bedarf wurde versucht.</translation>
    </message>
    <message>
        <source>Commitments of</source>
        <translation>Verpflichtungen von</translation>
    </message>
    <message>
        <source>All on demand</source>
        <translation>Alles On-Demand</translation>
    </message>
    <message>
        <source>With this mix</source>
        <translation>Mit diesem Mix</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>Eingespart</translation>
    </message>
    <message>
        <source>Covered</source>
        <translation>Abgedeckt</translation>
    </message>
    <message>
        <source>Coverage of the cheapest offer alone</source>
        <translation>Abdeckung durch das günstigste Angebot allein</translation>
    </message>
    <message>
        <source>If the demand is another</source>
        <translation>Wenn der Bedarf ein anderer ist</translation>
    </message>
    <message>
        <source>Regret</source>
        <translation>Mehrkosten</translation>
    </message>
    <message>
        <source>Who serves the demand</source>
        <translation>Wer den Bedarf bedient</translation>
    </message>
    <message>
        <source>instances, first week</source>
        <translation>Instanzen, erste Woche</translation>
    </message>
    <message>
        <source>over %1 hours</source>
        <translation>über %1 Stunden</translation>
    </message>
    <message>
        <source>commitments %1, on demand %2, spot %3</source>
        <translation>Verpflichtungen %1, On-Demand %2, Spot %3</translation>
    </message>
    <message>
        <source>exact: layers by break-even</source>
        <translation>exakt: Schichten nach Break-even</translation>
    </message>
    <message>
        <source>exact: integer program</source>
        <translation>exakt: ganzzahliges Programm</translation>
    </message>
    <message>
        <source>%1 less than all on demand</source>
        <translation>%1 weniger als alles On-Demand</translation>
    </message>
    <message>
        <source>share of the instance-hours</source>
        <translation>Anteil der Instanzstunden</translation>
    </message>
    <message>
        <source>of the instance-hours</source>
        <translation>der Instanzstunden</translation>
    </message>
    <message>
        <source>Who serves the demand of %1 over a week</source>
        <translation>Wer den Bedarf von %1 über eine Woche bedient</translation>
    </message>
    <message>
        <source>hours of the demand; a profile starts on Monday</source>
        <translation>Stunden des Bedarfs; ein Profil beginnt am Montag</translation>
    </message>
    <message>
        <source>instances</source>
        <translation>Instanzen</translation>
    </message>
    <message>
        <source>Demand</source>
        <translation>Bedarf</translation>
    </message>
    <message>
        <source>day %1</source>
        <translation>Tag %1</translation>
    </message>
    <message>
        <source>USD over the horizon</source>
        <translation>USD über den Horizont</translation>
    </message>
    <message>
        <source>instances committed</source>
        <translation>Instanzen mit Verpflichtung</translation>
    </message>
    <message>
        <source>No offer has a price</source>
        <translation>Kein Angebot hat einen Preis</translation>
    </message>
    <message>
        <source>Cost over the coverage: %1</source>
        <translation>Kosten über die Abdeckung: %1</translation>
    </message>
    <message>
        <source>%1 covered</source>
        <translation>%1 abgedeckt</translation>
    </message>
    <message>
        <source>This mix</source>
        <translation>Dieser Mix</translation>
    </message>
    <message>
        <source>Best for it</source>
        <translation>Bester dafür</translation>
    </message>
</context>
<context>
    <name>nscope::gui::CompareBar</name>
    <message>
        <source>From start</source>
        <translation>Ab Beginn</translation>
    </message>
    <message>
        <source>By clock</source>
        <translation>Nach Uhr</translation>
    </message>
    <message>
        <source>By work</source>
        <translation>Nach Arbeit</translation>
    </message>
    <message>
        <source>Below each other stands what happens as long after the start of each run</source>
        <translation>Untereinander steht, was gleich lange nach dem Beginn jedes Laufs geschieht</translation>
    </message>
    <message>
        <source>Below each other stands what happens at the same time of the captures&apos; clocks</source>
        <translation>Untereinander steht, was nach den Uhren der Aufzeichnungen gleichzeitig geschieht</translation>
    </message>
    <message>
        <source>Below each other stands the same work: the time of a run is stretched so that operators that belong together do</source>
        <translation>Untereinander steht dieselbe Arbeit: die Zeit eines Laufs wird so gedehnt, dass zusammengehörende Operatoren übereinstimmen</translation>
    </message>
    <message>
        <source>Add runs …</source>
        <translation>Läufe hinzufügen …</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>Alles zeigen</translation>
    </message>
    <message>
        <source>Swap</source>
        <translation>Tauschen</translation>
    </message>
    <message>
        <source>Against base</source>
        <translation>Gegen die Basis</translation>
    </message>
    <message>
        <source>Report ▾</source>
        <translation>Bericht ▾</translation>
    </message>
    <message>
        <source>operator</source>
        <translation>Operator</translation>
    </message>
    <message>
        <source>instruction</source>
        <translation>Instruktion</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>piece of time</source>
        <translation>Zeitstück</translation>
    </message>
    <message>
        <source>rank</source>
        <translation>Rang</translation>
    </message>
    <message>
        <source>Compare by</source>
        <translation>Vergleichen nach</translation>
    </message>
    <message>
        <source>Operators by name; instructions by opcode and the shapes of their operands; layers; pieces of time or ranks, with operators below</source>
        <translation>Operatoren nach Namen; Instruktionen nach Opcode und Formen ihrer Operanden; Schichten; Zeitstücke oder Ränge, darunter Operatoren</translation>
    </message>
    <message>
        <source>All of every run, none moved against the others</source>
        <translation>Jeder Lauf ganz, keiner gegen die anderen verschoben</translation>
    </message>
    <message>
        <source>Base and compared run change places</source>
        <translation>Basis und verglichener Lauf tauschen die Plätze</translation>
    </message>
    <message>
        <source>Run against the base</source>
        <translation>Lauf gegen die Basis</translation>
    </message>
    <message>
        <source>Timelines</source>
        <translation>Zeitleisten</translation>
    </message>
    <message>
        <source>Save as Markdown …</source>
        <translation>Als Markdown speichern …</translation>
    </message>
    <message>
        <source>Save as HTML …</source>
        <translation>Als HTML speichern …</translation>
    </message>
    <message>
        <source>Save as JSON …</source>
        <translation>Als JSON speichern …</translation>
    </message>
    <message>
        <source>Copy as Markdown</source>
        <translation>Als Markdown kopieren</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Compare again</source>
        <translation>Neu vergleichen</translation>
    </message>
    <message>
        <source>What changed, as one document</source>
        <translation>Was sich geändert hat, als ein Dokument</translation>
    </message>
    <message>
        <source>There is no comparison to report on</source>
        <translation>Es gibt keinen Vergleich, über den zu berichten wäre</translation>
    </message>
</context>
<context>
    <name>nscope::gui::ComparePage</name>
    <message>
        <source>measured</source>
        <translation>gemessen</translation>
    </message>
    <message>
        <source>summary document</source>
        <translation>Übersichtsdokument</translation>
    </message>
    <message>
        <source>%1 runs</source>
        <translation>%1 Läufe</translation>
    </message>
    <message>
        <source>Opening runs</source>
        <translation>Läufe werden geöffnet</translation>
    </message>
    <message>
        <source>Comparing</source>
        <translation>Vergleich</translation>
    </message>
    <message>
        <source>Compare runs</source>
        <translation>Läufe vergleichen</translation>
    </message>
    <message>
        <source>Two or more runs stand below each other on one time axis, with what changed between them and why.
Drop sessions, captures, folders of repeats or summary documents here.</source>
        <translation>Zwei oder mehr Läufe stehen auf einer Zeitachse untereinander, mit dem, was sich geändert hat und warum.
Ziehen Sie Sitzungen, Aufzeichnungen, Ordner mit Wiederholungen oder Übersichtsdokumente hierher.</translation>
    </message>
    <message>
        <source>Add runs …</source>
        <translation>Läufe hinzufügen …</translation>
    </message>
    <message>
        <source>Add repeats</source>
        <translation>Wiederholungen hinzufügen</translation>
    </message>
    <message>
        <source>Add runs to compare</source>
        <translation>Läufe zum Vergleichen hinzufügen</translation>
    </message>
    <message>
        <source>Cannot open %1</source>
        <translation>%1 kann nicht geöffnet werden</translation>
    </message>
    <message>
        <source>Add another run to compare with.</source>
        <translation>Fügen Sie einen weiteren Lauf zum Vergleichen hinzu.</translation>
    </message>
    <message>
        <source>Comparing …</source>
        <translation>Wird verglichen …</translation>
    </message>
    <message>
        <source>The comparison was cancelled.</source>
        <translation>Der Vergleich wurde abgebrochen.</translation>
    </message>
    <message>
        <source>These runs cannot be compared: %1</source>
        <translation>Diese Läufe können nicht verglichen werden: %1</translation>
    </message>
    <message>
        <source>Cannot compare the runs</source>
        <translation>Die Läufe können nicht verglichen werden</translation>
    </message>
    <message>
        <source>cursor %1</source>
        <translation>Zeiger %1</translation>
    </message>
    <message>
        <source>1 run</source>
        <translation>1 Lauf</translation>
    </message>
    <message>
        <source>Cannot save %1</source>
        <translation>%1 kann nicht gespeichert werden</translation>
    </message>
    <message>
        <source>Cannot copy the report</source>
        <translation>Der Bericht kann nicht kopiert werden</translation>
    </message>
    <message>
        <source>Markdown (*.md)</source>
        <translation>Markdown (*.md)</translation>
    </message>
    <message>
        <source>HTML (*.html)</source>
        <translation>HTML (*.html)</translation>
    </message>
    <message>
        <source>JSON (*.json)</source>
        <translation>JSON (*.json)</translation>
    </message>
    <message>
        <source>Save report</source>
        <translation>Bericht speichern</translation>
    </message>
</context>
<context>
    <name>nscope::gui::ComparisonTablesPanel</name>
    <message>
        <source>Differences</source>
        <translation>Unterschiede</translation>
    </message>
    <message>
        <source>Metrics</source>
        <translation>Kennzahlen</translation>
    </message>
    <message>
        <source>Places</source>
        <translation>Orte</translation>
    </message>
    <message>
        <source>Measured / simulated</source>
        <translation>Gemessen / simuliert</translation>
    </message>
    <message>
        <source>No differences.</source>
        <translation>Keine Unterschiede.</translation>
    </message>
    <message>
        <source>No metric differs.</source>
        <translation>Keine Kennzahl unterscheidet sich.</translation>
    </message>
    <message>
        <source>No place differs.</source>
        <translation>Kein Ort unterscheidet sich.</translation>
    </message>
    <message>
        <source>No group of events is in both runs.</source>
        <translation>Keine Gruppe von Ereignissen ist in beiden Läufen.</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Save CSV …</source>
        <translation>CSV speichern …</translation>
    </message>
    <message>
        <source>Tables of the comparison</source>
        <translation>Tabellen des Vergleichs</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>Filter the rows</source>
        <translation>Zeilen filtern</translation>
    </message>
    <message>
        <source>The rows as CSV, as they are filtered and sorted. Ctrl+C in the table copies the selected rows.</source>
        <translation>Die Zeilen als CSV, gefiltert und sortiert wie gezeigt. Strg+C in der Tabelle kopiert die ausgewählten Zeilen.</translation>
    </message>
    <message>
        <source>The rows as they are filtered and sorted, with all their digits</source>
        <translation>Die Zeilen, gefiltert und sortiert wie gezeigt, mit allen Stellen</translation>
    </message>
    <message>
        <source>Double click or Enter shows the event that changed most in all timelines</source>
        <translation>Doppelklick oder Eingabe zeigt das am stärksten geänderte Ereignis in allen Zeitleisten</translation>
    </message>
    <message>
        <source>Save table</source>
        <translation>Tabelle speichern</translation>
    </message>
    <message>
        <source>Comma-separated values (*.csv)</source>
        <translation>Kommagetrennte Werte (*.csv)</translation>
    </message>
    <message>
        <source>Summary documents hold no events: see the metrics.</source>
        <translation>Übersichtsdokumente enthalten keine Ereignisse: siehe die Kennzahlen.</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>Ränge</translation>
    </message>
    <message>
        <source>Pieces of time</source>
        <translation>Zeitstücke</translation>
    </message>
    <message>
        <source>1 row</source>
        <translation>1 Zeile</translation>
    </message>
    <message>
        <source>%1 rows</source>
        <translation>%1 Zeilen</translation>
    </message>
    <message>
        <source>%1 of %2 rows</source>
        <translation>%1 von %2 Zeilen</translation>
    </message>
    <message>
        <source>Cannot save %1</source>
        <translation>%1 kann nicht gespeichert werden</translation>
    </message>
</context>
<context>
    <name>nscope::gui::CompileDock</name>
    <message>
        <source>Compile cache</source>
        <translation>Compile-Cache</translation>
    </message>
    <message>
        <source>Hit rate</source>
        <translation>Trefferquote</translation>
    </message>
    <message>
        <source>Misses, and their compilation</source>
        <translation>Fehlschläge und ihre Kompilierung</translation>
    </message>
    <message>
        <source>Failed compilations</source>
        <translation>Fehlgeschlagene Kompilierungen</translation>
    </message>
    <message>
        <source>Waits for another process</source>
        <translation>Warten auf einen anderen Prozess</translation>
    </message>
    <message>
        <source>Why compiled</source>
        <translation>Warum kompiliert</translation>
    </message>
    <message>
        <source>Why graphs were compiled</source>
        <translation>Warum Graphen kompiliert wurden</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>Ereignisse</translation>
    </message>
    <message>
        <source>Events of the compile cache</source>
        <translation>Ereignisse des Compile-Caches</translation>
    </message>
    <message>
        <source>By state</source>
        <translation>Nach Zustand</translation>
    </message>
    <message>
        <source>Events of the compile cache by state</source>
        <translation>Ereignisse des Compile-Caches nach Zustand</translation>
    </message>
    <message>
        <source>Open a run with compilations: hits, misses and what they cost are shown here.</source>
        <translation>Öffnen Sie einen Lauf mit Kompilierungen: hier stehen Treffer, Fehlschläge und was sie kosten.</translation>
    </message>
    <message>
        <source>Reading compile events …</source>
        <translation>Compile-Ereignisse werden gelesen …</translation>
    </message>
    <message>
        <source>no look-ups</source>
        <translation>keine Abfragen</translation>
    </message>
    <message>
        <source>Hits / look-ups. Look-ups are hits, misses, failures, cached failures, waits for another process and those without an end.</source>
        <translation>Treffer / Abfragen. Abfragen sind Treffer, Fehlschläge, Fehler, gemerkte Fehler, Warten auf einen anderen Prozess und solche ohne Ende.</translation>
    </message>
    <message>
        <source>Look-ups that found nothing, and how long compiling took.</source>
        <translation>Abfragen, die nichts fanden, und wie lange das Kompilieren dauerte.</translation>
    </message>
    <message>
        <source>Compilations that failed, and how long they took.</source>
        <translation>Fehlgeschlagene Kompilierungen und ihre Dauer.</translation>
    </message>
    <message>
        <source>Look-ups that waited while another process compiled the same graph.</source>
        <translation>Abfragen, die warteten, während ein anderer Prozess denselben Graphen kompilierte.</translation>
    </message>
    <message>
        <source>No compile event begins in the selected range.</source>
        <translation>Im ausgewählten Bereich beginnt kein Compile-Ereignis.</translation>
    </message>
    <message>
        <source>The run shows no compile cache and no compilations. Open the folder of a compile cache, the log of a process that compiles, or a simulated fleet with a cache (nscope simulate with a compile document).</source>
        <translation>Der Lauf zeigt weder Compile-Cache noch Kompilierungen. Öffnen Sie den Ordner eines Compile-Caches, das Protokoll eines kompilierenden Prozesses oder eine simulierte Flotte mit Cache (nscope simulate mit einem Compile-Dokument).</translation>
    </message>
    <message>
        <source>Nothing was compiled.</source>
        <translation>Nichts wurde kompiliert.</translation>
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
    <message>
        <source>%1, 90 % between %2 and %3</source>
        <translation>%1, 90 % zwischen %2 und %3</translation>
    </message>
</context>
<context>
    <name>nscope::gui::CostMatrixModel</name>
    <message>
        <source>full load</source>
        <translation>Volllast</translation>
    </message>
</context>
<context>
    <name>nscope::gui::CostResults</name>
    <message>
        <source>Million tokens per dollar</source>
        <translation>Millionen Token je Dollar</translation>
    </message>
    <message>
        <source>Guards</source>
        <translation>Prüfungen</translation>
    </message>
    <message>
        <source>Which instances should be reserved? That needs the demand by the hour. The button adds one week of it and the usual offers, with assumptions that the fields at the left show and that reports cite.</source>
        <translation>Welche Instanzen sollten reserviert werden? Dafür wird der Bedarf je Stunde benötigt. Die Schaltfläche fügt eine Woche davon und die üblichen Angebote hinzu, mit Annahmen, die die Felder links zeigen und die Berichte zitieren.</translation>
    </message>
    <message>
        <source>Add a demand and commitments</source>
        <translation>Bedarf und Verpflichtungen hinzufügen</translation>
    </message>
    <message>
        <source>What does a job cost that AWS may take its machines from, and how often should it write a checkpoint? The button adds a job of 100 hours on the chosen item, with assumptions that the fields at the left show and that reports cite.</source>
        <translation>Was kostet ein Job, dem AWS die Maschinen entziehen kann, und wie oft sollte er einen Checkpoint schreiben? Die Schaltfläche fügt einen Job von 100 Stunden auf dem gewählten Posten hinzu, mit Annahmen, die die Felder links zeigen und die Berichte zitieren.</translation>
    </message>
    <message>
        <source>Add a job on spot</source>
        <translation>Job auf Spot hinzufügen</translation>
    </message>
    <message>
        <source>There are no bundles.</source>
        <translation>Es gibt keine Bündel.</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>Ergebnisse</translation>
    </message>
    <message>
        <source>Costs and guards</source>
        <translation>Kosten und Prüfungen</translation>
    </message>
    <message>
        <source>Break-even</source>
        <translation>Break-even</translation>
    </message>
    <message>
        <source>Commitments</source>
        <translation>Verpflichtungen</translation>
    </message>
    <message>
        <source>Spot</source>
        <translation>Spot</translation>
    </message>
    <message>
        <source>Bought together</source>
        <translation>Zusammen gekauft</translation>
    </message>
    <message>
        <source>Utilisation, other costs</source>
        <translation>Auslastung, andere Kosten</translation>
    </message>
    <message>
        <source>Tables</source>
        <translation>Tabellen</translation>
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
        <source>Totals</source>
        <translation>Summen</translation>
    </message>
    <message>
        <source>and the ratio to the bundle compared with</source>
        <translation>und das Verhältnis zum Vergleichsbündel</translation>
    </message>
    <message>
        <source>Parts of the bundles</source>
        <translation>Teile der Bündel</translation>
    </message>
    <message>
        <source>Parts</source>
        <translation>Teile</translation>
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
        <source>No item has latency limits.</source>
        <translation>Kein Posten hat Latenzgrenzwerte.</translation>
    </message>
    <message>
        <source>What would the same cost elsewhere? The button adds the other regions in which the price book has a price for an instance type of the scenario; the field of the regions at the left takes them out again.</source>
        <translation>Was würde dasselbe anderswo kosten? Die Schaltfläche fügt die anderen Regionen hinzu, für die das Preisbuch einen Preis für einen Instanztyp des Szenarios hat; das Feld der Regionen links nimmt sie wieder heraus.</translation>
    </message>
    <message>
        <source>Compare with other regions</source>
        <translation>Mit anderen Regionen vergleichen</translation>
    </message>
    <message>
        <source>Latency limits</source>
        <translation>Latenzgrenzwerte</translation>
    </message>
    <message>
        <source>Regions</source>
        <translation>Regionen</translation>
    </message>
    <message>
        <source>Within the latency limits</source>
        <translation>Innerhalb der Latenzgrenzwerte</translation>
    </message>
    <message>
        <source>the largest load that the simulator finds to hold them</source>
        <translation>die größte Last, bei der sie laut Simulator eingehalten werden</translation>
    </message>
    <message>
        <source>What is served within the limits</source>
        <translation>Was innerhalb der Grenzwerte bedient wird</translation>
    </message>
</context>
<context>
    <name>nscope::gui::CostTables</name>
    <message>
        <source>This table has no rows.</source>
        <translation>Diese Tabelle hat keine Zeilen.</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>Save as CSV …</source>
        <translation>Als CSV speichern …</translation>
    </message>
    <message>
        <source>Save the table</source>
        <translation>Tabelle speichern</translation>
    </message>
    <message>
        <source>CSV (*.csv)</source>
        <translation>CSV (*.csv)</translation>
    </message>
    <message>
        <source>Figures</source>
        <translation>Zahlen</translation>
    </message>
    <message>
        <source>Every price and figure</source>
        <translation>Alle Preise und Zahlen</translation>
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
        <source>Hours of a week: %1</source>
        <translation>Stunden einer Woche: %1</translation>
    </message>
    <message>
        <source>Checkpoint interval: %1</source>
        <translation>Checkpoint-Intervall: %1</translation>
    </message>
    <message>
        <source>Break-even curve</source>
        <translation>Break-even-Kurve</translation>
    </message>
    <message>
        <source>Cannot save the table</source>
        <translation>Die Tabelle kann nicht gespeichert werden</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>%1 gespeichert</translation>
    </message>
    <message>
        <source>By region</source>
        <translation>Nach Region</translation>
    </message>
    <message>
        <source>Within the latency limits</source>
        <translation>Innerhalb der Latenzgrenzwerte</translation>
    </message>
</context>
<context>
    <name>nscope::gui::CostsView</name>
    <message>
        <source>%1 tokens/s · %2</source>
        <translation>%1 tokens/s · %2</translation>
    </message>
    <message>
        <source>Pricing</source>
        <translation>Preise berechnen</translation>
    </message>
    <message>
        <source>Scenario</source>
        <translation>Szenario</translation>
    </message>
    <message>
        <source>Also ask for</source>
        <translation>Auch fragen nach</translation>
    </message>
    <message>
        <source>Demand over the week</source>
        <translation>Bedarf über die Woche</translation>
    </message>
    <message>
        <source>Commitments for the demand</source>
        <translation>Verpflichtungen für den Bedarf</translation>
    </message>
    <message>
        <source>A job on spot with checkpoints</source>
        <translation>Ein Job auf Spot mit Checkpoints</translation>
    </message>
    <message>
        <source>Adds it with stated assumptions, or takes it out</source>
        <translation>Fügt es mit angegebenen Annahmen hinzu oder nimmt es heraus</translation>
    </message>
    <message>
        <source>Summary of a measured run</source>
        <translation>Übersicht eines gemessenen Laufs</translation>
    </message>
    <message>
        <source>JSON (*.json)</source>
        <translation>JSON (*.json)</translation>
    </message>
    <message>
        <source>Cannot price</source>
        <translation>Preisberechnung nicht möglich</translation>
    </message>
    <message>
        <source>Cannot price the workload</source>
        <translation>Der Preis der Arbeitslast kann nicht berechnet werden</translation>
    </message>
    <message>
        <source>recalculated in %1 ms</source>
        <translation>in %1 ms neu berechnet</translation>
    </message>
    <message>
        <source>recalculated in %1 ms · %2 of %3 cells priced</source>
        <translation>in %1 ms neu berechnet · %2 von %3 Zellen mit Preis</translation>
    </message>
    <message>
        <source>nothing holds the limits</source>
        <translation>nichts hält die Grenzwerte ein</translation>
    </message>
    <message>
        <source>%1 requests/s within limits</source>
        <translation>%1 Anfragen/s innerhalb der Grenzwerte</translation>
    </message>
    <message>
        <source>no other region has a price</source>
        <translation>keine andere Region hat einen Preis</translation>
    </message>
</context>
<context>
    <name>nscope::gui::DayLoad</name>
    <message>
        <source>The load changes by the hour</source>
        <translation>Die Last ändert sich stündlich</translation>
    </message>
    <message>
        <source>Requests per second of each hour</source>
        <translation>Anfragen je Sekunde in jeder Stunde</translation>
    </message>
    <message>
        <source>requests per second, hour by hour</source>
        <translation>Anfragen je Sekunde, Stunde für Stunde</translation>
    </message>
    <message>
        <source>Numbers with spaces between, one for each hour</source>
        <translation>Zahlen mit Leerzeichen dazwischen, eine für jede Stunde</translation>
    </message>
</context>
<context>
    <name>nscope::gui::DaySketch</name>
    <message>
        <source>Load over the hours</source>
        <translation>Last über die Stunden</translation>
    </message>
    <message>
        <source>no hours</source>
        <translation>keine Stunden</translation>
    </message>
    <message>
        <source>%1 hours, %2 to %3 requests per second</source>
        <translation>%1 Stunden, %2 bis %3 Anfragen je Sekunde</translation>
    </message>
    <message>
        <source>%1 h</source>
        <translation>%1 h</translation>
    </message>
    <message>
        <source>at most %1 / s</source>
        <translation>höchstens %1 / s</translation>
    </message>
    <message>
        <source>Hour %1: %2 requests per second</source>
        <translation>Stunde %1: %2 Anfragen je Sekunde</translation>
    </message>
</context>
<context>
    <name>nscope::gui::DecisionFigures</name>
    <message>
        <source>at once</source>
        <translation>sofort</translation>
    </message>
    <message>
        <source>%1 months</source>
        <translation>%1 Monate</translation>
    </message>
    <message>
        <source>not within %1 months</source>
        <translation>nicht innerhalb von %1 Monaten</translation>
    </message>
    <message>
        <source>never</source>
        <translation>nie</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keiner</translation>
    </message>
    <message>
        <source>several: %1</source>
        <translation>mehrere: %1</translation>
    </message>
    <message>
        <source>Net present value</source>
        <translation>Kapitalwert</translation>
    </message>
    <message>
        <source>Futures in which it pays</source>
        <translation>Zukünfte, in denen es sich lohnt</translation>
    </message>
    <message>
        <source>Payback</source>
        <translation>Amortisation</translation>
    </message>
    <message>
        <source>Discounted payback</source>
        <translation>Dynamische Amortisation</translation>
    </message>
    <message>
        <source>Internal rate of return</source>
        <translation>Interner Zinsfuß</translation>
    </message>
    <message>
        <source>People and one-off payments</source>
        <translation>Personal und Einmalzahlungen</translation>
    </message>
    <message>
        <source>Saving in the last month</source>
        <translation>Einsparung im letzten Monat</translation>
    </message>
    <message>
        <source>Speed of the target</source>
        <translation>Tempo des Ziels</translation>
    </message>
    <message>
        <source>payments as they fall due</source>
        <translation>Zahlungen bei Fälligkeit</translation>
    </message>
    <message>
        <source>at %1 a year</source>
        <translation>bei %1 im Jahr</translation>
    </message>
    <message>
        <source>of the %1 months</source>
        <translation>der %1 Monate</translation>
    </message>
    <message>
        <source>does not decide anything</source>
        <translation>entscheidet nichts</translation>
    </message>
    <message>
        <source>and %1 of dual running</source>
        <translation>und %1 für Parallelbetrieb</translation>
    </message>
    <message>
        <source>none of dual running</source>
        <translation>kein Parallelbetrieb</translation>
    </message>
    <message>
        <source>month %1, people and one-off aside</source>
        <translation>Monat %1, ohne Personal und Einmalzahlungen</translation>
    </message>
    <message>
        <source>%1 × baseline</source>
        <translation>%1 × Basis</translation>
    </message>
    <message>
        <source>costs %1 × as much an hour</source>
        <translation>kostet je Stunde %1-mal so viel</translation>
    </message>
    <message>
        <source>No input has a range: nothing is known of the odds.</source>
        <translation>Keine Eingangsgröße hat eine Spanne: über die Chancen ist nichts bekannt.</translation>
    </message>
    <message>
        <source>no range is stated</source>
        <translation>keine Spanne angegeben</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>P10 %1 … P90 %2</source>
        <translation>P10 %1 … P90 %2</translation>
    </message>
    <message>
        <source>Of %1 futures, seed %2. The interval is that of the sampling, 95 %; it says nothing of how good the stated ranges are.</source>
        <translation>Aus %1 Zukünften, Startwert %2. Das Intervall ist das der Stichprobe, 95 %; es sagt nichts darüber, wie gut die angegebenen Spannen sind.</translation>
    </message>
    <message>
        <source>%1 … %2</source>
        <translation>%1 … %2</translation>
    </message>
</context>
<context>
    <name>nscope::gui::DecisionVerdict</name>
    <message>
        <source>Move</source>
        <translation>Umsteigen</translation>
    </message>
    <message>
        <source>Stay</source>
        <translation>Bleiben</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Offen</translation>
    </message>
    <message>
        <source>Impossible</source>
        <translation>Unmöglich</translation>
    </message>
    <message>
        <source>Recommendation</source>
        <translation>Empfehlung</translation>
    </message>
    <message>
        <source>Move if</source>
        <translation>Umsteigen, wenn</translation>
    </message>
    <message>
        <source>Stay if</source>
        <translation>Bleiben, wenn</translation>
    </message>
    <message>
        <source>Find out first</source>
        <translation>Zuerst klären</translation>
    </message>
</context>
<context>
    <name>nscope::gui::DecisionView</name>
    <message>
        <source>Evaluating the study</source>
        <translation>Die Studie wird ausgewertet</translation>
    </message>
    <message>
        <source>Drawing futures</source>
        <translation>Zukünfte werden gezogen</translation>
    </message>
    <message>
        <source>Migration study</source>
        <translation>Migrationsstudie</translation>
    </message>
    <message>
        <source>Recommendation</source>
        <translation>Empfehlung</translation>
    </message>
    <message>
        <source>Checks</source>
        <translation>Prüfungen</translation>
    </message>
    <message>
        <source>Cash flow</source>
        <translation>Cashflow</translation>
    </message>
    <message>
        <source>There is no plan yet</source>
        <translation>Es gibt noch keinen Plan</translation>
    </message>
    <message>
        <source>No input has a range. Add ranges at the left.</source>
        <translation>Keine Eingangsgröße hat eine Spanne. Spannen lassen sich links hinzufügen.</translation>
    </message>
    <message>
        <source>No futures are drawn yet</source>
        <translation>Noch sind keine Zukünfte gezogen</translation>
    </message>
    <message>
        <source>Does it run there?</source>
        <translation>Läuft es dort?</translation>
    </message>
    <message>
        <source>Nothing to check</source>
        <translation>Nichts zu prüfen</translation>
    </message>
    <message>
        <source>The claim, and equal work</source>
        <translation>Die Behauptung und gleiche Arbeit</translation>
    </message>
    <message>
        <source>No runs are stated</source>
        <translation>Keine Läufe angegeben</translation>
    </message>
    <message>
        <source>Owed for the old machines in any case</source>
        <translation>Für die alten Maschinen auf jeden Fall fällig</translation>
    </message>
    <message>
        <source>Nothing is owed</source>
        <translation>Nichts ist fällig</translation>
    </message>
    <message>
        <source>Assumptions</source>
        <translation>Annahmen</translation>
    </message>
    <message>
        <source>Net present value by purchase option</source>
        <translation>Kapitalwert nach Kaufoption</translation>
    </message>
    <message>
        <source>rows: the baseline, columns: the target</source>
        <translation>Zeilen: die Basis, Spalten: das Ziel</translation>
    </message>
    <message>
        <source>of the last study that could be read</source>
        <translation>der letzten Studie, die gelesen werden konnte</translation>
    </message>
    <message>
        <source>Cannot evaluate</source>
        <translation>Auswertung nicht möglich</translation>
    </message>
    <message>
        <source>prices as of %1</source>
        <translation>Preise vom %1</translation>
    </message>
    <message>
        <source>drawing %1 futures …</source>
        <translation>%1 Zukünfte werden gezogen …</translation>
    </message>
    <message>
        <source>recalculated in %1 ms</source>
        <translation>in %1 ms neu berechnet</translation>
    </message>
    <message>
        <source>cancelled: no odds</source>
        <translation>abgebrochen: keine Chancen</translation>
    </message>
    <message>
        <source>no odds</source>
        <translation>keine Chancen</translation>
    </message>
    <message>
        <source>%1 futures, seed %2</source>
        <translation>%1 Zukünfte, Startwert %2</translation>
    </message>
    <message>
        <source>recalculated in %1 ms, odds in %2 ms</source>
        <translation>in %1 ms neu berechnet, Chancen in %2 ms</translation>
    </message>
    <message>
        <source>One input at a time</source>
        <translation>Eine Größe nach der anderen</translation>
    </message>
    <message>
        <source>All inputs together</source>
        <translation>Alle Größen zusammen</translation>
    </message>
</context>
<context>
    <name>nscope::gui::DiagnosticsDock</name>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Nothing was repaired, dropped or unknown.</source>
        <translation>Nichts wurde repariert, weggelassen oder war unbekannt.</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>Filter diagnostics</source>
        <translation>Diagnosen filtern</translation>
    </message>
    <message>
        <source>Copies the rows that are shown as CSV</source>
        <translation>Kopiert die gezeigten Zeilen als CSV</translation>
    </message>
    <message>
        <source>Diagnostics</source>
        <translation>Diagnosen</translation>
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
    <name>nscope::gui::DockView</name>
    <message>
        <source>Cancelled. Another range or run starts it again.</source>
        <translation>Abgebrochen. Ein anderer Bereich oder Lauf beginnt es neu.</translation>
    </message>
</context>
<context>
    <name>nscope::gui::DocumentForm</name>
    <message>
        <source>is no number</source>
        <translation>ist keine Zahl</translation>
    </message>
    <message>
        <source>is no day: write it as 2026-11-22</source>
        <translation>ist kein Datum: Schreibweise 2026-11-22</translation>
    </message>
    <message>
        <source>as in the file</source>
        <translation>wie in der Datei</translation>
    </message>
</context>
<context>
    <name>nscope::gui::DocumentPanel</name>
    <message>
        <source>Open a file …</source>
        <translation>Datei öffnen …</translation>
    </message>
    <message>
        <source>Save as …</source>
        <translation>Speichern unter …</translation>
    </message>
    <message>
        <source>Cannot read the document</source>
        <translation>Das Dokument kann nicht gelesen werden</translation>
    </message>
    <message>
        <source>JSON (*.json)</source>
        <translation>JSON (*.json)</translation>
    </message>
    <message>
        <source>Cannot save the document</source>
        <translation>Das Dokument kann nicht gespeichert werden</translation>
    </message>
</context>
<context>
    <name>nscope::gui::EarlierRecording</name>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Keep …</source>
        <translation>Behalten …</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>Earlier recording</source>
        <translation>Frühere Aufzeichnung</translation>
    </message>
    <message>
        <source>not kept</source>
        <translation>nicht behalten</translation>
    </message>
    <message>
        <source>Opens the earlier recording in Inspect</source>
        <translation>Öffnet die frühere Aufzeichnung in „Untersuchen“</translation>
    </message>
    <message>
        <source>Saves the earlier recording as a session (*.nscope)</source>
        <translation>Speichert die frühere Aufzeichnung als Sitzung (*.nscope)</translation>
    </message>
    <message>
        <source>Frees the memory of the earlier recording; it is gone then</source>
        <translation>Gibt den Speicher der früheren Aufzeichnung frei; sie ist dann verloren</translation>
    </message>
    <message>
        <source>%1, until %2</source>
        <translation>%1, bis %2</translation>
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
    <message>
        <source>Find a field</source>
        <translation>Feld suchen</translation>
    </message>
    <message>
        <source>Dependencies</source>
        <translation>Abhängigkeiten</translation>
    </message>
    <message>
        <source>Double click or Enter: go to this event</source>
        <translation>Doppelklick oder Eingabe: zu diesem Ereignis gehen</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>Reihenfolge</translation>
    </message>
    <message>
        <source>Event</source>
        <translation>Ereignis</translation>
    </message>
    <message>
        <source>Lag</source>
        <translation>Verzug</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Track</source>
        <translation>Spur</translation>
    </message>
    <message>
        <source>before</source>
        <translation>vorher</translation>
    </message>
    <message>
        <source>after</source>
        <translation>nachher</translation>
    </message>
</context>
<context>
    <name>nscope::gui::ExportButton</name>
    <message>
        <source>Web page (HTML) …</source>
        <translation>Webseite (HTML) …</translation>
    </message>
    <message>
        <source>Document (PDF) …</source>
        <translation>Dokument (PDF) …</translation>
    </message>
    <message>
        <source>Workbook (XLSX) …</source>
        <translation>Arbeitsmappe (XLSX) …</translation>
    </message>
    <message>
        <source>Data (JSON) …</source>
        <translation>Daten (JSON) …</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>Writing the report</source>
        <translation>Der Bericht wird geschrieben</translation>
    </message>
    <message>
        <source>Save what is shown as a report</source>
        <translation>Speichert das Gezeigte als Bericht</translation>
    </message>
    <message>
        <source>There is no result yet</source>
        <translation>Es gibt noch kein Ergebnis</translation>
    </message>
    <message>
        <source>Cannot save %1</source>
        <translation>%1 kann nicht gespeichert werden</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>%1 gespeichert</translation>
    </message>
    <message>
        <source>Save the report</source>
        <translation>Bericht speichern</translation>
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
    <message>
        <source>Purchase</source>
        <translation>Kauf</translation>
    </message>
    <message>
        <source>Stale price</source>
        <translation>Veralteter Preis</translation>
    </message>
    <message>
        <source>Utilisation</source>
        <translation>Auslastung</translation>
    </message>
    <message>
        <source>Context length</source>
        <translation>Kontextlänge</translation>
    </message>
    <message>
        <source>Service level</source>
        <translation>Servicelevel</translation>
    </message>
</context>
<context>
    <name>nscope::gui::FindingList</name>
    <message>
        <source>nothing found</source>
        <translation>nichts gefunden</translation>
    </message>
    <message numerus="yes">
        <source>%n error(s)</source>
        <translation>
            <numerusform>%n Fehler</numerusform>
            <numerusform>%n Fehler</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nscope::gui::FlameDock</name>
    <message>
        <source>Flame graph</source>
        <translation>Flammendiagramm</translation>
    </message>
    <message>
        <source>Engine time</source>
        <translation>Engine-Zeit</translation>
    </message>
    <message>
        <source>FLOPs</source>
        <translation>FLOPs</translation>
    </message>
    <message>
        <source>HBM bytes</source>
        <translation>HBM-Bytes</translation>
    </message>
    <message>
        <source>What the width of a block means</source>
        <translation>Was die Breite eines Blocks bedeutet</translation>
    </message>
    <message>
        <source>Engine time: durations on all engines and DMA queues added up. All three add up from the parts of a block; what has none of them has no block.</source>
        <translation>Engine-Zeit: die Dauern auf allen Engines und DMA-Warteschlangen zusammen. Alle drei ergeben sich aus den Teilen eines Blocks; was nichts davon hat, hat keinen Block.</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>Breite</translation>
    </message>
    <message>
        <source>Click or Enter goes in, Esc out; arrow keys walk</source>
        <translation>Klick oder Eingabe geht hinein, Esc hinaus; Pfeiltasten wandern</translation>
    </message>
</context>
<context>
    <name>nscope::gui::FlameView</name>
    <message>
        <source>Flame graph of operators</source>
        <translation>Flammendiagramm der Operatoren</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>%1 weitere</translation>
    </message>
    <message>
        <source>All work</source>
        <translation>Alle Arbeit</translation>
    </message>
    <message>
        <source>Engine time: %1</source>
        <translation>Engine-Zeit: %1</translation>
    </message>
    <message>
        <source>Active</source>
        <translation>Aktiv</translation>
    </message>
    <message>
        <source>Exposed</source>
        <translation>Unverdeckt</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>Ereignisse</translation>
    </message>
    <message>
        <source>FLOPs</source>
        <translation>FLOPs</translation>
    </message>
    <message>
        <source>HBM bytes</source>
        <translation>HBM-Bytes</translation>
    </message>
    <message>
        <source>MFU</source>
        <translation>MFU</translation>
    </message>
    <message>
        <source>The dock Operators has the same hierarchy as a table.</source>
        <translation>Das Dock Operatoren zeigt dieselbe Hierarchie als Tabelle.</translation>
    </message>
</context>
<context>
    <name>nscope::gui::FleetAnswer</name>
    <message>
        <source>not answered</source>
        <translation>nicht beantwortet</translation>
    </message>
    <message>
        <source>no error band</source>
        <translation>kein Fehlerband</translation>
    </message>
    <message>
        <source>none holds</source>
        <translation>keine Zahl reicht</translation>
    </message>
    <message>
        <source>Instances</source>
        <translation>Instanzen</translation>
    </message>
    <message>
        <source>USD per hour</source>
        <translation>USD je Stunde</translation>
    </message>
    <message>
        <source>USD per month</source>
        <translation>USD je Monat</translation>
    </message>
    <message>
        <source>USD per 1M output tokens</source>
        <translation>USD je 1 Mio. Ausgabetoken</translation>
    </message>
    <message>
        <source>Latency p99</source>
        <translation>Latenz p99</translation>
    </message>
    <message>
        <source>What is the cheapest fleet for this traffic?</source>
        <translation>Welche Flotte ist für diesen Verkehr die günstigste?</translation>
    </message>
    <message>
        <source>At least %1 for %2 per hour, just to keep up.</source>
        <translation>Mindestens %1 für %2 je Stunde, nur um mitzuhalten.</translation>
    </message>
    <message>
        <source>None of these instances can hold it as asked.</source>
        <translation>Keine dieser Instanzen kann es wie verlangt einhalten.</translation>
    </message>
    <message>
        <source>A lower bound without queues. Plan simulates which fleet holds the limits, and relaxes what the document leaves open.</source>
        <translation>Eine Untergrenze ohne Warteschlangen. „Planen“ simuliert, welche Flotte die Grenzwerte einhält, und lockert, was das Dokument offen lässt.</translation>
    </message>
    <message>
        <source>%1 replicas; at the ends of the model&apos;s 90 % band the counts below</source>
        <translation>%1 Replikate; an den Enden des 90-%-Bands des Modells die Anzahlen unten</translation>
    </message>
    <message>
        <source>At the load that was asked for</source>
        <translation>Bei der verlangten Last</translation>
    </message>
    <message>
        <source>%1 p99</source>
        <translation>%1 p99</translation>
    </message>
    <message>
        <source>Simulated; 95 % confidence %1 to %2</source>
        <translation>Simuliert; 95 % Konfidenz %1 bis %2</translation>
    </message>
    <message>
        <source>%1. %2 replicas at %3 of what full slots can take, %4 of the slots in use.</source>
        <translation>%1. %2 Replikate bei %3 dessen, was volle Plätze aufnehmen können, %4 der Plätze belegt.</translation>
    </message>
    <message>
        <source>band %1</source>
        <translation>Band %1</translation>
    </message>
    <message>
        <source>band %1 – %2</source>
        <translation>Band %1 – %2</translation>
    </message>
</context>
<context>
    <name>nscope::gui::FleetResult</name>
    <message>
        <source>Latency and cost</source>
        <translation>Latenz und Kosten</translation>
    </message>
    <message>
        <source>Plan to see fleets of all types.</source>
        <translation>„Planen“ zeigt Flotten aller Typen.</translation>
    </message>
    <message>
        <source>Instances over the hours</source>
        <translation>Instanzen über die Stunden</translation>
    </message>
    <message>
        <source>A plan with autoscaling follows the hours of the load.</source>
        <translation>Ein Plan mit Autoscaling folgt den Stunden der Last.</translation>
    </message>
    <message>
        <source>At least, just to keep up</source>
        <translation>Mindestens, nur um mitzuhalten</translation>
    </message>
    <message>
        <source>Nothing is known yet.</source>
        <translation>Noch ist nichts bekannt.</translation>
    </message>
    <message>
        <source>Parts of the plan</source>
        <translation>Teile des Plans</translation>
    </message>
    <message>
        <source>Instance types</source>
        <translation>Instanztypen</translation>
    </message>
    <message>
        <source>Bought otherwise</source>
        <translation>Anders gekauft</translation>
    </message>
    <message>
        <source>Hours</source>
        <translation>Stunden</translation>
    </message>
    <message>
        <source>Lower bounds</source>
        <translation>Untergrenzen</translation>
    </message>
    <message>
        <source>Assumptions</source>
        <translation>Annahmen</translation>
    </message>
    <message>
        <source>Latency of the chart</source>
        <translation>Latenz des Diagramms</translation>
    </message>
    <message>
        <source>What became of each instance type</source>
        <translation>Was aus jedem Instanztyp wurde</translation>
    </message>
    <message>
        <source>open a row to see what was refused, and why</source>
        <translation>eine Zeile öffnen, um zu sehen, was abgelehnt wurde und warum</translation>
    </message>
    <message>
        <source>Cost of the fleets, bought otherwise</source>
        <translation>Kosten der Flotten, anders gekauft</translation>
    </message>
    <message>
        <source>The fleet of each type, bought otherwise</source>
        <translation>Die Flotte jedes Typs, anders gekauft</translation>
    </message>
    <message>
        <source>USD per month of 730 h</source>
        <translation>USD je Monat von 730 h</translation>
    </message>
    <message>
        <source>%1 p99</source>
        <translation>%1 p99</translation>
    </message>
    <message>
        <source>The same counts in every region and option. The stronger, the cheaper; the frame is what the plan buys.</source>
        <translation>Die gleichen Anzahlen in jeder Region und Option. Je kräftiger, desto günstiger; der Rahmen ist, was der Plan kauft.</translation>
    </message>
    <message>
        <source>No type holds the limits: there is nothing to buy.</source>
        <translation>Kein Typ hält die Grenzwerte ein: es gibt nichts zu kaufen.</translation>
    </message>
    <message>
        <source>Plan to see what the fleets cost.</source>
        <translation>„Planen“ zeigt, was die Flotten kosten.</translation>
    </message>
    <message>
        <source>%1 per hour on average</source>
        <translation>%1 je Stunde im Mittel</translation>
    </message>
    <message>
        <source>%1 instances on average, with those that load.</source>
        <translation>%1 Instanzen im Mittel, einschließlich der ladenden.</translation>
    </message>
    <message>
        <source>Start them ahead: an autoscaler that only reacts has %1 of the requests after the steepest rise miss a limit.</source>
        <translation>Im Voraus starten: bei einem Autoscaler, der nur reagiert, verfehlen %1 der Anfragen nach dem steilsten Anstieg einen Grenzwert.</translation>
    </message>
    <message>
        <source>prices as of %1</source>
        <translation>Preise vom %1</translation>
    </message>
    <message>
        <source>%1 configurations considered, %2 simulated in %3 runs, seed %4</source>
        <translation>%1 Konfigurationen betrachtet, %2 in %3 Läufen simuliert, Startwert %4</translation>
    </message>
</context>
<context>
    <name>nscope::gui::FleetTypesModel</name>
    <message>
        <source>Instance</source>
        <translation>Instanz</translation>
    </message>
    <message>
        <source>Fleet</source>
        <translation>Flotte</translation>
    </message>
    <message>
        <source>USD per hour</source>
        <translation>USD je Stunde</translation>
    </message>
    <message>
        <source>Dearer by</source>
        <translation>Teurer um</translation>
    </message>
    <message>
        <source>Latency</source>
        <translation>Latenz</translation>
    </message>
    <message>
        <source>Configuration, or why it lost</source>
        <translation>Konfiguration oder Grund des Ausscheidens</translation>
    </message>
    <message>
        <source>; too slow besides: %1 for a request alone</source>
        <translation>; außerdem zu langsam: %1 für eine Anfrage allein</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source> alone</source>
        <translation> allein</translation>
    </message>
    <message>
        <source>1 instance</source>
        <translation>1 Instanz</translation>
    </message>
    <message>
        <source>%1 instances</source>
        <translation>%1 Instanzen</translation>
    </message>
    <message>
        <source>, %1 of them spare</source>
        <translation>, davon %1 Reserve</translation>
    </message>
    <message>
        <source>cheapest</source>
        <translation>am günstigsten</translation>
    </message>
    <message>
        <source>for example %1: %2</source>
        <translation>zum Beispiel %1: %2</translation>
    </message>
    <message>
        <source>1 configuration</source>
        <translation>1 Konfiguration</translation>
    </message>
    <message>
        <source>%1 configurations</source>
        <translation>%1 Konfigurationen</translation>
    </message>
</context>
<context>
    <name>nscope::gui::FleetView</name>
    <message>
        <source>Planning a fleet</source>
        <translation>Eine Flotte wird geplant</translation>
    </message>
    <message>
        <source>Bounding fleets</source>
        <translation>Untergrenzen der Flotten werden berechnet</translation>
    </message>
    <message>
        <source>Capacity plan</source>
        <translation>Kapazitätsplan</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>Planen</translation>
    </message>
    <message>
        <source>Simulate this fleet</source>
        <translation>Diese Flotte simulieren</translation>
    </message>
    <message>
        <source>Simulates which fleet holds the limits (Ctrl+Enter)</source>
        <translation>Simuliert, welche Flotte die Grenzwerte einhält (Strg+Eingabe)</translation>
    </message>
    <message>
        <source>Fewer fields</source>
        <translation>Weniger Felder</translation>
    </message>
    <message>
        <source>More fields</source>
        <translation>Mehr Felder</translation>
    </message>
    <message>
        <source>Cannot plan</source>
        <translation>Planung nicht möglich</translation>
    </message>
    <message>
        <source>lower bounds in %1 ms</source>
        <translation>Untergrenzen in %1 ms</translation>
    </message>
    <message>
        <source>Cannot plan the fleet</source>
        <translation>Die Flotte kann nicht geplant werden</translation>
    </message>
    <message>
        <source>Planning; the status bar shows how far it is.</source>
        <translation>Planung läuft; die Statusleiste zeigt, wie weit sie ist.</translation>
    </message>
    <message>
        <source>The prices have changed since: plan again.</source>
        <translation>Die Preise haben sich seitdem geändert: neu planen.</translation>
    </message>
    <message>
        <source>The fields have changed since: plan again.</source>
        <translation>Die Felder haben sich seitdem geändert: neu planen.</translation>
    </message>
    <message>
        <source>Ctrl+Enter plans: that takes seconds.</source>
        <translation>Strg+Eingabe plant: das dauert Sekunden.</translation>
    </message>
    <message>
        <source>Opens the fleet of the selected type in Simulate mode</source>
        <translation>Öffnet die Flotte des ausgewählten Typs im Modus „Simulieren“</translation>
    </message>
    <message>
        <source>Plan, and select an instance type that has a fleet.</source>
        <translation>Planen und einen Instanztyp auswählen, der eine Flotte hat.</translation>
    </message>
    <message>
        <source>Cannot simulate the fleet</source>
        <translation>Die Flotte kann nicht simuliert werden</translation>
    </message>
    <message>
        <source>Decide</source>
        <translation>Entscheiden</translation>
    </message>
    <message>
        <source>%1 configurations, %2 runs simulated</source>
        <translation>%1 Konfigurationen, %2 Läufe simuliert</translation>
    </message>
    <message>
        <source>%1 layouts timed, %2 jobs simulated</source>
        <translation>%1 Aufteilungen berechnet, %2 Jobs simuliert</translation>
    </message>
    <message>
        <source>planned in %1 · %2</source>
        <translation>geplant in %1 · %2</translation>
    </message>
    <message>
        <source>Opens a migration study with this fleet as its target</source>
        <translation>Öffnet eine Migrationsstudie mit dieser Flotte als Ziel</translation>
    </message>
    <message>
        <source>Plan; there is no fleet yet.</source>
        <translation>Zuerst planen; es gibt noch keine Flotte.</translation>
    </message>
    <message>
        <source>Cannot make a study of the fleet</source>
        <translation>Aus der Flotte kann keine Studie erstellt werden</translation>
    </message>
</context>
<context>
    <name>nscope::gui::HoursChart</name>
    <message>
        <source>Instances over the hours</source>
        <translation>Instanzen über die Stunden</translation>
    </message>
    <message>
        <source>Hour</source>
        <translation>Stunde</translation>
    </message>
    <message>
        <source>Instances</source>
        <translation>Instanzen</translation>
    </message>
    <message>
        <source>Requests per second</source>
        <translation>Anfragen je Sekunde</translation>
    </message>
    <message>
        <source>instances</source>
        <translation>Instanzen</translation>
    </message>
    <message>
        <source>requests per second</source>
        <translation>Anfragen je Sekunde</translation>
    </message>
    <message>
        <source>Hour %1: %2 instances for %3 requests per second</source>
        <translation>Stunde %1: %2 Instanzen für %3 Anfragen je Sekunde</translation>
    </message>
</context>
<context>
    <name>nscope::gui::InsightCard</name>
    <message>
        <source>up to %1 of the time</source>
        <translation>bis zu %1 der Zeit</translation>
    </message>
    <message>
        <source>gain not estimated</source>
        <translation>Gewinn nicht geschätzt</translation>
    </message>
    <message>
        <source>Show %1 from %2</source>
        <translation>%1 ab %2 zeigen</translation>
    </message>
    <message>
        <source>Show %1</source>
        <translation>%1 zeigen</translation>
    </message>
    <message>
        <source>%1, and %2</source>
        <translation>%1, und %2</translation>
    </message>
    <message>
        <source>Estimated from: %1</source>
        <translation>Geschätzt aus: %1</translation>
    </message>
    <message>
        <source>More in Analyses: %1</source>
        <translation>Mehr in Analysen: %1</translation>
    </message>
    <message>
        <source>high</source>
        <translation>hoch</translation>
    </message>
    <message>
        <source>medium</source>
        <translation>mittel</translation>
    </message>
    <message>
        <source>low</source>
        <translation>niedrig</translation>
    </message>
    <message>
        <source>not estimated</source>
        <translation>nicht geschätzt</translation>
    </message>
    <message>
        <source>By the estimated gain: high from 10 %, medium from 3 % of the time.</source>
        <translation>Nach dem geschätzten Gewinn: hoch ab 10 %, mittel ab 3 % der Zeit.</translation>
    </message>
    <message>
        <source>%1: evidence of %2</source>
        <translation>%1: Beleg für %2</translation>
    </message>
    <message>
        <source>Selects it in the timeline.</source>
        <translation>Wählt es in der Zeitleiste aus.</translation>
    </message>
    <message>
        <source>Insight %1: %2</source>
        <translation>Erkenntnis %1: %2</translation>
    </message>
</context>
<context>
    <name>nscope::gui::InsightsDock</name>
    <message>
        <source>%1: needs %2</source>
        <translation>%1: braucht %2</translation>
    </message>
    <message>
        <source>Insights</source>
        <translation>Erkenntnisse</translation>
    </message>
    <message>
        <source>Open a capture, a session or a simulation: what holds the run up, and what to change, is listed here.</source>
        <translation>Öffnen Sie eine Aufzeichnung, eine Sitzung oder eine Simulation: hier steht, was den Lauf aufhält und was zu ändern ist.</translation>
    </message>
    <message>
        <source>Judging the run …</source>
        <translation>Der Lauf wird beurteilt …</translation>
    </message>
    <message>
        <source>The whole run. Of %1 rules that could be judged %2 found something. Gains are upper bounds and do not add up; thresholds are parameters of the analysis Insights.</source>
        <translation>Der ganze Lauf. Von %1 beurteilbaren Regeln fanden %2 etwas. Gewinne sind Obergrenzen und addieren sich nicht; Schwellen sind Parameter der Analyse Insights.</translation>
    </message>
    <message>
        <source>Not judged: the run does not state what these rules need (%1)</source>
        <translation>Nicht beurteilt: der Lauf nennt nicht, was diese Regeln brauchen (%1)</translation>
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
    <message>
        <source>The arrangement of tracks cannot be kept</source>
        <translation>Die Anordnung der Spuren kann nicht behalten werden</translation>
    </message>
    <message>
        <source>Annotations cannot be kept safe</source>
        <translation>Anmerkungen können nicht gesichert werden</translation>
    </message>
    <message>
        <source>This run is open in another window</source>
        <translation>Dieser Lauf ist in einem anderen Fenster offen</translation>
    </message>
    <message>
        <source>The annotations of this window are kept apart from those of the other. Saving them in the session leaves those that the other has saved there.</source>
        <translation>Die Anmerkungen dieses Fensters werden getrennt von denen des anderen aufbewahrt. Werden sie in der Sitzung gespeichert, bleiben die erhalten, die das andere dort gespeichert hat.</translation>
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
    <name>nscope::gui::Layouts</name>
    <message>
        <source>Save layout</source>
        <translation>Anordnung speichern</translation>
    </message>
    <message>
        <source>Name of the layout</source>
        <translation>Name der Anordnung</translation>
    </message>
    <message>
        <source>Standard</source>
        <translation>Standard</translation>
    </message>
    <message>
        <source>Timeline only</source>
        <translation>Nur Zeitleiste</translation>
    </message>
    <message>
        <source>Save layout as …</source>
        <translation>Anordnung speichern unter …</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
</context>
<context>
    <name>nscope::gui::Legend</name>
    <message>
        <source>Legend</source>
        <translation>Legende</translation>
    </message>
    <message>
        <source>%1
%2 events, %3 in all
Click: only this. Ctrl+click: this as well.</source>
        <translation>%1
%2 Ereignisse, insgesamt %3
Klick: nur dies. Strg+Klick: dies auch.</translation>
    </message>
    <message>
        <source>Sorting the events …</source>
        <translation>Ereignisse werden sortiert …</translation>
    </message>
    <message>
        <source>All events have one colour.</source>
        <translation>Alle Ereignisse haben eine Farbe.</translation>
    </message>
    <message>
        <source>The run does not say this of any event.</source>
        <translation>Der Lauf sagt das von keinem Ereignis.</translation>
    </message>
</context>
<context>
    <name>nscope::gui::LivePage</name>
    <message>
        <source>30 seconds</source>
        <translation>30 Sekunden</translation>
    </message>
    <message>
        <source>1 minute</source>
        <translation>1 Minute</translation>
    </message>
    <message>
        <source>5 minutes</source>
        <translation>5 Minuten</translation>
    </message>
    <message>
        <source>15 minutes</source>
        <translation>15 Minuten</translation>
    </message>
    <message>
        <source>Live</source>
        <translation>Live</translation>
    </message>
    <message>
        <source>Finishing the recording</source>
        <translation>Aufzeichnung wird abgeschlossen</translation>
    </message>
    <message>
        <source>Ending the source</source>
        <translation>Quelle wird beendet</translation>
    </message>
    <message>
        <source>Record</source>
        <translation>Aufzeichnen</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Beginn</translation>
    </message>
    <message>
        <source>Recording</source>
        <translation>Aufzeichnung</translation>
    </message>
    <message>
        <source>Diagnostics</source>
        <translation>Diagnosen</translation>
    </message>
    <message>
        <source>Not started</source>
        <translation>Nicht gestartet</translation>
    </message>
    <message>
        <source>Choose a source and press Start.</source>
        <translation>Wählen Sie eine Quelle und drücken Sie Start.</translation>
    </message>
    <message>
        <source>Start shows utilization, memory, latency, errors and ECC events of neuron-monitor as they are reported, or the engines of a simulated run while it is played. What comes is recorded; Keep saves it as a session.</source>
        <translation>Start zeigt Auslastung, Speicher, Latenz, Fehler und ECC-Ereignisse von neuron-monitor, sobald sie gemeldet werden, oder die Engines eines simulierten Laufs, während er abgespielt wird. Was kommt, wird aufgezeichnet; Behalten speichert es als Sitzung.</translation>
    </message>
    <message>
        <source>What to watch</source>
        <translation>Was beobachtet wird</translation>
    </message>
    <message>
        <source>Keeps in memory what comes, to be opened in Inspect and saved</source>
        <translation>Behält im Speicher, was kommt, um es zu untersuchen und zu speichern</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>Zeitfenster</translation>
    </message>
    <message>
        <source>Length of the plots</source>
        <translation>Länge der Diagramme</translation>
    </message>
    <message>
        <source>No report names a NeuronCore yet.</source>
        <translation>Noch nennt kein Bericht einen NeuronCore.</translation>
    </message>
    <message>
        <source>No report names memory yet.</source>
        <translation>Noch nennt kein Bericht Speicher.</translation>
    </message>
    <message>
        <source>No report has latencies: nothing was executed yet.</source>
        <translation>Noch hat kein Bericht Latenzen: nichts wurde ausgeführt.</translation>
    </message>
    <message>
        <source>No report has a summary of errors yet.</source>
        <translation>Noch hat kein Bericht eine Fehlerübersicht.</translation>
    </message>
    <message>
        <source>No report has ECC counters yet: neuron-monitor reports them where its configuration asks for neuron_hw_counters.</source>
        <translation>Noch hat kein Bericht ECC-Zähler: neuron-monitor meldet sie, wenn seine Konfiguration neuron_hw_counters verlangt.</translation>
    </message>
    <message>
        <source>No engine has worked yet.</source>
        <translation>Noch hat keine Engine gearbeitet.</translation>
    </message>
    <message>
        <source>Nothing has come yet.</source>
        <translation>Es ist noch nichts gekommen.</translation>
    </message>
    <message>
        <source>What the plots show, as numbers</source>
        <translation>Was die Diagramme zeigen, als Zahlen</translation>
    </message>
    <message>
        <source>Cannot start</source>
        <translation>Start nicht möglich</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Angehalten</translation>
    </message>
    <message>
        <source>Ended</source>
        <translation>Beendet</translation>
    </message>
    <message>
        <source>%1 was stopped.</source>
        <translation>%1 wurde angehalten.</translation>
    </message>
    <message>
        <source>%1 has ended.</source>
        <translation>%1 ist zu Ende.</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Fehlgeschlagen</translation>
    </message>
    <message>
        <source>%1 failed</source>
        <translation>%1 ist fehlgeschlagen</translation>
    </message>
    <message>
        <source>Stop what runs first (Ctrl+Enter)</source>
        <translation>Halten Sie zuerst an, was läuft (Strg+Eingabe)</translation>
    </message>
    <message>
        <source>Starts what is chosen above (Ctrl+Enter)</source>
        <translation>Startet, was oben gewählt ist (Strg+Eingabe)</translation>
    </message>
    <message>
        <source>Nothing runs.</source>
        <translation>Nichts läuft.</translation>
    </message>
    <message>
        <source>Paused; press Continue to resume</source>
        <translation>Angehalten; mit „Fortsetzen“ geht es weiter</translation>
    </message>
    <message>
        <source>Display paused; recording continues</source>
        <translation>Anzeige angehalten; die Aufzeichnung läuft weiter</translation>
    </message>
    <message>
        <source>Ends the stream; what came until now is recorded (Ctrl+Enter)</source>
        <translation>Beendet den Strom; was bis jetzt kam, ist aufgezeichnet (Strg+Eingabe)</translation>
    </message>
    <message>
        <source>Stop the stream first.</source>
        <translation>Halten Sie zuerst den Strom an.</translation>
    </message>
    <message>
        <source>There is no recording.</source>
        <translation>Es gibt keine Aufzeichnung.</translation>
    </message>
    <message>
        <source>Timeline, analyses and SQL of what was recorded</source>
        <translation>Zeitleiste, Analysen und SQL des Aufgezeichneten</translation>
    </message>
    <message>
        <source>Saves the recording as a session (*.nscope)</source>
        <translation>Speichert die Aufzeichnung als Sitzung (*.nscope)</translation>
    </message>
    <message>
        <source>off</source>
        <translation>aus</translation>
    </message>
    <message>
        <source>%1 events</source>
        <translation>%1 Ereignisse</translation>
    </message>
    <message>
        <source>Nothing was repaired or left out.</source>
        <translation>Nichts wurde repariert oder weggelassen.</translation>
    </message>
    <message>
        <source>Two recordings were not kept. Keep or discard the earlier one first.</source>
        <translation>Zwei Aufzeichnungen wurden nicht behalten. Zuerst die frühere behalten oder verwerfen.</translation>
    </message>
    <message>
        <source>The recording is being put together.</source>
        <translation>Die Aufzeichnung wird zusammengestellt.</translation>
    </message>
</context>
<context>
    <name>nscope::gui::LiveTableModel</name>
    <message>
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>NeuronCore utilization</source>
        <translation>NeuronCore-Auslastung</translation>
    </message>
    <message>
        <source>Memory in use</source>
        <translation>Belegter Speicher</translation>
    </message>
    <message>
        <source>Latency of executions</source>
        <translation>Latenz der Ausführungen</translation>
    </message>
    <message>
        <source>Errors per period</source>
        <translation>Fehler je Zeitabschnitt</translation>
    </message>
    <message>
        <source>ECC events</source>
        <translation>ECC-Ereignisse</translation>
    </message>
    <message>
        <source>Engines busy</source>
        <translation>Aktive Engines</translation>
    </message>
    <message>
        <source>Events per second</source>
        <translation>Ereignisse pro Sekunde</translation>
    </message>
    <message>
        <source>Delivery latency</source>
        <translation>Zustelllatenz</translation>
    </message>
    <message>
        <source>Quantity</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Series</source>
        <translation>Reihe</translation>
    </message>
    <message>
        <source>Newest</source>
        <translation>Neuester</translation>
    </message>
    <message>
        <source>Lowest</source>
        <translation>Kleinster</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>Highest</source>
        <translation>Größter</translation>
    </message>
    <message>
        <source>Gaps</source>
        <translation>Lücken</translation>
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
    <message>
        <source>Compare with …</source>
        <translation>Vergleichen mit …</translation>
    </message>
    <message>
        <source>Find events</source>
        <translation>Ereignisse finden</translation>
    </message>
    <message>
        <source>Next found event</source>
        <translation>Nächstes gefundenes Ereignis</translation>
    </message>
    <message>
        <source>Previous found event</source>
        <translation>Voriges gefundenes Ereignis</translation>
    </message>
    <message>
        <source>What reading the run repaired, dropped or could not know</source>
        <translation>Was beim Lesen des Laufs repariert, weggelassen wurde oder unbekannt blieb</translation>
    </message>
    <message>
        <source>Cannot read the annotations of %1</source>
        <translation>Die Anmerkungen von %1 können nicht gelesen werden</translation>
    </message>
    <message>
        <source>Save picture of the view …</source>
        <translation>Bild der Ansicht speichern …</translation>
    </message>
    <message>
        <source>Copy picture of the view</source>
        <translation>Bild der Ansicht kopieren</translation>
    </message>
    <message>
        <source>Take back the change of the layout</source>
        <translation>Änderung der Anordnung zurücknehmen</translation>
    </message>
    <message>
        <source>Make the change of the layout again</source>
        <translation>Änderung der Anordnung wiederholen</translation>
    </message>
    <message>
        <source>Docks</source>
        <translation>Docks</translation>
    </message>
    <message>
        <source>Layouts</source>
        <translation>Anordnungen</translation>
    </message>
    <message>
        <source>Save picture</source>
        <translation>Bild speichern</translation>
    </message>
    <message>
        <source>The window closes when the session is written.</source>
        <translation>Das Fenster schließt, sobald die Sitzung geschrieben ist.</translation>
    </message>
    <message>
        <source>A recording is not saved</source>
        <translation>Eine Aufzeichnung ist nicht gespeichert</translation>
    </message>
    <message>
        <source>Save it at the left, or close again to drop it.</source>
        <translation>Links speichern oder erneut schließen, um sie zu verwerfen.</translation>
    </message>
</context>
<context>
    <name>nscope::gui::MarkerEditor</name>
    <message>
        <source>Name of the marker</source>
        <translation>Name der Marke</translation>
    </message>
</context>
<context>
    <name>nscope::gui::MarkerNotes</name>
    <message>
        <source>The marker cannot be kept</source>
        <translation>Die Marke kann nicht behalten werden</translation>
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
    <name>nscope::gui::MemoryDock</name>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Whose memory</source>
        <translation>Wessen Speicher</translation>
    </message>
    <message>
        <source>Memory of</source>
        <translation>Speicher von</translation>
    </message>
    <message>
        <source>Peaks of memory and what made them up</source>
        <translation>Speicherspitzen und woraus sie bestanden</translation>
    </message>
    <message>
        <source>Tensors of the run</source>
        <translation>Tensoren des Laufs</translation>
    </message>
    <message>
        <source>Peaks</source>
        <translation>Spitzen</translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation>Tensoren</translation>
    </message>
    <message>
        <source>Open a run: the use of HBM, SBUF, PSUM and host memory is shown here.</source>
        <translation>Öffnen Sie einen Lauf: hier steht, wie HBM, SBUF, PSUM und Hostspeicher belegt sind.</translation>
    </message>
    <message>
        <source>Following memories …</source>
        <translation>Speicher wird verfolgt …</translation>
    </message>
    <message>
        <source>The run says nothing about memory. NTFF captures show SBUF and PSUM, simulations and system profiles HBM, neuron-monitor HBM and the host, and a NEFF beside its capture names the tensors.</source>
        <translation>Der Lauf sagt nichts über Speicher. NTFF-Aufzeichnungen zeigen SBUF und PSUM, Simulationen und Systemprofile HBM, neuron-monitor HBM und den Host, und eine NEFF neben ihrer Aufzeichnung nennt die Tensoren.</translation>
    </message>
    <message>
        <source>each point is the highest use in its part of the time</source>
        <translation>jeder Punkt ist die höchste Belegung in seinem Teil der Zeit</translation>
    </message>
    <message>
        <source>Bytes in use</source>
        <translation>Belegte Bytes</translation>
    </message>
    <message>
        <source>Share of its size in use</source>
        <translation>Belegter Anteil der Größe</translation>
    </message>
    <message>
        <source>HBM by use is stated for the whole run, not over time: see Peaks.</source>
        <translation>HBM nach Verwendung ist für den ganzen Lauf angegeben, nicht über die Zeit: siehe Spitzen.</translation>
    </message>
    <message>
        <source>The run does not tell what HBM holds; neuron-monitor, system profiles and simulations do.</source>
        <translation>Der Lauf sagt nicht, was im HBM liegt; neuron-monitor, Systemprofile und Simulationen tun es.</translation>
    </message>
    <message>
        <source>The run does not tell the use of SBUF and PSUM over time; NTFF captures and exports do.</source>
        <translation>Der Lauf nennt SBUF und PSUM nicht über die Zeit; NTFF-Aufzeichnungen und Exporte tun es.</translation>
    </message>
</context>
<context>
    <name>nscope::gui::NpvChart</name>
    <message>
        <source>Distribution of the net present value</source>
        <translation>Verteilung des Kapitalwerts</translation>
    </message>
    <message>
        <source>the move pays</source>
        <translation>der Umstieg lohnt sich</translation>
    </message>
    <message>
        <source>it does not</source>
        <translation>er lohnt sich nicht</translation>
    </message>
    <message>
        <source>net present value, USD</source>
        <translation>Kapitalwert, USD</translation>
    </message>
    <message>
        <source>futures</source>
        <translation>Zukünfte</translation>
    </message>
    <message>
        <source>%1 to %2: %3 of %4 futures</source>
        <translation>%1 bis %2: %3 von %4 Zukünften</translation>
    </message>
</context>
<context>
    <name>nscope::gui::OfferMatrixModel</name>
    <message>
        <source>The plan may not buy it so.</source>
        <translation>So darf der Plan sie nicht kaufen.</translation>
    </message>
</context>
<context>
    <name>nscope::gui::OperatorTreeDock</name>
    <message>
        <source>whole run</source>
        <translation>ganzer Lauf</translation>
    </message>
    <message>
        <source>selection of %1</source>
        <translation>Auswahl von %1</translation>
    </message>
    <message>
        <source>%1 of %2 DMA packets are not named: the run does not say which instruction caused them</source>
        <translation>%1 von %2 DMA-Paketen haben keinen Namen: der Lauf sagt nicht, welche Instruktion sie auslöste</translation>
    </message>
    <message>
        <source>Open a capture, a session or a simulation: its work is shown here by layer, operator and instruction.</source>
        <translation>Öffnen Sie eine Aufzeichnung, eine Sitzung oder eine Simulation: hier steht ihre Arbeit nach Schicht, Operator und Instruktion.</translation>
    </message>
    <message>
        <source>Adding up operators …</source>
        <translation>Operatoren werden addiert …</translation>
    </message>
    <message>
        <source>No instruction, operator or kernel lies wholly in the selected range.</source>
        <translation>Keine Instruktion, kein Operator und kein Kernel liegt ganz im ausgewählten Bereich.</translation>
    </message>
    <message>
        <source>The run shows no instructions, operators or kernels. NTFF captures, exports of neuron-profile and Neuron Explorer, PyTorch traces and simulations do.</source>
        <translation>Der Lauf zeigt weder Instruktionen noch Operatoren oder Kernel. NTFF-Aufzeichnungen, Exporte von neuron-profile und Neuron Explorer, PyTorch-Traces und Simulationen tun es.</translation>
    </message>
    <message>
        <source>(not named)</source>
        <translation>(ohne Namen)</translation>
    </message>
    <message>
        <source>framework operator</source>
        <translation>Framework-Operator</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>operator</source>
        <translation>Operator</translation>
    </message>
    <message>
        <source>instruction</source>
        <translation>Instruktion</translation>
    </message>
</context>
<context>
    <name>nscope::gui::OperatorTreeModel</name>
    <message>
        <source>Click: highlight its events. Double click or Enter: zoom to the longest.</source>
        <translation>Klick: ihre Ereignisse hervorheben. Doppelklick oder Eingabe: auf das längste zoomen.</translation>
    </message>
</context>
<context>
    <name>nscope::gui::OperatorsDock</name>
    <message>
        <source>Operators</source>
        <translation>Operatoren</translation>
    </message>
    <message>
        <source>Filter by name</source>
        <translation>Nach Namen filtern</translation>
    </message>
    <message>
        <source>Filter operators by name</source>
        <translation>Operatoren nach Namen filtern</translation>
    </message>
    <message>
        <source>Operators by layer, operator and instruction</source>
        <translation>Operatoren nach Schicht, Operator und Instruktion</translation>
    </message>
    <message>
        <source>no name has this text</source>
        <translation>kein Name hat diesen Text</translation>
    </message>
    <message>
        <source>%1 rows</source>
        <translation>%1 Zeilen</translation>
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
    <name>nscope::gui::ParetoChart</name>
    <message>
        <source>Latency and cost of the fleets</source>
        <translation>Latenz und Kosten der Flotten</translation>
    </message>
    <message>
        <source>USD per hour</source>
        <translation>USD je Stunde</translation>
    </message>
    <message>
        <source>limit of p%1</source>
        <translation>Grenzwert von p%1</translation>
    </message>
    <message>
        <source>fleets for longer limits</source>
        <translation>Flotten für längere Grenzwerte</translation>
    </message>
    <message>
        <source>cheapest fleet</source>
        <translation>günstigste Flotte</translation>
    </message>
    <message>
        <source>best of each type</source>
        <translation>beste jedes Typs</translation>
    </message>
    <message>
        <source>Per hour</source>
        <translation>Je Stunde</translation>
    </message>
    <message>
        <source>For a limit of</source>
        <translation>Für einen Grenzwert von</translation>
    </message>
    <message>
        <source>%1 p99</source>
        <translation>%1 p99</translation>
    </message>
    <message>
        <source>Simulation, 95 %</source>
        <translation>Simulation, 95 %</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>Model, 90 %</source>
        <translation>Modell, 90 %</translation>
    </message>
    <message>
        <source>not answered</source>
        <translation>nicht beantwortet</translation>
    </message>
    <message>
        <source>Cost at its ends</source>
        <translation>Kosten an den Enden</translation>
    </message>
    <message>
        <source>no number holds</source>
        <translation>keine Zahl reicht</translation>
    </message>
    <message>
        <source>%1 p99 [%2]</source>
        <translation>%1 p99 [%2]</translation>
    </message>
</context>
<context>
    <name>nscope::gui::PlanChart</name>
    <message>
        <source>Copy picture</source>
        <translation>Bild kopieren</translation>
    </message>
    <message>
        <source>Save picture …</source>
        <translation>Bild speichern …</translation>
    </message>
    <message>
        <source>Save picture</source>
        <translation>Bild speichern</translation>
    </message>
    <message>
        <source>Cannot save %1</source>
        <translation>%1 lässt sich nicht speichern</translation>
    </message>
</context>
<context>
    <name>nscope::gui::PlanContext</name>
    <message>
        <source>Reading the price book</source>
        <translation>Preisbuch wird gelesen</translation>
    </message>
</context>
<context>
    <name>nscope::gui::PlanPage</name>
    <message>
        <source>Plan</source>
        <translation>Planen</translation>
    </message>
    <message>
        <source>Costs</source>
        <translation>Kosten</translation>
    </message>
    <message>
        <source>Fleet</source>
        <translation>Flotte</translation>
    </message>
    <message>
        <source>Decision</source>
        <translation>Entscheidung</translation>
    </message>
    <message>
        <source>Cannot open the document</source>
        <translation>Das Dokument kann nicht geöffnet werden</translation>
    </message>
</context>
<context>
    <name>nscope::gui::PlaybackButtons</name>
    <message>
        <source>Pause</source>
        <translation>Pause</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Stopp</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Fortsetzen</translation>
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
    <name>nscope::gui::PriceDrop</name>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Left out: %1.</source>
        <translation>Ausgelassen: %1.</translation>
    </message>
    <message>
        <source>%1: %2.</source>
        <translation>%1: %2.</translation>
    </message>
    <message>
        <source>%1 prices added: %2 new, %3 as before, %4 in place of another; %5 were there already.</source>
        <translation>%1 Preise hinzugefügt: %2 neu, %3 wie zuvor, %4 anstelle eines anderen; %5 waren schon vorhanden.</translation>
    </message>
    <message>
        <source>No price that is wanted: the price book is as it was.</source>
        <translation>Kein gesuchter Preis dabei: das Preisbuch bleibt, wie es war.</translation>
    </message>
    <message>
        <source>New instance types: %1.</source>
        <translation>Neue Instanztypen: %1.</translation>
    </message>
    <message>
        <source>Importing prices</source>
        <translation>Preise werden importiert</translation>
    </message>
    <message>
        <source>Cannot import prices</source>
        <translation>Die Preise können nicht importiert werden</translation>
    </message>
    <message>
        <source>Importing prices of %1</source>
        <translation>Preise von %1 werden importiert</translation>
    </message>
    <message>
        <source>Prices imported</source>
        <translation>Preise importiert</translation>
    </message>
    <message>
        <source>Cannot import prices of %1</source>
        <translation>Die Preise von %1 können nicht importiert werden</translation>
    </message>
</context>
<context>
    <name>nscope::gui::PurchasePairModel</name>
    <message>
        <source>baseline %1, target %2</source>
        <translation>Basis %1, Ziel %2</translation>
    </message>
    <message>
        <source>net present value %1</source>
        <translation>Kapitalwert %1</translation>
    </message>
    <message>
        <source>saving in the last month %1</source>
        <translation>Einsparung im letzten Monat %1</translation>
    </message>
    <message>
        <source>own bill</source>
        <translation>eigene Rechnung</translation>
    </message>
</context>
<context>
    <name>nscope::gui::RegionsPanel</name>
    <message>
        <source>Cost by region</source>
        <translation>Kosten nach Region</translation>
    </message>
    <message>
        <source>Purchase option of the comparison</source>
        <translation>Kaufoption des Vergleichs</translation>
    </message>
    <message>
        <source>Bought</source>
        <translation>Gekauft</translation>
    </message>
    <message>
        <source>The same work in each region</source>
        <translation>Dieselbe Arbeit in jeder Region</translation>
    </message>
    <message>
        <source>USD per million tokens</source>
        <translation>USD je Million Token</translation>
    </message>
    <message>
        <source>the cheapest option of each</source>
        <translation>jeweils die günstigste Option</translation>
    </message>
</context>
<context>
    <name>nscope::gui::RollingChart</name>
    <message>
        <source>now</source>
        <translation>jetzt</translation>
    </message>
    <message>
        <source>−%1 min</source>
        <translation>−%1 min</translation>
    </message>
    <message>
        <source>−%1 s</source>
        <translation>−%1 s</translation>
    </message>
    <message>
        <source>Plot: %1</source>
        <translation>Diagramm: %1</translation>
    </message>
    <message numerus="yes">
        <source>%n gap(s)</source>
        <translation>
            <numerusform>%n Lücke</numerusform>
            <numerusform>%n Lücken</numerusform>
        </translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>%1: %2, %3 s ago</source>
        <translation>%1: %2, vor %3 s</translation>
    </message>
</context>
<context>
    <name>nscope::gui::RooflineChart</name>
    <message>
        <source>All operators together</source>
        <translation>Alle Operatoren zusammen</translation>
    </message>
    <message>
        <source>Intensity, FLOP per HBM byte</source>
        <translation>Intensität, FLOP je HBM-Byte</translation>
    </message>
    <message>
        <source>Achieved, FLOP/s of one core</source>
        <translation>Erreicht, FLOP/s eines Kerns</translation>
    </message>
    <message>
        <source>Roofline of one core</source>
        <translation>Roofline eines Kerns</translation>
    </message>
    <message numerus="yes">
        <source>%n operator(s); the table beside it has all figures.</source>
        <translation>
            <numerusform>%n Operator; die Tabelle daneben hat alle Zahlen.</numerusform>
            <numerusform>%n Operatoren; die Tabelle daneben hat alle Zahlen.</numerusform>
        </translation>
    </message>
    <message>
        <source>TensorE, BF16: %1</source>
        <translation>TensorE, BF16: %1</translation>
    </message>
    <message>
        <source>HBM: %1</source>
        <translation>HBM: %1</translation>
    </message>
    <message>
        <source>%1 FLOP/B</source>
        <translation>%1 FLOP/B</translation>
    </message>
    <message>
        <source>bound by compute: %1</source>
        <translation>durch Rechnen begrenzt: %1</translation>
    </message>
    <message>
        <source>bound by HBM: %1</source>
        <translation>durch HBM begrenzt: %1</translation>
    </message>
    <message>
        <source>above the roof, as its time or work is not stated fully: %1</source>
        <translation>über dem Dach, da Zeit oder Arbeit nicht ganz angegeben ist: %1</translation>
    </message>
    <message>
        <source>area: active time</source>
        <translation>Fläche: aktive Zeit</translation>
    </message>
    <message>
        <source>%1
%2 of %3 that the roof allows
Intensity: %4 FLOP/B
Active: %5
%6</source>
        <translation>%1
%2 von %3, die das Dach zulässt
Intensität: %4 FLOP/B
Aktiv: %5
%6</translation>
    </message>
    <message>
        <source>Bound by compute</source>
        <translation>Durch Rechnen begrenzt</translation>
    </message>
    <message>
        <source>Bound by HBM</source>
        <translation>Durch HBM begrenzt</translation>
    </message>
</context>
<context>
    <name>nscope::gui::RooflineDock</name>
    <message>
        <source>Roofline</source>
        <translation>Roofline</translation>
    </message>
    <message>
        <source>Operators against the roofline</source>
        <translation>Operatoren gegen die Roofline</translation>
    </message>
    <message>
        <source>Open a capture or a simulation: each operator is shown here beside what TensorE&apos;s peak and the HBM bandwidth allow.</source>
        <translation>Öffnen Sie eine Aufzeichnung oder eine Simulation: hier steht jeder Operator neben dem, was die Spitze der TensorE und die HBM-Bandbreite zulassen.</translation>
    </message>
    <message>
        <source>Adding up operators …</source>
        <translation>Operatoren werden addiert …</translation>
    </message>
    <message>
        <source>NTFF captures, exports of Neuron Explorer and simulations of Neuron devices do.</source>
        <translation>NTFF-Aufzeichnungen, Exporte von Neuron Explorer und Simulationen von Neuron-Geräten tun es.</translation>
    </message>
    <message numerus="yes">
        <source>%n operator(s) state FLOPs or HBM bytes only and stand in the table, not in the plot.</source>
        <translation>
            <numerusform>%n Operator nennt nur FLOPs oder HBM-Bytes und steht in der Tabelle, nicht im Diagramm.</numerusform>
            <numerusform>%n Operatoren nennen nur FLOPs oder HBM-Bytes und stehen in der Tabelle, nicht im Diagramm.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nscope::gui::RunAnnotations</name>
    <message>
        <source>add annotation</source>
        <translation>Anmerkung hinzufügen</translation>
    </message>
    <message>
        <source>change annotation</source>
        <translation>Anmerkung ändern</translation>
    </message>
    <message>
        <source>remove annotation</source>
        <translation>Anmerkung entfernen</translation>
    </message>
    <message>
        <source>restore annotations</source>
        <translation>Anmerkungen wiederherstellen</translation>
    </message>
    <message>
        <source>change markers</source>
        <translation>Marken ändern</translation>
    </message>
</context>
<context>
    <name>nscope::gui::RunDependencies</name>
    <message>
        <source>Following dependencies</source>
        <translation>Abhängigkeiten werden verfolgt</translation>
    </message>
</context>
<context>
    <name>nscope::gui::RunHeader</name>
    <message>
        <source>Make base</source>
        <translation>Zur Basis machen</translation>
    </message>
    <message>
        <source>Run ▾</source>
        <translation>Lauf ▾</translation>
    </message>
    <message>
        <source>Name of the run</source>
        <translation>Name des Laufs</translation>
    </message>
    <message>
        <source>The name of this run in tables and reports. Click to change it.</source>
        <translation>Der Name dieses Laufs in Tabellen und Berichten. Klick ändert ihn.</translation>
    </message>
    <message>
        <source>Compare the other runs with this one</source>
        <translation>Die anderen Läufe mit diesem vergleichen</translation>
    </message>
    <message>
        <source>Add repeats …</source>
        <translation>Wiederholungen hinzufügen …</translation>
    </message>
    <message>
        <source>Open in Inspect</source>
        <translation>Untersuchen</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>BASE</source>
        <translation>BASIS</translation>
    </message>
    <message>
        <source>base run</source>
        <translation>Basislauf</translation>
    </message>
    <message>
        <source>run %1</source>
        <translation>Lauf %1</translation>
    </message>
    <message>
        <source>Make %1 the base</source>
        <translation>%1 zur Basis machen</translation>
    </message>
    <message>
        <source>What to do with the %1</source>
        <translation>Was mit %1 zu tun ist</translation>
    </message>
</context>
<context>
    <name>nscope::gui::RunPlayer</name>
    <message>
        <source>Playing</source>
        <translation>Wird abgespielt</translation>
    </message>
</context>
<context>
    <name>nscope::gui::RunStrip</name>
    <message>
        <source>Timeline of %1</source>
        <translation>Zeitleiste von %1</translation>
    </message>
    <message>
        <source>A summary document holds no events: only its metrics are compared.</source>
        <translation>Ein Übersichtsdokument enthält keine Ereignisse: nur seine Kennzahlen werden verglichen.</translation>
    </message>
    <message>
        <source>Nothing of this run at this time: it lasts from %1 to %2.</source>
        <translation>Zu dieser Zeit nichts von diesem Lauf: er reicht von %1 bis %2.</translation>
    </message>
    <message>
        <source>not begun</source>
        <translation>noch nicht begonnen</translation>
    </message>
    <message>
        <source>ended</source>
        <translation>beendet</translation>
    </message>
</context>
<context>
    <name>nscope::gui::SearchDock</name>
    <message>
        <source>Search</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Previous</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>Highlight all</source>
        <translation>Alle hervorheben</translation>
    </message>
    <message>
        <source>No event matches.</source>
        <translation>Kein Ereignis passt.</translation>
    </message>
    <message>
        <source>matmul   engine:Tensor dur&gt;10us   /expression/</source>
        <translation>matmul   engine:Tensor dur&gt;10us   /Ausdruck/</translation>
    </message>
    <message>
        <source>What to search for</source>
        <translation>Wonach gesucht wird</translation>
    </message>
    <message>
        <source>The event before the selected one (Shift+F3)</source>
        <translation>Das Ereignis vor dem ausgewählten (Umschalt+F3)</translation>
    </message>
    <message>
        <source>The event behind the selected one (F3)</source>
        <translation>Das Ereignis nach dem ausgewählten (F3)</translation>
    </message>
    <message>
        <source>Dims all other events in the timeline</source>
        <translation>Dämpft alle anderen Ereignisse der Zeitleiste</translation>
    </message>
    <message>
        <source>Events found</source>
        <translation>Gefundene Ereignisse</translation>
    </message>
    <message>
        <source>Events found, by name</source>
        <translation>Gefundene Ereignisse, nach Namen</translation>
    </message>
    <message>
        <source>Double click or Enter: only this name</source>
        <translation>Doppelklick oder Eingabe: nur dieser Name</translation>
    </message>
    <message>
        <source>Fields ▾</source>
        <translation>Felder ▾</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>Wird gesucht …</translation>
    </message>
    <message>
        <source>Conditions to search by</source>
        <translation>Bedingungen der Suche</translation>
    </message>
    <message>
        <source>the name has this text</source>
        <translation>der Name hat diesen Text</translation>
    </message>
    <message>
        <source>the instruction&apos;s opcode</source>
        <translation>der Opcode der Instruktion</translation>
    </message>
    <message>
        <source>Tensor, Vector, Scalar, GpSimd, Sync, DMA, CC</source>
        <translation>Tensor, Vector, Scalar, GpSimd, Sync, DMA, CC</translation>
    </message>
    <message>
        <source>instruction, dma, collective, operator, layer, host …</source>
        <translation>instruction, dma, collective, operator, layer, host …</translation>
    </message>
    <message>
        <source>the path of the track: NeuronCore 0 / TensorE</source>
        <translation>der Pfad der Spur: NeuronCore 0 / TensorE</translation>
    </message>
    <message>
        <source>physical NeuronCore</source>
        <translation>physischer NeuronCore</translation>
    </message>
    <message>
        <source>duration: 200ns, 10us, 1.5ms</source>
        <translation>Dauer: 200ns, 10us, 1.5ms</translation>
    </message>
    <message>
        <source>semaphore wait before the event</source>
        <translation>Semaphor-Wartezeit vor dem Ereignis</translation>
    </message>
    <message>
        <source>start on the axis of the run; end&lt; likewise</source>
        <translation>Beginn auf der Achse des Laufs; end&lt; ebenso</translation>
    </message>
    <message>
        <source>a property: arg.layer:attn, arg.elements&gt;4k</source>
        <translation>eine Eigenschaft: arg.layer:attn, arg.elements&gt;4k</translation>
    </message>
    <message>
        <source>the property is there</source>
        <translation>die Eigenschaft ist da</translation>
    </message>
    <message>
        <source>the name is exactly this</source>
        <translation>der Name ist genau dieser</translation>
    </message>
    <message>
        <source>a regular expression: /^dma_[0-9]+$/</source>
        <translation>ein regulärer Ausdruck: /^dma_[0-9]+$/</translation>
    </message>
    <message>
        <source>not: the condition behind it does not hold</source>
        <translation>nicht: die Bedingung dahinter gilt nicht</translation>
    </message>
    <message>
        <source>Names, or conditions such as engine:Tensor dur&gt;10us. Enter searches.</source>
        <translation>Namen, oder Bedingungen wie engine:Tensor dur&gt;10us. Eingabe sucht.</translation>
    </message>
    <message>
        <source>Cancelled.</source>
        <translation>Abgebrochen.</translation>
    </message>
    <message>
        <source>1 event</source>
        <translation>1 Ereignis</translation>
    </message>
    <message>
        <source>%1 events</source>
        <translation>%1 Ereignisse</translation>
    </message>
    <message>
        <source>%1 in all</source>
        <translation>insgesamt %1</translation>
    </message>
    <message>
        <source>number %1 in time</source>
        <translation>zeitlich Nummer %1</translation>
    </message>
    <message>
        <source>the table has the first %1</source>
        <translation>die Tabelle hat die ersten %1</translation>
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
    <message>
        <source>Reading names</source>
        <translation>Namen werden gelesen</translation>
    </message>
    <message>
        <source>Reading the names of this run …</source>
        <translation>Die Namen dieses Laufs werden gelesen …</translation>
    </message>
</context>
<context>
    <name>nscope::gui::SelectionDock</name>
    <message>
        <source>Selection summary</source>
        <translation>Auswahlübersicht</translation>
    </message>
    <message>
        <source>Range</source>
        <translation>Bereich</translation>
    </message>
    <message>
        <source>Event</source>
        <translation>Ereignis</translation>
    </message>
    <message>
        <source>No event lies wholly in the selection.</source>
        <translation>Kein Ereignis liegt ganz in der Auswahl.</translation>
    </message>
    <message>
        <source>Double click or Enter: show the longest event in the timeline</source>
        <translation>Doppelklick oder Eingabe: das längste Ereignis in der Zeitleiste zeigen</translation>
    </message>
    <message>
        <source>The selection by name</source>
        <translation>Die Auswahl nach Namen</translation>
    </message>
    <message>
        <source>The selection by track</source>
        <translation>Die Auswahl nach Spur</translation>
    </message>
    <message>
        <source>What the selected range holds</source>
        <translation>Was der ausgewählte Bereich enthält</translation>
    </message>
    <message>
        <source>All events called like the selected one</source>
        <translation>Alle Ereignisse, die wie das ausgewählte heißen</translation>
    </message>
    <message>
        <source>Shift+drag in the timeline selects a range: what it holds stands here. A click on an event compares it with all of its name.</source>
        <translation>Umschalt+Ziehen in der Zeitleiste wählt einen Bereich aus: hier steht, was er enthält. Ein Klick auf ein Ereignis vergleicht es mit allen seines Namens.</translation>
    </message>
    <message>
        <source>Cancelled.</source>
        <translation>Abgebrochen.</translation>
    </message>
    <message>
        <source>%1 on all tracks</source>
        <translation>%1 auf allen Spuren</translation>
    </message>
    <message>
        <source>%1 on %2 of the tracks</source>
        <translation>%1 auf %2 der Spuren</translation>
    </message>
    <message>
        <source>1 event</source>
        <translation>1 Ereignis</translation>
    </message>
    <message>
        <source>%1 events</source>
        <translation>%1 Ereignisse</translation>
    </message>
    <message>
        <source>%1 in all</source>
        <translation>insgesamt %1</translation>
    </message>
    <message>
        <source>%1 more reach over a border and do not count</source>
        <translation>%1 weitere reichen über einen Rand und zählen nicht</translation>
    </message>
    <message>
        <source>the selected one takes %1</source>
        <translation>das ausgewählte dauert %1</translation>
    </message>
    <message>
        <source>longer than %1 of the others</source>
        <translation>länger als %1 der anderen</translation>
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
    <message>
        <source>Speed</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>is played</source>
        <translation>wird abgespielt</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>angehalten</translation>
    </message>
    <message>
        <source>Nothing is played. Choose a speed and press Run.</source>
        <translation>Nichts wird abgespielt. Wählen Sie ein Tempo und drücken Sie Ausführen.</translation>
    </message>
    <message>
        <source>Paused; press Continue to resume</source>
        <translation>Angehalten; mit „Fortsetzen“ geht es weiter</translation>
    </message>
    <message>
        <source>Ends the run; what was played until now stays</source>
        <translation>Beendet den Lauf; was bis jetzt abgespielt wurde, bleibt</translation>
    </message>
    <message>
        <source>Stop the run first, or let it end.</source>
        <translation>Halten Sie den Lauf zuerst an, oder warten Sie sein Ende ab.</translation>
    </message>
    <message>
        <source>Saves the run as a session (*.nscope)</source>
        <translation>Speichert den Lauf als Sitzung (*.nscope)</translation>
    </message>
    <message>
        <source>Predicting</source>
        <translation>Vorhersage</translation>
    </message>
    <message>
        <source>Calculating …</source>
        <translation>Wird berechnet …</translation>
    </message>
    <message>
        <source>simulated, while you type</source>
        <translation>simuliert, beim Tippen</translation>
    </message>
    <message>
        <source>cancelled: figures of the workload before</source>
        <translation>abgebrochen: Werte der vorigen Arbeitslast</translation>
    </message>
</context>
<context>
    <name>nscope::gui::SourceForm</name>
    <message>
        <source>Begin again at the end</source>
        <translation>Am Ende neu beginnen</translation>
    </message>
    <message>
        <source>Simulator</source>
        <translation>Simulator</translation>
    </message>
    <message>
        <source>neuron-monitor: command</source>
        <translation>neuron-monitor: Befehl</translation>
    </message>
    <message>
        <source>neuron-monitor: ssh</source>
        <translation>neuron-monitor: ssh</translation>
    </message>
    <message>
        <source>neuron-monitor: file that grows</source>
        <translation>neuron-monitor: wachsende Datei</translation>
    </message>
    <message>
        <source>neuron-monitor: named pipe</source>
        <translation>neuron-monitor: benannte Pipe</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>Runs under /bin/sh; prints one report of neuron-monitor a line</source>
        <translation>Läuft unter /bin/sh; gibt je Zeile einen Bericht von neuron-monitor aus</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>A file that neuron-monitor still writes to: it is read from its beginning and then as it grows</source>
        <translation>Eine Datei, in die neuron-monitor noch schreibt: sie wird von Anfang an gelesen und dann, wie sie wächst</translation>
    </message>
    <message>
        <source>Named pipe</source>
        <translation>Benannte Pipe</translation>
    </message>
    <message>
        <source>Made with mkfifo; neuron-monitor writes into it</source>
        <translation>Mit mkfifo erstellt; neuron-monitor schreibt hinein</translation>
    </message>
    <message>
        <source>Workload</source>
        <translation>Arbeitslast</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>The run begins anew when it has been played: a server that goes on</source>
        <translation>Der Lauf beginnt von vorn, wenn er abgespielt ist: ein Server, der weiterläuft</translation>
    </message>
    <message>
        <source>user@host, or a name of ~/.ssh/config</source>
        <translation>user@host, oder ein Name aus ~/.ssh/config</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>Host</translation>
    </message>
    <message>
        <source>Command on the host</source>
        <translation>Befehl auf dem Host</translation>
    </message>
    <message>
        <source>With keys only: ssh cannot ask for a password here.</source>
        <translation>Nur mit Schlüsseln: ssh kann hier nicht nach einem Passwort fragen.</translation>
    </message>
    <message>
        <source>Choose …</source>
        <translation>Wählen …</translation>
    </message>
    <message>
        <source>Choose: %1</source>
        <translation>Wählen: %1</translation>
    </message>
    <message>
        <source>Write the command to run.</source>
        <translation>Geben Sie den Befehl ein.</translation>
    </message>
    <message>
        <source>Write the name of the file.</source>
        <translation>Geben Sie den Namen der Datei ein.</translation>
    </message>
    <message>
        <source>%1 is no file.</source>
        <translation>%1 ist keine Datei.</translation>
    </message>
    <message>
        <source>Write the name of the pipe.</source>
        <translation>Geben Sie den Namen der Pipe ein.</translation>
    </message>
    <message>
        <source>There is no such pipe.</source>
        <translation>Diese Pipe gibt es nicht.</translation>
    </message>
    <message>
        <source>%1 is no named pipe.</source>
        <translation>%1 ist keine benannte Pipe.</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <translation>%1 auf %2</translation>
    </message>
</context>
<context>
    <name>nscope::gui::SpeedBox</name>
    <message>
        <source>as fast as possible</source>
        <translation>so schnell wie möglich</translation>
    </message>
    <message>
        <source>real time</source>
        <translation>Echtzeit</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>Time of the run for each second: type a number, like x20</source>
        <translation>Zeit des Laufs je Sekunde: geben Sie eine Zahl ein, etwa x20</translation>
    </message>
</context>
<context>
    <name>nscope::gui::SpotJobPanel</name>
    <message>
        <source>Nothing is known of this job.</source>
        <translation>Über diesen Job ist nichts bekannt.</translation>
    </message>
    <message>
        <source>Job on spot</source>
        <translation>Job auf Spot</translation>
    </message>
    <message>
        <source>Expected time</source>
        <translation>Erwartete Zeit</translation>
    </message>
    <message>
        <source>On spot</source>
        <translation>Auf Spot</translation>
    </message>
    <message>
        <source>On demand</source>
        <translation>On-Demand</translation>
    </message>
    <message>
        <source>Spot pays while reclaims are rarer than</source>
        <translation>Spot lohnt sich bei Unterbrechungen seltener als</translation>
    </message>
    <message>
        <source>Cost over the checkpoint interval</source>
        <translation>Kosten über das Checkpoint-Intervall</translation>
    </message>
    <message>
        <source>expected, USD</source>
        <translation>erwartet, USD</translation>
    </message>
    <message>
        <source>Figures of the job</source>
        <translation>Zahlen des Jobs</translation>
    </message>
    <message>
        <source>Time, cost and break-even</source>
        <translation>Zeit, Kosten und Break-even</translation>
    </message>
    <message>
        <source>Reclaims: %1. Prices: %2.</source>
        <translation>Unterbrechungen: %1. Preise: %2.</translation>
    </message>
    <message>
        <source>Unknown: %1.</source>
        <translation>Unbekannt: %1.</translation>
    </message>
    <message>
        <source>%1 of work; %2 to %3 in eight of ten simulated jobs</source>
        <translation>%1 Arbeit; %2 bis %3 in acht von zehn simulierten Jobs</translation>
    </message>
    <message>
        <source>a checkpoint every %1</source>
        <translation>ein Checkpoint alle %1</translation>
    </message>
    <message>
        <source>%1 to %2 in eight of ten simulated jobs</source>
        <translation>%1 bis %2 in acht von zehn simulierten Jobs</translation>
    </message>
    <message>
        <source>%1 less</source>
        <translation>%1 weniger</translation>
    </message>
    <message>
        <source>never interrupted, without checkpoints</source>
        <translation>nie unterbrochen, ohne Checkpoints</translation>
    </message>
    <message>
        <source>never interrupted</source>
        <translation>nie unterbrochen</translation>
    </message>
    <message>
        <source>one in %1</source>
        <translation>eine in %1</translation>
    </message>
    <message>
        <source>one an hour</source>
        <translation>eine je Stunde</translation>
    </message>
    <message>
        <source>of a node that the job needs</source>
        <translation>eines Knotens, den der Job braucht</translation>
    </message>
    <message>
        <source>assumed: one in %1</source>
        <translation>angenommen: eine in %1</translation>
    </message>
    <message>
        <source>assumed: none</source>
        <translation>angenommen: keine</translation>
    </message>
    <message>
        <source>Cost of %1 over the checkpoint interval</source>
        <translation>Kosten von %1 über das Checkpoint-Intervall</translation>
    </message>
    <message>
        <source>minutes between checkpoints</source>
        <translation>Minuten zwischen Checkpoints</translation>
    </message>
    <message>
        <source>USD</source>
        <translation>USD</translation>
    </message>
    <message>
        <source>Spot, expected</source>
        <translation>Spot, erwartet</translation>
    </message>
    <message>
        <source>Best</source>
        <translation>Bestes</translation>
    </message>
    <message>
        <source>Stated</source>
        <translation>Angegeben</translation>
    </message>
</context>
<context>
    <name>nscope::gui::SqlEditor</name>
    <message>
        <source>SQL query</source>
        <translation>SQL-Abfrage</translation>
    </message>
    <message>
        <source>Words that fit</source>
        <translation>Passende Wörter</translation>
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
    <message>
        <source>Plot</source>
        <translation>Diagramm</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>Runs the query (Ctrl+Enter).</source>
        <translation>Führt die Abfrage aus (Strg+Eingabe).</translation>
    </message>
    <message>
        <source>Result of the query</source>
        <translation>Ergebnis der Abfrage</translation>
    </message>
    <message>
        <source>Tables: %1. Ctrl+Enter runs the query, Ctrl+Space completes words, Ctrl+Up brings back earlier queries.</source>
        <translation>Tabellen: %1. Strg+Eingabe führt die Abfrage aus, Strg+Leertaste ergänzt Wörter, Strg+Auf holt frühere Abfragen.</translation>
    </message>
    <message>
        <source>Ready queries ▾</source>
        <translation>Fertige Abfragen ▾</translation>
    </message>
    <message>
        <source>The library of nscope query --list</source>
        <translation>Die Sammlung von nscope query --list</translation>
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
        <source>Copy as CSV</source>
        <translation>Als CSV kopieren</translation>
    </message>
    <message>
        <source>The rows as they are sorted, with all their digits</source>
        <translation>Die Zeilen, wie sie sortiert sind, mit allen Stellen</translation>
    </message>
    <message>
        <source>Draws two columns of the result</source>
        <translation>Zeichnet zwei Spalten des Ergebnisses</translation>
    </message>
    <message>
        <source>Column along the axis</source>
        <translation>Spalte entlang der Achse</translation>
    </message>
    <message>
        <source>Column that is drawn</source>
        <translation>Gezeichnete Spalte</translation>
    </message>
    <message>
        <source>Kind of plot</source>
        <translation>Art des Diagramms</translation>
    </message>
    <message>
        <source>Bars</source>
        <translation>Balken</translation>
    </message>
    <message>
        <source>Lines</source>
        <translation>Linien</translation>
    </message>
    <message>
        <source>Points (logarithmic)</source>
        <translation>Punkte (logarithmisch)</translation>
    </message>
    <message>
        <source>of</source>
        <translation>von</translation>
    </message>
    <message>
        <source>by</source>
        <translation>nach</translation>
    </message>
    <message>
        <source>The query cannot be kept in the history</source>
        <translation>Die Abfrage kann nicht im Verlauf behalten werden</translation>
    </message>
    <message>
        <source>Cannot save %1</source>
        <translation>%1 kann nicht gespeichert werden</translation>
    </message>
    <message>
        <source>Save the result</source>
        <translation>Ergebnis speichern</translation>
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
    <name>nscope::gui::TablePanel</name>
    <message>
        <source>No row has this text.</source>
        <translation>Keine Zeile hat diesen Text.</translation>
    </message>
</context>
<context>
    <name>nscope::gui::TimeChart</name>
    <message>
        <source>and %1 more</source>
        <translation>und %1 weitere</translation>
    </message>
    <message>
        <source>%1 over time</source>
        <translation>%1 über die Zeit</translation>
    </message>
    <message numerus="yes">
        <source>%n line(s)</source>
        <translation>
            <numerusform>%n Linie</numerusform>
            <numerusform>%n Linien</numerusform>
        </translation>
    </message>
    <message>
        <source>From %1</source>
        <translation>Ab %1</translation>
    </message>
    <message>
        <source>not known yet</source>
        <translation>noch nicht bekannt</translation>
    </message>
    <message>
        <source>All: %1</source>
        <translation>Alle: %1</translation>
    </message>
</context>
<context>
    <name>nscope::gui::TimelineBar</name>
    <message>
        <source>Filter tracks</source>
        <translation>Spuren filtern</translation>
    </message>
    <message>
        <source>Filter tracks by name</source>
        <translation>Spuren nach Namen filtern</translation>
    </message>
    <message>
        <source>Words that the names of a track and of its groups have</source>
        <translation>Wörter, die die Namen einer Spur und ihrer Gruppen haben</translation>
    </message>
    <message>
        <source>Colour</source>
        <translation>Farbe</translation>
    </message>
    <message>
        <source>What colours say</source>
        <translation>Was die Farben sagen</translation>
    </message>
    <message>
        <source>Legend</source>
        <translation>Legende</translation>
    </message>
    <message>
        <source>What the colours mean; its entries filter</source>
        <translation>Was die Farben bedeuten; ihre Einträge filtern</translation>
    </message>
    <message>
        <source>Patterns</source>
        <translation>Muster</translation>
    </message>
    <message>
        <source>Tells events apart by hatches as well</source>
        <translation>Unterscheidet Ereignisse auch durch Schraffuren</translation>
    </message>
    <message>
        <source>Hide others</source>
        <translation>Andere ausblenden</translation>
    </message>
    <message>
        <source>Hides the events that a filter would only dim</source>
        <translation>Blendet Ereignisse aus, die ein Filter nur dämpfen würde</translation>
    </message>
    <message>
        <source>Critical path</source>
        <translation>Kritischer Pfad</translation>
    </message>
    <message>
        <source>Marks the events that decide how long the run takes, and shows how much later the selected one could have begun</source>
        <translation>Markiert die Ereignisse, die bestimmen, wie lange der Lauf dauert, und zeigt, wie viel später das ausgewählte hätte beginnen können</translation>
    </message>
</context>
<context>
    <name>nscope::gui::TimelineStack</name>
    <message>
        <source>What belongs together is not known yet.</source>
        <translation>Was zusammengehört, ist noch nicht bekannt.</translation>
    </message>
    <message>
        <source>No event of %1 belongs to one of the base run.</source>
        <translation>Kein Ereignis von %1 gehört zu einem des Basislaufs.</translation>
    </message>
    <message>
        <source>The clock of %1 was never the same as that of the base run.</source>
        <translation>Die Uhr von %1 stimmte nie mit der des Basislaufs überein.</translation>
    </message>
    <message>
        <source>no counterpart</source>
        <translation>kein Gegenstück</translation>
    </message>
</context>
<context>
    <name>nscope::gui::TimelineWidget</name>
    <message>
        <source>Timeline</source>
        <translation>Zeitleiste</translation>
    </message>
    <message>
        <source>Open a capture to see its timeline.</source>
        <translation>Öffnen Sie eine Aufzeichnung, um ihre Zeitleiste zu sehen.</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>Lösen</translation>
    </message>
    <message>
        <source>Pin to the top</source>
        <translation>Oben anheften</translation>
    </message>
    <message>
        <source>Hide</source>
        <translation>Ausblenden</translation>
    </message>
    <message>
        <source>Move up</source>
        <translation>Nach oben</translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>Nach unten</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Higher</source>
        <translation>Höher</translation>
    </message>
    <message>
        <source>Lower</source>
        <translation>Niedriger</translation>
    </message>
    <message>
        <source>Usual height</source>
        <translation>Übliche Höhe</translation>
    </message>
    <message>
        <source>Area</source>
        <translation>Fläche</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>Linie</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>Show hidden tracks</source>
        <translation>Ausgeblendete Spuren zeigen</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>Usual arrangement</source>
        <translation>Übliche Anordnung</translation>
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
        <source>Rename</source>
        <translation>Umbenennen</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Difference to</source>
        <translation>Differenz zu</translation>
    </message>
    <message>
        <source>Sorting events</source>
        <translation>Ereignisse werden sortiert</translation>
    </message>
    <message>
        <source>Events of all tracks over time. W and S zoom, A and D pan, F fits, brackets step along the track, P and N follow dependencies, M sets a marker.</source>
        <translation>Ereignisse aller Spuren über der Zeit. W und S zoomen, A und D verschieben, F passt ein, eckige Klammern gehen auf der Spur weiter, P und N folgen Abhängigkeiten, M setzt eine Marke.</translation>
    </message>
    <message>
        <source>Select an event to follow its dependencies.</source>
        <translation>Wählen Sie ein Ereignis aus, um seinen Abhängigkeiten zu folgen.</translation>
    </message>
    <message>
        <source>Following dependencies …</source>
        <translation>Abhängigkeiten werden verfolgt …</translation>
    </message>
    <message>
        <source>Nothing is known that this event waited for.</source>
        <translation>Nichts ist bekannt, worauf dieses Ereignis wartete.</translation>
    </message>
    <message>
        <source>No event is known that waited for this one last.</source>
        <translation>Kein Ereignis ist bekannt, das zuletzt auf dieses wartete.</translation>
    </message>
    <message>
        <source>No critical path: %1</source>
        <translation>Kein kritischer Pfad: %1</translation>
    </message>
    <message>
        <source>Following dependencies was cancelled.</source>
        <translation>Das Verfolgen der Abhängigkeiten wurde abgebrochen.</translation>
    </message>
    <message>
        <source>Dependencies cannot be followed: %1</source>
        <translation>Abhängigkeiten können nicht verfolgt werden: %1</translation>
    </message>
    <message>
        <source>%1 further away: click one after the other</source>
        <translation>%1 weitere entfernt: nacheinander anklicken</translation>
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
    <message>
        <source>Live</source>
        <translation>Live</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
</context>
<context>
    <name>nscope::gui::TopologyView</name>
    <message>
        <source>Chips and their links</source>
        <translation>Chips und ihre Verbindungen</translation>
    </message>
    <message>
        <source>The heat map beside it has the same figures as a table.</source>
        <translation>Die Wärmekarte daneben hat dieselben Zahlen als Tabelle.</translation>
    </message>
    <message>
        <source>switch</source>
        <translation>Switch</translation>
    </message>
    <message>
        <source>Chip %1</source>
        <translation>Chip %1</translation>
    </message>
    <message>
        <source>Chip %1, not in this run</source>
        <translation>Chip %1, nicht in diesem Lauf</translation>
    </message>
    <message>
        <source>%1
sent %2, received %3</source>
        <translation>%1
gesendet %2, empfangen %3</translation>
    </message>
    <message>
        <source>%1
no link counter</source>
        <translation>%1
kein Zähler der Verbindung</translation>
    </message>
    <message>
        <source>Chips %1 and %2
no link counter</source>
        <translation>Chips %1 und %2
kein Zähler der Verbindung</translation>
    </message>
    <message>
        <source>%1: %2, at most %3</source>
        <translation>%1: %2, höchstens %3</translation>
    </message>
</context>
<context>
    <name>nscope::gui::TornadoChart</name>
    <message>
        <source>Present value at the ends of each input&apos;s range</source>
        <translation>Kapitalwert an den Enden der Spanne jeder Eingangsgröße</translation>
    </message>
    <message>
        <source>input at P10</source>
        <translation>Eingangsgröße bei P10</translation>
    </message>
    <message>
        <source>input at P90</source>
        <translation>Eingangsgröße bei P90</translation>
    </message>
    <message>
        <source>net present value, USD</source>
        <translation>Kapitalwert, USD</translation>
    </message>
    <message>
        <source>plan</source>
        <translation>Plan</translation>
    </message>
    <message>
        <source>%1
P10 %2: %3
P90 %4: %5
plan: %6</source>
        <translation>%1
P10 %2: %3
P90 %4: %5
Plan: %6</translation>
    </message>
</context>
<context>
    <name>nscope::gui::TraceButtons</name>
    <message>
        <source>Open in Inspect</source>
        <translation>Untersuchen</translation>
    </message>
    <message>
        <source>Keep …</source>
        <translation>Behalten …</translation>
    </message>
</context>
<context>
    <name>nscope::gui::TrafficDock</name>
    <message>
        <source>Traffic</source>
        <translation>Verkehr</translation>
    </message>
    <message>
        <source>Collectives by operation and size</source>
        <translation>Kollektive nach Operation und Größe</translation>
    </message>
    <message>
        <source>Collectives that waited for a late rank</source>
        <translation>Kollektive, die auf einen späten Rang warteten</translation>
    </message>
    <message>
        <source>Collectives</source>
        <translation>Kollektive</translation>
    </message>
    <message>
        <source>Late ranks</source>
        <translation>Späte Ränge</translation>
    </message>
    <message>
        <source>Chips</source>
        <translation>Chips</translation>
    </message>
    <message>
        <source>Bandwidth over time</source>
        <translation>Bandbreite über die Zeit</translation>
    </message>
    <message>
        <source>Bytes from chip to chip: rows send, columns receive</source>
        <translation>Bytes von Chip zu Chip: Zeilen senden, Spalten empfangen</translation>
    </message>
    <message>
        <source>Open a run of several ranks or chips: their collectives and links are shown here.</source>
        <translation>Öffnen Sie einen Lauf mit mehreren Rängen oder Chips: hier stehen ihre Kollektive und Verbindungen.</translation>
    </message>
    <message>
        <source>Matching collectives …</source>
        <translation>Kollektive werden zugeordnet …</translation>
    </message>
    <message>
        <source>No collective lies wholly in the selected range, and the run has no link counters.</source>
        <translation>Kein Kollektiv liegt ganz im ausgewählten Bereich, und der Lauf hat keine Zähler der Verbindungen.</translation>
    </message>
    <message>
        <source>The run shows no collectives and no links. System profiles, merged captures of several ranks, nccom-test reports, PyTorch traces and simulations over several chips do.</source>
        <translation>Der Lauf zeigt weder Kollektive noch Verbindungen. Systemprofile, zusammengeführte Aufzeichnungen mehrerer Ränge, Berichte von nccom-test, PyTorch-Traces und Simulationen über mehrere Chips tun es.</translation>
    </message>
    <message>
        <source>The run has no counters of links between chips, so what went over each is not known. Simulations of one collective, and of tensor parallelism over several chips, have.</source>
        <translation>Der Lauf hat keine Zähler der Verbindungen zwischen Chips, daher ist nicht bekannt, was über jede ging. Simulationen eines Kollektivs und von Tensorparallelität über mehrere Chips haben sie.</translation>
    </message>
    <message>
        <source>Wiring: %1, from the catalogue of instances.</source>
        <translation>Verdrahtung: %1, aus dem Katalog der Instanzen.</translation>
    </message>
    <message>
        <source>The run does not state its instance type: chips and links are those that have counters.</source>
        <translation>Der Lauf nennt seinen Instanztyp nicht: Chips und Verbindungen sind die, die Zähler haben.</translation>
    </message>
    <message>
        <source>Rows send, columns receive; a click shows the counter.</source>
        <translation>Zeilen senden, Spalten empfangen; ein Klick zeigt den Zähler.</translation>
    </message>
    <message>
        <source>Dashed links have no counter in both directions.</source>
        <translation>Gestrichelte Verbindungen haben keinen Zähler in beiden Richtungen.</translation>
    </message>
    <message>
        <source>The run has no counters of NeuronLink or EFA bandwidth. Simulations over several chips have; captures of one core do not.</source>
        <translation>Der Lauf hat keine Zähler der Bandbreite von NeuronLink oder EFA. Simulationen über mehrere Chips haben sie; Aufzeichnungen eines Kerns nicht.</translation>
    </message>
    <message>
        <source>Bandwidth of links</source>
        <translation>Bandbreite der Verbindungen</translation>
    </message>
    <message numerus="yes">
        <source>%n more with fewer bytes</source>
        <translation>
            <numerusform>%n weitere mit weniger Bytes</numerusform>
            <numerusform>%n weitere mit weniger Bytes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nscope::gui::TrainingChart</name>
    <message>
        <source>Time and cost of the fleets</source>
        <translation>Zeit und Kosten der Flotten</translation>
    </message>
    <message>
        <source>cheapest fleet</source>
        <translation>günstigste Flotte</translation>
    </message>
    <message>
        <source>days that %1 of 100 jobs do not exceed</source>
        <translation>Tage, die %1 von 100 Jobs nicht überschreiten</translation>
    </message>
    <message>
        <source>USD for the job, expected</source>
        <translation>USD für den Job, erwartet</translation>
    </message>
    <message>
        <source>deadline</source>
        <translation>Frist</translation>
    </message>
    <message>
        <source>Bought</source>
        <translation>Gekauft</translation>
    </message>
    <message>
        <source>Expected</source>
        <translation>Erwartet</translation>
    </message>
    <message>
        <source>10 to 90 of 100</source>
        <translation>10 bis 90 von 100</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>Takes</source>
        <translation>Dauert</translation>
    </message>
    <message>
        <source>Lost</source>
        <translation>Ausgeschieden</translation>
    </message>
    <message>
        <source>small: not as asked</source>
        <translation>klein: nicht wie verlangt</translation>
    </message>
    <message>
        <source>budget</source>
        <translation>Budget</translation>
    </message>
    <message>
        <source>%1 days</source>
        <translation>%1 Tage</translation>
    </message>
    <message>
        <source>Instance</source>
        <translation>Instanz</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>Knoten</translation>
    </message>
    <message>
        <source>days</source>
        <translation>Tage</translation>
    </message>
    <message>
        <source>10 of 100</source>
        <translation>10 von 100</translation>
    </message>
    <message>
        <source>90 of 100</source>
        <translation>90 von 100</translation>
    </message>
    <message>
        <source>Layout</source>
        <translation>Aufteilung</translation>
    </message>
</context>
<context>
    <name>nscope::gui::TrainingResult</name>
    <message>
        <source>Nodes</source>
        <translation>Knoten</translation>
    </message>
    <message>
        <source>Days, mean</source>
        <translation>Tage, Mittel</translation>
    </message>
    <message>
        <source>USD, expected</source>
        <translation>USD, erwartet</translation>
    </message>
    <message>
        <source>USD per 1M tokens</source>
        <translation>USD je 1 Mio. Token</translation>
    </message>
    <message>
        <source>In time</source>
        <translation>Rechtzeitig</translation>
    </message>
    <message>
        <source>Time and cost</source>
        <translation>Zeit und Kosten</translation>
    </message>
    <message>
        <source>Plan to see fleets.</source>
        <translation>„Planen“ zeigt Flotten.</translation>
    </message>
    <message>
        <source>The best of each instance type</source>
        <translation>Die beste jedes Instanztyps</translation>
    </message>
    <message>
        <source>No type does it as asked.</source>
        <translation>Kein Typ leistet es wie verlangt.</translation>
    </message>
    <message>
        <source>The job on the cheapest fleet</source>
        <translation>Der Job auf der günstigsten Flotte</translation>
    </message>
    <message>
        <source>There is no fleet.</source>
        <translation>Es gibt keine Flotte.</translation>
    </message>
    <message>
        <source>The same nodes, bought otherwise</source>
        <translation>Dieselben Knoten, anders gekauft</translation>
    </message>
    <message>
        <source>Other numbers of nodes</source>
        <translation>Andere Knotenzahlen</translation>
    </message>
    <message>
        <source>Other deadlines</source>
        <translation>Andere Fristen</translation>
    </message>
    <message>
        <source>Plan to see them.</source>
        <translation>„Planen“ zeigt sie.</translation>
    </message>
    <message>
        <source>Why the others lost</source>
        <translation>Warum die anderen ausschieden</translation>
    </message>
    <message>
        <source>Nothing lost.</source>
        <translation>Nichts schied aus.</translation>
    </message>
    <message>
        <source>Parts of the plan</source>
        <translation>Teile des Plans</translation>
    </message>
    <message>
        <source>Instance types</source>
        <translation>Instanztypen</translation>
    </message>
    <message>
        <source>The job</source>
        <translation>Der Job</translation>
    </message>
    <message>
        <source>Bought otherwise</source>
        <translation>Anders gekauft</translation>
    </message>
    <message>
        <source>Assumptions</source>
        <translation>Annahmen</translation>
    </message>
    <message>
        <source>What is the cheapest fleet that ends this training in time?</source>
        <translation>Welche Flotte beendet dieses Training rechtzeitig und am günstigsten?</translation>
    </message>
    <message>
        <source>Plan times every layout that divides the work and simulates the job with its failures.</source>
        <translation>„Planen“ berechnet die Zeit jeder Aufteilung, die die Arbeit teilt, und simuliert den Job mit seinen Ausfällen.</translation>
    </message>
    <message>
        <source>%1 for %2: %3</source>
        <translation>%1 für %2: %3</translation>
    </message>
    <message>
        <source>and %1 spare</source>
        <translation>und %1 Reserve</translation>
    </message>
    <message>
        <source>Of the simulated jobs that end</source>
        <translation>Der simulierten Jobs, die enden</translation>
    </message>
    <message>
        <source>%1 with the chance asked for</source>
        <translation>%1 mit der verlangten Wahrscheinlichkeit</translation>
    </message>
    <message>
        <source>10 to 90 of 100: %1 – %2</source>
        <translation>10 bis 90 von 100: %1 – %2</translation>
    </message>
    <message>
        <source>Of %1 simulated jobs</source>
        <translation>Von %1 simulierten Jobs</translation>
    </message>
    <message>
        <source>90 % interval %1 – %2</source>
        <translation>90-%-Intervall %1 – %2</translation>
    </message>
    <message>
        <source>prices as of %1</source>
        <translation>Preise vom %1</translation>
    </message>
    <message>
        <source>seed %1</source>
        <translation>Startwert %1</translation>
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
    <message>
        <source>Built-in examples</source>
        <translation>Mitgelieferte Beispiele</translation>
    </message>
</context>
<context>
    <name>nscope::gui::WhatIfPanel</name>
    <message>
        <source>Target throughput</source>
        <translation>Durchsatz des Ziels</translation>
    </message>
    <message>
        <source>Target price</source>
        <translation>Preis des Ziels</translation>
    </message>
    <message>
        <source>Baseline price</source>
        <translation>Preis der Basis</translation>
    </message>
    <message>
        <source>Target utilisation</source>
        <translation>Auslastung des Ziels</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>Last</translation>
    </message>
    <message>
        <source>Engineering effort</source>
        <translation>Engineering-Aufwand</translation>
    </message>
    <message>
        <source>Go-live</source>
        <translation>Go-live</translation>
    </message>
    <message>
        <source>What if</source>
        <translation>Was wäre, wenn</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>Zurücksetzen</translation>
    </message>
    <message>
        <source>All sliders back to the plan</source>
        <translation>Alle Regler zurück auf den Plan</translation>
    </message>
    <message>
        <source>The plan has no engineer-weeks</source>
        <translation>Der Plan hat keine Personenwochen</translation>
    </message>
    <message>
        <source>%1 × baseline</source>
        <translation>%1 × Basis</translation>
    </message>
    <message>
        <source>plan: %1</source>
        <translation>Plan: %1</translation>
    </message>
    <message>
        <source>the move pays at any value</source>
        <translation>der Umstieg lohnt sich bei jedem Wert</translation>
    </message>
    <message>
        <source>no value makes the move pay</source>
        <translation>bei keinem Wert lohnt sich der Umstieg</translation>
    </message>
    <message>
        <source>pays above %1</source>
        <translation>lohnt sich über %1</translation>
    </message>
    <message>
        <source>pays below %1</source>
        <translation>lohnt sich unter %1</translation>
    </message>
    <message>
        <source>turns at %1</source>
        <translation>kippt bei %1</translation>
    </message>
    <message>
        <source>▾ break-even, the rest as planned</source>
        <translation>▾ Break-even, der Rest wie geplant</translation>
    </message>
    <message numerus="yes">
        <source>%n slider(s) moved: not the plan</source>
        <translation>
            <numerusform>%n Regler verschoben: nicht der Plan</numerusform>
            <numerusform>%n Regler verschoben: nicht der Plan</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>nscope::gui::WorkList</name>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>Duplizieren</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>Durchsatz</translation>
    </message>
    <message>
        <source>Work</source>
        <translation>Arbeit</translation>
    </message>
    <message>
        <source>Work items</source>
        <translation>Arbeitsposten</translation>
    </message>
    <message>
        <source>stated</source>
        <translation>angegeben</translation>
    </message>
    <message>
        <source>simulated</source>
        <translation>simuliert</translation>
    </message>
    <message>
        <source>of a measured run …</source>
        <translation>aus gemessenem Lauf …</translation>
    </message>
    <message>
        <source>served within limits</source>
        <translation>bedient innerhalb der Grenzwerte</translation>
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

// The panel beside the tracks. Texts of the run are set as textContent, so that markup in names is text.
const MOST_NAMES = 200, MOST_LINKS = 50, MOST_NOTES = 500;

function made(tag, text, name) {
  const node = document.createElement(tag);
  if (text !== undefined) node.textContent = text;
  if (name) node.className = name;
  return node;
}
function linkTo(event, text) {
  const button = made("button", text, "link");
  button.addEventListener("click", () => select(event, true));
  return button;
}
function factList(pairs) {
  const list = made("dl");
  for (const [label, value] of pairs) list.append(made("dt", label), made("dd", value));
  return list;
}
function table(headings, rows) {
  const node = made("table");
  const head = node.createTHead().insertRow();
  headings.forEach((heading, i) => head.append(made("th", heading, i > 0 ? "number" : "")));
  const body = node.createTBody();
  for (const cells of rows) {
    const row = body.insertRow();
    cells.forEach((cell, i) => row.append(made("td", cell, i > 0 ? "number" : "")));
  }
  return node;
}

const PANELS = { event: eventPanel, range: rangePanel, notes: notesPanel, run: runPanel };
function showTab(name) {
  state.tab = name;
  for (const button of element("tabs").children) {
    const chosen = button.dataset.tab === name;
    button.setAttribute("aria-selected", String(chosen));
    button.tabIndex = chosen ? 0 : -1;
    if (chosen) element("panel").setAttribute("aria-labelledby", button.id);
  }
  const panel = element("panel");
  panel.scrollTop = 0;
  panel.replaceChildren();
  PANELS[name](panel);
}
function buildTabs() {
  const names = Object.keys(PANELS);
  for (const name of names) {
    const button = made("button", said(`${name}_tab`));
    button.id = `tab-${name}`;
    button.dataset.tab = name;
    button.setAttribute("role", "tab");
    button.setAttribute("aria-controls", "panel");
    button.addEventListener("click", () => showTab(name));
    button.addEventListener("keydown", (key) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[key.key];
      if (!step) return;
      const next = names[(names.indexOf(name) + step + names.length) % names.length];
      showTab(next);
      element(`tab-${next}`).focus();
      key.stopPropagation();
    });
    element("tabs").append(button);
  }
}

function notesOf(event) {
  const id = sliceId(event);
  return run.head.notes.filter((note) => note.kind === "event" && note.event === id);
}
function waitText(wait) {
  const text = lengthOf(Math.floor(wait / 2));
  return wait % 2 === 1 ? said("at_most", text) : text;
}
function timeFields({ track, row }) {
  const fields = [[said("track"), pathOf(track)], [said("start"), timeOf(track.start[row])],
    [said("duration"), lengthOf(track.end[row] - track.start[row])]];
  if (track.wait && track.wait[row] > 0) fields.push([said("wait"), waitText(track.wait[row])]);
  return fields;
}
function eventPanel(panel) {
  const event = state.event;
  if (!event) {
    panel.append(made("p", said("event_empty"), "muted"));
    return;
  }
  panel.append(made("h2", nameOf(event.track, event.row), "name"), factList(timeFields(event)));
  for (const note of notesOf(event)) panel.append(noteNode(note, false));
  const parent = parentOf(event);
  if (parent) panel.append(made("h2", said("parent")), linkTo(parent, nameOf(parent.track, parent.row)));
  if (run.head.properties.length > 0) {
    const properties = made("div");
    properties.id = "properties";
    panel.append(properties);
    showProperties(properties, event);
  }
  const id = sliceId(event);
  addLinks(panel, said("predecessors"), flowsTo(id));
  addLinks(panel, said("successors"), flowsFrom(id));
}
async function showProperties(node, event) {
  const waiting = setTimeout(() => node.append(made("p", said("loading"), "muted")), 150);
  try {
    const list = await propertiesOf(event.track, event.row);
    node.replaceChildren();
    if (list.length === 0) return;
    node.append(made("h2", said("properties")),
      factList(list.map(({ key, type, value }) => [key, propertyText(key, type, value)])));
  } catch (error) {
    node.replaceChildren(made("p", said("damaged"), "muted"));
    console.error(error);
  } finally {
    clearTimeout(waiting);
  }
}
function addLinks(panel, heading, flows) {
  if (flows.length === 0) return;
  panel.append(made("h2", `${heading} (${countText(flows.length)})`));
  for (const { other, kind } of flows.slice(0, MOST_LINKS)) {
    const event = trackOfSlice(other);
    const name = nameOf(event.track, event.row);
    panel.append(linkTo(event, `${name} · ${event.track.name} · ${timeOf(event.track.start[event.row])}` +
      (kind ? ` · ${kind}` : "")));
  }
  if (flows.length > MOST_LINKS) panel.append(made("p", said("more", countText(flows.length - MOST_LINKS)), "muted"));
}

// Totals of the selected range: time within it by name, and the busy time of each track.
function rangeTotals({ begin, end, tracks }) {
  const names = new Map();
  const busy = [];
  for (const track of run.slice_tracks) {
    if (tracks && !tracks.has(track.index)) continue;
    for (const lane of lanesOf(track)) {
      const last = lowerBound(lane.start, end);
      for (let i = upperBound(lane.reach, begin); i < last; ++i) {
        if (lane.end[i] <= begin) continue;
        const time = Math.min(end, lane.end[i]) - Math.max(begin, lane.start[i]);
        const name = track.name_id[lane.rowOf(i)];
        const sum = names.get(name) ?? { count: 0, total: 0, longest: 0 };
        ++sum.count;
        sum.total += time;
        sum.longest = Math.max(sum.longest, lane.end[i] - lane.start[i]);
        names.set(name, sum);
      }
    }
    const time = busyTime(track, begin, end);
    if (time > 0) busy.push({ track, time });
  }
  return { names: [...names].sort((a, b) => b[1].total - a[1].total || a[0] - b[0]),
    busy: busy.sort((a, b) => b.time - a.time || a.track.index - b.track.index) };
}
// The time of [begin, end) in which a track has an event: the union of its lanes.
function busyTime(track, begin, end) {
  const lanes = lanesOf(track);
  if (lanes.length === 1 || track.nested) return busyShare(lanes[0], begin, end) * (end - begin);
  let covered = begin, time = 0;
  for (let row = 0; row < track.slices && track.start[row] < end; ++row) {
    if (track.end[row] <= covered) continue;
    const until = Math.min(end, track.end[row]);
    time += until - Math.max(covered, track.start[row]);
    covered = until;
  }
  return time;
}
function rangePanel(panel) {
  const range = state.range;
  if (!range) {
    panel.append(made("p", said("range_empty"), "muted"));
    return;
  }
  const length = range.end - range.begin;
  const zoom = made("button", said("zoom_to_range"));
  zoom.addEventListener("click", () => setView(range.begin, range.end));
  const { names, busy } = rangeTotals(range);
  panel.append(factList([[said("start"), timeOf(range.begin)], [said("end"), timeOf(range.end)],
    [said("duration"), lengthOf(length)],
    [said("events"), countText(names.reduce((sum, [, each]) => sum + each.count, 0))]]), zoom);
  panel.append(made("h2", said("by_name")), made("p", said("by_name_note"), "muted"));
  panel.append(table(["name", "count", "total", "mean", "longest"].map((id) => said(id)),
    names.slice(0, MOST_NAMES).map(([name, each]) => [run.names[name], countText(each.count), lengthOf(each.total),
      lengthOf(each.total / each.count), lengthOf(each.longest)])));
  if (names.length > MOST_NAMES) panel.append(made("p", said("more", countText(names.length - MOST_NAMES)), "muted"));
  panel.append(made("h2", said("by_track")), made("p", said("by_track_note"), "muted"));
  panel.append(table([said("track"), said("total"), said("busy")], busy.slice(0, MOST_NAMES).map(({ track, time }) =>
    [pathOf(track), lengthOf(time), percentText(time / length)])));
  if (busy.length > MOST_NAMES) panel.append(made("p", said("more", countText(busy.length - MOST_NAMES)), "muted"));
}

function noteNode(note, linked) {
  const node = made("div", undefined, "note");
  node.style.borderLeftColor = note.color;
  const when = note.end > note.begin ? `${timeOf(note.begin)} – ${timeOf(note.end)}` : timeOf(note.begin);
  if (linked) {
    const button = made("button", note.name || when, "link");
    button.addEventListener("click", () => goToNote(note));
    node.append(button);
  } else {
    node.append(made("b", note.name));
  }
  node.append(made("div", when, "muted"));
  if (note.text) node.append(made("div", note.text));
  return node;
}
function goToNote(note) {
  if (note.kind === "event") {
    select(trackOfSlice(note.event), true);
  } else if (note.end > note.begin) {
    setView(note.begin - (note.end - note.begin) * 0.1, note.end + (note.end - note.begin) * 0.1);
  } else {
    const half = (view.end - view.begin) / 2;
    setView(note.begin - half, note.begin + half);
  }
}
function notesPanel(panel) {
  const notes = run.head.notes;
  if (notes.length === 0) panel.append(made("p", said("notes_empty"), "muted"));
  for (const note of notes.slice(0, MOST_NOTES)) panel.append(noteNode(note, true));
  if (notes.length > MOST_NOTES) panel.append(made("p", said("more", countText(notes.length - MOST_NOTES)), "muted"));
}

function runPanel(panel) {
  const { head } = run;
  const samples = run.tracks.reduce((sum, track) => sum + track.samples, 0);
  panel.append(made("h2", head.file || said("facts"), "name"));
  panel.append(factList([...head.facts, [said("samples"), countText(samples)]]));
  panel.append(made("h2", said("contents")));
  if (head.left_out.length > 0) {
    const list = made("ul");
    for (const text of head.left_out) list.append(made("li", text));
    panel.append(list);
  }
  panel.append(made("p", said("contents_note"), "muted"));
  panel.append(made("h2", said("diagnostics")));
  if (head.diagnostics.length === 0) panel.append(made("p", said("clean"), "muted"));
  for (const { severity, code, count, example } of head.diagnostics) {
    panel.append(factList([[`${severity} · ${code}`, `${countText(count)} × ${example}`]]));
  }
  panel.append(made("p", said("written_by", head.program), "muted"));
}

// The run and what is shown of it, without pixels. Times are units from the start of the run.
let run = null;
const view = { begin: 0, end: 1 };
const state = {
  collapsed: new Set(), expanded: new Set(),  // indices of groups, and of deep stacks that are expanded
  event: null,                                // { track, row }
  range: null,                                // { begin, end, tracks: Set or null }
  search: null, tab: "run", rows: [], height: 0, hovered: null,
};

// The first index of the ascending `values` with values[index] >= value; upperBound: > value.
function lowerBound(values, value, from = 0, to = values.length) {
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (values[middle] < value) from = middle + 1; else to = middle;
  }
  return from;
}
function upperBound(values, value, from = 0, to = values.length) {
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (values[middle] <= value) from = middle + 1; else to = middle;
  }
  return from;
}

function nsOf(units) {
  return units / run.head.units_per_ns;
}
function timeOf(units) {
  return timeText(run.head.origin_ns + nsOf(units));
}
function lengthOf(units) {
  return durationText(nsOf(units));
}
function nameOf(track, row) {
  return run.names[track.name_id[row]];
}
function pathOf(track) {
  return track.parent >= 0 ? `${pathOf(run.tracks[track.parent])} / ${track.name}` : track.name;
}
function colorOf(track, row) {
  if (track.limited) return track.limited[row] ? track.color : null;
  return track.by_name ? run.colors[track.name_id[row]] : track.color;
}

// The events of each lane as columns. `reach` is the latest end up to an event, `sum` the total
// duration of the events before it. `rows` is null if the lane has all events of the track.
function lanesOf(track) {
  if (track.lane_columns) return track.lane_columns;
  const rows = [];
  if (track.lane) {
    const counts = new Uint32Array(track.lanes);
    for (const lane of track.lane) ++counts[lane];
    for (const count of counts) rows.push(new Uint32Array(count));
    counts.fill(0);
    track.lane.forEach((lane, row) => { rows[lane][counts[lane]++] = row; });
  } else {
    rows.push(null);
  }
  track.lane_columns = rows.map((list) => {
    const start = list ? Float64Array.from(list, (row) => track.start[row]) : track.start;
    const end = list ? Float64Array.from(list, (row) => track.end[row]) : track.end;
    const reach = new Float64Array(start.length);
    const sum = new Float64Array(start.length + 1);
    let latest = 0;
    for (let i = 0; i < start.length; ++i) {
      reach[i] = latest = Math.max(latest, end[i]);
      sum[i + 1] = sum[i] + end[i] - start[i];
    }
    return { rows: list, start, end, reach, sum, rowOf: list ? (i) => list[i] : (i) => i };
  });
  return track.lane_columns;
}

// The share of [begin, end) in which a lane has an event.
function busyShare(lane, begin, end) {
  const first = upperBound(lane.reach, begin);
  const last = lowerBound(lane.start, end, first);
  if (first >= last) return 0;
  const before = Math.max(0, begin - lane.start[first]);
  const after = Math.max(0, lane.end[last - 1] - end);
  return Math.min(1, Math.max(0, (lane.sum[last] - lane.sum[first] - before - after) / (end - begin)));
}
function busiestShare(tracks, begin, end) {
  let most = 0;
  for (const track of tracks) {
    for (const lane of track.nested ? lanesOf(track).slice(0, 1) : lanesOf(track)) {
      most = Math.max(most, busyShare(lane, begin, end));
    }
    if (most === 1) break;
  }
  return most;
}

// The rows of the desktop (app/gui/timeline/model/timeline_rows.cpp and lanes.cpp).
const MANY_ROWS = 24, DEEP_LANES = 12, LANE_MARGIN = 6, TALLEST_STACK = 400000;

function isBlank(track) {
  return track.slices === 0 && track.samples === 0 && track.kind !== "engine" && track.children.every(isBlank);
}
function isDeep(track) {
  return track.lanes > DEEP_LANES;
}
function collapseInitially() {
  for (const track of run.tracks) {
    const semaphores = track.children.some((child) => child.kind === "semaphore");
    if (semaphores || track.children.length > MANY_ROWS) state.collapsed.add(track.index);
  }
}
function stackHeight(track) {
  const tall = track.nested ? 14 : 9;
  const compact = Math.min(tall, Math.max(3, Math.min(8, Math.floor(200 / track.lanes))));
  const lane = isDeep(track) && !state.expanded.has(track.index) ? compact : tall;
  return Math.min(TALLEST_STACK, lane * track.lanes);
}
function rowOf(track, level) {
  const parent = track.parent >= 0 ? run.tracks[track.parent] : null;
  if (track.children.length > 0) {
    const open = track.name.indexOf(" (");
    const split = open >= 0 && track.name.endsWith(")");
    const collapsed = state.collapsed.has(track.index);
    return { kind: "group", track, level, height: 22, collapsed, title: split ? track.name.slice(0, open) : track.name,
      caption: split ? track.name.slice(open + 2, -1) : "" };
  }
  if (track.slices > 0 || track.samples === 0) {
    const base = track.kind === "dma_queue" && parent && parent.kind !== "core" ? 17 : 23;
    const height = track.lanes === 1 ? base : Math.max(base, stackHeight(track) + LANE_MARGIN);
    return { kind: "slices", track, level, height, title: track.name, caption: "" };
  }
  const switches = track.unit === "used";
  const low = switches || track.kind === "semaphore";
  return { kind: low ? "steps" : "counter", track, level, height: switches ? 14 : low ? 23 : 38, title: track.name,
    caption: "" };
}
function layoutRows() {
  state.rows = [];
  state.height = 0;
  const place = (track, level) => {
    if (isBlank(track)) return;
    const row = { ...rowOf(track, level), top: state.height };
    state.rows.push(row);
    state.height += row.height;
    if (row.kind === "group" && !row.collapsed) track.children.forEach((child) => place(child, level + 1));
  };
  for (const track of run.tracks) if (track.parent < 0) place(track, 0);
  state.tops = state.rows.map((row) => row.top);
  state.row_of = new Map();
  for (const row of state.rows) state.row_of.set(row.track.index, row);
}
function rowAt(y) {
  const index = upperBound(state.tops, y) - 1;
  const row = state.rows[index];
  return row && y < row.top + row.height ? row : null;
}
// The row of a track, or of the collapsed group that contains it.
function shownRow(track) {
  for (let at = track; at; at = run.tracks[at.parent]) {
    const row = state.row_of.get(at.index);
    if (row) return row;
  }
  return null;
}
// The slice tracks below a group.
function tracksBelow(group) {
  return group.children.flatMap((child) => (child.slices > 0 ? [child, ...tracksBelow(child)] : tracksBelow(child)));
}
// Opens all groups above a track.
function reveal(track) {
  for (let at = run.tracks[track.parent]; at; at = run.tracks[at.parent]) state.collapsed.delete(at.index);
  layoutRows();
}
// The strip of a lane in a row, in pixels from the top of the row (lane_strip() of the desktop).
function laneStrip(row, lane) {
  const lanes = row.track.lanes, height = row.height - LANE_MARGIN;
  if (lanes <= 1) return { top: 3, height };
  const top = Math.floor((height * lane) / lanes);
  const room = Math.max(1, Math.floor((height * (lane + 1)) / lanes) - top);
  return { top: 3 + top, height: Math.max(Math.min(2, room), room - 1) };
}

function trackOfSlice(id) {
  const index = upperBound(run.first_slices, id) - 1;
  const track = run.slice_tracks[index];
  return { track, row: id - track.first };
}
function sliceId(event) {
  return event.track.first + event.row;
}
// Dependencies of an event: [{ other: id, kind }].
function flowsFrom(id) {
  const found = [];
  if (!run.flows) return found;
  const { from, to, kind, kinds } = run.flows;
  for (let i = lowerBound(from, id); i < from.length && from[i] === id; ++i) {
    found.push({ other: to[i], kind: kinds[kind[i]] });
  }
  return found;
}
function flowsTo(id) {
  const found = [];
  if (!run.flows) return found;
  const { from, to, kind, kinds, by_target } = run.flows;
  let first = 0;
  for (let last = by_target.length; first < last;) {
    const middle = (first + last) >>> 1;
    if (to[by_target[middle]] < id) first = middle + 1; else last = middle;
  }
  for (; first < by_target.length && to[by_target[first]] === id; ++first) {
    const i = by_target[first];
    found.push({ other: from[i], kind: kinds[kind[i]] });
  }
  return found;
}
// The event one level above that encloses an event of a call stack; null if there is none.
function parentOf({ track, row }) {
  if (!track.nested || !track.lane || track.lane[row] === 0) return null;
  const lane = lanesOf(track)[track.lane[row] - 1];
  const i = upperBound(lane.start, track.start[row]) - 1;
  return i >= 0 && lane.end[i] >= track.end[row] ? { track, row: lane.rowOf(i) } : null;
}

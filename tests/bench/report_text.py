"""The Markdown of run_peer_comparison.py."""
from measured import median


def good(runs):
    return [run for run in runs or [] if 'failed' not in run]


def middle(runs, *path):
    """The median over the repetitions of one value; None where there is none."""
    values = []
    for run in good(runs):
        for step in path:
            run = run[step] if isinstance(step, int) else run.get(step)
            if run is None:
                break
        if run is not None:
            values.append(run)
    return median(values) if values else None


def why(runs):
    failed = [run['failed'] for run in runs or [] if 'failed' in run]
    return f'failed: {failed[0]}' if failed else 'not measured'


def seconds(value):
    if value is None:
        return ''
    if value < 0.1:
        return f'{value * 1e3:.3g} ms'
    return f'{value:.2f} s' if value < 10 else f'{value:.1f} s'


def size(value):
    if value is None:
        return ''
    return f'{value / 1e9:.2f} GB' if value >= 1e9 else f'{value / 1e6:.3g} MB'


def ratio(theirs, ours):
    return '' if not theirs or not ours else f'{theirs / ours:.1f} x'


def rate(value):
    return '' if value is None else f'{value:.0f} MB/s'


def table(header, rows):
    lines = ['| ' + ' | '.join(header) + ' |', '|' + '---|' * len(header)]
    return '\n'.join(lines + ['| ' + ' | '.join(row) + ' |' for row in rows]) + '\n'


def ordered(results, section):
    """(size, what) of a section, in the order they were measured."""
    return [(key[1], key[2]) for key in results if key[0] == section]


def imports(results):
    rows = []
    for at, name in ordered(results, 'import'):
        ours = results['import', at, name]
        theirs = results.get(('peer', at, name))
        label = f'{name}, {at} slices'
        if not good(ours):
            rows.append([label, why(ours), '', '', '', '', '', ''])
            continue
        label += f' ({size(middle(ours, "bytes"))})'
        cells = [label] + [seconds(middle(ours, 'wall')), seconds(middle(ours, 'cpu')),
                           size(middle(ours, 'peak')), size(middle(ours, 'anonymous'))]
        if good(theirs):
            cells += [seconds(middle(theirs, 'wall')), seconds(middle(theirs, 'cpu')),
                      size(middle(theirs, 'peak'))]
        else:
            cells += [why(theirs), '', '']
        rows.append(cells)
    return table(['import', 'wall', 'CPU', 'memory', 'anonymous', 'peer: wall', 'CPU', 'memory'],
                 rows)


def ratios(results):
    rows = []
    for at, name in ordered(results, 'import'):
        ours = results['import', at, name]
        theirs = results.get(('peer', at, name))
        if good(ours) and good(theirs):
            rows.append([f'{name}, {at} slices'] + [
                ratio(middle(theirs, part), middle(ours, part)) for part in ('wall', 'cpu', 'peak')])
    if not rows:
        return 'No peer was measured.\n'
    return table(['peer / ours', 'wall', 'CPU', 'memory'], rows)


def sessions(results):
    rows = []
    for at, name in ordered(results, 'import'):
        ours = results['import', at, name]
        if good(ours):
            rows.append([f'save, {at} slices from {name}', seconds(middle(ours, 'save_wall')),
                         seconds(middle(ours, 'save_cpu')),
                         size(middle(ours, 'session_bytes')), ''])
    for at, name in ordered(results, 'cli'):
        runs = results['cli', at, name]
        rows.append([f'`nscope import`, {at} slices from {name}',
                     seconds(middle(runs, 'wall')) or why(runs), seconds(middle(runs, 'cpu')), '',
                     size(middle(runs, 'peak'))])
    for at, _ in ordered(results, 'windows'):
        runs = results['windows', at, 'frames']
        if not good(runs):
            rows.append([f'reopen, {at} slices', why(runs), '', '', ''])
            continue
        whole = middle(runs, 'open_seconds') + middle(runs, 'first_frame_seconds')
        rows.append([f'reopen to the first frame, {at} slices', seconds(whole), '', '', ''])
    for at, name in ordered(results, 'export'):
        runs = results['export', at, name]
        rows.append([f'export {name}, {at} slices', seconds(middle(runs, 'wall')) or why(runs),
                     seconds(middle(runs, 'cpu')), size(middle(runs, 'bytes')),
                     size(middle(runs, 'peak'))])
    return table(['session', 'wall', 'CPU', 'file', 'memory'], rows)


def queries(results):
    rows = []
    for at, _ in ordered(results, 'query'):
        runs = results['query', at, 'sql']
        peer = next((results[key] for key in results
                     if key[:2] == ('peer', at) and good(results[key])), None)
        if not good(runs):
            rows.append([f'{at} slices', why(runs), '', '', '', ''])
            continue
        for i, label in enumerate(('`GROUP BY name`, SQL', 'aggregate table')):
            statement = ('statements', i)
            rows.append([f'{label}, {at} slices'] + [
                seconds(middle(runs, *statement, run, part))
                for run in ('first', 'again') for part in ('seconds', 'cpu_seconds')] +
                [seconds(middle(peer, 'query_wall')) if i == 0 else ''])
    return table(['query', 'first: wall', 'CPU', 'again: wall', 'CPU', 'peer'], rows)


def frames(results):
    """Zooms whose frames all take less than half a millisecond are left out."""
    rows = []
    for at, _ in ordered(results, 'windows'):
        runs = good(results['windows', at, 'frames'])
        for i, zoom in enumerate(runs[0]['zooms'] if runs else []):
            def three(which, i=i):
                return ' / '.join(f'{middle(runs, "zooms", i, which, part):.2f}'
                                  for part in ('p50_ms', 'p99_ms', 'max_ms'))
            if middle(runs, 'zooms', i, 'again', 'p99_ms') < 0.5:
                continue
            rows.append([at, f'1/{zoom["zoom"]:,.1f}', f'{middle(runs, "zooms", i, "spans"):,.0f}',
                         three('first'), three('again')])
    return table(['slices', 'of the run', 'spans drawn', 'first visit, ms: p50 / p99 / max',
                  'again, ms: p50 / p99 / max'], rows)


def other_formats(results):
    rows = []
    for _, name in ordered(results, 'rate'):
        runs = results['rate', '', name]
        if not good(runs):
            rows.append([name, why(runs), '', '', '', ''])
            continue
        wall = middle(runs, 'wall')
        rows.append([name, size(middle(runs, 'bytes')), seconds(wall), seconds(middle(runs, 'cpu')),
                     rate(middle(runs, 'bytes') / wall / 1e6),
                     f'{size(middle(runs, "peak"))}, {size(middle(runs, "anonymous"))} anonymous'])
    return table(['import', 'file', 'wall', 'CPU', 'rate', 'memory'], rows)


def floors(results):
    rows = []
    for at, name in ordered(results, 'floor'):
        runs = results['floor', at, name]
        for part, label in (('simdjson', 'simdjson on-demand visits every event'),
                            ('fields', 'step over every protobuf field')):
            if middle(runs, part, 'seconds') is not None:
                rows.append([f'{label}, {at} slices', seconds(middle(runs, part, 'seconds')),
                             rate(middle(runs, part, 'megabytes_per_second'))])
    for at, name in ordered(results, 'floor')[-1:]:
        runs = results['floor', at, name]
        for part, label in (('read', 'sum of memory'), ('copy', 'copy of memory')):
            value = middle(runs, 'memory', f'{part}_gigabytes_per_second')
            rows.append([label, '', '' if value is None else f'{value:.1f} GB/s'])
    return table(['one thread', 'time', 'rate'], rows)


def markdown(where, results, failures, options):
    cpu = where['cpu']
    parts = [
        f'Measured {where["date"]} at {where["revision"]} on {where["cores"]} cores ({cpu}), '
        f'{where["memory_gib"]:.0f} GiB; medians of {options.repeat}; load {where["load"]:.1f} at '
        'the start. Memory is the peak resident; "anonymous" is without mapped file pages.\n',
        imports(results), ratios(results), sessions(results), queries(results), frames(results),
        other_formats(results), floors(results)]
    if failures:
        parts.append('Failed:\n' + ''.join(f'- {failure}\n' for failure in failures))
    return '\n'.join(parts)

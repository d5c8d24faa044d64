"""How time and memory grow with the number of pictures: measured, as a table and as a plot.

The same small pictures under ever more names: each name is a picture of its own to the tool.
"""
import math
import os
import statistics
from pathlib import Path

from rows import BENCH, INPUTS, ROOT, TOOL, files

TILE = 48
COUNTS = {"small": [10, 100, 1_000, 10_000], "full": [10, 100, 1_000, 10_000, 100_000]}


def names(count, sources):
    """A file with `count` names, one a line, of links to the sources in turn."""
    folder = ROOT / INPUTS / "links"
    folder.mkdir(parents=True, exist_ok=True)
    for index in range(count):
        link = folder / f"{index:06}.jpg"
        if not link.exists():
            os.link(ROOT / sources[index % len(sources)], link)
    listed = ROOT / BENCH / "jobs" / f"growth-{count}.txt"
    listed.parent.mkdir(parents=True, exist_ok=True)
    listed.write_text("".join(f"{folder}/{index:06}.jpg\n" for index in range(count)))
    return listed


def command(listed, count):
    columns = math.isqrt(count - 1) + 1
    return [TOOL, "grid", "--files-from", str(listed), "--columns", str(columns), "--width",
            str(columns * TILE), "--spacing", "0", "--margin", "0", "--quiet", "-o",
            str(BENCH / "out" / "growth.png")]


def measure(name, rounds, run, tell):
    """For each count the seconds and the peak memory in bytes of the median run."""
    sources = files("small", 150)
    (ROOT / BENCH / "out").mkdir(parents=True, exist_ok=True)
    points = []
    for count in COUNTS[name]:
        tell(f"a sheet of {count:,} pictures")
        words = command(names(count, sources), count)
        run(words)
        # What takes a minute is not luck.
        runs = [run(words) for _ in range(rounds if count <= 10_000 else 1)]
        failed = [each for each in runs if each.code != 0]
        if failed:
            raise SystemExit(f"bench: {count} pictures: ended with {failed[0].code}: {failed[0].said.strip()}")
        points.append((count, statistics.median(each.seconds for each in runs),
                       max(each.peak for each in runs)))
    (ROOT / BENCH / "out" / "growth.png").unlink(missing_ok=True)
    return points


def table(points, markdown):
    rows = [[f"{count:,}", f"{seconds:.3g}" if seconds < 100 else f"{seconds:.0f}",
             f"{seconds / count * 1000:.2g}", f"{peak / 1e6:.0f}"] for count, seconds, peak in points]
    return markdown(["pictures", "seconds", "ms for each", "peak memory, MB"], rows)


# MARK: - The plot

WIDTH, HEIGHT = 880, 360
PANELS = [(70, "seconds"), (510, "peak memory, MB")]
PANEL, TOP, BOTTOM = 330, 60, 300


def decades(values):
    """The powers of ten around some values."""
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
    return [10.0 ** power for power in range(low, high + 1)]


def plot(points):
    """An SVG of two panels over the number of pictures: time on a logarithmic scale, memory on a plain one."""
    counts, seconds = [point[0] for point in points], [point[1] for point in points]
    memory = [point[2] / 1e6 for point in points]
    across = decades(counts)
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
             f'viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="13" role="img">',
             "<title>Time grows as the number of pictures does; of each one some 700 bytes stay in memory</title>",
             f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>']

    def x(left, count):
        return left + PANEL * math.log10(count / across[0]) / math.log10(across[-1] / across[0])

    def panel(left, title, values, ticks, y, label):
        parts.append(f'<text x="{left}" y="32" font-size="15" fill="#1a1a1a">{title}</text>')
        for tick in ticks:
            parts.append(f'<path d="M{left} {y(tick):.1f}h{PANEL}" stroke="#e0e0e0"/>'
                         f'<text x="{left - 8}" y="{y(tick) + 4:.1f}" text-anchor="end" fill="#555">'
                         f"{label(tick)}</text>")
        for tick in across:
            parts.append(f'<text x="{x(left, tick):.1f}" y="{BOTTOM + 22}" text-anchor="middle" fill="#555">'
                         f"{tick:,.0f}</text>")
        parts.append(f'<text x="{left + PANEL / 2}" y="{BOTTOM + 44}" text-anchor="middle" fill="#555">pictures</text>')
        places = [(x(left, count), y(value)) for count, value in zip(counts, values)]
        line = " ".join(f"{a:.1f},{b:.1f}" for a, b in places)
        parts.append(f'<polyline points="{line}" fill="none" stroke="#1f5fa8" stroke-width="2"/>')
        for index, ((a, b), value) in enumerate(zip(places, values)):
            # The first figure keeps off the axis.
            anchor = "middle" if index else "start"
            parts.append(f'<circle cx="{a:.1f}" cy="{b:.1f}" r="4" fill="#1f5fa8"/>'
                         f'<text x="{a + (0 if index else 8):.1f}" y="{b - 10:.1f}" text-anchor="{anchor}" '
                         f'fill="#1a1a1a">{value:.3g}</text>')

    up = decades(seconds)

    def y_seconds(value):
        return BOTTOM - (BOTTOM - TOP) * math.log10(value / up[0]) / math.log10(up[-1] / up[0])

    # In proportion to the last point: what linear growth would be.
    linear = [(x(PANELS[0][0], count), y_seconds(max(up[0], seconds[-1] * count / counts[-1])))
              for count in (max(counts[0], counts[-1] * up[0] / seconds[-1]), counts[-1])]
    parts.append('<path d="M{:.1f} {:.1f}L{:.1f} {:.1f}" stroke="#b0b0b0" stroke-dasharray="5 4"/>'
                 .format(*linear[0], *linear[1]))
    panel(*PANELS[0], seconds, up, y_seconds, lambda tick: f"{tick:g}")
    step = 10 ** math.floor(math.log10(max(memory)))
    top = step * (math.floor(max(memory) / step) + 1)
    ticks = [step * index for index in range(int(top / step) + 1)]
    panel(*PANELS[1], memory, ticks, lambda value: BOTTOM - (BOTTOM - TOP) * value / top, lambda tick: f"{tick:g}")
    parts.append(f'<text x="{PANELS[0][0]}" y="50" fill="#777">dashed: in proportion to the pictures</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"

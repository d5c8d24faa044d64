#!/usr/bin/env python3
"""Measures contactsheet and other tools at the same work, side by side, and prints a table in Markdown.

docs/bench.md says what is measured, and how. Python's standard library is enough; the tools that are missing
have an empty column.
"""
import argparse
import functools
import hashlib
import json
import os
import platform
import re
import shlex
import shutil
import signal
import statistics
import subprocess
import sys
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

import growth
import rows as work
from rows import BENCH, INPUTS, KINDS, OURS, PEERS, ROOT, SETS

ROUNDS = {"small": 5, "full": 3}
#: seconds; what takes longer has failed
TIME_LIMIT = 1800
SAMPLING = 0.02


# MARK: - Tools

@functools.lru_cache(maxsize=None)
def python_with(module):
    """An interpreter that has a module, or none: Debian's packages serve the system's, pip the one in use."""
    for python in ("/usr/bin/python3", sys.executable):
        found = os.path.exists(python) and subprocess.run(
            [python, "-c", f"import {module}"], env=environment(), cwd=ROOT, stderr=subprocess.DEVNULL)
        if found and found.returncode == 0:
            return python
    return None


def environment():
    tools = str(ROOT / BENCH / "tools")
    path = os.pathsep.join(filter(None, [tools, os.environ.get("PYTHONPATH")]))
    return {**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1",
            "MAGICK_CONFIGURE_PATH": str(ROOT / "Benchmarks/peers/magick")}


def commands():
    """Each tool that is there: its name, and the function that gives its command for a row."""
    found = {OURS: work.ours}
    if shutil.which("montage") and shutil.which("compare"):
        found["ImageMagick"] = work.image_magick
    if shutil.which("vips") and shutil.which("vipsthumbnail") and python_with("pyvips"):
        found["libvips"] = work.libvips(python_with("pyvips"))
    if python_with("cv2"):
        found["OpenCV"] = work.by_program("opencv_peer.py", python_with("cv2"))
    if python_with("PIL"):
        pools = ("grid", "masonry", "batch", "verify")
        found["Pillow"] = work.by_program("pillow_peer.py", python_with("PIL"), pools)
    return found


def said_by(*words):
    """The first line that a command prints, or nothing."""
    try:
        done = subprocess.run(words, env=environment(), cwd=ROOT, capture_output=True, text=True)
    except FileNotFoundError:
        return ""
    return done.stdout.partition("\n")[0].strip()


def machine():
    """The lines that say where a table comes from."""
    model = re.search(r"^model name\s*: (.*)$", read("/proc/cpuinfo"), re.MULTILINE)
    memory = re.search(r"^MemTotal:\s*(\d+) kB", read("/proc/meminfo"), re.MULTILINE)
    system = re.search(r'^PRETTY_NAME="(.*)"$', read("/etc/os-release"), re.MULTILINE)
    parts = [model[1] if model else platform.processor(), f"{os.cpu_count()} cores",
             f"{int(memory[1]) / (1 << 20):.0f} GB" if memory else "",
             system[1] if system else platform.platform()]
    versions = [f"{said_by(work.TOOL, '--version')} ({said_by('git', 'rev-parse', '--short', 'HEAD')})"]
    magick = re.search(r"ImageMagick (\S+)", said_by("montage", "-version"))
    versions += [f"ImageMagick {magick[1]}"] if magick else []
    for name, module, text in (
        ("libvips", "pyvips", "'.'.join(str(pyvips.version(n)) for n in range(3)),"
         " 'by pyvips', pyvips.__version__"),
        ("OpenCV", "cv2", "cv2.__version__"), ("Pillow", "PIL", "PIL.__version__"),
    ):
        if python_with(module):
            said = said_by(python_with(module), "-c", f"import {module}; print({text})")
            versions.append(f"{name} {said}")
    return [", ".join(filter(None, parts)), ", ".join(versions)]


def read(path):
    try:
        return Path(path).read_text()
    except OSError:
        return ""


# MARK: - One run

@dataclass
class Run:
    """What one process, with all that it started, took."""
    seconds: float
    cpu: float
    peak: int  # bytes
    code: int
    said: str


def measured(words, scratch, sampled=False, time_limit=TIME_LIMIT):
    """Runs a command. Its peak is that of the largest process or, if sampled, of all of them together."""
    output, report = scratch / "said", scratch / "took"
    report.unlink(missing_ok=True)
    with open(output, "wb") as file:
        process = subprocess.Popen(
            [launcher(), "-I", "-S", str(ROOT / "Benchmarks/launch.py"), str(report), *words], cwd=ROOT,
            env=environment(), stdin=subprocess.DEVNULL, stdout=file, stderr=subprocess.STDOUT,
            start_new_session=True)
        sampler = PeakSampler(process.pid) if sampled else None
        try:
            process.wait(time_limit)
        except BaseException as reason:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            if not isinstance(reason, subprocess.TimeoutExpired):
                raise
            return Run(time_limit, 0, 0, -signal.SIGKILL, f"took longer than {time_limit} seconds")
        finally:
            sum_of_all = sampler.end() if sampler else 0
    said = output.read_text("utf-8", "replace")
    if process.returncode != 0:
        return Run(0, 0, 0, 127, said)
    seconds, cpu, peak, code = read(report).split()
    return Run(float(seconds), float(cpu), max(int(peak), sum_of_all), int(code), said)


def launcher():
    """The smallest Python there is."""
    return "/usr/bin/python3" if os.path.exists("/usr/bin/python3") else sys.executable


class PeakSampler:
    """The largest sum of proportional set sizes below a process: shared pages count once."""

    def __init__(self, root):
        self.root, self.peak, self.over = root, 0, threading.Event()
        self.thread = threading.Thread(target=self.run)
        self.thread.start()

    def run(self):
        while not self.over.wait(SAMPLING):
            self.peak = max(self.peak, sum(proportional_size(each) for each in tree(self.root)[1:]))

    def end(self):
        self.over.set()
        self.thread.join()
        return self.peak


def tree(root):
    """A process, and then all below it."""
    found = [root]
    for each in found:
        for children in Path(f"/proc/{each}/task").glob("*/children"):
            found += [int(word) for word in read(children).split()]
    return found


def proportional_size(process):
    size = re.search(r"^Pss:\s+(\d+) kB", read(f"/proc/{process}/smaps_rollup"), re.MULTILINE)
    return int(size[1]) * 1024 if size else 0


# MARK: - All runs

@dataclass
class Result:
    """What a tool did at a row."""
    runs: list = field(default_factory=list)
    peak: int = 0
    written: int = 0
    decibels: str = ""
    #: why there are no figures
    fault: str = ""
    #: what there is to say about them
    remark: str = ""

    @property
    def seconds(self):
        return statistics.median(run.seconds for run in self.runs) if self.runs and not self.fault else None

    @property
    def cpu(self):
        return statistics.median(run.cpu for run in self.runs) if self.runs and not self.fault else None


def emptied(directory):
    shutil.rmtree(directory, ignore_errors=True)
    directory.mkdir(parents=True)


def directory_of(row, tool):
    return BENCH / "out" / row.key / tool


def run_once(row, tool, command, sampled=False):
    directory = ROOT / directory_of(row, tool)
    emptied(directory)
    run = measured(command.words, ROOT / BENCH, sampled)
    shutil.rmtree(directory / "parts", ignore_errors=True)
    if run.code not in command.codes:
        last = (run.said.strip().splitlines() or ["nothing was said"])[-1]
        return run, f"ended with {run.code}: {last[:200]}"
    return run, ""


def count_of_pixels(said):
    """The number of pixels that a diff found to differ."""
    found = re.search(r'"mismatched": (\d+)', said) or re.search(r"(\d+)", said)
    return int(found[1]) if found else None


def measure(row, tools, rounds):
    """All runs of a row: one of each tool for warming up, which checks what it makes, then rounds in turn."""
    work.write_jobs(row, directory_of(row, OURS))
    planned = {tool: command(row, directory_of(row, tool)) for tool, command in tools.items()}
    results, answers = {tool: Result() for tool in tools}, {}
    for tool, command in planned.items():
        tell(f"{row.title}: {tool}, warming up")
        run, results[tool].fault = run_once(row, tool, command, sampled=command.pool)
        results[tool].peak = run.peak if command.pool else 0
        answers[tool] = count_of_pixels(run.said)
        results[tool].written = sum(path.stat().st_size for path in (ROOT / directory_of(row, tool)).glob("*.png"))
    if row.kind == "diff":
        for tool, answer in answers.items():
            if answer != answers[OURS] and not results[tool].fault:
                results[tool].fault = f"found {answer} pixels, {OURS} {answers[OURS]}"
    elif row.kind != "verify":
        compare_with_reference(row, results)
    order = [tool for tool in planned if not results[tool].fault]
    for number in range(rounds):
        # Each begins once, so that none always follows the same.
        turn = number % max(1, len(order))
        for tool in order[turn:] + order[:turn]:
            tell(f"{row.title}: {tool}, round {number + 1} of {rounds}")
            run, fault = run_once(row, tool, planned[tool])
            results[tool].fault = results[tool].fault or fault
            results[tool].runs.append(run)
            if not planned[tool].pool:
                results[tool].peak = max(results[tool].peak, run.peak)
    shutil.rmtree(ROOT / BENCH / "out" / row.key, ignore_errors=True)
    return results


def compare_with_reference(row, results):
    """Decibels of the sheet of each tool, of a batch those of its first."""
    python = python_with("PIL")
    if not python:
        return
    name = "000.png" if row.kind == "batch" else "sheet.png"
    made = {tool: str(directory_of(row, tool) / name) for tool, result in results.items() if not result.fault}
    program = "Benchmarks/reference.py"
    described = json.dumps(row.job()) + read(ROOT / INPUTS / "origin") + read(ROOT / program)
    # Beside the pictures, so that it goes when they go.
    reference = INPUTS / "references" / (hashlib.sha256(described.encode()).hexdigest()[:16] + ".png")
    words = [python, program, str(BENCH / "jobs" / f"{row.key}.json"), str(reference), *made.values()]
    done = subprocess.run(words, env=environment(), cwd=ROOT, capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f"bench: the reference of '{row.title}' was not made: {done.stderr.strip()}")
    for tool, line in zip(made, done.stdout.splitlines()):
        is_figure = re.fullmatch(r"[\d.]+", line)
        results[tool].decibels = line if is_figure else "–"
        results[tool].remark = "" if is_figure else f"made a sheet of {line}, which cannot be compared"


# MARK: - Tables

def figure(value, digits=2):
    """A number with about three digits."""
    if value is None:
        return ""
    return f"{value:.{digits + (value < 0.0995) - (value >= 9.995) - (value >= 99.95)}f}"


def ratio(ours, theirs):
    return "" if ours is None or not theirs else f"{ours / theirs:.2f}"


def fastest(results):
    """The fastest other tool, or nothing."""
    there = [tool for tool in PEERS if tool in results and results[tool].seconds is not None]
    return min(there, key=lambda tool: results[tool].seconds, default=None)


def markdown(heads, lines):
    aligned = ["---"] + ["---:"] * (len(heads) - 1)
    return "\n".join("| " + " | ".join(cells) + " |" for cells in [heads, aligned, *lines])


def tables(measured_rows):
    """All tables as Markdown. `measured_rows` are pairs of a row and its results by tool."""
    tools = [OURS, *PEERS]

    def table(cell):
        return markdown(["work", *tools], [
            [row.title, *(cell(results[tool]) if tool in results else "" for tool in tools)]
            for row, results in measured_rows])

    lines = []
    for row, results in measured_rows:
        ours, best = results[OURS].seconds, fastest(results)
        cells = [row.title, f"**{figure(ours)}**" if ours is not None else "failed",
                 f"**{ratio(ours, results[best].seconds)}** ({best})" if best and ours is not None else ""]
        for tool in PEERS:
            there = results.get(tool)
            if there and there.seconds is not None:
                cells.append(f"{figure(there.seconds)} ({ratio(ours, there.seconds)})")
            else:
                cells.append("failed" if there else "")
        lines.append(cells)
    parts = ["Seconds; in brackets what contactsheet takes of them:",
             markdown(["work", OURS, "of the fastest", *PEERS], lines),
             "Processor seconds:", table(lambda result: figure(result.cpu)),
             "Peak memory, MB:", table(lambda result: f"{result.peak / 1e6:.0f}" if result.peak else ""),
             "Written, MB:", table(lambda result: figure(result.written / 1e6) if result.written else ""),
             "PSNR against full decode and Lanczos 3, dB:", table(lambda result: result.decibels)]
    notes = [f"- {row.title}: {tool} {note}" for row, results in measured_rows
             for tool, result in results.items() for note in (result.fault, result.remark) if note]
    return "\n\n".join(parts + (["\n".join(notes)] if notes else []))


# MARK: - The program

def tell(line):
    print(f"bench: {line}", file=sys.stderr)


def make_inputs(name, chosen):
    """Makes the pictures that are not there yet."""
    python = python_with("PIL")
    if not python:
        raise SystemExit("bench: the pictures are made with Pillow, which is not there: make bench-tools")
    paths = [path for row in chosen for path in row.files]
    paths += [path for row in chosen for sheet in row.sheets for path in sheet["files"]]
    needed = {Path(path).parent.name for path in paths}
    counts = [f"{kind}={SETS[name][kind]}" for kind in KINDS if kind in needed]
    start = time.monotonic()
    subprocess.run([python, "Benchmarks/inputs.py", str(INPUTS), *counts], cwd=ROOT, check=True)
    tell(f"the pictures are there ({time.monotonic() - start:.0f} s)")


def print_commands(chosen, tools):
    """The commands as one can paste them, with the long lists of names cut."""
    print(f"# in {ROOT.name}/, with:\nexport MAGICK_CONFIGURE_PATH=$PWD/Benchmarks/peers/magick "
          f"PYTHONPATH=$PWD/{BENCH}/tools")
    for row in chosen:
        work.write_jobs(row, directory_of(row, OURS))
        print(f"\n# {row.title}")
        for tool, command in tools.items():
            words = [shortened(word) for word in command(row, directory_of(row, tool)).words]
            print(" ".join(without_middle(words)))


def without_middle(words):
    """Of more than four names of pictures in a row the first two and the last."""
    kept, names = [], []
    for word in [*words, None]:
        if word and word.startswith(str(INPUTS)):
            names.append(word)
            continue
        kept += names if len(names) <= 6 else [*names[:2], "…", names[-1]]
        names = []
        kept += [word] if word is not None else []
    return kept


def shortened(word):
    """A word as a shell takes it; of a command in a word only the ends of its list of names."""
    pieces = word.split(" ")
    if len(pieces) > 12 and pieces[0] in ("convert", "montage"):
        word = " ".join(without_middle(pieces))
    return shlex.quote(word)


def main():
    parser = argparse.ArgumentParser(description="Measures contactsheet and other tools at the same work.")
    parser.add_argument("--set", choices=sorted(SETS), default="small",
                        help="how many pictures (default: small)")
    parser.add_argument("--rows", metavar="KEY,…", help="only these rows: "
                        + ", ".join(row.key for row in work.rows("small")))
    parser.add_argument("--tools", metavar="NAME,…", help="only these besides contactsheet")
    parser.add_argument("--rounds", type=int, metavar="N", help="measured runs of each (default: 5, full 3)")
    parser.add_argument("--json", metavar="FILE", help="writes every run there")
    parser.add_argument("--growth", metavar="FILE", help="instead measures contactsheet with ever more pictures, "
                        "and draws the plot there, an SVG")
    parser.add_argument("--commands", action="store_true", help="prints the commands, and runs nothing")
    parser.add_argument("--self-test", action="store_true", help="tests the bench itself, in a second or two")
    options = parser.parse_args()
    if options.self_test:
        import self_test
        return self_test.main()
    chosen = selected(work.rows(options.set), options.rows, lambda row: row.key, parser)
    tools = commands()
    if options.tools:
        kept = selected(PEERS, options.tools, lambda tool: tool, parser)
        tools = {tool: command for tool, command in tools.items() if tool == OURS or tool in kept}
    rounds = ROUNDS[options.set] if options.rounds is None else options.rounds
    if rounds < 1:
        parser.error("--rounds takes 1 or more")
    if options.commands:
        return print_commands(chosen, tools)
    if not (ROOT / work.TOOL).exists():
        raise SystemExit(f"bench: {work.TOOL} is not there: make build")
    for tool in PEERS:
        if tool not in tools and not options.tools:
            tell(f"{tool} is not there, its column stays empty: make bench-tools")
    if options.growth:
        return grow(options, rounds)
    make_inputs(options.set, chosen)
    before, start = os.getloadavg()[0], time.monotonic()
    measured_rows = [(row, measure(row, tools, rounds)) for row in chosen]
    lines = machine() + [f"set {options.set}, median of {rounds}, load before {before:.1f}, "
                         f"{time.monotonic() - start:.0f} s"]
    if before > 0.5 * os.cpu_count():
        lines.append("The machine was busy with other work: these figures are not to be relied on.")
    print("\n".join(f"- {line}" for line in lines) + "\n\n" + tables(measured_rows))
    if options.json:
        Path(options.json).write_text(json.dumps(as_json(lines, measured_rows), indent=1) + "\n")
    return 1 if any(results[OURS].fault for _, results in measured_rows) else 0


def grow(options, rounds):
    """The table and the plot of what time and memory do as pictures become more."""
    make_inputs("small", selected(work.rows("small"), "small", lambda row: row.key, None))
    points = growth.measure(options.set, rounds, lambda words: measured(words, ROOT / BENCH), tell)
    print("\n".join(f"- {line}" for line in machine()) + "\n\n" + growth.table(points, markdown))
    Path(options.growth).write_text(growth.plot(points))
    return 0


def as_json(lines, measured_rows):
    """Every run, for other programs."""
    def tool(result):
        return {"seconds": [run.seconds for run in result.runs], "cpu": [run.cpu for run in result.runs],
                "peak": result.peak, "written": result.written, "psnr": result.decibels,
                "fault": result.fault, "remark": result.remark}

    return {"version": 1, "machine": lines, "rows": [
        {"key": row.key, "title": row.title, "tools": {name: tool(each) for name, each in results.items()}}
        for row, results in measured_rows]}


def selected(all_of_them, names, key, parser):
    """Those that are named, or all."""
    if not names:
        return all_of_them
    known = {key(each): each for each in all_of_them}
    for name in names.split(","):
        if name not in known:
            parser.error(f"'{name}' is none of {', '.join(known)}")
    return [known[name] for name in known if name in names.split(",")]


if __name__ == "__main__":
    sys.exit(main())

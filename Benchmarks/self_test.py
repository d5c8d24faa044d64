"""Tests of the bench itself: its arithmetic, its arguments, how it measures, and what its pictures are."""
import contextlib
import hashlib
import io
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path
from xml.etree import ElementTree

import bench
import growth
import rows as work
from bench import Result, Run

#: of the pixels of the first small picture; whoever changes how pictures are made puts the new one here
FIRST_SMALL = "27b5045b610b28ce"


def same(what, actual, expected):
    if actual != expected:
        raise SystemExit(f"bench: self-test: {what}: {actual!r}, not {expected!r}")


def check(what, holds):
    same(what, bool(holds), True)


def result(seconds, **values):
    return Result([Run(each, each * 2, 1_000_000, 0, "") for each in seconds], **values)


def test_arithmetic():
    same("a median of five", result([9, 1, 2, 3, 8]).seconds, 3)
    same("a median of four", result([4, 1, 2, 3]).seconds, 2.5)
    same("nothing measured", Result().seconds, None)
    same("what failed has no figures", result([1], fault="ended with 1").seconds, None)
    for value, text in [(0.0456, "0.046"), (0.123, "0.12"), (9.994, "9.99"), (9.996, "10.0"), (12.34, "12.3"),
                        (123.4, "123"), (None, "")]:
        same(f"figure of {value}", bench.figure(value), text)
    same("a ratio", bench.ratio(1, 4), "0.25")
    same("a ratio to nothing", bench.ratio(1, None), "")


def test_table():
    row = work.Row("one", "one thing", "grid", [])
    results = {
        "contactsheet": result([1, 2, 3], peak=22_400_000, written=1_500_000, decibels="46.3"),
        "libvips": result([5, 4, 3]), "Pillow": result([8]), "OpenCV": Result(fault="ended with 1: no"),
    }
    same("the fastest", bench.fastest(results), "libvips")
    text = bench.tables([(row, results)])
    for line in [
        "| work | contactsheet | of the fastest | ImageMagick | libvips | OpenCV | Pillow |",
        "| one thing | **2.00** | **0.50** (libvips) |  | 4.00 (0.50) | failed | 8.00 (0.25) |",
        "| one thing | 4.00 |  | 8.00 |  | 16.0 |",
        "| one thing | 22 |  |  |  |  |",
        "| one thing | 1.50 |  |  |  |  |",
        "| one thing | 46.3 |  |  |  |  |",
        "- one thing: OpenCV ended with 1: no",
    ]:
        check(f"the tables have {line}", line in text.split("\n"))


def test_growth():
    points = [(10, 0.05, 12_000_000), (100, 0.21, 13_000_000), (1000, 2.0, 15_400_000)]
    same("the last line of growth", growth.table(points, bench.markdown).splitlines()[-1],
         "| 1,000 | 2 | 2 | 15 |")
    same("powers of ten", growth.decades([3, 250]), [1, 10, 100, 1000])
    drawing = ElementTree.fromstring(growth.plot(points))
    circles = [(float(each.get("cx")), float(each.get("cy"))) for each in drawing if each.tag.endswith("circle")]
    same("a circle for each figure", len(circles), 6)
    # Ten times the pictures and ten times the time are the same way right and up, as far as the axes are.
    same("where 100 pictures are", circles[1][0], growth.PANELS[0][0] + growth.PANEL / 2)
    same("where 15.4 of 20 MB are", circles[5][1], round(growth.BOTTOM - (growth.BOTTOM - growth.TOP) * 15.4 / 20, 1))


def test_rows():
    keys = {name: [row.key for row in work.rows(name)] for name in work.SETS}
    same("rows of both sets", keys["small"], keys["full"])
    full = {row.key: row for row in work.rows("full")}
    same("pictures of the full set",
         [len(full[key].files) for key in ("photos", "masonry", "small", "clear")], [60, 1000, 5000, 100])
    same("sheets of the full set", sum(len(sheet["files"]) for sheet in full["batch"].sheets), 2000)
    tools = [work.ours, work.image_magick, work.libvips("python3"),
             work.by_program("pillow_peer.py", "python3", ("grid",))]
    for name in work.SETS:
        for row in work.rows(name):
            for tool in tools:
                words = tool(row, "out").words
                check(f"the words of {row.key} are text", all(isinstance(word, str) for word in words))
                # Linux takes no longer word, and no longer line.
                check(f"{row.key} fits a command line", max(map(len, words)) < 131_072)
                check(f"{row.key} fits a command line", sum(map(len, words)) < 2_000_000)
    same("names in the middle are left out", bench.without_middle(["a", *work.files("web", 9), "b"]),
         ["a", *work.files("web", 2), "…", work.files("web", 9)[-1], "b"])


def test_arguments():
    for words in (["--rows", "none"], ["--tools", "GIMP"], ["--rounds", "0"], ["--set", "huge"]):
        said = io.StringIO()
        sys.argv = ["bench.py", *words]
        try:
            with contextlib.redirect_stderr(said):
                bench.main()
        except SystemExit as end:
            same(f"how {words} ends", end.code, 2)
            check(f"{words} is named", words[0] in said.getvalue() or words[1] in said.getvalue())
        else:
            raise SystemExit(f"bench: self-test: {words} was taken")


def test_measuring():
    with tempfile.TemporaryDirectory() as scratch:
        run = bench.measured(["sh", "-c", "echo said; exit 3"], Path(scratch))
        same("a code", run.code, 3)
        same("what was said", run.said, "said\n")
        same("a program that is not there", bench.measured(["no-such-program"], Path(scratch)).code, 127)
        run = bench.measured(["sleep", "9"], Path(scratch), time_limit=0.2)
        same("what takes too long", (run.code, run.said), (-9, "took longer than 0.2 seconds"))
        filled = "import time; filled = b'1' * 60_000_000; time.sleep({})"
        run = bench.measured([sys.executable, "-c", filled.format(0)], Path(scratch))
        check(f"a peak of 60 MB is {run.peak}", 60e6 < run.peak < 90e6)
        if sys.platform == "linux":
            two = f"'{sys.executable}' -c \"{filled.format(0.2)}\""
            run = bench.measured(["sh", "-c", f"{two} & {two}; wait"], Path(scratch), sampled=True)
            check(f"a peak of two times 60 MB is {run.peak}", 120e6 < run.peak < 180e6)
    said = '{"version": 1, "mismatched": 12, "extra": 3}'
    same("pixels of a diff in JSON", bench.count_of_pixels(said), 12)
    same("pixels of a diff in words", bench.count_of_pixels("118933\n"), 118933)


def test_pictures():
    """Run by an interpreter that has Pillow."""
    import inputs
    import reference
    from PIL import Image

    picture = inputs.small(random.Random("small 0"))
    same("the first small picture", hashlib.sha256(picture.tobytes()).hexdigest()[:16], FIRST_SMALL)
    flat = Image.new("RGB", (8, 8), (10, 20, 30))
    same("equal pictures", reference.decibels(flat, flat), 99)
    same("a level apart", f"{reference.decibels(flat, Image.new('RGB', (8, 8), (11, 21, 29))):.2f}", "48.13")
    half = Image.new("L", (8, 8))
    half.paste(255, (0, 0, 4, 8))
    other = flat.copy()
    other.paste((0, 0, 0), (4, 0, 8, 8))
    same("what does not count", reference.decibels(flat, other, half), 99)
    job = {"tile": 20, "step": 15, "files": ["a", "b"]}
    counts = reference.strip_counts(job)
    same("the size of where a strip is compared", counts.size, (35, 20))
    same("where a strip is compared", [counts.getpixel((left, 10)) for left in (8, 16, 25)], [255, 0, 255])


def main():
    for test in (test_arithmetic, test_table, test_growth, test_rows, test_arguments, test_measuring):
        test()
    python = bench.python_with("PIL")
    if python:
        subprocess.run([python, __file__], check=True, env=bench.environment())
    elif os.environ.get("CONTACTSHEET_REQUIRE_TOOLS") == "1":
        raise SystemExit("bench: self-test: Pillow is not there: make bench-tools")
    else:
        print("bench: self-test: SKIPPED the pictures, Pillow is not there: make bench-tools",
              file=sys.stderr)
    return 0


if __name__ == "__main__":
    test_pictures()

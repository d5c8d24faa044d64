"""What is measured: the rows of the table, and the commands by which each tool does them."""
import json
import os
import shlex
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BENCH = Path(".build/bench")
INPUTS = BENCH / "inputs"
TOOL = ".build/static/release/contactsheet"
PEERS = ["ImageMagick", "libvips", "OpenCV", "Pillow"]
OURS = "contactsheet"

# How many pictures of each kind there are, and how many of them a row takes where it does not take all.
SETS = {
    "small": {"photo": 6, "progressive": 2, "web": 100, "small": 150, "avatar": 12, "clear": 5,
              "masonry": 50, "sheets": 5, "verify": 50, "pair": 1},
    "full": {"photo": 60, "progressive": 20, "web": 1000, "small": 5000, "avatar": 12, "clear": 100,
             "masonry": 1000, "sheets": 100, "verify": 1000, "pair": 1},
}
KINDS = ["photo", "progressive", "web", "small", "avatar", "clear", "pair"]
PICTURES_OF_SHEET = 20


@dataclass(frozen=True)
class Row:
    """One job: a kind of work, the files it is done on, and its geometry in pixels."""
    key: str
    title: str
    kind: str
    files: list
    tile: int = 0
    columns: int = 0
    step: int = 0
    sheets: list = field(default_factory=list)

    def job(self):
        """What the peers' programs are told."""
        return {"kind": self.kind, "files": self.files, "tile": self.tile, "columns": self.columns,
                "step": self.step, "sheets": self.sheets}


def files(kind, count, suffix="jpg"):
    return [str(INPUTS / kind / f"{index:04}.{suffix}") for index in range(count)]


def rows(name):
    """The rows of a set, in the order of the table."""
    n = SETS[name]
    photos, web, small = files("photo", n["photo"]), files("web", n["web"]), files("small", n["small"])
    wide = name == "full"
    size = PICTURES_OF_SHEET
    sheets = [{"name": f"{index:03}.png",
               "files": [web[(index * size + place) % len(web)] for place in range(size)]}
              for index in range(n["sheets"])]
    return [
        Row("strip", "strip of one 24 MP photograph, 200 px", "strip", photos[:1] * 6, 200, step=150),
        Row("photos", f"{len(photos)} × 24 MP → 300 px grid", "grid", photos, 300, 10 if wide else 3),
        Row("masonry", f"{n['masonry']:,} × 2 MP → masonry of 4 columns", "masonry",
            web[:n["masonry"]], 300, 4),
        Row("small", f"{len(small):,} small → 200 px grid", "grid", small, 200, 50 if wide else 15),
        Row("progressive", f"{n['progressive']} × 24 MP progressive → 300 px grid", "grid",
            files("progressive", n["progressive"]), 300, 10 if wide else 2),
        Row("batch", f"{n['sheets']} sheets of {size} × 2 MP", "batch", [], 300, 5, sheets=sheets),
        Row("diff", "diff of two 12 MP PNG", "diff", files("pair", 2, "png")),
        Row("clear", f"{n['clear']} RGBA PNG of 1–4 MP → 300 px grid", "grid",
            files("clear", n["clear"], "png"), 300, 10 if wide else 5),
        Row("avatars", "strip of 12 avatars of 460 px, 64 px at scale 2", "strip",
            files("avatar", n["avatar"]), 128, step=96),
        Row("verify", f"verify {n['verify']:,} × 2 MP", "verify", web[:n["verify"]]),
    ]


@dataclass(frozen=True)
class Command:
    """How one tool does one row."""
    words: list
    #: a diff that finds something is no failure
    codes: tuple = (0,)
    #: whether several processes work: the largest of them would not be all of its memory
    pool: bool = False


def ours(row, directory):
    """The command of contactsheet; a batch has its manifest beside the jobs."""
    output = ["--quiet", "-o", f"{directory}/sheet.png"]
    if row.kind == "strip":
        scale = 2 if row.key == "avatars" else 1
        geometry = ["--size", str(row.tile // scale), "--spacing", str((row.step - row.tile) // scale)]
        look = ["--border", "0", "--background", "none", "--front", "last", "--scale", str(scale)]
        return Command([TOOL, "strip", *row.files, *geometry, *look, *output])
    if row.kind in ("grid", "masonry"):
        layout = ["grid"] if row.kind == "grid" else ["fitted", "--distribute", "alternate"]
        return Command([TOOL, *layout, *row.files, *look_of_grid(row), *output])
    if row.kind == "batch":
        return Command([TOOL, "batch", str(BENCH / "jobs" / f"{row.key}-manifest.json"), "--quiet"])
    if row.kind == "diff":
        return Command([TOOL, "diff", *row.files, "--json"], codes=(1,))
    return Command([TOOL, "probe", "--verify", *row.files, "--quiet"])


def look_of_grid(row):
    return ["--columns", str(row.columns), "--width", str(row.columns * row.tile), "--spacing", "0",
            "--margin", "0", "--background", "white"]


def manifest(row, directory):
    """The manifest by which contactsheet makes a batch; its paths are relative to the folder it is in."""
    def from_jobs(path):
        return os.path.relpath(path, BENCH / "jobs")

    sheets = [{"inputs": [from_jobs(name) for name in sheet["files"]],
               "output": from_jobs(f"{directory}/{sheet['name']}")} for sheet in row.sheets]
    defaults = {"layout": "grid", "columns": row.columns, "width": row.columns * row.tile, "spacing": 0,
                "margin": 0, "background": "white"}
    return {"defaults": defaults, "sheets": sheets}


def image_magick(row, directory):
    """ImageMagick's: a decode hint, processes side by side, adaptive filters at level 1 with runs only."""
    tile = f"{row.tile}x{row.tile}"
    # Twice the tile, as is often advised, takes 2.5 times as long and is no closer to the reference.
    hint = ["-define", f"jpeg:size={row.tile * 3 // 2}x{row.tile * 3 // 2}"]
    png = ["-quality", "15", "-define", "png:compression-strategy=3"]
    crop = ["-thumbnail", f"{tile}^", "-gravity", "center", "-extent", tile]
    parts = f"{directory}/parts"
    across = os.cpu_count()
    names = "printf '%s\\0' \"$@\""
    # One thread each: threads of several processes only wait for each other.
    side_by_side = f"MAGICK_THREAD_LIMIT=1 xargs -0 -P {across}"
    if row.kind == "strip":
        return Command(["convert", *strip_by_magick(row, hint, crop), *png, f"PNG32:{directory}/sheet.png"])
    if row.kind == "grid":
        share = max(1, min(32, -(-len(row.files) // across)))
        clear = ["-background", "white", "-alpha", "remove"] if row.key == "clear" else []
        tiles = shlex.join(["mogrify", "-path", parts, "-format", "miff", *hint, *crop, *clear,
                            "-depth", "8"])
        montage = shlex.join(["-tile", f"{row.columns}x", "-geometry", "+0+0", "-background", "white", *png,
                              f"PNG24:{directory}/sheet.png"])
        return Command(shell(f"mkdir {parts} && {names} | {side_by_side} -n {share} {tiles} "
                             f"&& montage {parts}/*.miff {montage}", row.files), pool=True)
    if row.kind == "masonry":
        # A column is made by one process.
        columns = [shlex.join(["convert", *hint, *row.files[first::row.columns], "-thumbnail",
                               f"{row.tile}x", "-depth", "8", "-append", f"{parts}/{first}.miff"])
                   for first in range(row.columns)]
        join = shlex.join(["-background", "white", "+append", *png, f"PNG24:{directory}/sheet.png"])
        return Command(shell(f"mkdir {parts} && {names} | {side_by_side} -n 1 sh -c "
                             f"&& convert {parts}/*.miff {join}", columns), pool=True)
    if row.kind == "batch":
        sheets = [shlex.join(["montage", *hint, *sheet["files"], *crop, "-tile", f"{row.columns}x",
                              "-geometry", "+0+0", *png, f"PNG24:{directory}/{sheet['name']}"])
                  for sheet in row.sheets]
        return Command(shell(f"{names} | {side_by_side} -n 1 sh -c", sheets), pool=True)
    if row.kind == "diff":
        return Command(["compare", "-metric", "AE", *row.files, "null:"], codes=(1,))
    return Command(shell(f"{names} | {side_by_side} -n 5 sh -c "
                         "'convert -regard-warnings \"$@\" null:' sh", row.files), pool=True)


def strip_by_magick(row, hint, crop):
    """Words that cut circles out of tiles and lay them over each other."""
    half = row.tile / 2 - 0.5
    circle = ["(", "-size", f"{row.tile}x{row.tile}", "xc:none", "-fill", "white", "-draw",
              f"circle {half},{half} {half},-0.5", ")", "-compose", "DstIn", "-composite"]
    different = list(dict.fromkeys(row.files))
    words = ["-background", "none"]
    for index, name in enumerate(different):
        words += ["(", *hint, name, "-compose", "Over", *crop, "-alpha", "set", *circle,
                  "-repage", f"+{index * row.step}+0", ")"]
    if len(different) == 1:
        for index in range(1, len(row.files)):
            words += ["(", "-clone", "0", "-repage", f"+{index * row.step}+0", ")"]
    return [*words, "-compose", "Over", "-layers", "mosaic"]


def shell(script, words):
    return ["sh", "-c", script, "sh", *words]


def libvips(python):
    """libvips' commands: by Python, but for one picture by its own, which start sooner."""
    program = by_program("vips_peer.py", python)

    def command(row, directory):
        if row.kind != "strip" or len(set(row.files)) > 1:
            return program(row, directory)
        parts, tile, count = f"{directory}/parts", row.tile, len(row.files)
        lefts = [index * row.step for index in range(count)]
        half = tile / 2
        disc = f'<circle cx="{half}" cy="{half}" r="{half}"/>'
        circle = f'<svg width="{tile}" height="{tile}">{disc}</svg>'
        ground = f'<svg width="{lefts[-1] + tile}" height="{tile}"></svg>'
        # Modes are numbers there: 2 is over.
        words = [" ".join([f"{parts}/ground.svg", *[f"{parts}/round.v"] * count]),
                 f"{directory}/sheet.png[compression=1,filter=avg]", " ".join(["2"] * count),
                 "--x", " ".join(map(str, lefts)), "--y", " ".join(["0"] * count)]
        return Command(shell(" && ".join([
            f"mkdir {parts}",
            f"echo {shlex.quote(circle)} > {parts}/circle.svg",
            f"echo {shlex.quote(ground)} > {parts}/ground.svg",
            f'vipsthumbnail "$1" --size {tile}x{tile} --smartcrop centre -o "$PWD/{parts}/tile.v"',
            f"vips composite2 {parts}/tile.v {parts}/circle.svg {parts}/round.v dest-in",
            f"vips composite {shlex.join(words)}",
        ]), row.files[:1]))

    return command


def by_program(program, python, pools=()):
    """The commands of a peer that is used from Python."""
    def command(row, directory):
        words = [python, f"Benchmarks/peers/{program}", str(BENCH / "jobs" / f"{row.key}.json"),
                 str(directory) if row.kind == "batch" else f"{directory}/sheet.png"]
        return Command(words, pool=row.kind in pools)

    return command


def write_jobs(row, directory_of_ours):
    """What is said in files and not on command lines."""
    jobs = ROOT / BENCH / "jobs"
    jobs.mkdir(parents=True, exist_ok=True)
    (jobs / f"{row.key}.json").write_text(json.dumps(row.job()))
    if row.kind == "batch":
        (jobs / f"{row.key}-manifest.json").write_text(json.dumps(manifest(row, directory_of_ours)))

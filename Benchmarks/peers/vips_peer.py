"""A job of the bench by libvips: thumbnail (decodes at a fraction, Lanczos 3), threads.

usage: vips_peer.py JOB.json OUT
"""
import itertools
import json
import os
import sys
from concurrent.futures import ThreadPoolExecutor

import pyvips

# Of its filters the one that is fastest on photographs, and smallest as well.
PNG = {"compression": 1, "filter": "avg"}


def square(path, side):
    picture = pyvips.Image.thumbnail(path, side, height=side, crop="centre")
    if picture.hasalpha():
        picture = picture.flatten(background=255)
    # Here is where it is decoded, on the thread that calls.
    return picture.copy_memory()


def column(path, width):
    return pyvips.Image.thumbnail(path, width, height=1_000_000).copy_memory()


def grid(files, tile, columns, out, run=map):
    tiles, rows = run(lambda file: square(file, tile), files), []
    # Each row is drawn as soon as it can be: one join of thousands of pictures crashes.
    while row := list(itertools.islice(tiles, columns)):
        joined = pyvips.Image.arrayjoin(row, across=columns, background=255).copy_memory()
        rows.append(joined.embed(0, 0, columns * tile, tile, extend="white"))
    pyvips.Image.arrayjoin(rows, across=1).pngsave(out, **PNG)


def masonry(files, tile, columns, out, run):
    tiles = list(run(lambda file: column(file, tile), files))
    tracks = []
    for first in range(columns):
        # No operation puts pictures of different heights below each other but a chain of joins.
        data = b"".join(picture.write_to_memory() for picture in tiles[first::columns])
        tracks.append(pyvips.Image.new_from_memory(data, tile, len(data) // (tile * 3), 3, "uchar"))
    height = max(track.height for track in tracks)
    tracks = [track.embed(0, 0, tile, height, extend="white") for track in tracks]
    pyvips.Image.arrayjoin(tracks, across=columns).pngsave(out, **PNG)


def strip(files, tile, step, out, run):
    different = list(dict.fromkeys(files))
    made = dict(zip(different, run(lambda file: square(file, tile), different)))
    half = tile / 2
    circle = f'<circle cx="{half}" cy="{half}" r="{half}"/>'
    drawn = pyvips.Image.svgload_buffer(f'<svg width="{tile}" height="{tile}">{circle}</svg>'.encode())
    mask = drawn[3].copy_memory()
    tiles = [made[file].bandjoin(mask).copy(interpretation="srgb") for file in files]
    sheet = pyvips.Image.black(step * (len(files) - 1) + tile, tile, bands=4).copy(interpretation="srgb")
    lefts = [index * step for index in range(len(files))]
    sheet = sheet.composite(tiles, ["over"] * len(files), x=lefts, y=[0] * len(files))
    sheet.cast("uchar").pngsave(out, **PNG)


def diff(first, second):
    first, second = (pyvips.Image.new_from_file(file, access="sequential") for file in (first, second))
    differs = (first != second).bandor()
    print(round(differs.avg() / 255 * differs.width * differs.height))


def verify(file):
    pyvips.Image.new_from_file(file, access="sequential", fail_on="truncated").avg()


def main(job, out):
    kind, files = job["kind"], job["files"]
    if kind == "diff":
        return diff(*files)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        if kind == "strip":
            strip(files, job["tile"], job["step"], out, pool.map)
        elif kind == "grid":
            grid(files, job["tile"], job["columns"], out, pool.map)
        elif kind == "masonry":
            masonry(files, job["tile"], job["columns"], out, pool.map)
        elif kind == "batch":
            list(pool.map(lambda sheet: grid(sheet["files"], job["tile"], job["columns"],
                                             f"{out}/{sheet['name']}"), job["sheets"]))
        elif kind == "verify":
            list(pool.map(verify, files))


if __name__ == "__main__":
    main(json.load(open(sys.argv[1])), sys.argv[2])

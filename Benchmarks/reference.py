#!/usr/bin/env python3
"""How far sheets are from "full decode, then Lanczos 3", in decibels (PSNR over red, green and blue).

usage: reference.py JOB.json REFERENCE.png SHEET...

Makes REFERENCE.png where it is missing, and prints for each sheet a line: decibels, at most 99, or what
keeps it from being compared. Of a strip only pixels away from the edges of circles count, so that it is the
pictures that are compared. Needs Pillow.
"""
import json
import math
import os
import sys
from pathlib import Path

from PIL import Image, ImageChops, ImageDraw, ImageStat

Image.MAX_IMAGE_PIXELS = None


def square(path, side):
    picture = Image.open(path)
    short = min(picture.size)
    left, top = (picture.width - short) / 2, (picture.height - short) / 2
    tile = picture.resize((side, side), Image.LANCZOS, box=(left, top, left + short, top + short))
    return on_white(tile)


def on_white(picture):
    if picture.mode != "RGBA":
        return picture.convert("RGB")
    ground = Image.new("RGBA", picture.size, "white")
    return Image.alpha_composite(ground, picture).convert("RGB")


def grid(files, tile, columns):
    sheet = Image.new("RGB", (columns * tile, -(-len(files) // columns) * tile), "white")
    for index, name in enumerate(files):
        sheet.paste(square(name, tile), (index % columns * tile, index // columns * tile))
    return sheet


def masonry(files, tile, columns):
    tracks = [[] for _ in range(columns)]
    for index, name in enumerate(files):
        picture = Image.open(name)
        height = max(1, round(picture.height * tile / picture.width))
        tracks[index % columns].append(picture.resize((tile, height), Image.LANCZOS))
    heights = [sum(picture.height for picture in track) for track in tracks]
    sheet = Image.new("RGB", (columns * tile, max(heights)), "white")
    for column, track in enumerate(tracks):
        top = 0
        for picture in track:
            sheet.paste(picture, (column * tile, top))
            top += picture.height
    return sheet


def circle(index, job):
    return (index * job["step"], 0, index * job["step"] + job["tile"] - 1, job["tile"] - 1)


def strip(job):
    """The pictures of a strip, cut without smoothing: edges do not count."""
    tile, names = job["tile"], job["files"]
    tiles = {name: square(name, tile) for name in set(names)}
    sheet = Image.new("RGB", (job["step"] * (len(names) - 1) + tile, tile), "white")
    mask = Image.new("L", (tile, tile))
    ImageDraw.Draw(mask).ellipse((0, 0, tile - 1, tile - 1), fill=255)
    for index, name in enumerate(names):
        sheet.paste(tiles[name], circle(index, job)[:2], mask)
    return sheet


def strip_counts(job):
    """Where a strip is compared: within circles, five pixels from the edge of any that is seen."""
    names = job["files"]
    counts = Image.new("L", (job["step"] * (len(names) - 1) + job["tile"], job["tile"]))
    for index in range(len(names)):
        ImageDraw.Draw(counts).ellipse(circle(index, job), fill=255, outline=0, width=5)
    return counts


def decibels(sheet, reference, counts=None):
    squares = ImageStat.Stat(ImageChops.difference(sheet, reference), counts).sum2
    pixels = ImageStat.Stat(reference, counts).count[0]
    mean = sum(squares) / (3 * pixels)
    return 99.0 if mean == 0 else min(99.0, 10 * math.log10(255 * 255 / mean))


def make(job):
    if job["kind"] == "strip":
        return strip(job)
    if job["kind"] == "masonry":
        return masonry(job["files"], job["tile"], job["columns"])
    names = job["sheets"][0]["files"] if job["kind"] == "batch" else job["files"]
    return grid(names, job["tile"], job["columns"])


def main(job, path, sheets):
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        partial = path.with_suffix(".partial")
        make(job).save(partial, "PNG", compress_level=1)
        os.replace(partial, path)
    reference = Image.open(path).convert("RGB")
    counts = strip_counts(job) if job["kind"] == "strip" else None
    for name in sheets:
        sheet = on_white(Image.open(name))
        if sheet.size == reference.size:
            print(f"{decibels(sheet, reference, counts):.1f}")
        else:
            print("{}×{} for {}×{}".format(*sheet.size, *reference.size))


if __name__ == "__main__":
    main(json.load(open(sys.argv[1])), Path(sys.argv[2]), sys.argv[3:])

"""A job of the bench by OpenCV: decodes at a fraction (IMREAD_REDUCED), area averaging, threads.

usage: opencv_peer.py JOB.json OUT

OpenCV writes PNG at level 1 with runs only if nothing else is said, which is its fastest.
"""
import json
import os
import struct
import sys
from concurrent.futures import ThreadPoolExecutor

import cv2
import numpy

# The threads are ours: pictures side by side scale better than one picture in parts.
cv2.setNumThreads(1)
REDUCED = {1: cv2.IMREAD_COLOR, 2: cv2.IMREAD_REDUCED_COLOR_2, 4: cv2.IMREAD_REDUCED_COLOR_4,
           8: cv2.IMREAD_REDUCED_COLOR_8}


def jpeg_size(path):
    """Width and height in the header: OpenCV has to be told the fraction before it opens a file."""
    with open(path, "rb") as file:
        file.read(2)
        while True:
            marker, length = struct.unpack(">xBH", file.read(4))
            if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
                height, width = struct.unpack(">xHH", file.read(5))
                return width, height
            file.seek(length - 2, 1)


def decoded(path, width, height):
    """The smallest decode that covers width x height."""
    full = jpeg_size(path)
    fraction = next(n for n in (8, 4, 2, 1) if n == 1 or (full[0] >= width * n and full[1] >= height * n))
    return cv2.imread(path, REDUCED[fraction])


def square(path, side):
    clear = path.endswith(".png")
    picture = cv2.imread(path, cv2.IMREAD_UNCHANGED) if clear else decoded(path, side, side)
    height, width = picture.shape[:2]
    short = min(width, height)
    left, top = (width - short) // 2, (height - short) // 2
    picture = picture[top:top + short, left:left + short]
    if clear:
        picture = picture.astype(numpy.float32)
        alpha = picture[..., 3:] / 255
        picture = picture[..., :3] * alpha + 255 * (1 - alpha)
    picture = cv2.resize(picture, (side, side), interpolation=cv2.INTER_AREA)
    return numpy.clip(picture + 0.5, 0, 255).astype(numpy.uint8) if clear else picture


def column(path, width):
    full = jpeg_size(path)
    height = max(1, round(full[1] * width / full[0]))
    return cv2.resize(decoded(path, width, height), (width, height), interpolation=cv2.INTER_AREA)


def grid(files, tile, columns, out, run=map):
    sheet = numpy.full((-(-len(files) // columns) * tile, columns * tile, 3), 255, numpy.uint8)

    def put(index, file):
        top, left = index // columns * tile, index % columns * tile
        sheet[top:top + tile, left:left + tile] = square(file, tile)

    list(run(put, range(len(files)), files))
    cv2.imwrite(out, sheet)


def masonry(files, tile, columns, out, run):
    tiles = list(run(lambda file: column(file, tile), files))
    height = max(sum(t.shape[0] for t in tiles[first::columns]) for first in range(columns))
    sheet = numpy.full((height, columns * tile, 3), 255, numpy.uint8)
    bottoms = [0] * columns
    for index, picture in enumerate(tiles):
        left, top = index % columns * tile, bottoms[index % columns]
        sheet[top:top + picture.shape[0], left:left + tile] = picture
        bottoms[index % columns] += picture.shape[0]
    cv2.imwrite(out, sheet)


def strip(files, tile, step, out, run):
    different = list(dict.fromkeys(files))
    made = dict(zip(different, run(lambda file: square(file, tile), different)))
    mask = numpy.zeros((tile * 4, tile * 4), numpy.uint8)
    cv2.circle(mask, (tile * 2, tile * 2), tile * 2, 255, -1)
    mask = cv2.resize(mask, (tile, tile), interpolation=cv2.INTER_AREA)[..., None] / numpy.float32(255)
    sheet = numpy.zeros((tile, step * (len(files) - 1) + tile, 4), numpy.float32)
    for index, file in enumerate(files):
        under = sheet[:, index * step:index * step + tile]
        # Premultiplied, and divided at the end.
        under[..., :3] = under[..., :3] * (1 - mask) + made[file] * mask
        under[..., 3:] = under[..., 3:] * (1 - mask) + 255 * mask
    sheet[..., :3] /= numpy.maximum(sheet[..., 3:], 1) / 255
    cv2.imwrite(out, numpy.clip(sheet + 0.5, 0, 255).astype(numpy.uint8))


def diff(first, second, run):
    first, second = run(cv2.imread, [first, second])
    blue, green, red = cv2.split(cv2.absdiff(first, second))
    print(cv2.countNonZero(cv2.bitwise_or(cv2.bitwise_or(blue, green), red)))


def main(job, out):
    kind, files = job["kind"], job["files"]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        if kind == "strip":
            strip(files, job["tile"], job["step"], out, pool.map)
        elif kind == "diff":
            diff(*files, pool.map)
        elif kind == "grid":
            grid(files, job["tile"], job["columns"], out, pool.map)
        elif kind == "masonry":
            masonry(files, job["tile"], job["columns"], out, pool.map)
        elif kind == "batch":
            list(pool.map(lambda sheet: grid(sheet["files"], job["tile"], job["columns"],
                                             f"{out}/{sheet['name']}"), job["sheets"]))
        elif kind == "verify":
            list(pool.map(lambda file: cv2.imread(file) is not None, files))


if __name__ == "__main__":
    main(json.load(open(sys.argv[1])), sys.argv[2])

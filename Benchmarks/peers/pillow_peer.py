"""A job of the bench by Pillow: decodes at a fraction (draft), Lanczos 3, one process for each core.

usage: pillow_peer.py JOB.json OUT
"""
import json
import os
import sys
from concurrent.futures import ProcessPoolExecutor

from PIL import Image, ImageChops, ImageDraw, ImageOps

Image.MAX_IMAGE_PIXELS = None
# Filters as Pillow chooses them and runs only: on photographs as small as level 6, and much faster.
PNG = {"compress_level": 1, "compress_type": 3}


def square(path, side):
    """A picture cropped to a square, on white where it is clear."""
    picture = Image.open(path)
    cover = max(side / picture.width, side / picture.height)
    # Decoded no larger than it takes; of other kinds than JPEG nothing comes of it.
    picture.draft("RGB", (int(picture.width * cover) or 1, int(picture.height * cover) or 1))
    tile = ImageOps.fit(picture, (side, side), Image.LANCZOS)
    if tile.mode == "RGBA":
        ground = Image.new("RGB", tile.size, "white")
        ground.paste(tile, mask=tile.getchannel("A"))
        return ground
    return tile


def square_bytes(job):
    return square(*job).tobytes()


def column_bytes(job):
    """A picture as wide as a column, and its height."""
    path, width = job
    picture = Image.open(path)
    height = max(1, round(picture.height * width / picture.width))
    picture.draft("RGB", (width, height))
    tile = picture.resize((width, height), Image.LANCZOS)
    return height, tile.tobytes()


def grid(files, tile, columns, out, run=map):
    sheet = Image.new("RGB", (columns * tile, -(-len(files) // columns) * tile), "white")
    for index, data in enumerate(run(square_bytes, [(file, tile) for file in files])):
        picture = Image.frombytes("RGB", (tile, tile), data)
        sheet.paste(picture, (index % columns * tile, index // columns * tile))
    sheet.save(out, **PNG)


def one_of_batch(job):
    grid(*job)


def masonry(files, tile, columns, out, run):
    tiles = list(run(column_bytes, [(file, tile) for file in files]))
    bottoms, places = [0] * columns, []
    for index, (height, _) in enumerate(tiles):
        places.append((index % columns * tile, bottoms[index % columns]))
        bottoms[index % columns] += height
    sheet = Image.new("RGB", (columns * tile, max(bottoms)), "white")
    for (height, data), place in zip(tiles, places):
        sheet.paste(Image.frombytes("RGB", (tile, height), data), place)
    sheet.save(out, **PNG)


def strip(files, tile, step, out):
    mask = Image.new("L", (tile * 4, tile * 4))
    ImageDraw.Draw(mask).ellipse((0, 0, tile * 4 - 1, tile * 4 - 1), fill=255)
    mask = mask.resize((tile, tile), Image.BOX)
    sheet, made = Image.new("RGBA", (step * (len(files) - 1) + tile, tile)), {}
    for index, file in enumerate(files):
        if file not in made:
            made[file] = square(file, tile)
            made[file].putalpha(mask)
        sheet.alpha_composite(made[file], (index * step, 0))
    sheet.save(out, **PNG)


def diff(first, second):
    difference = ImageChops.difference(Image.open(first), Image.open(second))
    red, green, blue = difference.split()
    largest = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    print(sum(largest.histogram()[1:]))


def verify(file):
    Image.open(file).load()


def main(job, out):
    kind, files = job["kind"], job["files"]
    if kind == "strip":
        return strip(files, job["tile"], job["step"], out)
    if kind == "diff":
        return diff(*files)
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        def run(function, jobs):
            return pool.map(function, jobs, chunksize=max(1, min(16, len(jobs) // 8)))

        if kind == "grid":
            grid(files, job["tile"], job["columns"], out, run)
        elif kind == "masonry":
            masonry(files, job["tile"], job["columns"], out, run)
        elif kind == "batch":
            each = [(sheet["files"], job["tile"], job["columns"], f"{out}/{sheet['name']}")
                    for sheet in job["sheets"]]
            list(pool.map(one_of_batch, each))
        elif kind == "verify":
            list(run(verify, files))


if __name__ == "__main__":
    main(json.load(open(sys.argv[1])), sys.argv[2])

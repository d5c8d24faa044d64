#!/usr/bin/env python3
"""Makes the pictures of the bench out of Samples, the same ones every time.

usage: inputs.py DIRECTORY KIND=COUNT...

    photo        24 MP JPEG, 4:2:0, quality 92, as a camera leaves them
    progressive  the first of the same pictures as progressive JPEGs: equal coefficients, equal pixels
    web          JPEG of 1.6 to 2.4 MP in many ratios
    small        JPEG of about 400 x 300
    avatar       JPEG of 460 x 460
    clear        RGBA PNG of 1 to 4 MP with soft edges
    pair         two RGB PNG of 12 MP, of which about 1 % of the pixels differ

A picture is a mosaic of pieces of the samples, cropped and mirrored at random, with the noise of a sensor in
luma and chroma: it is noise that makes the file of a camera as large, and as slow to decode, as it is. What
is there already stays. Needs Pillow.
"""
import functools
import hashlib
import math
import os
import random
import shutil
import statistics
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from PIL import Image, ImageChops, ImageOps

SAMPLES = Path(__file__).resolve().parent.parent / "Samples"
RATIOS = [3 / 2, 4 / 3, 1, 16 / 9, 2 / 3, 3 / 4, 9 / 16, 12 / 5]
SMALL_SIZES = [(400, 300), (300, 400), (400, 267), (400, 400), (420, 236)]


@functools.lru_cache(maxsize=None)
def sample(index):
    """One of the sample photographs, upright."""
    names = sorted(SAMPLES.glob("*.jpg"))
    return ImageOps.exif_transpose(Image.open(names[index % len(names)])).convert("RGB")


def piece(rng, width, height):
    """A random part of a random sample, scaled to a size, mirrored as often as not."""
    source = sample(rng.randrange(1 << 16))
    fit = min(source.width / width, source.height / height) * rng.uniform(0.45, 1)
    across, down = width * fit, height * fit
    left, top = rng.uniform(0, source.width - across), rng.uniform(0, source.height - down)
    part = source.resize((width, height), Image.BICUBIC, box=(left, top, left + across, top + down))
    return ImageOps.mirror(part) if rng.random() < 0.5 else part


def mosaic(rng, width, height, columns, rows):
    """Pieces side by side."""
    picture = Image.new("RGB", (width, height))
    lefts = [width * column // columns for column in range(columns + 1)]
    tops = [height * row // rows for row in range(rows + 1)]
    for top, bottom in zip(tops, tops[1:]):
        for left, right in zip(lefts, lefts[1:]):
            picture.paste(piece(rng, right - left, bottom - top), (left, top))
    return picture


def noise(rng, channel, sigma):
    """A channel with normal noise added: uniform bytes, each put in the place of its quantile."""
    normal = statistics.NormalDist(128, sigma)
    quantiles = [min(255, max(0, round(normal.inv_cdf((byte + 0.5) / 256)))) for byte in range(256)]
    field = Image.frombytes("L", channel.size, rng.randbytes(channel.width * channel.height))
    return ImageChops.add(channel, field.point(quantiles), offset=-128)


def noisy(rng, picture, sigma):
    """Noise in luma, and two thirds of it in chroma. The result is YCbCr, as JPEG stores it."""
    luma, blue, red = picture.convert("YCbCr").split()
    chroma = sigma * 2 / 3
    return Image.merge(
        "YCbCr", [noise(rng, luma, sigma), noise(rng, blue, chroma), noise(rng, red, chroma)])


def of_area(rng, megapixels):
    """A random ratio at a number of megapixels."""
    ratio = rng.choice(RATIOS)
    height = round(math.sqrt(megapixels * 1e6 / ratio))
    return round(height * ratio), height


def photo(rng):
    return noisy(rng, mosaic(rng, 6000, 4000, *rng.choice([(2, 2), (3, 2), (3, 3)])), rng.uniform(3.8, 5.4))


def web(rng):
    return noisy(rng, mosaic(rng, *of_area(rng, rng.uniform(1.6, 2.4)), 1, 1), rng.uniform(2.5, 4))


def small(rng):
    return noisy(rng, mosaic(rng, *rng.choice(SMALL_SIZES), 1, 1), 1.5)


def avatar(rng):
    return noisy(rng, mosaic(rng, 460, 460, 1, 1), 1.5)


def clear(rng, index):
    """A cut-out with a soft edge; each third fades downwards as well, each fifth is opaque."""
    size = of_area(rng, rng.uniform(1, 4))
    picture = noisy(rng, mosaic(rng, *size, 1, 1), 1.5).convert("RGB")
    # 0 in the centre, 255 at the corners of a square
    distance = Image.radial_gradient("L").resize(size, Image.BICUBIC)
    alpha = distance.point([min(255, max(0, (190 - value) * 16)) for value in range(256)])
    if index % 3 == 0:
        fade = Image.linear_gradient("L").resize(size, Image.BICUBIC)
        alpha = ImageChops.darker(alpha, fade.point([255 - value * 90 // 255 for value in range(256)]))
    if index % 5 == 0:
        alpha = Image.new("L", size, 255)
    picture = Image.composite(picture, Image.new("RGB", size), alpha.point([0] + [255] * 255))
    picture.putalpha(alpha)
    return picture


def pair(rng):
    """Two pictures: the second is lighter in blobs that cover about 1 % of it."""
    first = noisy(rng, mosaic(rng, 4000, 3000, 2, 2), 2).convert("RGB")
    second, changed = first.copy(), 0
    while changed < 120_000:
        side = rng.randrange(10, 50)
        left, top = rng.randrange(4000 - side), rng.randrange(3000 - side)
        box = (left, top, left + side, top + side)
        second.paste(first.crop(box).point([min(255, value + 60) for value in range(256)] * 3), box)
        changed += side * side
    return first, second


def save(picture, path, **options):
    """Writes whole or not at all, so that a generation that was interrupted goes on where it was."""
    partial = path.with_suffix(".partial")
    if path.suffix == ".jpg":
        picture.save(partial, "JPEG", subsampling="4:2:0", **options)
    else:
        picture.save(partial, "PNG", compress_level=6, **options)
    os.replace(partial, path)


def make(directory, kind, index):
    """Makes one picture of a kind; of a pair, both."""
    rng = random.Random(f"{kind} {index}")
    path = directory / kind / f"{index:04}.{'png' if kind in ('clear', 'pair') else 'jpg'}"
    if path.exists():
        return
    if kind == "pair":
        first, second = pair(rng)
        save(second, path.with_name("0001.png"))
        save(first, path)
    elif kind == "clear":
        save(clear(rng, index), path)
    elif kind == "progressive":
        save(photo(random.Random(f"photo {index}")), path, quality=92, progressive=True)
    else:
        quality = {"photo": 92, "web": rng.randrange(85, 93), "small": 85, "avatar": 88}[kind]
        save({"photo": photo, "web": web, "small": small, "avatar": avatar}[kind](rng), path, quality=quality)


def origin():
    """What the pictures depend on: this program and the samples."""
    digest = hashlib.sha256(Path(__file__).read_bytes())
    for name in sorted(SAMPLES.glob("*.jpg")):
        digest.update(name.read_bytes())
    return digest.hexdigest()


def main(directory, counts):
    stamp = directory / "origin"
    if directory.exists() and not (stamp.exists() and stamp.read_text() == origin()):
        shutil.rmtree(directory)
    directory.mkdir(parents=True, exist_ok=True)
    stamp.write_text(origin())
    work = []
    for kind, count in counts.items():
        (directory / kind).mkdir(exist_ok=True)
        work += [(directory, kind, index) for index in range(count)]
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for result in [pool.submit(make, *each) for each in work]:
            result.result()


if __name__ == "__main__":
    main(Path(sys.argv[1]), {kind: int(count) for kind, count in (word.split("=") for word in sys.argv[2:])})

#!/usr/bin/env python3
"""What the schedule of a sheet would come to on other numbers of cores, from recorded costs.

usage: schedule.py COSTS.json...

A file of costs has what one thread took for each tile and each band of a sheet (see docs/many-cores.md). This
program plays the rules of Sources/ContactSheet/Render/PageRenderer.swift with them: bands whose tiles are
there come first, then tiles in the order in which they are needed, as far as the bounds of memory allow; one
thread writes the bands in their order. Disk, memory bus and the clock of a busy processor are not in it.
"""
import heapq
import json
import sys

CORES = [1, 2, 8, 32, 128]
SPARE_BANDS = 2
LOOK_AHEAD = 64


class Sheet:
    """The state of a renderer."""

    def __init__(self, costs, jobs):
        # What does not fit stays with the larger number of jobs: see PageRendererLimits.
        self.tiles, self.bands, self.jobs = costs["tiles"], costs["bands"], jobs
        self.memory = costs["memory"]
        self.ahead = max(costs["ahead"], jobs * costs["ahead_for_each_job"])
        self.bands_limit = jobs + SPARE_BANDS
        self.begun, self.made = [False] * len(self.tiles), [False] * len(self.tiles)
        self.first_waiting = self.front = self.entered = self.handed_over = 0
        self.running = self.in_flight = self.bytes_ahead = self.missing = 0
        self.drawable, self.drawn = [], set()
        self.enter()
        self.open()

    def enter(self):
        if self.front == len(self.bands):
            return
        end = self.bands[self.front]["end"]
        while self.entered < len(self.tiles) and self.tiles[self.entered]["top"] < end:
            if not self.made[self.entered]:
                self.missing += 1
            if self.begun[self.entered]:
                self.bytes_ahead -= self.tiles[self.entered]["bytes"]
            self.entered += 1

    def open(self):
        while (self.missing == 0 and self.front < len(self.bands)
               and self.front - self.handed_over < self.bands_limit):
            self.drawable.append(self.front)
            self.front += 1
            self.enter()

    def next(self):
        """A band or a tile to begin with, and what it takes; nothing where there is none now."""
        if self.drawable:
            band = self.drawable.pop(0)
            return ("band", band), self.bands[band]["seconds"]
        while self.first_waiting < len(self.tiles) and self.begun[self.first_waiting]:
            self.first_waiting += 1
        for index in range(self.first_waiting, min(len(self.tiles), self.first_waiting + LOOK_AHEAD)):
            if self.begun[index]:
                continue
            tile, is_ahead = self.tiles[index], index >= self.entered
            if is_ahead and self.bytes_ahead + tile["bytes"] > self.ahead:
                return None
            if self.running and self.in_flight + tile["cost"] > self.memory:
                return None
            self.begun[index] = True
            self.running += 1
            self.in_flight += tile["cost"]
            self.bytes_ahead += tile["bytes"] if is_ahead else 0
            return ("tile", index), tile["seconds"]
        return None

    def end(self, work):
        kind, index = work
        if kind == "band":
            self.drawn.add(index)
            return
        self.made[index] = True
        self.running -= 1
        self.in_flight -= self.tiles[index]["cost"]
        if index < self.entered:
            self.missing -= 1
            self.open()


def play(costs, jobs):
    """Seconds from the start to the end, and the seconds of all threads at work."""
    sheet = Sheet(costs, jobs)
    # Headers are read by all threads; the plan, the start and the end of the file by one.
    now = costs["start"] + costs["headers"] / jobs + costs["plan"]
    busy = costs["start"] + costs["headers"] + costs["plan"] + costs["end"]
    events, number = [], 0
    idle = set(range(jobs))
    while sheet.handed_over < len(sheet.bands):
        begins = []
        # The first thread also writes, and that goes first.
        if 0 in idle and sheet.handed_over in sheet.drawn:
            begins.append((0, ("write", sheet.handed_over), costs["write"][sheet.handed_over]))
            idle.discard(0)
        while idle and (found := sheet.next()):
            begins.append((idle.pop(), *found))
        for thread, work, seconds in begins:
            number += 1
            busy += seconds
            heapq.heappush(events, (now + seconds, number, thread, work))
        now, _, thread, work = heapq.heappop(events)
        idle.add(thread)
        if work[0] == "write":
            sheet.handed_over += 1
            sheet.open()
        else:
            sheet.end(work)
    return now + costs["end"], busy


def main(paths):
    print("| work | cores | seconds | times as fast | cores at work |\n| --- | ---: | ---: | ---: | ---: |")
    for path in paths:
        with open(path) as file:
            costs = json.load(file)
        alone, _ = play(costs, 1)
        for jobs in CORES:
            seconds, busy = play(costs, jobs)
            print(f"| {costs['title'] if jobs == 1 else ''} | {jobs} | {seconds:.3f} | {alone / seconds:.1f} "
                  f"| {busy / seconds / jobs:.0%} |")


if __name__ == "__main__":
    main(sys.argv[1:])

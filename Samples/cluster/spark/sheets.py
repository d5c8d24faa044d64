"""Makes many sheets on a Spark cluster: each partition is piped through a worker.

usage: spark-submit sheets.py SHEETS RESULTS [--master M] [--partitions N] [--directory D] [--worker W]

SHEETS has a sheet a line, as it stands in a manifest; RESULTS is a directory that must not be there yet and gets a
result a line, a file for each partition. The exit code is that of `contactsheet batch`: 0 done, 2 a sheet failed
or has no result, 3 pictures are damaged or were left out. What Spark itself cannot do ends with 1.
"""
import argparse
import json
import os
import shlex
import sys

from pyspark import SparkConf, SparkContext

HERE = os.path.dirname(os.path.abspath(__file__))


def arguments():
    parser = argparse.ArgumentParser(description="Makes many sheets on a Spark cluster.")
    parser.add_argument("sheets", help="a sheet a line, as JSON: any path that Spark reads")
    parser.add_argument("results", help="a directory for the results, not there yet")
    parser.add_argument("--master", help="else what spark-submit says")
    parser.add_argument("--partitions", type=int, help="else four for each core")
    parser.add_argument("--directory", default=os.getcwd(), help="where relative paths in lines begin")
    parser.add_argument("--worker", default=os.path.join(HERE, "..", "worker"))
    parser.add_argument("--conf", action="append", default=[], metavar="KEY=VALUE", help="for Spark")
    return parser.parse_args()


def main():
    options = arguments()
    conf = SparkConf().setAppName("contactsheet")
    if options.master:
        conf.setMaster(options.master)
    for pair in options.conf:
        conf.set(*pair.split("=", 1))
    context = SparkContext(conf=conf)
    context.setLogLevel("ERROR")

    # A worker has no shell, no directory and no environment of its own accord.
    environment = {name: os.environ[name] for name in ("PATH", "CONTACTSHEET") if name in os.environ}
    command = "sh -c " + shlex.quote(
        f"cd {shlex.quote(options.directory)} && exec {shlex.quote(os.path.abspath(options.worker))}")

    lines = context.textFile(options.sheets).filter(str.strip)
    count = lines.count()
    # Neighbours in a list are often alike: dealt out like cards, no partition has all that is large. (Spark's own
    # repartition() deals packs of ten.)
    share = options.partitions or 4 * context.defaultParallelism
    dealt = lines.zipWithIndex().map(lambda pair: (pair[1], pair[0])).partitionBy(
        share, lambda index: index % share).values()
    # checkCode: a worker that died fails its partition, and Spark runs that again; a sheet that cannot be made
    # is a result.
    dealt.pipe(command, environment, checkCode=True).saveAsTextFile(options.results)

    # Read back, not computed again.
    states = context.textFile(options.results).map(lambda line: json.loads(line)["state"]).countByValue()
    context.stop()
    missing = count - sum(states.values())
    print(json.dumps({"sheets": count, "without_result": missing, **states}))
    if missing or states.get("failed"):
        return 2
    return 3 if states.get("with-omissions") else 0


if __name__ == "__main__":
    sys.exit(main())

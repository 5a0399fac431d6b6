import sys, time, json, hashlib
sys.path[:0] = ["src", "."]
from pathlib import Path
from functools import partial
from concurrent.futures import ProcessPoolExecutor, as_completed
import cardshark.experiments.gin_td_evo_tables as t
t.RUNS.update({p: 4 for p in t.PLAYERS})
from cardshark.experiments.gin_td_evo_runs import train
from cardshark.experiments.workshop import key_of
if __name__ == "__main__":
    folder, names, workers = Path(sys.argv[1]).resolve(), sys.argv[2].split(","), int(sys.argv[3])
    tasks = [x for n in names for x in t.paper_tasks(1, 1) if x.name == n]
    (folder / "brains").mkdir(parents=True, exist_ok=True)
    if workers > 4: train(folder, t.paper_tasks(0.001, 1)[0]); train(folder, t.paper_tasks(0.001, 1)[-1])
    with ProcessPoolExecutor(workers) as pool:
        todo = {pool.submit(train, folder, x): x for x in tasks}
        for done in as_completed(todo):
            x = todo[done]
            with open(folder / "more.jsonl", "a") as f: f.write(json.dumps({"key": key_of(x.name, x), "value": done.result()}) + "\n")
            print(x.name, done.result()["seconds"], flush=True)

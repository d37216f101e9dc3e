import { BASES } from './base-target.ts';
import type { Fault } from './case.ts';
import { runCase } from './case.ts';
import { discoveryTarget } from './discovery-target.ts';
import { httpTarget } from './http-target.ts';
import { EDITS, LINKS, PARSER } from './text-targets.ts';

/** What the parent asks of this process: the cases from `first` on. */
export interface FuzzOrder {
  target: 'parser' | 'links' | 'edits' | 'bases' | 'http' | 'discovery';
  seed: number;
  first: number;
  count: number;
  /** A vault folder to write into, for `discovery`. */
  folder: string;
  /** For `http`. */
  server?: { port: number; token: string };
}

/** What it tells: where it is, so that a hang is found, and what it found. */
export type FuzzNews = { at: number } | { done: true; refused: number; faults: Fault[] };

const MOST_FAULTS = 20;

process.once('message', (order: FuzzOrder) => {
  void run(order).then((news) => {
    process.send?.(news);
    process.disconnect();
  });
});

async function run({ target: name, seed, first, count, folder, server }: FuzzOrder): Promise<FuzzNews> {
  const target = {
    parser: () => PARSER,
    links: () => LINKS,
    edits: () => EDITS,
    bases: () => BASES,
    http: () => httpTarget(server ?? { port: 0, token: '' }),
    discovery: () => discoveryTarget(folder),
  }[name]();
  const faults: Fault[] = [];
  let refused = 0;
  for (let number = first; number < first + count && faults.length < MOST_FAULTS; number++) {
    process.send?.({ at: number } satisfies FuzzNews);
    const result = await runCase(target, seed, number);
    if (result.refused) refused++;
    if (result.fault !== undefined) faults.push(result.fault);
  }
  return { done: true, refused, faults };
}

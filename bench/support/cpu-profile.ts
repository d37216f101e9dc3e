import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** A V8 processor profile, as `--cpu-prof` writes it. */
export interface CpuProfile {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number }; children?: number[] }[];
  /** Node at the top of the stack at each sample. */
  samples: number[];
  /** Microseconds before each sample. */
  timeDeltas: number[];
}

export interface HotFunction {
  name: string;
  /** Time in the function itself. */
  selfMs: number;
  /** Time in the function and what it calls. */
  totalMs: number;
}

const RESTING = new Set(['(idle)', '(root)']);
const SHOWN = 25;

/** Functions with the time spent in them, most own time first; without idle time. */
export function functionTimes(profile: CpuProfile): HotFunction[] {
  const own = new Map<number, number>();
  for (const [i, id] of profile.samples.entries())
    own.set(id, (own.get(id) ?? 0) + (profile.timeDeltas[i] ?? 0) / 1000);
  const names = new Map(profile.nodes.map(({ id, callFrame }) => [id, nameOf(callFrame)]));
  const parents = new Map(
    profile.nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)),
  );
  const times = new Map<string, HotFunction>();
  for (const [id, ms] of own) {
    const name = names.get(id) ?? '?';
    if (RESTING.has(name)) continue;
    timeOf(times, name).selfMs += ms;
    // A function that calls itself has its time counted once.
    for (const caller of callers(id, parents, names)) timeOf(times, caller).totalMs += ms;
  }
  return [...times.values()].sort((a, b) => b.selfMs - a.selfMs);
}

/** The hottest functions of every profile in a folder, as lines; worker threads have their own profiles. */
export async function hottest(folder: string): Promise<string[]> {
  const lines: string[] = [];
  for (const file of (await readdir(folder)).filter((name) => name.endsWith('.cpuprofile')).sort()) {
    const times = functionTimes(JSON.parse(await readFile(join(folder, file), 'utf8')) as CpuProfile);
    const all = times.reduce((sum, { selfMs }) => sum + selfMs, 0);
    lines.push('', `${file}: ${(all / 1000).toFixed(2)} s of work`);
    lines.push('in the function itself', ...times.slice(0, SHOWN).map(({ name, selfMs }) => line(name, selfMs, all)));
    const byTotal = times.filter(({ name }) => name.includes('.mjs:')).sort((a, b) => b.totalMs - a.totalMs);
    lines.push('with what it calls', ...byTotal.slice(0, SHOWN).map(({ name, totalMs }) => line(name, totalMs, all)));
  }
  return lines;
}

function line(name: string, ms: number, all: number): string {
  return `${ms.toFixed(0).padStart(7)} ms ${((100 * ms) / all).toFixed(1).padStart(5)} %  ${name}`;
}

function timeOf(times: Map<string, HotFunction>, name: string): HotFunction {
  const time = times.get(name) ?? { name, selfMs: 0, totalMs: 0 };
  times.set(name, time);
  return time;
}

/** Names of the functions on the stack above a node, its own included. */
function callers(id: number, parents: ReadonlyMap<number, number>, names: ReadonlyMap<number, string>): Set<string> {
  const found = new Set<string>();
  for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
    const name = names.get(at) ?? '?';
    if (!RESTING.has(name)) found.add(name);
  }
  return found;
}

function nameOf({ functionName, url, lineNumber }: CpuProfile['nodes'][number]['callFrame']): string {
  const name = functionName === '' ? '(anonymous)' : functionName;
  return url === '' ? name : `${name}  ${url.slice(url.lastIndexOf('/') + 1)}:${lineNumber + 1}`;
}

import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** A V8 processor profile, as `--cpu-prof` writes it. */
export interface CpuProfile {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[];
  /** Node at the top of the stack at each sample. */
  samples: number[];
  /** Microseconds before each sample. */
  timeDeltas: number[];
}

export interface HotFunction {
  name: string;
  /** Time in the function itself, without what it calls. */
  selfMs: number;
}

const RESTING = new Set(['(idle)', '(root)']);
const SHOWN = 20;

/** Functions by the time spent in them, most first; without the time in which nothing ran. */
export function selfTimes(profile: CpuProfile): HotFunction[] {
  const names = new Map(profile.nodes.map(({ id, callFrame }) => [id, nameOf(callFrame)]));
  const micros = new Map<string, number>();
  for (const [i, id] of profile.samples.entries()) {
    const name = names.get(id) ?? '?';
    if (!RESTING.has(name)) micros.set(name, (micros.get(name) ?? 0) + (profile.timeDeltas[i] ?? 0));
  }
  return [...micros].map(([name, us]) => ({ name, selfMs: us / 1000 })).sort((a, b) => b.selfMs - a.selfMs);
}

/** The hottest functions of every profile in a folder, as lines; worker threads have profiles of their own. */
export async function hottest(folder: string): Promise<string[]> {
  const lines: string[] = [];
  for (const file of (await readdir(folder)).filter((name) => name.endsWith('.cpuprofile')).sort()) {
    const times = selfTimes(JSON.parse(await readFile(join(folder, file), 'utf8')) as CpuProfile);
    const total = times.reduce((sum, { selfMs }) => sum + selfMs, 0);
    lines.push('', `${file}: ${(total / 1000).toFixed(2)} s of work`);
    for (const { name, selfMs } of times.slice(0, SHOWN)) {
      lines.push(`${selfMs.toFixed(0).padStart(7)} ms ${((100 * selfMs) / total).toFixed(1).padStart(5)} %  ${name}`);
    }
  }
  return lines;
}

function nameOf({ functionName, url, lineNumber }: CpuProfile['nodes'][number]['callFrame']): string {
  const name = functionName === '' ? '(anonymous)' : functionName;
  return url === '' ? name : `${name}  ${url.slice(url.lastIndexOf('/') + 1)}:${lineNumber + 1}`;
}

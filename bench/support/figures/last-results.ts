import { readdir, readFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';

const resultsFile = z.looseObject({
  vault: z.string().optional(),
  machine: z.looseObject({ cpus: z.number(), model: z.string() }),
});
const partFigures = z.array(z.looseObject({ name: z.string(), value: z.number() }));

/**
 * The figures of the newest run of a part on this machine and vault, by name; empty if there was none.
 *
 * @param folder where runs are written to, named by their time
 */
export async function lastResults(
  folder: string,
  part: string,
  vault: string | undefined,
): Promise<ReadonlyMap<string, number>> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names
    .filter((name) => name.endsWith('.json'))
    .sort()
    .reverse()) {
    const run = resultsFile.safeParse(parsed(await readFile(join(folder, name), 'utf8')));
    if (!run.success || run.data.vault !== vault) continue;
    if (run.data.machine.cpus !== cpus().length || run.data.machine.model !== (cpus()[0]?.model ?? '')) continue;
    const figures = partFigures.safeParse(run.data[part]);
    if (figures.success) return new Map(figures.data.map((figure) => [figure.name, figure.value]));
  }
  return new Map();
}

/** A run that was cut off while it was written counts as none. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

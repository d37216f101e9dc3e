import { join } from 'node:path';

interface Setup {
  ROOT: string;
  ensureBuilt(): Promise<boolean>;
}

/** The bridge's script, rebuilt if it is older than its sources. Throws if the build fails. */
export async function builtBridge(): Promise<string> {
  const setup = (await import(new URL('../../scripts/setup.mjs', import.meta.url).href)) as Setup;
  if (!(await setup.ensureBuilt())) throw new Error('The build failed; there is nothing to measure.');
  return join(setup.ROOT, 'dist', 'bridge', 'cli.mjs');
}

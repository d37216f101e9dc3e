import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { ensureBuilt, ensureInstalled, requireNode, ROOT, run } from './setup.mjs';

requireNode();
const vault = vaultFolder(process.argv[2]);
if (!(await ensureInstalled()) || !(await ensureBuilt())) process.exit(1);
process.exit(await run(process.execPath, [join(ROOT, 'dist', 'bridge', 'cli.mjs'), 'tour', vault]));

function vaultFolder(given) {
  if (given === undefined) return join(ROOT, 'e2e', 'vault');
  if (given === '~' || given.startsWith('~/')) return join(homedir(), given.slice(1));
  // npm runs scripts in the package's folder and keeps the caller's in INIT_CWD.
  return resolve(process.env.INIT_CWD ?? process.cwd(), given);
}

import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, givenFolder, requireNode, ROOT, run } from './setup.mjs';

requireNode();
const [, , given] = process.argv;
const vault = given === undefined ? join(ROOT, 'e2e', 'vault') : givenFolder(given);
if (!(await ensureInstalled()) || !(await ensureBuilt())) process.exit(1);
process.exit(await run(process.execPath, [join(ROOT, 'dist', 'bridge', 'cli.mjs'), 'tour', vault]));

import { ensureBuilt, ensureInstalled, requireNode, TO_STDERR } from '../setup.mjs';

// What npm prints itself goes to stdout, and may be read by a program.
requireNode();
if (!(await ensureInstalled({ stdio: TO_STDERR })) || !(await ensureBuilt({ stdio: TO_STDERR }))) process.exit(1);

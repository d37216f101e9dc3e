import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { ensureBuilt, ROOT, TO_STDERR } from '../setup.mjs';
import { makeAssets } from './assets.ts';
import { differencesElsewhere } from './build-elsewhere.ts';
import { readProject, releaseProblems } from './project.ts';

const USAGE = `Makes the files of a release, in release/.

Usage: npm run release -- [--dry-run] [--check] [--tag TAG] [--out DIR] [--build-once]

  --dry-run     make the files all the same, and say why they could not be released
  --check       say that and nothing else
  --tag TAG     the tag that is being released
  --out DIR     another folder, empty or with an earlier release
  --build-once  do not build again elsewhere to compare

The exit code is 1 if the project cannot be released as it stands, except with --dry-run.
`;
const MEGABYTE = 1_000_000;
const MAX_PACKAGE_MB = 9;

const OPTIONS = {
  'dry-run': { type: 'boolean', default: false },
  check: { type: 'boolean', default: false },
  tag: { type: 'string' },
  out: { type: 'string', default: 'release' },
  'build-once': { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

const values = given();
if (values === null) process.exitCode = 2;
else if (values.help) console.log(USAGE);
else process.exitCode = (await release(values)) ? 0 : 1;

type Values = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values'];

/** The options of the command line; null, with a line on stderr, if they cannot be understood. */
function given(): Values | null {
  try {
    return parseArgs({ options: OPTIONS }).values;
  } catch (error) {
    const [problem = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    console.error(`${problem.replace(/\.$/u, '')}. \`npm run release -- --help\` lists the options.`);
    return null;
  }
}

async function release(values: Values): Promise<boolean> {
  const project = await readProject(ROOT);
  const problems = [...releaseProblems(project, values.tag), ...(await treeProblems())];
  for (const problem of problems) console.log(`Cannot be released: ${problem}`);
  if (values.check || (problems.length > 0 && !values['dry-run'])) return problems.length === 0;

  if (!(await ensureBuilt({ stdio: TO_STDERR }))) return false;
  if (!values['build-once']) {
    const different = await differencesElsewhere(ROOT);
    for (const name of different) console.log(`Not reproducible: ${name} differs in another folder, on another day.`);
    if (different.length > 0) return false;
    console.log('Built twice, with the same bytes.');
  }

  const to = resolve(process.env.INIT_CWD ?? process.cwd(), values.out);
  const assets = await makeAssets(project, ROOT, to);
  console.log(`\n${project.name} ${project.version}, in ${to}`);
  for (const { name, bytes, sha256 } of assets)
    console.log(`${(bytes / MEGABYTE).toFixed(2).padStart(7)} MB  ${sha256.slice(0, 16)}  ${name}`);
  const packed = assets.find(({ name }) => name.endsWith('.tgz'));
  if (packed !== undefined && packed.bytes <= MAX_PACKAGE_MB * MEGABYTE) return true;
  console.log(`The package is larger than ${MAX_PACKAGE_MB} MB.`);
  return false;
}

/** A release is of what is committed. */
async function treeProblems(): Promise<string[]> {
  const changed = await promisify(execFile)('git', ['status', '--porcelain'], { cwd: ROOT }).then(
    ({ stdout }) => stdout.trim(),
    () => null,
  );
  if (changed === null) return ['This is not a git checkout.'];
  return changed === '' ? [] : [`Not committed: ${changed.split('\n').length} files.`];
}

import { spawn } from 'node:child_process';
import { existsSync, lstatSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

const OLDEST_NODE = [20, 19];
const OUTPUTS = ['dist/bridge/cli.mjs', 'dist/plugin/main.js', 'dist/plugin/manifest.json', 'dist/plugin/styles.css'];
/** Its name has a hash in it. */
const MODEL_FOLDER = join(ROOT, 'dist', 'model');
const STAMP = join(ROOT, 'dist', '.built-from');
/** What the build reads: folders with everything in them, and single files. */
export const SOURCES = [
  'shared',
  'bridge',
  'plugin',
  'build',
  'rollup.config.mjs',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
  'manifest.json',
];

/** Ends the process with a message if Node is older than the project supports. */
export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return;
  console.error(`Vault Loom needs Node ${OLDEST_NODE.join('.')} or newer; this is ${process.versions.node}.`);
  process.exit(1);
}

/** Standard streams of a program whose reports must not mix with this one's output: all of them go to stderr. */
export const TO_STDERR = ['ignore', 2, 2];

/**
 * Installs the locked packages if node_modules is absent or older than the lock file. Returns whether that succeeded.
 * With `options`, such as `{stdio: TO_STDERR}`, for the child processes, nothing is written to stdout. If node_modules
 * is a link, nothing is installed: npm would empty the folder that it leads to, which others may use.
 * @param root the project's folder
 * @param install installs; resolves to npm's exit code
 */
export async function ensureInstalled(options = {}, root = ROOT, install = runNpm) {
  const packages = join(root, 'node_modules');
  const installed = modified(join(packages, '.package-lock.json'));
  if (installed !== null && installed >= modified(join(root, 'package-lock.json'))) return true;
  if (lstatSync(packages, { throwIfNoEntry: false })?.isSymbolicLink() === true) {
    console.error(
      'Packages have to be installed, but node_modules is a link, and npm would empty the folder that it leads to. Install them there, or remove the link to have them installed here.',
    );
    return false;
  }
  say(
    installed === null ? 'Installing packages …' : 'The lock file is newer than node_modules: installing packages …',
    options,
  );
  return (await install(['ci', '--include=dev', '--no-audit', '--no-fund'], options)) === 0;
}

/** Builds if `dist` is absent or older than its sources. Returns whether that succeeded. `options` as above. */
export async function ensureBuilt(options = {}) {
  if (isBuilt()) return true;
  say('Building …', options);
  return (await runTool('rollup', ['-c', '--silent'], options)) === 0;
}

/** The absolute path of a folder that a person named on the command line. */
export function givenFolder(given) {
  if (given === '~' || given.startsWith('~/')) return join(homedir(), given.slice(1));
  // npm runs scripts in the package's folder and keeps the caller's in INIT_CWD.
  return resolve(process.env.INIT_CWD ?? process.cwd(), given);
}

/** The newest time, in milliseconds, at which anything the build reads was changed, added or removed. */
export function newestSource() {
  return Math.max(0, ...SOURCES.map((name) => newestUnder(join(ROOT, name))));
}

/** Notes in `dist` which state of the sources it was built from. */
export async function stampBuild(newest) {
  await mkdir(dirname(STAMP), { recursive: true });
  await writeFile(STAMP, `${newest}\n`);
}

/** Runs a package's command with this Node; resolves to its exit code. */
export function runTool(name, args, options = {}) {
  return run(process.execPath, [toolEntry(name), ...args], options);
}

/**
 * Runs a program in the project's folder with inherited streams; resolves to its exit code (1 if a signal ended it).
 */
export function run(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: 'inherit', ...options });
    // Ctrl+C reaches the child as well: it ends in its own order, and then this process does.
    const waitForChild = () => {};
    process.on('SIGINT', waitForChild);
    const finish = (code) => {
      process.off('SIGINT', waitForChild);
      resolve(code);
    };
    child.on('error', (error) => {
      console.error(`${command} could not be started: ${error.message}`);
      finish(1);
    });
    child.on('close', (code) => finish(code ?? 1));
  });
}

/** Runs npm; resolves to its exit code. `options` as for {@link run}. */
export function runNpm(args, options = {}) {
  const npmScript = process.env.npm_execpath;
  if (npmScript !== undefined && /npm-cli\.c?js$/.test(npmScript))
    return run(process.execPath, [npmScript, ...args], options);
  return process.platform === 'win32' ? run('npm.cmd', args, { shell: true, ...options }) : run('npm', args, options);
}

function say(text, { stdio }) {
  if (stdio === undefined) console.log(text);
  else console.error(text);
}

function toolEntry(name) {
  // Two packages bring a `tsc`: typescript is the older one, which the lint rules need.
  const folder = { tsc: 'typescript-7', biome: '@biomejs/biome' }[name] ?? name;
  const { bin } = JSON.parse(readFileSync(join(ROOT, 'node_modules', folder, 'package.json'), 'utf8'));
  return join(ROOT, 'node_modules', folder, typeof bin === 'string' ? bin : bin[name]);
}

function isBuilt() {
  if (!existsSync(STAMP) || !OUTPUTS.every((name) => existsSync(join(ROOT, name)))) return false;
  if (!existsSync(MODEL_FOLDER) || readdirSync(MODEL_FOLDER).length === 0) return false;
  return Number(readFileSync(STAMP, 'utf8')) >= newestSource();
}

function newestUnder(path) {
  const own = modified(path);
  if (own === null) return 0;
  if (!statSync(path).isDirectory()) return own;
  // A folder's own time reveals removed files.
  return readdirSync(path).reduce((newest, name) => Math.max(newest, newestUnder(join(path, name))), own);
}

function modified(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? null;
}

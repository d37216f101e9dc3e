import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { run, runTool, TO_STDERR } from './setup.mjs';

/** How a test's browser is started: no network access, no graphics card and no sandbox. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const FETCH_MS = 4 * 60_000;
const COMMANDS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
/** Where Playwright puts what it downloads, and the executable in one of its folders. */
const PLAYWRIGHT_CACHES = [
  process.env.PLAYWRIGHT_BROWSERS_PATH,
  join(homedir(), '.cache', 'ms-playwright'),
  join(homedir(), 'Library', 'Caches', 'ms-playwright'),
  join(process.env.LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local'), 'ms-playwright'),
];
const IN_CACHE = [
  'chrome-linux/chrome',
  'chrome-linux64/chrome',
  'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
  'chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
  'chrome-mac-x64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
  'chrome-win/chrome.exe',
  'chrome-win64/chrome.exe',
];

/**
 * The available Chromium, or null: the one in `PLAYWRIGHT_CHROMIUM`, on the PATH, where installers put it, or
 * Playwright's own.
 */
export function findChromium() {
  const named = process.env.PLAYWRIGHT_CHROMIUM;
  if (named) return isExecutable(named) ? named : null;
  return [...onPath(), ...usualPlaces(), ...inPlaywrightsCache()].find(isExecutable) ?? null;
}

/**
 * The available Chromium, downloaded if there is none: by Playwright, otherwise as Debian's package. Null, with the
 * reason on stderr, if not available.
 */
export async function ensureChromium() {
  const found = findChromium();
  if (found !== null) return found;
  if (process.env.PLAYWRIGHT_CHROMIUM) {
    console.error(
      `PLAYWRIGHT_CHROMIUM names ${process.env.PLAYWRIGHT_CHROMIUM}, which is no program that can be started.`,
    );
    return null;
  }
  console.error('There is no Chromium: fetching one …');
  await runTool('playwright', ['install', 'chromium'], { stdio: TO_STDERR, timeout: FETCH_MS });
  if (findChromium() === null) await installDebianPackage();
  if (findChromium() === null) {
    console.error('Chromium could not be fetched. Install Chromium or Chrome, or name one in PLAYWRIGHT_CHROMIUM.');
  }
  return findChromium();
}

async function installDebianPackage() {
  if (process.platform !== 'linux' || !existsSync('/usr/bin/apt-get')) return;
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  if (sudo.length > 0 && spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status !== 0) return;
  const install = async (...args) => {
    const [command, ...rest] = [...sudo, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...args];
    return run(command, rest, { stdio: TO_STDERR, timeout: FETCH_MS });
  };
  await install('update', '-q');
  await install('install', '-q', '-y', '--no-install-recommends', 'chromium');
}

function onPath() {
  const names = process.platform === 'win32' ? ['chrome.exe', 'chromium.exe'] : COMMANDS;
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return names.flatMap((name) => folders.map((folder) => join(folder, name)));
}

function usualPlaces() {
  if (process.platform === 'darwin') {
    return ['Chromium.app/Contents/MacOS/Chromium', 'Google Chrome.app/Contents/MacOS/Google Chrome'].flatMap((app) => [
      join('/Applications', app),
      join(homedir(), 'Applications', app),
    ]);
  }
  if (process.platform !== 'win32')
    return ['/usr/lib/chromium/chromium', '/snap/bin/chromium', '/opt/google/chrome/chrome'];
  const roots = [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA].filter(
    (root) => root !== undefined,
  );
  return roots.flatMap((root) => [
    join(root, 'Chromium', 'Application', 'chrome.exe'),
    join(root, 'Google', 'Chrome', 'Application', 'chrome.exe'),
  ]);
}

function inPlaywrightsCache() {
  return PLAYWRIGHT_CACHES.filter((cache) => cache !== undefined && existsSync(cache)).flatMap((cache) =>
    readdirSync(cache)
      .filter((name) => /^chromium-\d+$/.test(name))
      // The newest first.
      .sort((a, b) => Number(b.slice('chromium-'.length)) - Number(a.slice('chromium-'.length)))
      .flatMap((name) => IN_CACHE.map((path) => join(cache, name, path))),
  );
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

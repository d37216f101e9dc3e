import { statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { ensureBuilt, ensureInstalled, givenFolder, requireNode, TO_STDERR } from '../scripts/setup.mjs';

const USAGE = `npm run sandbox [-- --vault DIR] [--port N] [--no-open] [--throttle-timers]

Opens the sandbox, which plays the app for plugins, in a browser: on a copy of the sample vault with the built plugin in it, or
on the vault in DIR with the plugins that are installed and enabled there.

  --vault DIR        a vault; nothing is installed in it
  --port N           where the page is served on 127.0.0.1; any free port unless given
  --no-open          open no browser
  --throttle-timers  timers fire once a second at most, as in a hidden window

Once ready, it prints one line of JSON on stdout, {"url", "vault", "pid"}; everything else goes to stderr. It runs until it is
interrupted (Ctrl+C, SIGTERM).`;

requireNode();
const options = readOptions();
if (!(await ensureInstalled({ stdio: TO_STDERR }))) process.exit(1);
if (options.vault === null && !(await ensureBuilt({ stdio: TO_STDERR }))) process.exit(1);
const { register } = await import('tsx/esm/api');
register();
const { runSandbox } = await import('./sandbox.ts');
process.exitCode = await runSandbox(options);

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        vault: { type: 'string' },
        port: { type: 'string', default: '0' },
        'no-open': { type: 'boolean', default: false },
        'throttle-timers': { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    if (values.help) {
      console.log(USAGE);
      process.exit(0);
    }
    return {
      vault: values.vault === undefined ? null : existingFolder(givenFolder(values.vault)),
      port: portNumber(values.port),
      open: !values['no-open'],
      throttleTimers: values['throttle-timers'],
    };
  } catch (error) {
    console.error(`${error.message}\n\n${USAGE}`);
    return process.exit(2);
  }
}

function existingFolder(path) {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new Error(`--vault: there is no folder ${path}`);
  return path;
}

function portNumber(text) {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535)
    throw new Error(`--port: ${text} is not a port; give a number up to 65535`);
  return Number(text);
}

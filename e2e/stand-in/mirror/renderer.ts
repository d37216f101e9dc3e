import { appear, readAppearance } from '../app/appearance.ts';
import { bootApp, type SandboxApp } from '../app/boot.ts';
import { nodeTimers } from '../app/realm/timers.ts';
import { openMirror, type Mirror } from './mirror-server.ts';
import { NOBODY, type RendererCall, type RendererCalls, type RendererReply } from './renderer-calls.ts';

interface Running {
  sandbox: SandboxApp;
  mirror: Mirror;
}

let running: Running | null = null;
const errors: string[] = [];

process.on('message', (call: RendererCall) => {
  handle(call).then(
    (result) => reply({ id: call.id, result: result ?? null }),
    (error: unknown) => reply({ id: call.id, error: describe(error) }),
  );
});
process.on('unhandledRejection', note);
process.on('uncaughtException', note);
// A terminal's Ctrl+C reaches whole groups of processes; the one that started this one says when to end.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => void end());
process.on('disconnect', () => void end());

async function handle(call: RendererCall): Promise<unknown> {
  switch (call.name) {
    case 'start':
      return start(call.input);
    case 'evaluate':
      return evaluate(call.input);
    case 'settle':
      await theSandbox().sandbox.settle();
      theSandbox().mirror.flush();
      return null;
    case 'errors':
      return errors;
    case 'close':
      await close();
      // The answer must be on its way before the process ends.
      nodeTimers.setImmediate(() => process.disconnect?.());
      return null;
  }
}

async function start({
  vaultPath,
  configDir,
  throttleTimers,
  withoutRights,
  port,
}: RendererCalls['start']): Promise<{ url: string }> {
  if (withoutRights) becomeNobody();
  const sandbox = await bootApp({ vaultPath, configDir, throttleTimers });
  const mirror = await openMirror({
    windows: () => sandbox.windows(),
    nextTurn: () => new Promise((resolve) => nodeTimers.setImmediate(resolve)),
    onQuery: (query) => appear(sandbox.app, readAppearance(query)),
    port,
  });
  running = { sandbox, mirror };
  return { url: mirror.url };
}

/** Does nothing in a process that is not the superuser's. */
function becomeNobody(): void {
  if (process.getuid?.() !== 0) return;
  process.setgroups?.([]);
  process.setgid?.(NOBODY);
  process.setuid?.(NOBODY);
}

async function evaluate({ code, arg }: RendererCalls['evaluate']): Promise<unknown> {
  return (new Function('app', 'arg', `return (${code});`) as (app: unknown, arg: unknown) => unknown)(
    theSandbox().sandbox.app,
    arg,
  );
}

async function close(): Promise<void> {
  const ending = running;
  running = null;
  await ending?.mirror.close();
  await ending?.sandbox.close();
}

async function end(): Promise<void> {
  await close().catch(note);
  process.exit(0);
}

function theSandbox(): Running {
  if (running === null) throw new Error('The sandbox is not running.');
  return running;
}

function note(error: unknown): void {
  errors.push(describe(error));
  console.error(error);
}

function reply(message: RendererReply): void {
  try {
    process.send?.(message);
  } catch (error) {
    // What was evaluated cannot be told as JSON.
    process.send?.({ id: message.id, error: describe(error) });
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

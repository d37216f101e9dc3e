import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach } from 'vitest';
import { bootApp, type BootOptions, type SandboxApp } from './boot.ts';

/** Until when a test waits for what must come. */
export const PATIENT = { timeout: 15_000, interval: 20 };

/** A sandbox on a vault of its own, in this process. */
export interface TestSandbox extends SandboxApp {
  vaultPath: string;
  /** Writes a file as another program does. */
  put(path: string, text: string): Promise<void>;
  /** Errors that reached the window. */
  errors: string[];
}

const open: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

/** Starts the sandbox on these files; it is closed after the test. */
export async function startSandbox(
  files: Record<string, string>,
  options: Partial<BootOptions> = {},
): Promise<TestSandbox> {
  const folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
  const vaultPath = join(folder, 'Vault');
  await mkdir(vaultPath);
  const put = async (path: string, text: string): Promise<void> => {
    await mkdir(dirname(join(vaultPath, path)), { recursive: true });
    await writeFile(join(vaultPath, path), text);
  };
  for (const [path, text] of Object.entries(files)) await put(path, text);
  const errors: string[] = [];
  const takeError = (error: unknown): void => void errors.push(String(error));
  const listeners = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection');
  process.on('unhandledRejection', takeError);
  const sandbox = await bootApp({ vaultPath, ...options });
  open.push(async () => {
    await sandbox.close();
    process.removeAllListeners('unhandledRejection');
    for (const listener of listeners) process.on('unhandledRejection', listener);
    await rm(folder, { recursive: true, force: true });
  });
  return { ...sandbox, vaultPath, put, errors };
}

/** Clicks as a person does. */
export function click(element: Element | null | undefined, init: MouseEventInit = {}): void {
  if (!element) throw new Error('There is nothing to click.');
  element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...init }));
}

/** Presses a key where the focus is. */
export function press(key: string, init: KeyboardEventInit = {}): void {
  const target = document.activeElement ?? document.body;
  target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init }));
}

/** Types into a field, in place of what it holds. */
export function type(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  field.value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

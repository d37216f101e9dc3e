import { spawn } from 'node:child_process';

/** How a run of the program ended, and what it wrote. */
export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs the program with these arguments, piped. Without an input there is no stdin. */
export async function runCli(
  script: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  input?: string,
): Promise<Ended> {
  const child = spawn(process.execPath, [script, ...args], {
    env: { ...process.env, ...env },
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  });
  child.stdin?.end(input);
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => err.push(chunk));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, stdout: Buffer.concat(out).toString(), stderr: Buffer.concat(err).toString() };
}

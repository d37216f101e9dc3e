import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { lastResults } from './last-results.ts';

const MACHINE = { cpus: cpus().length, model: cpus()[0]?.model ?? '' };

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'results-'));
});
afterEach(() => rm(folder, { recursive: true }));

const write = (name: string, content: unknown): Promise<void> =>
  writeFile(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));

it('takes the newest run of the part, the vault and the machine', async () => {
  const figures = (value: number) => [{ name: 'search', value, unit: 'ms' }];
  await write('2026-01-01.json', { vault: '/v', machine: MACHINE, speed: figures(1) });
  await write('2026-01-02.json', { vault: '/v', machine: MACHINE, speed: figures(2), bases: figures(9) });
  await write('2026-01-03.json', { vault: '/v', machine: MACHINE, bases: figures(3) });
  await write('2026-01-04.json', { vault: '/other', machine: MACHINE, speed: figures(4) });
  await write('2026-01-05.json', { vault: '/v', machine: { ...MACHINE, cpus: MACHINE.cpus + 1 }, speed: figures(5) });
  await write('2026-01-06.json', '{"vault":"/v","mach');
  expect(await lastResults(folder, 'speed', '/v')).toEqual(new Map([['search', 2]]));
  expect(await lastResults(folder, 'bases', '/v')).toEqual(new Map([['search', 3]]));
});

it('is empty if nothing was measured before', async () => {
  expect(await lastResults(folder, 'speed', '/v')).toEqual(new Map());
  expect(await lastResults(join(folder, 'none'), 'speed', undefined)).toEqual(new Map());
});

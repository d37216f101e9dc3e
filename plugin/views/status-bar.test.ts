import { expect, it } from 'vitest';
import type { CompanionState } from '../companion/companion-state.ts';
import { READY } from '../companion/companion-test-kit.ts';
import { statusWords } from './status-bar.ts';

const saidOf = (server: CompanionState['server']) => statusWords({ ...READY, server });

it('says that assistants cannot find the server, also when notes can be searched', () => {
  const problem = 'Assistants are not told of it: the disk can only be read (EROFS).';
  const untold = saidOf({ port: 27_125, problem, isUntold: true });
  expect(untold.short).toBe('Loom: ready, not connected');
  expect(untold.long).toContain(`Listening on port 27125, for this computer only. ${problem}`);
  expect(saidOf({ port: null, problem: 'None of the ports is free.' }).short).toBe('Loom: not connected');
});

it('is ready while the server still listens where assistants know it, though the new port is taken', () => {
  expect(saidOf({ port: 27_125 }).short).toBe('Loom: ready');
  expect(saidOf({ port: 27_125, problem: 'Port 30000 is taken.' }).short).toBe('Loom: ready');
});

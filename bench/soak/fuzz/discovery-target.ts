import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readDiscovery } from '../../../bridge/switch/contact/plugin-discovery.ts';
import type { Random } from '../../../shared/kit/random.ts';
import { DISCOVERY_FILE, PLUGIN_ID, discovery } from '../../../shared/protocol/discovery.ts';
import { rule, type FuzzTarget } from './case.ts';
import { damage, mutate } from './draw-text.ts';

/** Any discovery file is read as a valid one or as none; reading never throws. */
export function discoveryTarget(vault: string): FuzzTarget {
  const folder = join(vault, '.obsidian', 'plugins', PLUGIN_ID);
  const file = join(folder, DISCOVERY_FILE);
  mkdirSync(folder, { recursive: true });
  return {
    name: 'discovery',
    draw: (random) => {
      const bytes = drawBytes(random);
      const kind = random.below(40);
      return {
        input: { bytes: bytes.toString('latin1'), kind },
        check: async () => {
          rmSync(file, { recursive: true, force: true });
          if (kind === 0) mkdirSync(file);
          else if (kind === 1) symlinkSync(DISCOVERY_FILE, file);
          else writeFileSync(file, bytes);
          const found = await readDiscovery(vault);
          if ('discovery' in found) rule(discovery.safeParse(found.discovery).success, 'an invalid file was taken');
          else rule(typeof found.absence.cause === 'string', 'no cause is given');
        },
      };
    },
  };
}

function drawBytes(random: Random): Buffer {
  const record: Record<string, unknown> = {
    port: random.pick([27_125, 0, -1, 65_536, 1.5, '27125', null]),
    token: random.pick(['a'.repeat(64), 'A'.repeat(64), '', 7, 'a'.repeat(65)]),
    pid: random.pick([1, process.pid, 'x', 1e99]),
    pluginVersion: random.pick(['1.0.0', '', null, ['1']]),
    startedAt: random.pick(['2026-01-01T00:00:00.000Z', 'soon', 5]),
    capabilities: random.pick([['status', 'engine'], [], 'status', [null]]),
    dataDir: random.pick(['/tmp/x', '', 'relative', '\u0000', {}, 'x'.repeat(70_000)]),
  };
  if (random.below(3) > 0)
    Object.assign(record, {
      port: 27_125,
      token: 'b'.repeat(64),
      pid: 5,
      pluginVersion: '1',
      startedAt: 'x',
      capabilities: [],
      dataDir: '/x',
    });
  const text = JSON.stringify(record);
  const drawn = Buffer.from(random.below(2) === 0 ? mutate(text, random) : text);
  return random.below(2) === 0 && drawn.length > 0 ? damage(drawn, random) : drawn;
}

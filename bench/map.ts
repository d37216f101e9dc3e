import { fileURLToPath } from 'node:url';
import type { MapMeasured } from './map/measure.ts';
import { measuredApart } from './support/measured-apart.ts';
import type { Figure } from './support/figures/report.ts';

/**
 * Asks for the map of a vault, as its screen does: first, again, theme by theme, and after a restart. No tool asks
 * this.
 */
export async function measureMap(vault: string): Promise<Figure[]> {
  const entry = fileURLToPath(new URL('./map/measure.ts', import.meta.url));
  const found = await measuredApart<MapMeasured>(entry, vault);
  return [
    { name: 'map, first', value: found.firstMs, unit: 'ms', bound: 2_000, note: `${found.circles} circles` },
    { name: 'notes compared by meaning after', value: found.comparedMs, unit: 'ms' },
    { name: '… processor time', value: found.comparedCpuMs, unit: 'ms', bound: 7_000 },
    { name: 'map, from the cache, p50', value: found.p50Ms, unit: 'ms' },
    { name: 'map, from the cache, p95', value: found.p95Ms, unit: 'ms', bound: 10 },
    { name: 'the slowest theme, first', value: found.slowestThemeMs, unit: 'ms', bound: 300 },
    { name: 'map, first after a restart', value: found.afterRestartMs, unit: 'ms', bound: 300 },
  ];
}

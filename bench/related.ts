import { fileURLToPath } from 'node:url';
import type { RelatedMeasured } from './related/measure.ts';
import { measuredApart } from './support/measured-apart.ts';
import type { Figure } from './support/figures/report.ts';

/** A vault of more notes has the bounds of the large one. */
const LARGE = 1_000;
const BOUNDS = { small: { found: 0.6 }, large: { found: 0.45, p50Ms: 5, p95Ms: 15 } };

/**
 * Hides links of a vault, one at a time, and asks for the notes related to where they stood: is their target among the
 * first ten? No tool asks this, so the engine is measured in a process of its own.
 */
export async function measureRelated(vault: string, embedder: string, links: number): Promise<Figure[]> {
  const entry = fileURLToPath(new URL('./related/measure.ts', import.meta.url));
  return figuresOf(await measuredApart<RelatedMeasured>(entry, vault, [embedder, String(links)]), embedder);
}

function figuresOf({ notes, links, found, foundUnlinked, p50Ms, p95Ms, cpuMs }: RelatedMeasured, by: string): Figure[] {
  const note = `${links} links of ${notes} notes, vectors by ${by}`;
  const least = (notes < LARGE ? BOUNDS.small : BOUNDS.large).found;
  const bounds = notes < LARGE ? null : BOUNDS.large;
  return [
    // Bounds are upper ones.
    { name: 'hidden links not among the first ten', value: 1 - found, unit: 'ratio', bound: 1 - least, note },
    { name: 'the same, linked notes left out', value: 1 - foundUnlinked, unit: 'ratio' },
    { name: 'related, p50', value: p50Ms, unit: 'ms', ...(bounds === null ? {} : { bound: bounds.p50Ms }) },
    { name: 'related, p95', value: p95Ms, unit: 'ms', ...(bounds === null ? {} : { bound: bounds.p95Ms }) },
    { name: 'related, processor time', value: cpuMs, unit: 'ms' },
  ];
}

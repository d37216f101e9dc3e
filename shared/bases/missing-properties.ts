import type { Steps } from '../kit/concurrency/slices.ts';
import { nameKey } from '../kit/text/name-key.ts';
import { quote } from './base-errors.ts';
import type { BaseVault } from './base-source.ts';
import type { BaseView } from './document/base-view.ts';
import { nearest } from './expression/nearest.ts';
import { ownKeys } from './values/read-value.ts';

const FILES_PER_STEP = 200;
const MOST_NAMES = 10_000;

/** Warns of properties that the filter of a view without rows asks for and no file has: they may be misspelled. */
export function* warnOfMissingProperties(view: BaseView, vault: BaseVault): Steps<void> {
  if (view.filterProperties.size === 0) return;
  const known = new Map<string, string>();
  let files = 0;
  for (const { frontmatter } of vault.files()) {
    if (++files % FILES_PER_STEP === 0) yield;
    for (const name of ownKeys(frontmatter)) {
      const key = nameKey(name);
      if (known.size < MOST_NAMES && !known.has(key)) known.set(key, name);
    }
  }
  const names = [...known.values()];
  for (const name of view.filterProperties) {
    if (known.has(nameKey(name))) continue;
    const meant = nearest(name, names);
    view.warnings.add(
      'filters',
      `No file has the property ${quote(name)}.${meant === null ? '' : ` Did you mean ${quote(meant)}?`}`,
    );
  }
}

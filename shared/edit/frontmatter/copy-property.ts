import { withValue } from '../json-values.ts';
import type { JsonValue } from '../note-edit.ts';
import { majorityEnding } from '../text-lines.ts';
import type { Steps } from '../../kit/concurrency/slices.ts';
import { keyName, pairEnd, rangeOf, readBlock } from './frontmatter-block.ts';
import { addRootLines, readsAs } from './patch-frontmatter.ts';

/**
 * Adds a property that `text` lacks at the end of its frontmatter, written as in `source`, comments on its lines included.
 * Null if it cannot be copied as it is written, such as out of a flow map.
 *
 * @param key the property's name as `source` spells it
 * @throws VaultLoomError `frontmatter_invalid` if the frontmatter of either cannot be read
 */
export function* copyProperty(text: string, source: string, key: string, value: JsonValue): Steps<string | null> {
  const [from, to] = [yield* readBlock(source), yield* readBlock(text)];
  const pair = from?.root?.items.find((one) => keyName(one) === key);
  if (from === null || pair === undefined || from.root?.flow === true || to?.root?.flow === true) return null;
  const start = rangeOf(pair.key)?.start ?? 0;
  const lines = from.yaml.slice(start, lineEnd(from.yaml, pairEnd(pair, from.yaml)));
  const ending = majorityEnding(text);
  const copied = addRootLines(text, to, `${lines.replace(/\r\n|\r|\n/g, ending)}${ending}`);
  const body = text.slice(to?.range.end ?? (text.charCodeAt(0) === 0xfeff ? 1 : 0));
  return (yield* readsAs(copied, withValue(to?.values ?? {}, [key], value), body)) ? copied : null;
}

function lineEnd(yaml: string, at: number): number {
  const found = yaml.slice(at).search(/[\r\n]/);
  return found < 0 ? yaml.length : at + found;
}

import { withValue } from '../json-values.ts';
import type { JsonValue } from '../note-edit.ts';
import { majorityEnding } from '../text-lines.ts';
import type { Steps } from '../../kit/concurrency/slices.ts';
import { bodyStartOf } from '../append-prepend.ts';
import { keyName, readBlock } from './frontmatter-block.ts';
import { BlockEdit } from './frontmatter-edit.ts';
import { addRootLines, readsAs } from './patch-frontmatter.ts';

/**
 * Adds a property that `text` lacks at the end of its frontmatter, written as in `source`, comments on its lines
 * included. Null if it cannot be copied as it is written, such as out of a flow map.
 *
 * @param key the property's name as `source` spells it
 * @throws VaultLoomError `frontmatter_invalid` if the frontmatter of either cannot be read
 */
export function* copyProperty(text: string, source: string, key: string, value: JsonValue): Steps<string | null> {
  const [from, to] = [yield* readBlock(source), yield* readBlock(text)];
  const pair = from?.root?.items.find((one) => keyName(one) === key);
  if (from === null || pair === undefined || from.root?.flow === true || to?.root?.flow === true) return null;
  const ending = majorityEnding(text);
  const lines = new BlockEdit(source, from).linesOf(pair).replace(/\r\n|\r|\n/g, ending);
  const copied = addRootLines(text, to, `${lines}${ending}`);
  const wanted = withValue(to?.values ?? {}, [key], value);
  return (yield* readsAs(copied, wanted, text.slice(bodyStartOf(text)))) ? copied : null;
}

import { isNamedInBase, type NameInBase } from '../../../notes/named-in-base.ts';
import { extension } from '../../../vault/paths.ts';
import type { ToolContext } from '../../tool.ts';

const MOST_READ = 1_000;
const MOST_SHOWN = 5;

/**
 * A warning if bases name what is about to get another name, since no tool writes bases and their rows would be gone
 * without a word. `shown` is that name in words; `placeOf` where a base is afterwards.
 */
export async function warnOfBases(
  context: Pick<ToolContext, 'engine' | 'writing'>,
  name: NameInBase,
  shown: string,
  placeOf: (path: string) => string = (path) => path,
): Promise<string | undefined> {
  const { read, hiding, slicer } = await context.writing();
  const isHidden = await hiding();
  const { files } = await context.engine.linkSources({ paths: [] });
  const bases = files.filter((path) => extension(path) === 'base' && !isHidden(path));
  const naming: string[] = [];
  for (const path of bases.slice(0, MOST_READ)) {
    const bytes = await read(path).catch(() => null);
    if (bytes !== null && isNamedInBase(new TextDecoder().decode(bytes), name)) naming.push(placeOf(path));
    await slicer.pause();
  }
  if (naming.length === 0) return undefined;
  const listed = naming.slice(0, MOST_SHOWN).map((path) => `"${path}"`);
  const more = naming.length - listed.length;
  return (
    `${listed.join(', ')}${more > 0 ? ` and ${more} more bases` : ''} still ${naming.length === 1 ? 'names' : 'name'} ${shown}: ` +
    'bases are not rewritten, and may lose rows. Tell the person what to change there.'
  );
}

import { basename, foldPath, withoutMd } from '../vault/paths.ts';
import type { ToolContext } from './tool.ts';

/** The path of the note that has a link's target as its title or an alias, if no file has that name. Never rejects. */
export async function noteCalled({ engine }: Pick<ToolContext, 'engine'>, name: string): Promise<string | null> {
  const found = await engine.resolve({ name, tolerance: 'delete' }).catch(() => null);
  if (found === null || found.stub === true) return null;
  return fileName(found.path) === fileName(name) ? null : found.path;
}

function fileName(path: string): string {
  return foldPath(basename(withoutMd(path)));
}

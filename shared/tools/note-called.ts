import { basename, foldPath, withoutMd } from '../vault/paths.ts';
import type { ToolContext } from './tool.ts';

/** The path of the note that has a link's target as its title or an alias, if no file has that name. Never rejects. */
export async function noteCalled(context: Pick<ToolContext, 'engine'>, name: string): Promise<string | null> {
  const path = await noteMeant(context, name);
  return path === null || fileName(path) === fileName(name) ? null : path;
}

/** The path of the only note whose file a link's target names. Never rejects. */
export async function noteNamed(context: Pick<ToolContext, 'engine'>, name: string): Promise<string | null> {
  const path = await noteMeant(context, name);
  return path !== null && fileName(path) === fileName(name) ? path : null;
}

async function noteMeant({ engine }: Pick<ToolContext, 'engine'>, name: string): Promise<string | null> {
  const found = await engine.resolve({ name, tolerance: 'delete' }).catch(() => null);
  return found === null || found.stub === true ? null : found.path;
}

function fileName(path: string): string {
  return foldPath(basename(withoutMd(path)));
}

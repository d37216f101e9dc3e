import { VaultLoomError } from '../../../protocol/errors.ts';
import type { ToolContext } from '../../tool.ts';

/**
 * Does a job that also writes to files the caller did not name. An error about one that is hidden from assistants
 * does not say which it is.
 * @param named the paths that the caller gave
 */
export async function namingNothingHidden<T>(
  context: Pick<ToolContext, 'writing'>,
  named: readonly string[],
  job: () => Promise<T>,
): Promise<T> {
  try {
    return await job();
  } catch (error) {
    if (!(error instanceof VaultLoomError)) throw error;
    const path = error.details?.['path'];
    if (typeof path !== 'string' || named.includes(path)) throw error;
    const { hiding } = await context.writing();
    if (!(await hiding())(path)) throw error;
    const { code, hint } = error;
    throw new VaultLoomError(code, 'A file that the person keeps from assistants cannot be rewritten as needed.', {
      ...(hint?.includes(path) === false ? { hint } : {}),
    });
  }
}

import { VaultLoomError } from '../../protocol/errors.ts';
import type { ModelOverride } from '../model/model-overrides.ts';
import { OVERRIDES_FILE } from '../model/model-overrides.ts';

/**
 * How many numbers of a model's vectors to keep: all, unless an override sets fewer.
 * @throws VaultLoomError `invalid_arguments` for an override of more than there are
 */
export function keptDimensions(
  model: string,
  vectorLength: number,
  { dimensions = vectorLength }: ModelOverride,
): number {
  if (dimensions <= vectorLength) return dimensions;
  throw new VaultLoomError(
    'invalid_arguments',
    `${OVERRIDES_FILE} asks for ${dimensions} dimensions of '${model}', which has ${vectorLength}.`,
    {
      hint: `Set 'dimensions' to at most ${vectorLength}, or leave it out.`,
    },
  );
}

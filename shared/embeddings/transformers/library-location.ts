import { createRequire } from 'node:module';
import path from 'node:path';
import { systemCode } from '../../kit/disk/disk-io.ts';
import { VaultLoomError } from '../../protocol/errors.ts';

/** Not a dependency, as it takes hundreds of megabytes: those who want it install it. */
const LIBRARY = '@huggingface/transformers';

/**
 * The file to load the library by: from the configuration folder, which serves every version of this program, or else
 * from where the running script can reach.
 * @throws VaultLoomError `embedder_unavailable` that says how to install it
 */
export function locateLibrary(configFolder: string, script: string | undefined = process.argv[1]): string {
  const places = [
    path.join(configFolder, 'package.json'),
    ...(script !== undefined && path.isAbsolute(script) ? [script] : []),
  ];
  for (const place of places) {
    try {
      return createRequire(place).resolve(LIBRARY);
    } catch (error) {
      if (!ABSENT.has(systemCode(error))) throw error;
    }
  }
  throw new VaultLoomError(
    'embedder_unavailable',
    `The embedder 'transformers' needs the package ${LIBRARY}, which is not installed.`,
    {
      hint: `Run \`npm install ${LIBRARY}\` in the configuration folder (VAULT_LOOM_CONFIG_DIR), or choose another embedder.`,
    },
  );
}

const ABSENT = new Set(['MODULE_NOT_FOUND', 'ERR_PACKAGE_PATH_NOT_EXPORTED', 'ERR_INVALID_PACKAGE_CONFIG']);

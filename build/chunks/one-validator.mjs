import { readFile, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * Rollup plugin: the MCP SDK's packages for clients and servers each bring a copy of its validator of JSON Schema, a
 * fortieth of the bundle. The client takes the server's, as long as the two are the same but for the names of the
 * small chunks that they import.
 */
export function oneValidator() {
  return {
    name: 'one-validator',
    async resolveId(wanted, importer) {
      if (importer === undefined || !OF_CLIENT.test(importer) || !VALIDATOR.test(wanted)) return null;
      const own = join(dirname(importer), wanted);
      const folder = dirname(importer.replace(OF_CLIENT, '$1server$2'));
      const name = (await readdir(folder)).find((file) => VALIDATOR.test(`./${file}`));
      if (name === undefined) return null;
      const other = join(folder, name);
      return (await codeOf(own)) === (await codeOf(other)) ? other : null;
    },
  };
}

const OF_CLIENT = /([\\/]@modelcontextprotocol[\\/])client([\\/]dist[\\/])/;
const VALIDATOR = /^\.\/ajvProvider-[\w-]+\.mjs$/;
const OWN_NAMES = /(from "\.\/[\w]+)-[\w-]+\.mjs"|^\/\/# sourceMappingURL=.*$/gm;

async function codeOf(file) {
  return (await readFile(file, 'utf8')).replace(OWN_NAMES, '$1');
}

import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const HEAD = `/* Vault Loom. Colours, sizes and fonts come from the app's own variables, so that every theme fits. */\n`;

/** A rollup plugin that joins the stylesheets below the folder `from` into `to`, the one that the app loads. */
export function joinStyles(from, to) {
  return {
    name: 'join-styles',
    async buildStart() {
      for (const path of await stylesheetsIn(from)) this.addWatchFile(path);
    },
    async writeBundle() {
      const texts = await Promise.all((await stylesheetsIn(from)).map((path) => readFile(path, 'utf8')));
      await writeFile(to, [HEAD, ...texts].join('\n'));
    },
  };
}

/**
 * A folder's own before those of the folders in it, each by name: the outer may be overridden, and the order is always
 * the same.
 */
async function stylesheetsIn(folder) {
  const entries = (await readdir(folder, { withFileTypes: true })).sort((a, b) => (a.name < b.name ? -1 : 1));
  const own = entries.filter((entry) => entry.isFile() && entry.name.endsWith('.css'));
  const paths = own.map(({ name }) => join(folder, name));
  for (const entry of entries) if (entry.isDirectory()) paths.push(...(await stylesheetsIn(join(folder, entry.name))));
  return paths;
}

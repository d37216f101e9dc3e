import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../setup.mjs';

// `npm version` runs this after it has changed package.json: what else names the version or the author follows.
const read = (name) => JSON.parse(readFileSync(join(ROOT, name), 'utf8'));
const { version, author } = read('package.json');
const manifest = read('manifest.json');
const name = typeof author === 'string' ? author.replace(/\s*[<(].*$/u, '') : author.name;

manifest.version = version;
if (name !== '') manifest.author = name;
const versions = { ...read('versions.json'), [version]: manifest.minAppVersion };
writeFileSync(join(ROOT, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
writeFileSync(join(ROOT, 'versions.json'), `${JSON.stringify(versions, null, 2)}\n`);

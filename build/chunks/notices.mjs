import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

const LICENCE_FILE = /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i;
const CODE = /\.[cm]?[jt]sx?$/i;
const RULE = '-'.repeat(80);

/**
 * Names, versions and licences of all packages with parts in a bundle, including workers, and the text of each
 * licence once: one comment in ASCII, as the licences ask to go with every copy.
 *
 * @param context Rollup's plugin context; a module's `meta.files` names what else went into it, and its `meta.notice`
 *   is a notice of its own, in ASCII
 * @param chunks the bundle's chunks as Rollup made them
 */
export function notices(context, chunks) {
  const rendered = chunks.flatMap(({ modules }) => Object.keys(modules).filter((id) => modules[id].renderedLength > 0));
  const metaOf = (id) => context.getModuleInfo(id)?.meta ?? {};
  const files = rendered.flatMap((id) => [id, ...(metaOf(id).files ?? [])]);
  const byText = new Map();
  for (const { title, text } of packagesOf(files)) byText.set(text, [...(byText.get(text) ?? []), title]);
  const parts = [...byText].map(([text, titles]) => [RULE, ...titles, '', text].join('\n'));
  const body = ['This file holds parts of these packages, under their licences.', ...parts].join('\n\n');
  const others = rendered.flatMap((id) => metaOf(id).notice ?? []).map((notice) => `\n/*!\n${notice}*/`);
  return `/*\n${ascii(body).replaceAll('*/', '* /')}\n*/${others.join('')}`;
}

/** The packages that the files belong to, by name and version. */
function packagesOf(files) {
  const folders = new Set(files.map(packageFolder).filter((folder) => folder !== null));
  const packages = [...folders].map(readPackage);
  // Some packages of one project come without their own file.
  const textOf = new Map(packages.filter(({ text }) => text !== null).map(({ licence, text }) => [licence, text]));
  const complete = packages.map(({ title, licence, text }) => ({ title, text: text ?? shared(licence, textOf) }));
  const unique = new Map(complete.map((each) => [each.title, each]));
  return [...unique.values()].sort((a, b) => (a.title < b.title ? -1 : 1));
}

/** Only Apache's text is the same for all who use it. */
function shared(licence, textOf) {
  return (licence === 'Apache-2.0' ? textOf.get(licence) : undefined) ?? `Licence: ${licence}`;
}

function readPackage(folder) {
  const { name, version, license, author, repository } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  if (typeof license !== 'string') throw new Error(`The package ${name} does not say which licence it has.`);
  const from = [
    typeof author === 'object' ? author.name : author,
    typeof repository === 'object' ? repository.url : repository,
  ];
  const file = readdirSync(folder)
    .sort()
    .find((entry) => LICENCE_FILE.test(entry) && !CODE.test(entry));
  const text = file === undefined ? null : readFileSync(join(folder, file), 'utf8').replace(/\r\n?/g, '\n').trim();
  return {
    title: `${name} ${version}, ${license} (${from.filter(Boolean).join(', ') || name})`,
    licence: license,
    text,
  };
}

/** The nearest folder under node_modules whose package.json names a package; null for our own files. */
function packageFolder(id) {
  const path = id.replace(/^\0+/, '').replace(/\?.*$/, '');
  if (!/[\\/]node_modules[\\/]/.test(path)) return null;
  for (let folder = dirname(path); /[\\/]node_modules[\\/]/.test(folder); folder = dirname(folder)) {
    const file = join(folder, 'package.json');
    // Folders within a package may have a package.json that only says how to read them.
    if (existsSync(file) && JSON.parse(readFileSync(file, 'utf8')).version !== undefined) return folder;
  }
  return null;
}

/** Names and signs as near as ASCII comes. */
function ascii(text) {
  return text
    .replaceAll('\u00a9', '(c)')
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[\u201c\u201d]/g, '"')
    .replace(/[\u2013\u2014]/g, '-')
    .normalize('NFKD')
    .replace(/[^\n\t\x20-\x7e]/g, '');
}

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { changesOf } from './changelog.ts';

/** What the files at the root say about the project. */
export interface Project {
  name: string;
  version: string;
  description: string;
  license: string;
  keywords: string[];
  /** As npm's `engines`, such as `>=20.19`. */
  node: string;
  owner: Owner;
  manifest: AppManifest;
  /** The oldest version of the app by version of the plugin. */
  versions: Record<string, string>;
  lockedVersion: string;
  changelog: string;
}

/** What only the project's owner can say. It is only in package.json; a text is empty until it is filled in. */
export interface Owner {
  author: string;
  homepage: string;
  /** The address of the repository, `https://…`. */
  repository: string;
  /** The name in the registry of MCP servers: a domain backwards, a slash, a name. */
  mcpName: string;
}

/** The plugin's manifest, as the app reads it. */
export interface AppManifest {
  id: string;
  name: string;
  version: string;
  minAppVersion: string;
  description: string;
  author: string;
  isDesktopOnly: boolean;
}

/** The author in the plugin's manifest as long as package.json names none: the app demands one. */
const AUTHOR_UNTIL_NAMED = 'Vault Loom';

/** Reads the project in a folder. Throws the system's error, or a `SyntaxError`. */
export async function readProject(root: string): Promise<Project> {
  const text = (name: string): Promise<string> => readFile(join(root, name), 'utf8');
  const own = JSON.parse(await text('package.json')) as PackageFile;
  const lock = JSON.parse(await text('package-lock.json')) as { version: string };
  return {
    name: own.name,
    version: own.version,
    description: own.description,
    license: own.license,
    keywords: own.keywords,
    node: own.engines.node,
    owner: {
      author: typeof own.author === 'string' ? own.author.replace(/\s*[<(].*$/u, '') : own.author.name,
      homepage: own.homepage,
      repository: own.repository.url.replace(/^git\+/u, '').replace(/\.git$/u, ''),
      mcpName: own.mcpName,
    },
    manifest: JSON.parse(await text('manifest.json')) as AppManifest,
    versions: JSON.parse(await text('versions.json')) as Record<string, string>,
    lockedVersion: lock.version,
    changelog: await text('CHANGELOG.md'),
  };
}

interface PackageFile {
  name: string;
  version: string;
  description: string;
  license: string;
  keywords: string[];
  engines: { node: string };
  author: string | { name: string };
  homepage: string;
  repository: { url: string };
  mcpName: string;
}

/** Where version, manifest and list of versions contradict each other; empty if they are in step. */
export function stepProblems({ version, manifest, versions, lockedVersion, owner }: Project): string[] {
  const author = owner.author === '' ? AUTHOR_UNTIL_NAMED : owner.author;
  const oldest = versions[version];
  return [
    ...(manifest.version === version ? [] : [`manifest.json says ${manifest.version}, package.json ${version}.`]),
    ...(lockedVersion === version ? [] : [`package-lock.json says ${lockedVersion}, package.json ${version}.`]),
    ...(oldest === manifest.minAppVersion
      ? []
      : [`versions.json has ${oldest ?? 'nothing'} for ${version}, manifest.json ${manifest.minAppVersion}.`]),
    ...(manifest.author === author
      ? []
      : [`manifest.json names ${manifest.author} as author, package.json ${author}.`]),
  ];
}

/** Why the project cannot be released as it stands; empty if it can. `tag` is the one to release, if it is known. */
export function releaseProblems(project: Project, tag?: string): string[] {
  const { owner, version, changelog } = project;
  const changes = changesOf(changelog, version);
  return [
    ...ownerProblems(owner),
    ...stepProblems(project),
    ...(tag === undefined || tag === version ? [] : [`The tag is ${tag}; it has to be the version, ${version}.`]),
    ...(changes === null ? [`CHANGELOG.md has no section for ${version}.`] : []),
    ...(changes !== null && changes.date === null ? [`CHANGELOG.md has no date for ${version}.`] : []),
  ];
}

function ownerProblems({ author, homepage, repository, mcpName }: Owner): string[] {
  const problems = [
    author === '' && 'author is empty',
    !isAddress(homepage) && 'homepage is not an address (https://…)',
    !isAddress(repository) && 'repository.url is not an address (https://…)',
    !/^[\w-]+(?:\.[\w-]+)+\/[\w.-]+$/u.test(mcpName) && 'mcpName is not a name such as com.example/vault-loom',
  ];
  return problems.filter((problem) => problem !== false).map((problem) => `package.json: ${problem}.`);
}

function isAddress(text: string): boolean {
  return /^https:\/\/[^\s/]+\/?\S*$/u.test(text);
}

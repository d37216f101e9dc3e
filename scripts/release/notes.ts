import { changesOf } from './changelog.ts';
import type { Project } from './project.ts';

/** A file of a release. */
export interface Asset {
  name: string;
  bytes: number;
  /** In hex. */
  sha256: string;
}

/** What a release says of itself, in Markdown: the changes, and which file is for whom. */
export function releaseNotes(project: Project, assets: readonly Asset[]): string {
  const { version, changelog, manifest, node } = project;
  const changes = changesOf(changelog, version)?.text ?? 'See CHANGELOG.md.';
  const named = (ending: string): string => assets.find(({ name }) => name.endsWith(ending))?.name ?? '';
  return `${changes}

## Files

- \`${named('.mcpb')}\`: the server for clients that open bundles, such as Claude Desktop. Open it, and choose your vault.
- \`${named('.tgz')}\`: the server for Node.js ${node.replace('>=', '')} or newer, with the plugin in it, for \`npm install\`. It has no dependencies.
- \`${named('.zip')}\`: the plugin with the built-in model, for the app ${manifest.minAppVersion} or newer. Unpack it into the folder \`plugins\` of your vault's configuration folder.
- \`main.js\`, \`manifest.json\`, \`styles.css\`: the plugin as the app installs it; \`${named('.bin')}\` goes next to them.

| File | Bytes | SHA-256 |
| --- | ---: | --- |
${assets.map(({ name, bytes, sha256 }) => `| \`${name}\` | ${bytes} | \`${sha256}\` |`).join('\n')}
`;
}

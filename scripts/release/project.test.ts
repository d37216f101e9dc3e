import { describe, expect, it } from 'vitest';
import { ROOT } from '../setup.mjs';
import { changesOf } from './changelog.ts';
import { readProject, releaseProblems, stepProblems, type Project } from './project.ts';

const owner = {
  author: 'Ada Example',
  homepage: 'https://example.com/vault-loom',
  repository: 'https://example.com/ada/vault-loom',
  mcpName: 'com.example/vault-loom',
};
const finished: Project = {
  name: 'vault-loom',
  version: '1.2.3',
  description: 'A description.',
  license: 'MIT',
  keywords: [],
  node: '>=20.19',
  owner,
  manifest: {
    id: 'vault-loom',
    name: 'Vault Loom',
    version: '1.2.3',
    minAppVersion: '1.7.2',
    description: 'A description.',
    author: 'Ada Example',
    isDesktopOnly: true,
  },
  versions: { '1.2.3': '1.7.2' },
  lockedVersion: '1.2.3',
  changelog: '# Changelog\n\n## 1.2.3, 2026-01-31\n\n- Something new.\n\n## 1.2.2, 2026-01-01\n\n- Older.\n',
};

describe('this project', () => {
  it('has version, manifest and list of versions in step', async () => {
    expect(stepProblems(await readProject(ROOT))).toEqual([]);
  });

  it('has a changelog with a section for its version', async () => {
    const { changelog, version } = await readProject(ROOT);
    expect(changesOf(changelog, version)?.text).toMatch(/^- /mu);
  });

  it("has a manifest that the app's directory takes", async () => {
    const { manifest } = await readProject(ROOT);
    expect(manifest.description).toMatch(/^[A-Z][^\n]{1,248}\.$/u);
    expect(manifest.id).toMatch(/^(?!.*obsidian)(?!.*plugin$)[a-z0-9-]+$/u);
  });
});

describe('a release', () => {
  it('is possible once all is filled in', () => {
    expect(releaseProblems(finished)).toEqual([]);
    expect(releaseProblems(finished, '1.2.3')).toEqual([]);
  });

  it.each([
    ['author', '', 'author is empty'],
    ['homepage', '', 'homepage'],
    ['repository', 'ada/vault-loom', 'repository.url'],
    ['mcpName', 'vault-loom', 'mcpName'],
    ['mcpName', 'com.example/vault/loom', 'mcpName'],
  ])('is refused with %s as %j', (field, value, said) => {
    const manifest = { ...finished.manifest, author: field === 'author' ? 'Vault Loom' : finished.manifest.author };
    expect(releaseProblems({ ...finished, manifest, owner: { ...owner, [field]: value } })).toEqual([
      expect.stringContaining(said),
    ]);
  });

  it.each([
    [
      'a manifest of another version',
      { manifest: { ...finished.manifest, version: '1.2.2' } },
      'manifest.json says 1.2.2',
    ],
    ['a lock file of another version', { lockedVersion: '1.2.2' }, 'package-lock.json says 1.2.2'],
    ['no app version', { versions: {} }, 'versions.json has nothing'],
    [
      'another author in the manifest',
      { manifest: { ...finished.manifest, author: 'Vault Loom' } },
      'names Vault Loom',
    ],
    ['no section in the changelog', { changelog: '# Changelog\n' }, 'no section for 1.2.3'],
    ['no date in the changelog', { changelog: '## 1.2.3, not released\n\n- New.\n' }, 'no date for 1.2.3'],
  ])('is refused with %s', (_what, part, said) => {
    expect(releaseProblems({ ...finished, ...part })).toEqual([expect.stringContaining(said)]);
  });

  it('is refused under another tag', () => {
    expect(releaseProblems(finished, 'v1.2.3')).toEqual([expect.stringContaining('it has to be the version')]);
  });
});

describe("a version's changes", () => {
  it('are its section alone', () => {
    expect(changesOf(finished.changelog, '1.2.3')).toEqual({ date: '2026-01-31', text: '- Something new.' });
    expect(changesOf(finished.changelog, '1.2')).toBeNull();
  });
});

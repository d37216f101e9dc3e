import { mkdir, mkdtemp, readFile, readdir, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { installPlugin, nextSteps, type InstallOptions } from './install-plugin.ts';

let folder: string;
let vault: string;
let source: string;
let plugin: string;

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'vault-loom-install-')));
  [vault, source] = [join(folder, 'Garden'), join(folder, 'release')];
  plugin = join(vault, '.obsidian/plugins/vault-loom');
  await Promise.all([mkdir(join(vault, '.obsidian'), { recursive: true }), mkdir(source)]);
  await release('1.2.0');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function release(version: string): Promise<void> {
  await writeFile(join(source, 'main.js'), `// ${version}`);
  await writeFile(join(source, 'styles.css'), '/* none */');
  await writeFile(join(source, 'manifest.json'), JSON.stringify({ id: 'vault-loom', version }));
}

const install = (options: Partial<InstallOptions> = {}) => installPlugin({ source, vaultRealPath: vault, force: false, enable: false, ...options });
const read = (path: string) => readFile(join(vault, '.obsidian', path), 'utf8');

describe('install-plugin', () => {
  it('puts the three files into the vault, and nothing else', async () => {
    const installed = await install();
    expect(installed).toEqual({ version: '1.2.0', folder: '.obsidian/plugins/vault-loom', written: ['main.js', 'styles.css', 'manifest.json'], enabled: false, knownToApp: true });
    expect((await readdir(plugin)).sort()).toEqual(['main.js', 'manifest.json', 'styles.css']);
    expect(await readdir(join(vault, '.obsidian'))).toEqual(['plugins']);
    expect(nextSteps(installed).join('\n')).toContain('enable Vault Loom');
  });

  it('upgrades what is older, and keeps settings and index', async () => {
    await install();
    await writeFile(join(plugin, 'data.json'), '{"port":30000}');
    await mkdir(join(plugin, 'index'));
    await release('1.10.0');
    expect(await install()).toMatchObject({ version: '1.10.0', previous: '1.2.0', written: ['main.js', 'manifest.json'] });
    expect(await read('plugins/vault-loom/data.json')).toBe('{"port":30000}');
    expect((await readdir(plugin)).sort()).toEqual(['data.json', 'index', 'main.js', 'manifest.json', 'styles.css']);
    expect(await install()).toMatchObject({ written: [] });
  });

  it('leaves a newer one, and a stranger, unless it is told to', async () => {
    await release('2.0.0');
    await install();
    await release('1.2.0');
    await expect(install()).rejects.toMatchObject({ code: 'path_not_allowed', message: expect.stringContaining('2.0.0') });
    expect(await read('plugins/vault-loom/main.js')).toBe('// 2.0.0');
    expect(await install({ force: true })).toMatchObject({ version: '1.2.0', previous: '2.0.0' });
    await writeFile(join(plugin, 'manifest.json'), '{"id":"someone-else","version":"0.0.1"}');
    await expect(install()).rejects.toMatchObject({ code: 'path_not_allowed', message: expect.stringContaining('someone-else') });
  });

  it('repairs one whose manifest is torn', async () => {
    await install();
    await writeFile(join(plugin, 'manifest.json'), '{"id": "vault-l');
    expect(await install()).toMatchObject({ written: ['manifest.json'] });
  });

  it('enables it only when asked, beside the others', async () => {
    await writeFile(join(vault, '.obsidian/community-plugins.json'), '["dataview"]');
    expect(await install()).toMatchObject({ enabled: false });
    expect(await read('community-plugins.json')).toBe('["dataview"]');
    expect(await install({ enable: true })).toMatchObject({ enabled: true });
    expect(JSON.parse(await read('community-plugins.json'))).toEqual(['dataview', 'vault-loom']);
    await install({ enable: true });
    expect(JSON.parse(await read('community-plugins.json'))).toEqual(['dataview', 'vault-loom']);
  });

  it('touches nothing where the list of enabled plugins is none', async () => {
    await writeFile(join(vault, '.obsidian/community-plugins.json'), '{"torn');
    await expect(install({ enable: true })).rejects.toMatchObject({ code: 'invalid_arguments' });
    expect(await readdir(join(vault, '.obsidian'))).toEqual(['community-plugins.json']);
  });

  it('uses the configuration folder that the app uses, and makes the usual one where there is none', async () => {
    await rm(join(vault, '.obsidian'), { recursive: true });
    await mkdir(join(vault, '.settings'));
    await writeFile(join(vault, '.settings/app.json'), '{}');
    expect(await install()).toMatchObject({ folder: '.settings/plugins/vault-loom', knownToApp: true });
    await rm(join(vault, '.settings'), { recursive: true });
    const installed = await install();
    expect(installed).toMatchObject({ folder: '.obsidian/plugins/vault-loom', knownToApp: false });
    expect(nextSteps(installed).join('\n')).toContain('Open this folder as a vault');
  });

  it('says what is missing where the plugin was not built', async () => {
    await rm(join(source, 'main.js'));
    await expect(install()).rejects.toMatchObject({ code: 'not_found', message: expect.stringContaining('main.js') });
    expect(await readdir(join(vault, '.obsidian'))).toEqual([]);
  });

  it.runIf(process.platform !== 'win32')('does not follow a link out of the vault', async () => {
    const elsewhere = join(folder, 'elsewhere');
    await mkdir(elsewhere);
    await mkdir(join(vault, '.obsidian/plugins'));
    await symlink(elsewhere, plugin);
    await expect(install({ force: true })).rejects.toMatchObject({ code: 'path_outside_vault' });
    expect(await readdir(elsewhere)).toEqual([]);
  });
});

import { execFileSync } from 'node:child_process';
import {
  chmod,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  realpath,
  rm,
  symlink,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { installPlugin, type InstallOptions } from './install-plugin.ts';
import { nextSteps } from './install-steps.ts';
import {
  damagedContent,
  MADE_UP_CONTENT,
  MADE_UP_MODEL,
  putModel,
} from '../../shared/embeddings/use/weights/made-up-model-test-kit.ts';
import { startPluginServer } from '../test-support/plugin-server.ts';

let folder: string;
let vault: string;
let source: string;
let plugin: string;
let model: string;

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'vault-loom-install-')));
  [vault, source] = [join(folder, 'Garden'), join(folder, 'release')];
  plugin = join(vault, '.obsidian/plugins/vault-loom');
  await Promise.all([mkdir(join(vault, '.obsidian'), { recursive: true }), mkdir(source)]);
  model = join(folder, 'model');
  await putModel(model);
  await release('1.2.0');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function release(version: string): Promise<void> {
  await writeFile(join(source, 'main.js'), `// ${version}`);
  await writeFile(join(source, 'styles.css'), '/* none */');
  await writeFile(join(source, 'manifest.json'), JSON.stringify({ id: 'vault-loom', version }));
}

function makeFifo(path: string): void {
  execFileSync('mkfifo', [path]);
}

const FILES = ['main.js', 'manifest.json', MADE_UP_MODEL.name, 'styles.css'];

const install = (options: Partial<InstallOptions> = {}) =>
  installPlugin({
    source,
    modelFolders: [model],
    model: MADE_UP_MODEL,
    vaultRealPath: vault,
    dataFolder: join(folder, 'data'),
    force: false,
    enable: false,
    ...options,
  });
const read = (path: string) => readFile(join(vault, '.obsidian', path), 'utf8');

describe('install-plugin', () => {
  it('puts the three files and the model into the vault, and nothing else', async () => {
    const installed = await install();
    expect(installed).toEqual({
      version: '1.2.0',
      folder: '.obsidian/plugins/vault-loom',
      written: [MADE_UP_MODEL.name, 'main.js', 'styles.css', 'manifest.json'],
      enabled: false,
      newlyEnabled: false,
      knownToApp: true,
      lacksModel: false,
    });
    expect((await readdir(plugin)).sort()).toEqual(FILES);
    expect((await readFile(join(plugin, MADE_UP_MODEL.name))).equals(MADE_UP_CONTENT)).toBe(true);
    expect(await readdir(join(vault, '.obsidian'))).toEqual(['plugins']);
    expect(nextSteps(installed).join('\n')).toContain('enable Vault Loom');
    expect(nextSteps(installed, 'A=b vault-loom doctor').at(-1)).toContain('`A=b vault-loom doctor`');
  });

  it('upgrades what is older, and keeps settings and index', async () => {
    await install();
    await writeFile(join(plugin, 'data.json'), '{"port":30000}');
    await mkdir(join(plugin, 'index'));
    await release('1.10.0');
    expect(await install()).toMatchObject({
      version: '1.10.0',
      previous: '1.2.0',
      written: ['main.js', 'manifest.json'],
    });
    expect(await read('plugins/vault-loom/data.json')).toBe('{"port":30000}');
    expect((await readdir(plugin)).sort()).toEqual(['data.json', 'index', ...FILES]);
    expect(await install()).toMatchObject({ written: [] });
  });

  it('leaves a newer plugin and a foreign one alone, unless told otherwise', async () => {
    await release('2.0.0');
    await install();
    await release('1.2.0');
    await expect(install()).rejects.toMatchObject({
      code: 'path_not_allowed',
      message: expect.stringContaining('2.0.0'),
    });
    expect(await read('plugins/vault-loom/main.js')).toBe('// 2.0.0');
    expect(await install({ force: true })).toMatchObject({ version: '1.2.0', previous: '2.0.0' });
    await writeFile(join(plugin, 'manifest.json'), '{"id":"someone-else","version":"0.0.1"}');
    await expect(install()).rejects.toMatchObject({
      code: 'path_not_allowed',
      message: expect.stringContaining('someone-else'),
    });
  });

  it.skipIf(process.platform === 'win32')(
    'does not read what is there in place of a file, nor wait for it',
    async () => {
      await mkdir(plugin, { recursive: true });
      for (const name of ['main.js', 'styles.css', 'manifest.json', MADE_UP_MODEL.name]) makeFifo(join(plugin, name));
      makeFifo(join(vault, '.obsidian/community-plugins.json'));
      expect((await install({ enable: true })).written).toHaveLength(4);
      expect(await read('plugins/vault-loom/main.js')).toBe('// 1.2.0');
      expect(await read('community-plugins.json')).toContain('vault-loom');
      // Of no size that could be read at once.
      await truncate(join(plugin, 'main.js'), 3 * 1024 ** 3);
      expect(await install()).toMatchObject({ written: ['main.js'] });
    },
  );

  it("treats a manifest that is too large as another plugin's, and such a list as none", async () => {
    await install();
    await truncate(join(plugin, 'manifest.json'), 2 * 1024 ** 2);
    await expect(install()).rejects.toMatchObject({
      code: 'path_not_allowed',
      hint: expect.stringContaining('--force'),
    });
    expect(await install({ force: true })).toMatchObject({ written: ['manifest.json'] });
    const list = join(vault, '.obsidian/community-plugins.json');
    await writeFile(list, '[]');
    await truncate(list, 2 * 1024 ** 2);
    await expect(install({ enable: true })).rejects.toMatchObject({ code: 'invalid_arguments' });
    expect(await install()).toMatchObject({ enabled: false });
  });

  it.each(['main.js', 'manifest.json', MADE_UP_MODEL.name])(
    'names a folder in place of %s, and writes nothing',
    async (name) => {
      await mkdir(join(plugin, name), { recursive: true });
      await expect(install({ force: true })).rejects.toMatchObject({
        code: 'path_not_allowed',
        message: expect.stringContaining(`plugins/vault-loom/${name} in this vault is a folder`),
      });
      expect(await readdir(plugin)).toEqual([name]);
      await rm(join(plugin, name), { recursive: true });
      await mkdir(join(vault, '.obsidian/community-plugins.json'));
      await expect(install({ enable: true })).rejects.toMatchObject({ code: 'invalid_arguments' });
    },
  );

  it('says what it did, and what is left to do', async () => {
    const said = async (options: Partial<InstallOptions> = {}) => nextSteps(await install(options)).join('\n');
    expect(await said()).toMatch(
      /^Vault Loom plugin 1\.2\.0 is in \.obsidian\/plugins\/vault-loom now\.\nNext:\n {2}1\. Open the vault in the app, or reload/u,
    );
    expect(await said()).toContain('already; no file was changed.\nNext:\n');
    expect(await said({ enable: true })).toMatch(
      /already; no file was changed\.\nIt is among the enabled plugins now\.\n(?!.*enable Vault Loom)/su,
    );
    await writeFile(join(plugin, 'main.js'), '// built by hand');
    expect(await said()).toContain('1.2.0 in .obsidian/plugins/vault-loom: replaced main.js, which differed.');
    await release('1.3.0');
    expect(await said()).toContain('upgraded from 1.2.0 to 1.3.0. Settings and index are kept.');
    await release('1.1.0');
    expect(await said({ force: true })).toContain('warning, went back from 1.3.0 to 1.1.0.');
    await writeFile(join(plugin, 'manifest.json'), '{"id":"someone-else","version":"0.0.1"}');
    expect(await said({ force: true })).toContain(
      '1.1.0 is in .obsidian/plugins/vault-loom now, in place of "someone-else".',
    );
  });

  it('knows whether the app runs it, and which', async () => {
    await install({ enable: true });
    const app = await startPluginServer({ vault, dataDir: join(folder, 'data'), pluginVersion: '1.2.0' });
    try {
      expect(nextSteps(await install()).at(-1)).toBe('The app runs it; nothing is left to do.');
      await writeFile(join(plugin, 'main.js'), '// built by hand');
      expect(nextSteps(await install()).at(-1)).toBe('  1. Reload the app: it still runs the files from before.');
      await release('1.3.0');
      expect(nextSteps(await install()).at(-1)).toBe('  1. Reload the app: it still runs 1.2.0.');
    } finally {
      await app.close();
    }
  });

  it('says that a folder cannot be written, and nothing else', async () => {
    await writeFile(join(vault, '.obsidian/plugins'), 'a file where a folder should be');
    await expect(install()).rejects.toMatchObject({
      code: 'internal',
      message: expect.stringMatching(
        /^The plugin cannot be put into \.obsidian\/plugins\/vault-loom of this vault \(E[A-Z]+\)\.$/u,
      ),
    });
  });

  it.runIf(process.platform !== 'win32' && process.getuid?.() !== 0)(
    'says that it may not write there, and leaves what is there',
    async () => {
      await install();
      await release('1.3.0');
      await chmod(plugin, 0o555);
      await expect(install()).rejects.toMatchObject({ code: 'path_not_allowed' });
      await chmod(plugin, 0o755);
      expect(await read('plugins/vault-loom/main.js')).toBe('// 1.2.0');
    },
  );

  it('removes what an interrupted copy has left, and nothing that is being written', async () => {
    await install();
    const [left, young] = ['.vault-loom-00aa.tmp', '.vault-loom-00bb.tmp'].map((name) => join(plugin, name)) as [
      string,
      string,
    ];
    await Promise.all([writeFile(left, 'half'), writeFile(young, 'half')]);
    await utimes(left, new Date(0), new Date(0));
    await install();
    expect((await readdir(plugin)).sort()).toEqual(['.vault-loom-00bb.tmp', ...FILES]);
  });

  it('replaces a damaged model, and takes away those of other versions', async () => {
    await install();
    await putModel(plugin, damagedContent());
    await writeFile(join(plugin, 'sentence-encoder-0123456789abcdef.bin'), 'of another version');
    expect(await install()).toMatchObject({ written: [MADE_UP_MODEL.name] });
    expect((await readdir(plugin)).sort()).toEqual(FILES);
    expect((await readFile(join(plugin, MADE_UP_MODEL.name))).equals(MADE_UP_CONTENT)).toBe(true);
  });

  it('takes the model from the data folder if it is not next to the program, and says so if it is nowhere', async () => {
    await putModel(model, damagedContent());
    const installed = await install();
    expect(installed).toMatchObject({ lacksModel: true, written: ['main.js', 'styles.css', 'manifest.json'] });
    expect(nextSteps(installed)[1]).toContain('The built-in model is not next to this program');
    await putModel(join(folder, 'data', 'models'));
    expect(await install()).toMatchObject({ lacksModel: false, written: [MADE_UP_MODEL.name] });
  });

  it('repairs one whose manifest is torn', async () => {
    await install();
    await writeFile(join(plugin, 'manifest.json'), '{"id": "vault-l');
    expect(await install()).toMatchObject({ written: ['manifest.json'] });
  });

  it('enables it only when asked, next to the others', async () => {
    await writeFile(join(vault, '.obsidian/community-plugins.json'), '["dataview"]');
    expect(await install()).toMatchObject({ enabled: false });
    expect(await read('community-plugins.json')).toBe('["dataview"]');
    expect(await install({ enable: true })).toMatchObject({ enabled: true });
    expect(JSON.parse(await read('community-plugins.json'))).toEqual(['dataview', 'vault-loom']);
    await install({ enable: true });
    expect(JSON.parse(await read('community-plugins.json'))).toEqual(['dataview', 'vault-loom']);
  });

  it('touches nothing if the list of enabled plugins is not a list', async () => {
    await writeFile(join(vault, '.obsidian/community-plugins.json'), '{"torn');
    await expect(install({ enable: true })).rejects.toMatchObject({ code: 'invalid_arguments' });
    expect(await readdir(join(vault, '.obsidian'))).toEqual(['community-plugins.json']);
  });

  it('reads a list that a Windows editor has saved', async () => {
    await writeFile(join(vault, '.obsidian/community-plugins.json'), '\ufeff["dataview"]');
    expect(await install({ enable: true })).toMatchObject({ newlyEnabled: true });
    expect(JSON.parse(await read('community-plugins.json'))).toEqual(['dataview', 'vault-loom']);
    await writeFile(join(plugin, 'manifest.json'), `\ufeff${await read('plugins/vault-loom/manifest.json')}`);
    expect(await install()).toMatchObject({ written: ['manifest.json'], previous: '1.2.0' });
  });

  it('copies the files even if the list cannot be read, unless it has to be changed', async () => {
    await writeFile(join(vault, '.obsidian/community-plugins.json'), '{"torn');
    expect(await install()).toMatchObject({ version: '1.2.0', enabled: false });
    expect(await read('community-plugins.json')).toBe('{"torn');
  });

  it('uses the configuration folder that the app uses, and creates the usual one if there is none', async () => {
    await rm(join(vault, '.obsidian'), { recursive: true });
    await mkdir(join(vault, '.settings'));
    await writeFile(join(vault, '.settings/app.json'), '{}');
    expect(await install()).toMatchObject({ folder: '.settings/plugins/vault-loom', knownToApp: true });
    await rm(join(vault, '.settings'), { recursive: true });
    const installed = await install();
    expect(installed).toMatchObject({ folder: '.obsidian/plugins/vault-loom', knownToApp: false });
    expect(nextSteps(installed).join('\n')).toContain('Open this folder as a vault');
  });

  it('says what is missing if the plugin was not built', async () => {
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

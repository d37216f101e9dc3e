import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { COMMON_CLIENTS } from '../../../shared/clients/common-clients.ts';
import { clientFile } from './connect-facts.ts';

const cursor = COMMON_CLIENTS.find(({ id }) => id === 'cursor');
const codex = COMMON_CLIENTS.find(({ id }) => id === 'codex');

afterEach(() => vi.unstubAllEnvs());

it.skipIf(process.platform === 'win32')(
  'no file of the working directory is named if the home folder is none',
  async () => {
    if (cursor === undefined || codex === undefined) throw new Error('The clients are not in the table.');
    vi.stubEnv('HOME', '/home/ada');
    expect(await clientFile(cursor)).toMatchObject({ path: '/home/ada/.cursor/mcp.json', isFolderThere: false });
    vi.stubEnv('HOME', 'rel');
    expect(await clientFile(cursor)).toBeNull();
    vi.stubEnv('CODEX_HOME', '/srv/codex');
    expect(await clientFile(codex)).toMatchObject({ path: join('/srv/codex', 'config.toml') });
  },
);

import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { WRITTEN_CLIENTS } from '../../bridge/commands/connect/found-clients.ts';
import { buttons, clientPages } from './test-support/client-pages.ts';

const PAGES = clientPages(WRITTEN_CLIENTS);

describe('the pages about clients', () => {
  it.each(PAGES.map(({ file, text }) => [file, text] as const))(
    'docs/clients/%s is made of the table; `npm run docs` writes it',
    async (file, text) => {
      await expect(text).toMatchFileSnapshot(`../../docs/clients/${file}`);
    },
  );
});

describe('the buttons of the README', () => {
  it('are made of the same table', async () => {
    const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8');
    expect(readme.split('\n')).toContain(buttons());
  });

  it('start the package on the vault that the person names', () => {
    const [cursor = '', code = '', studio = ''] = [...buttons().matchAll(/\]\(([^)]+)\)/gu)].map(([, link]) => link);
    const launch = { command: 'npx', args: ['-y', 'vault-loom'] };
    for (const link of [cursor, studio]) {
      const { searchParams } = new URL(link);
      expect(searchParams.get('name')).toBe('vault-loom');
      const config: unknown = JSON.parse(Buffer.from(searchParams.get('config') ?? '', 'base64').toString('utf8'));
      expect(config).toEqual({ ...launch, env: { VAULT_PATH: '/path/to/your/vault' } });
    }
    const { searchParams } = new URL(code);
    expect(JSON.parse(searchParams.get('config') ?? '')).toEqual({
      type: 'stdio',
      ...launch,
      env: { VAULT_PATH: '${input:vault}' },
    });
    expect(JSON.parse(searchParams.get('inputs') ?? '')).toEqual([expect.objectContaining({ id: 'vault' })]);
  });
});

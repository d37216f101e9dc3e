import { expect, it } from 'vitest';
import { checkServer } from './server-check.ts';

it('a server that does not start can be tried by what the hint says, with quotes around spaces', async () => {
  const env = { VAULT_PATH: '/home/ada/My notes' };
  const args = ['-e', 'process.exit(3)'];
  await expect(checkServer({ command: process.execPath, args, env })).rejects.toMatchObject({
    code: 'internal',
    hint: `See what it says: ${process.execPath} -e 'process.exit(3)' doctor '/home/ada/My notes'`,
  });
});

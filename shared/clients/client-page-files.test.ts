import { readdir } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { WRITTEN_CLIENTS } from '../../bridge/commands/connect/found-clients.ts';
import { clientPages } from './test-support/client-pages.ts';

const FOLDER = new URL('../../docs/clients/', import.meta.url);

// Not with the test that writes the pages: `npm run docs` would fail for a client that is new, whose page it writes at
// its end.
it('there are no other pages about clients', async () => {
  const pages = clientPages(WRITTEN_CLIENTS).map(({ file }) => file);
  expect((await readdir(FOLDER)).sort()).toEqual(pages.sort());
});

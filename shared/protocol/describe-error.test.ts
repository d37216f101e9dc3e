import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { VaultLoomError } from '../protocol/errors.ts';
import { describeError, describeWithWayOut } from './describe-error.ts';

it('tells no client where things are on this machine', async () => {
  const error: unknown = await readFile('/no/such folder/index.bin').catch((reason: unknown) => reason);
  expect(describeError(error)).toBe("Error: ENOENT: no such file or directory, open '<path>'");
  expect(describeError(new Error('cannot open C:\\Users\\ada\\vault'))).toBe('Error: cannot open <path>');
  expect(describeError('EACCES: /srv/notes')).toBe('EACCES: <path>');
});

it('keeps the address of a model server, and the words of our own errors', () => {
  expect(describeError(new TypeError('fetch failed: http://127.0.0.1:11434/api/embed'))).toBe(
    'TypeError: fetch failed: http://127.0.0.1:11434/api/embed',
  );
  expect(describeError(new VaultLoomError('embedder_unavailable', 'No model at /models/one.'))).toBe(
    'VaultLoomError: No model at /models/one.',
  );
});

it('adds the way out of our own errors', () => {
  const failure = new VaultLoomError('embedder_unavailable', 'No model.', { hint: 'Get one.' });
  expect(describeWithWayOut(failure)).toBe('VaultLoomError: No model. Get one.');
  expect(describeWithWayOut(new VaultLoomError('embedder_unavailable', 'No model.'))).toBe('VaultLoomError: No model.');
  expect(describeWithWayOut(new Error('at /srv/notes'))).toBe('Error: at <path>');
});

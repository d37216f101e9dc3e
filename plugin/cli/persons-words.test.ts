import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDiskEngine } from '../../shared/engine/disk-engine.ts';
import type { EngineHost } from '../../shared/engine/engine.ts';
import { indexNotReady } from '../../shared/engine/readiness.ts';
import { searchInput } from '../../shared/protocol/schemas/find.ts';
import { errorText, searchText } from './cli-output.ts';

let folder: string;
let engine: EngineHost;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vault-loom-words-'));
  const vault = join(folder, 'vault');
  await mkdir(join(vault, 'Garden'), { recursive: true });
  await mkdir(join(vault, 'Old'));
  await mkdir(join(vault, '.obsidian'));
  await writeFile(join(vault, '.obsidian', 'app.json'), '{"userIgnoreFilters": ["Old/"]}');
  await writeFile(join(vault, 'Garden', 'Soil.md'), '---\nstatus: active\n---\nCompost and greenhouses. #soil\n');
  await writeFile(join(vault, 'Old', 'Note.md'), 'Forgotten.\n');
  engine = await createDiskEngine({
    vaultPath: vault,
    env: { VAULT_LOOM_DATA_DIR: join(folder, 'data'), VAULT_LOOM_EMBEDDER: 'none' },
    log: () => undefined,
  });
  await engine.start();
  await engine.whenReady({ timeoutMs: 20_000 });
});
afterAll(async () => {
  await engine.close();
  await rm(folder, { recursive: true, force: true });
});

/** What tools and their arguments are called, and other words that mean nothing on the command line. */
const OF_ASSISTANTS = /_|\bmodes?\b|argument|directory|regex|\bwhere\b|fulltext|hybrid|semantic|embed|\{"/iu;

const answerTo = async (input: Record<string, unknown>): Promise<string> => {
  const found = engine.search(searchInput.parse({ unique: 'notes', ...input }));
  return found.then(searchText, (error: unknown) => errorText(error, false));
};

it.each([
  ['*', 'alone finds nothing'],
  ['/gre+n/i', 'regular expression'],
  ['tag:soil folder:Garden zzz', 'path=<folder>'],
  ['modified:2024 zzz', 'read as words'],
  ['status:active zzz', 'read as words'],
  ['title:zzz', 'titles'],
  ['zzz AND NOT yyy', 'operators'],
  ['z*z', 'end of a word'],
  ['%%%', 'just these characters'],
  ['greenhous', 'finds some'],
  ['#sail zzz', 'No note has the tag'],
])('what is wrong with the query %s is said to a person, not to an assistant', async (query, words) => {
  const answer = await answerTo({ query, mode: 'fulltext' });
  expect(answer).toContain(words);
  expect(answer.replace(query, '')).not.toMatch(OF_ASSISTANTS);
});

it('so is what is wrong with a folder, and that there is no search by meaning', async () => {
  for (const directory of ['Old', 'Gardn']) {
    const answer = await answerTo({ query: 'forgotten', mode: 'fulltext', directory });
    expect(answer).toContain(directory);
    expect(answer).not.toMatch(OF_ASSISTANTS);
  }
  const byMeaning = await answerTo({ query: 'forgotten', mode: 'semantic' });
  expect(byMeaning).toContain('by=words');
  expect(byMeaning).not.toMatch(OF_ASSISTANTS);
  const early = errorText(indexNotReady({ done: 3, total: 9 }), false);
  expect(early).toContain('vault-loom:status');
  expect(early).not.toMatch(OF_ASSISTANTS);
});

it('the related notes of a path that is no note are refused in words for a person', async () => {
  const refusal = await engine
    .related({ path: 'Nowhere.md', limit: 5, hideLinked: false })
    .catch((error: unknown) => error);
  expect(errorText(refusal, false)).toContain('Nowhere.md');
  expect(errorText(refusal, false)).not.toMatch(OF_ASSISTANTS);
});

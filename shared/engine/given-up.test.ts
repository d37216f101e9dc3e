import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { searchInput } from '../protocol/schemas/find.ts';
import { listTasksInput } from '../protocol/schemas/tasks.ts';
import { createDiskEngine } from './disk-engine.ts';
import type { EngineHost } from './engine.ts';

const NOTES = 300;
let folder: string;
let engine: EngineHost;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vault-loom-given-up-'));
  const vault = join(folder, 'vault');
  await mkdir(vault);
  const line = 'A line with several words in it, such as mountain and river.\n';
  for (let i = 0; i < NOTES; i++) await writeFile(join(vault, `Note ${i}.md`), line.repeat(300));
  engine = await createDiskEngine({
    vaultPath: vault,
    env: { VAULT_LOOM_DATA_DIR: join(folder, 'data'), VAULT_LOOM_EMBEDDER: 'none' },
    log: () => undefined,
  });
  await engine.start();
});
afterAll(async () => {
  await engine.close();
  await rm(folder, { recursive: true, force: true });
});

describe('a question whose signal aborts', () => {
  it('ends with the reason, in the middle of its work', async () => {
    const regex = searchInput.parse({ query: '(m|r)[a-z]+n (x|y)', mode: 'regex' });
    const whole = engine.search(regex);
    await expect(whole).resolves.toMatchObject({ rows: [] });
    const cancel = new AbortController();
    const asked = engine.search(regex, cancel.signal);
    setImmediate(() => cancel.abort(new Error('cancelled')));
    await expect(asked).rejects.toThrow('cancelled');
  });

  it('does no harm to the next one', async () => {
    const cancel = new AbortController();
    cancel.abort(new Error('cancelled'));
    const query = listTasksInput.parse({});
    await expect(engine.listTasks(query, cancel.signal)).rejects.toThrow('cancelled');
    await expect(engine.listTasks(query)).resolves.toMatchObject({ tasks: [] });
  });
});

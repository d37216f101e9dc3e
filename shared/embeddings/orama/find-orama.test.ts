import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { spawnNodeWorker } from '../../kit/concurrency/node-worker.ts';
import { modelFolder } from '../use/weights/model-test-kit.ts';
import { createEmbedder } from '../create-embedder.ts';

describe('the embedder that the setting `orama` names', () => {
  it("is that of Orama's plugin, which reads English and starts with its first text", async () => {
    const configFolder = join(tmpdir(), 'vault-loom-no-such-folder');
    const choice = await createEmbedder({
      choice: 'orama',
      spawnWorker: spawnNodeWorker,
      threads: 1,
      configFolder,
      modelFolders: [await modelFolder()],
      env: {},
      log: () => undefined,
    });
    expect(choice).toMatchObject({ readsEnglishOnly: true, prefixSource: 'none', overrideApplied: false });
    const embedder = choice?.embedder;
    expect(embedder?.identity).toMatchObject({ provider: 'orama', dimensions: 512 });
    expect(embedder?.state()).toEqual({ phase: 'idle' });
    expect(await embedder?.embed(['How old are you?'], 'query')).toHaveLength(1);
    await embedder?.close();
  });
});

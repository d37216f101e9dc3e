import { homedir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { VaultLoomError } from '../protocol/errors.ts';
import { parseEmbedderSetting, settingFor } from './embedder-setting.ts';

describe('the setting for the embedder', () => {
  it.each([
    [undefined, { provider: 'use' }],
    ['', { provider: 'use' }],
    [' use ', { provider: 'use' }],
    ['LSA', { provider: 'lsa' }],
    ['none', { provider: 'none' }],
    ['orama', { provider: 'orama' }],
    ['ollama:nomic-embed-text', { provider: 'ollama', model: 'nomic-embed-text' }],
    ['Ollama: nomic-embed-text:v1.5', { provider: 'ollama', model: 'nomic-embed-text:v1.5' }],
    ['ollama:hub.test:5000/ada/One-GGUF:Q4_K_M', { provider: 'ollama', model: 'hub.test:5000/ada/One-GGUF:Q4_K_M' }],
    ['ollama:nomic-embed-text@0a109f422b47', { provider: 'ollama', model: 'nomic-embed-text' }],
    ['transformers:ada/one@q8-mean-60d93fcb', { provider: 'transformers', model: 'ada/one' }],
    ['transformers:./one@2', { provider: 'transformers', folder: path.resolve('one@2') }],
    ['transformers:ada/one', { provider: 'transformers', model: 'ada/one' }],
    ['transformers:one', { provider: 'transformers', model: 'one' }],
    ['transformers:~/models/one', { provider: 'transformers', folder: path.join(homedir(), 'models', 'one') }],
    ['transformers:./models/one', { provider: 'transformers', folder: path.resolve('models/one') }],
    [
      `transformers:${path.resolve('/models/my one')}`,
      { provider: 'transformers', folder: path.resolve('/models/my one') },
    ],
  ])('is understood: %s', (choice, setting) => {
    expect(parseEmbedderSetting(choice)).toEqual(setting);
  });

  it.each([
    [{ provider: 'use', model: 'universal-sentence-encoder-lite' }, { provider: 'use' }],
    [{ provider: 'orama', model: 'universal-sentence-encoder-lite' }, { provider: 'orama' }],
    [
      { provider: 'ollama', model: 'nomic-embed-text@0a109f422b47' },
      { provider: 'ollama', model: 'nomic-embed-text' },
    ],
    [
      { provider: 'transformers', model: 'ada/one@q8-mean-60d93fcb' },
      { provider: 'transformers', model: 'ada/one' },
    ],
  ])('is found again from the identity of vectors: %j', (identity, setting) => {
    expect(parseEmbedderSetting(settingFor(identity))).toEqual(setting);
  });

  it.each([
    ['usee', 'there is no such embedder'],
    ['openai:ada', 'there is no such embedder'],
    ['use:large', 'use takes no model'],
    ['none:', 'none takes no model'],
    ['ollama', 'it names no model'],
    ['ollama: ', 'it names no model'],
    ['ollama:a b', 'not the name of a model'],
    ['ollama:../secrets', 'not the name of a model'],
    ['transformers:', 'it names no model'],
    ['transformers:a/b/c', 'neither a folder'],
    ['transformers:a/..', 'neither a folder'],
    [`ollama:${'a'.repeat(300)}`, 'not the name of a model'],
  ])('is refused with the possible ones: %s', (choice, problem) => {
    const said = expect.objectContaining({ code: 'invalid_arguments', message: expect.stringContaining(problem) });
    expect(() => parseEmbedderSetting(choice)).toThrow(said);
    expect(() => parseEmbedderSetting(choice)).toThrow(/Possible are .*`ollama:<model>`/);
  });

  it('is understood or refused, for any text', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string().map((rest) => `ollama:${rest}`),
          fc.string().map((rest) => `transformers:${rest}`),
        ),
        (choice) => {
          try {
            expect(parseEmbedderSetting(choice)).toHaveProperty('provider');
          } catch (error) {
            expect(error).toBeInstanceOf(VaultLoomError);
            expect((error as Error).message.length).toBeLessThan(520);
          }
        },
      ),
      { seed: 4, numRuns: 200 },
    );
  });
});

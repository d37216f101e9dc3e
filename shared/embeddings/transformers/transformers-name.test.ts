import { homedir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readTransformersName } from './transformers-name.ts';

afterEach(() => vi.unstubAllEnvs());

describe("the setting's name of an ONNX model", () => {
  it("is a folder or a hub's name", () => {
    expect(readTransformersName('~/models/e5')).toEqual({ folder: path.join(homedir(), 'models/e5') });
    expect(readTransformersName('./e5')).toEqual({ folder: path.resolve('e5') });
    expect(readTransformersName('Xenova/e5')).toEqual({ model: 'Xenova/e5' });
    expect(readTransformersName('a/b/c')).toContain('neither a folder');
  });

  it.skipIf(process.platform === 'win32')('is no folder of the working directory if the home folder is none', () => {
    vi.stubEnv('HOME', 'rel');
    expect(readTransformersName('~/models/e5')).toContain('no home folder');
    expect(readTransformersName('/models/e5')).toEqual({ folder: '/models/e5' });
  });
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { damagedContent, MADE_UP_MODEL, MADE_UP_WEIGHTS, putModel } from './made-up-model-test-kit.ts';
import { ModelWeights } from './model-weights.ts';

let folder: string;
let places: [string, string];
let weights: ModelWeights;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vault-loom-weights-'));
  places = [join(folder, 'plugin'), join(folder, 'models')];
  weights = new ModelWeights(MADE_UP_MODEL, places);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const isRead = async (): Promise<boolean> => Buffer.compare(await weights.read(), MADE_UP_WEIGHTS) === 0;

describe('the weights', () => {
  it.each([0, 1])('are found in either place: %d', async (place) => {
    await putModel(places[place] ?? '');
    expect(await weights.look()).toBe(true);
    expect(await isRead()).toBe(true);
    expect(weights.missing).toBeNull();
  });

  it('are missing until the file comes, with its name and the way out', async () => {
    expect(await weights.look()).toBe(false);
    expect(weights.missing).toMatchObject({
      file: MADE_UP_MODEL.name,
      problem: 'missing',
      message: expect.stringContaining(MADE_UP_MODEL.name),
      hint: expect.stringContaining('install-plugin'),
    });
    await expect(weights.read()).rejects.toMatchObject({
      code: 'embedder_unavailable',
      name: 'ModelMissingError',
      message: expect.stringContaining(MADE_UP_MODEL.name),
      hint: expect.stringContaining('install-plugin'),
      details: { file: MADE_UP_MODEL.name },
    });
    await putModel(places[1]);
    expect(await weights.look()).toBe(true);
    expect(weights.missing).toBeNull();
    expect(await isRead()).toBe(true);
  });

  it('of a damaged file are not given, and the error names its place', async () => {
    await putModel(places[0], damagedContent());
    await expect(weights.read()).rejects.toMatchObject({
      code: 'embedder_unavailable',
      name: 'ModelDamagedError',
      message: expect.stringContaining(join('plugin', MADE_UP_MODEL.name)),
      hint: expect.stringMatching(/^Delete it\./u),
    });
    // It is known to be damaged, and not worth being read again until it is another.
    expect(await weights.look()).toBe(false);
    expect(weights.missing).toMatchObject({ problem: 'damaged' });
    await rm(places[0], { recursive: true });
    expect(await weights.look()).toBe(false);
    expect(weights.missing).toMatchObject({ problem: 'missing' });
    await putModel(places[0]);
    expect(await weights.look()).toBe(true);
    expect(await isRead()).toBe(true);
  });

  it('are taken from the place where they are whole', async () => {
    await putModel(places[0], damagedContent());
    await putModel(places[1]);
    expect(await isRead()).toBe(true);
    expect(weights.missing).toBeNull();
  });

  it('are read again each time, so that a file that goes is noticed', async () => {
    await putModel(places[0]);
    expect(await isRead()).toBe(true);
    await rm(places[0], { recursive: true });
    await expect(weights.read()).rejects.toMatchObject({ name: 'ModelMissingError' });
    expect(weights.missing).toMatchObject({ problem: 'missing' });
  });
});

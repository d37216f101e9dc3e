import { describe, expect, it } from 'vitest';
import { runSteps } from '../../kit/concurrency/slices.ts';
import { cosineOf } from '../../search/vectors/vector-test-kit.ts';
import { decodeLsaModel, encodeLsaModel } from './lsa-format.ts';
import { LsaModel } from './lsa-model.ts';
import { LsaTrainer, dimensionsFor, isTrainingText } from './lsa-trainer.ts';
import { needsRetraining } from './retraining.ts';
import { logOfCount } from './term-counts.ts';

/** Cars and automobiles share their company (engine, wheels) but never a text; cats and dogs have another. */
const TEXTS = [
  'the car has an engine and wheels',
  'a car with a loud engine',
  'wheels of the car',
  'the automobile has an engine and wheels',
  'an automobile with a new engine',
  'wheels of an automobile',
  'the cat chased a mouse through the garden',
  'a dog and a cat in the garden',
  'the dog chased the mouse',
  'a cat and a mouse',
  'garden of the dog',
  'the mouse fled the dog',
];

function trained(texts: readonly string[], options: { dimensions?: number; maxTerms?: number } = {}): LsaModel {
  const trainer = new LsaTrainer({ dimensions: 2, ...options });
  for (const text of texts) trainer.add(text);
  return runSteps(trainer.train());
}

function nearness(model: LsaModel, a: string, b: string): number {
  return cosineOf(model.embed(a), model.embed(b));
}

describe('a model of the terms of a vault', () => {
  const model = trained(TEXTS);

  it('places words near each other with the same neighbours, even if no text has both', () => {
    expect(nearness(model, 'car', 'automobile')).toBeGreaterThan(0.8);
    expect(nearness(model, 'car', 'dog')).toBeLessThan(0.3);
  });

  it('places texts it has never seen, ignoring words it does not know', () => {
    expect(nearness(model, 'my brand-new automobile', 'car')).toBeGreaterThan(0.8);
    expect([...model.embed('zeppelin quokka')]).toEqual([0, 0]);
    expect([...model.embed('')]).toEqual([0, 0]);
  });

  it('works in scripts without spaces', () => {
    const japanese = trained(['自動車のエンジン', '車輪とエンジン', '自動車の車輪', '猫と庭', '犬と庭', '猫と犬']);
    expect(nearness(japanese, '自動車', '車輪')).toBeGreaterThan(nearness(japanese, '自動車', '猫'));
  });

  it('is the same, bit for bit, whenever it is trained on the same texts', () => {
    expect(runSteps(encodeLsaModel(trained(TEXTS).parts))).toEqual(runSteps(encodeLsaModel(model.parts)));
  });

  it('is trained in steps', () => {
    const trainer = new LsaTrainer({ dimensions: 4 });
    for (let i = 0; i < 100; i += 1) for (const text of TEXTS) trainer.add(`${text} ${i % 7}`);
    const steps = trainer.train();
    let count = 0;
    while (steps.next().done !== true) count += 1;
    expect(count).toBeGreaterThan(50);
  });

  it('keeps the commonest terms if there are too many, and none that occurs in only one text', () => {
    const { terms } = trained([...TEXTS, 'zeppelin'], { maxTerms: 3 }).parts;
    expect(terms).toHaveLength(3);
    expect(trained([...TEXTS, 'zeppelin']).parts.terms).not.toContain('zeppelin');
  });

  it.each([[[]], [['one']], [['', '', '']], [['same same', 'same']]])('can be made from %j', (texts) => {
    const tiny = trained(texts);
    expect(tiny.embed('one same').length).toBe(tiny.dimensions);
    expect(tiny.dimensions).toBeLessThanOrEqual(1);
  });
});

describe('a saved model', () => {
  const model = trained(TEXTS);
  const bytes = runSteps(encodeLsaModel(model.parts));

  it('places texts as before, at any alignment', () => {
    for (const offset of [0, 1]) {
      const shifted = new Uint8Array(bytes.length + offset).subarray(offset);
      shifted.set(bytes);
      const again = runSteps(LsaModel.of(runSteps(decodeLsaModel(shifted))));
      for (const text of TEXTS) expect(again.embed(text)).toEqual(model.embed(text));
      expect(again.parts.texts).toBe(TEXTS.length);
    }
  });

  it('may be empty', () => {
    expect(runSteps(decodeLsaModel(runSteps(encodeLsaModel(trained([]).parts))))).toMatchObject({
      dimensions: 0,
      terms: [],
    });
  });

  it('is refused torn, with any byte changed, or when it is something else', () => {
    for (let at = 0; at < bytes.length; at += 1) {
      const damaged = bytes.slice();
      damaged[at] = (damaged[at] as number) ^ 0x41;
      expect(() => runSteps(decodeLsaModel(damaged))).toThrow(/model of terms/);
      expect(() => runSteps(decodeLsaModel(bytes.slice(0, at)))).toThrow(/model of terms/);
    }
    expect(() =>
      runSteps(decodeLsaModel(new TextEncoder().encode('{"dimensions": 128, "texts": 12, "terms": []}'))),
    ).toThrow('not a model');
  });
});

describe('the sample to train on', () => {
  it('is all of a small vault, and evenly spread texts of a large one', () => {
    const taken = (total: number): number[] =>
      Array.from({ length: total }, (_, i) => i).filter((i) => isTrainingText(i, total, 10));
    expect(taken(7)).toHaveLength(7);
    expect(taken(10)).toHaveLength(10);
    expect(taken(95)).toHaveLength(10);
    expect(taken(40)).toEqual([3, 7, 11, 15, 19, 23, 27, 31, 35, 39]);
  });
});

describe('the dimensions of a model', () => {
  it('are more for a larger vault', () => {
    expect([dimensionsFor(100), dimensionsFor(3000), dimensionsFor(3001)]).toEqual([128, 128, 160]);
  });
});

describe('a model grows old', () => {
  it.each([
    [{ trainedOn: 1000, now: 1000, changed: 199 }, false],
    [{ trainedOn: 1000, now: 1000, changed: 200 }, true],
    [{ trainedOn: 1000, now: 1250, changed: 250 }, true],
    [{ trainedOn: 1000, now: 100, changed: 900 }, true],
    [{ trainedOn: 10, now: 20, changed: 10 }, false],
    [{ trainedOn: 0, now: 60, changed: 60 }, true],
  ])('with %j: %s', (changes, expected) => {
    expect(needsRetraining(changes)).toBe(expected);
  });
});

describe('the logarithm of a count', () => {
  it('equals Math.log, to the last digits, on any host', () => {
    for (const count of [0, 1e-9, 0.3, 1, 2, 3, 10, 255, 65_535, 1e9])
      expect(logOfCount(count)).toBeCloseTo(Math.log1p(count), 12);
  });
});

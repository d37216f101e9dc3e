import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeQuestions } from './language-questions.ts';
import { gainOf, meanWithInterval } from './ndcg.ts';
import { readQuestions } from './questions.ts';
import { readVaultNotes } from './vault-notes.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vault-loom-questions-'));
  const files: Record<string, string> = {
    'Casa.md':
      '---\ndescription: Todo lo que hay que saber de la casa\n---\n> Guarda las llaves en la [[Cocina|cocina grande]] antes de salir por la noche. ^abc\n\nVer [[Casa]] y además mucho texto para esta línea.\n',
    'sala/Cocina.md':
      '# Cocina\nUna línea con dos enlaces [[Casa]] y [[Jardín]] que no cuenta para nada.\n\nCorto [[Casa]].\n',
    'Jardín.md':
      '---\ndescription: x\n---\n```\nEn código [[Casa]] nada cuenta, por muy larga que sea la línea.\n```\n',
  };
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('questions from a vault', () => {
  it('come from lines with a single link to another note, and from descriptions', async () => {
    expect(makeQuestions(await readVaultNotes(folder), 'es ')).toEqual([
      {
        set: 'es link',
        query: 'Guarda las llaves en la cocina grande antes de salir por la noche.',
        target: 'sala/Cocina.md',
        exclude: 'Casa.md',
      },
      {
        set: 'es ctx',
        query: 'Guarda las llaves en la antes de salir por la noche.',
        target: 'sala/Cocina.md',
        exclude: 'Casa.md',
      },
      { set: 'es desc', query: 'Todo lo que hay que saber de la casa', target: 'Casa.md' },
    ]);
  });

  it('in other words name their notes, each once', async () => {
    const questions = await readQuestions(new URL('./paraphrases-help-en.jsonl', import.meta.url), 'paraphrase');
    expect(questions).toHaveLength(40);
    expect(new Set(questions.map(({ target }) => target)).size).toBe(40);
    expect(
      questions.every(({ set, query, target }) => set === 'paraphrase' && query.length > 10 && target.endsWith('.md')),
    ).toBe(true);
  });
});

describe('the gain of a ranking', () => {
  const question = { set: 's', query: 'q', target: 't', exclude: 'x' };

  it('is 1 for the first place, less for each further one, and 0 beyond the tenth', () => {
    expect([
      gainOf(question, ['t']),
      gainOf(question, ['a', 'b', 't']),
      gainOf(question, [...'abcdefghij', 't']),
    ]).toEqual([1, 0.5, 0]);
  });

  it('does not count the note that was asked from', () => {
    expect(gainOf(question, ['x', 't'])).toBe(1);
  });

  it('has a mean with an interval around it, the same each time', () => {
    const { mean, low, high } = meanWithInterval([0, 1, 1, 0, 1, 1, 1, 0]);
    expect([mean, low < mean, mean < high]).toEqual([0.625, true, true]);
    expect(meanWithInterval([0, 1, 1])).toEqual(meanWithInterval([0, 1, 1]));
    expect(meanWithInterval([1, 1])).toEqual({ mean: 1, low: 1, high: 1 });
  });
});

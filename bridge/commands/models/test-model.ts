import type { Embedder } from '../../../shared/embeddings/embedder.ts';
import { FAILED, OK } from '../../process/exit-codes.ts';
import { printJson } from '../print-json.ts';
import type { CommandLine } from '../surroundings.ts';
import { chosenModel, openModel, vaultIfAny } from './chosen-model.ts';

/** Pairs that mean the same in other words, and sentences about something else. */
const PASSAGES = [
  'The tomato plants need compost and water in early spring.',
  'Vegetables grow better with fertiliser and enough moisture.',
  'The choir rehearses a new song on Thursday evening.',
  'Singers practise their music together once a week.',
  'The train to the coast leaves from platform four.',
  'Steel tubes are joined with brass and a torch.',
];
const ALIKE = [
  [0, 1],
  [2, 3],
] as const;
const APART = [
  [0, 2],
  [1, 4],
  [3, 5],
] as const;

interface Tried {
  setting: string;
  ok: boolean;
  dimensions: number;
  /** Until the first vector came, in milliseconds: the model was loaded. */
  loadMs: number;
  /** For each passage after that. */
  msPerPassage: number;
  /** Mean cosines. */
  alike: number;
  apart: number;
}

/**
 * Embeds a few sentences with the model in use, or the one that is named. Resolves with the exit code: 1 if those that
 * mean the same are no nearer than the others. Throws what the embedder throws.
 */
export async function testModel(
  line: CommandLine,
  vault: string | undefined,
  { model, json }: { model: string | undefined; json: boolean },
): Promise<number> {
  const vaultRealPath = vaultIfAny(line.env, vault);
  const setting = model ?? (await chosenModel(line, vaultRealPath)).setting;
  const choice = await openModel(line, setting, vaultRealPath);
  if (choice === null) {
    if (json) printJson(line.screen, { setting, ok: null });
    else line.screen.write(`${untested(setting)}\n`);
    return OK;
  }
  try {
    const tried = await tryOut(setting, choice.embedder, line);
    if (json) printJson(line.screen, tried);
    else line.screen.write(`${textOf(tried).join('\n')}\n`);
    return tried.ok ? OK : FAILED;
  } finally {
    await choice.embedder.close();
  }
}

async function tryOut(setting: string, embedder: Embedder, { progress }: CommandLine): Promise<Tried> {
  if (progress.live) progress.write(`Loading ${setting} …`);
  try {
    const start = performance.now();
    await embedder.embed(['The first text loads the model.'], 'document', { priority: 'now' });
    const loaded = performance.now();
    const vectors = await embedder.embed(PASSAGES, 'document', { priority: 'now' });
    const done = performance.now();
    const [alike, apart] = [meanCosine(vectors, ALIKE), meanCosine(vectors, APART)];
    return {
      setting,
      ok: alike > apart,
      dimensions: embedder.identity.dimensions,
      loadMs: Math.round(loaded - start),
      msPerPassage: Math.round((done - loaded) / PASSAGES.length),
      alike: rounded(alike),
      apart: rounded(apart),
    };
  } finally {
    if (progress.live) progress.write('\r\u001b[2K');
  }
}

/** Vectors have length 1. */
function meanCosine(vectors: readonly Float32Array[], pairs: readonly (readonly [number, number])[]): number {
  const cosines = pairs.map(([a, b]) => {
    const other = vectors[b];
    return (vectors[a] ?? new Float32Array()).reduce((sum, value, i) => sum + value * (other?.[i] ?? 0), 0);
  });
  return cosines.reduce((sum, cosine) => sum + cosine, 0) / cosines.length;
}

function rounded(cosine: number): number {
  return Math.round(cosine * 1000) / 1000;
}

function untested(setting: string): string {
  return setting.trim().toLowerCase() === 'none'
    ? 'Search by meaning is off (none), so there is nothing to test.'
    : `${setting} is learned from the notes of a vault, so there is nothing to test without one: \`vault-loom status --wait\` says whether it is.`;
}

function textOf({ setting, ok, dimensions, loadMs, msPerPassage, alike, apart }: Tried): string[] {
  return [
    `${setting}: vectors of ${dimensions} numbers, loaded in ${loadMs} ms, then ${msPerPassage} ms a passage`,
    `Sentences that mean the same: ${alike}. Sentences that do not: ${apart}.`,
    ok ? 'It tells them apart.' : 'It does not tell them apart: choose another model (`vault-loom models list`).',
  ];
}

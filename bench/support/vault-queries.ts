import { makeQueries } from './queries.ts';
import { sampleNotes } from './scratch-vault.ts';

const SEED = 20;
const SAMPLED_NOTES = 2_000;

/** The queries that searches of a vault are measured with, the same ones for the same vault. */
export async function vaultQueries(vault: string, count: number): Promise<string[]> {
  return makeQueries(await sampleNotes(vault, SAMPLED_NOTES, SEED), count, SEED);
}

import { seedPrefixes } from './known-prefixes.ts';
import { languagesOfCard } from './model-card.ts';
import type { ModelFiles } from './model-files.ts';
import { plainModelName } from './model-name.ts';

/**
 * Whether a model is only for English, so that full text serves other languages better. Goes by the languages a server
 * names, the names of well-known models, or the model's card. Never rejects; unknown means no.
 */
export async function readsEnglishOnly(
  model: string,
  named: readonly string[],
  own: ModelFiles | null,
): Promise<boolean> {
  if (named.length > 0) return named.every(isEnglish);
  const name = plainModelName(model);
  if (ENGLISH_MODELS.some((pattern) => pattern.test(name))) return true;
  if (own === null || seedPrefixes(model) !== null) return false;
  const languages = languagesOfCard((await own.read(model, 'README.md').catch(() => null)) ?? '');
  return languages.length > 0 && languages.every(isEnglish);
}

const ENGLISH_MODELS = [
  /(?:^|-)en(?:glish)?(?:-|$)/,
  /^e5-(?:small|base|large)(?:-unsupervised)?(?:-v2)?$/,
  /^bge-(?:small|base|large)$/,
  /^nomic-embed-text(?:-v1|-v1\.5)?$/,
  /^(?:mxbai-embed-large(?:-v1)?|mxbai-embed-2d-large-v1|uae-large-v1)$/,
  /^snowflake-arctic-embed(?:-(?:xs|s|m|l|m-long|m-v1\.5))?$/,
  /^gte-(?:small|base|large|modernbert-base)$/,
  /^(?:all-(?:minilm|mpnet|distilroberta|roberta)|multi-qa-(?:minilm|mpnet|distilbert)|msmarco-(?:minilm|distilbert|roberta|bert)|paraphrase-(?:minilm|mpnet|albert|distilroberta)).*$/,
];

function isEnglish(language: string): boolean {
  return /^en(?:g|glish)?(?:[-_]\w+)?$/i.test(language.trim());
}

import { answerBase } from '../../bases/answer-base.ts';
import {
  basePathProblem,
  baseReadFailed,
  baseTextOf,
  checkBaseSize,
  namingOtherBlocks,
} from '../../bases/base-text.ts';
import { VaultLoomError } from '../../protocol/errors.ts';
import type { BaseQuestionInput, BaseQueryOutput } from '../../protocol/schemas/live.ts';
import type { VaultSource } from '../../vault/vault-source.ts';
import type { Answer } from '../answer-parts.ts';
import { indexVault } from './index-vault.ts';

/** Answers `base_query` from the index, when the app cannot. */
export const queryBase: Answer<BaseQuestionInput, BaseQueryOutput> = async (parts, input) => {
  const { file, yaml, block, view, source, timeoutMs, rowBytes } = input;
  const index = await parts.ready();
  if (file === undefined && yaml === undefined)
    throw new VaultLoomError('bad_request', 'Neither "file" nor "yaml" is given.');
  const fileText = file === undefined ? '' : await readBase(parts.source, file);
  const text = file === undefined ? (yaml ?? '') : baseTextOf(file, fileText, block);
  const language = await parts.language();
  const question = { text, language, basePath: file ?? '', view, source, timeoutMs, rowBytes };
  const answer = await answerBase(question, indexVault(index), parts.slicer).catch((error: unknown) => {
    throw namingOtherBlocks(error, { file: file ?? '', text: fileText, block, view });
  });
  return { ...answer, host: 'disk' };
};

/** The text of a `.base` file or note. */
async function readBase(source: VaultSource, file: string): Promise<string> {
  const problem = basePathProblem(file, source.configDir);
  if (problem !== null) throw baseReadFailed(file, problem);
  const found = (await source.statForms(file)).find(({ path }) => source.visibility(path) !== 'hidden');
  if (found === undefined) throw baseReadFailed(file, 'there is no such file in the vault');
  checkBaseSize(file, found.size);
  const bytes = await source.read(found.path).catch((error: unknown) => {
    throw baseReadFailed(file, 'it cannot be read', error);
  });
  return new TextDecoder('utf-8').decode(bytes);
}

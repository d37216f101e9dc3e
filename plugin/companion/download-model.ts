import { requestUrl } from 'obsidian';
import { checkedPieces, ModelFault, type ModelFile } from '../../shared/embeddings/use/weights/model-file.ts';
import { saveModel } from '../../shared/embeddings/use/weights/save-model.ts';
import { inTime } from '../../shared/kit/time/deadline.ts';
import { systemCode } from '../../shared/kit/disk/disk-io.ts';
import { messageOf } from '../../shared/kit/text/message-of.ts';
import type { Schedule } from '../../shared/kit/time/schedule.ts';
import { VaultLoomError } from '../../shared/protocol/errors.ts';

export interface ModelDownload {
  /** The file's full address. */
  address: string;
  file: ModelFile;
  /** Where it is kept; absolute. */
  folder: string;
  schedule: Schedule;
}

/** On a slow line 7 MB take minutes; an answer that never comes must end. */
const PATIENCE_MS = 15 * 60_000;
const PIECE_BYTES = 1024 * 1024;

/** The address of a file among those that a release offers. */
export function addressOfModel(release: string, file: ModelFile, version: string): string {
  return `${release.replaceAll('{version}', version).replace(/\/+$/u, '')}/${file.name}`;
}

/**
 * Downloads the built-in model. What comes is kept only if it is that very file.
 * @throws VaultLoomError `embedder_unavailable`, named `ModelDownloadError`
 */
export async function downloadModel({ address, file, folder, schedule }: ModelDownload): Promise<void> {
  const { host } = new URL(address);
  const late = (): never => {
    throw failed(`${host} did not send it within ${PATIENCE_MS / 60_000} minutes`);
  };
  const bytes = await inTime(PATIENCE_MS, fetched(address, host), late, schedule);
  try {
    await saveModel(folder, file, checkedPieces(cut(bytes), file));
  } catch (error) {
    throw failed(
      error instanceof ModelFault
        ? `what ${host} sent is not the model: ${error.message}`
        : `it could not be written to ${folder} (${systemCode(error)})`,
      error,
    );
  }
}

/** By the app's own way to the network: a window's `fetch` would be refused by servers that do not expect pages. */
async function fetched(address: string, host: string): Promise<Uint8Array> {
  let answer;
  try {
    answer = await requestUrl({ url: address, throw: false });
  } catch (error) {
    throw failed(`${host} cannot be reached (${messageOf(error)})`, error);
  }
  if (answer.status !== 200) throw failed(`${host} answered with status ${answer.status}`);
  return new Uint8Array(answer.arrayBuffer);
}

function* cut(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}

function failed(why: string, cause?: unknown): VaultLoomError {
  return new VaultLoomError('embedder_unavailable', `The built-in model could not be downloaded: ${why}.`, {
    name: 'ModelDownloadError',
    hint: 'Nothing was kept. Try again, or put the file of a release next to the main.js of the plugin.',
    cause,
  });
}

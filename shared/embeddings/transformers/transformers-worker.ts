import { messageOf } from '../../kit/text/message-of.ts';
import type { EmbedFailure } from '../embedder.ts';
import type { FeatureExtractor, TransformersLibrary } from './library-api.ts';
import type { TransformersModel, TransformersReply, TransformersRequest } from './transformers-messages.ts';

interface WorkerScope {
  onmessage: ((event: { data: TransformersRequest }) => void) | null;
  postMessage(message: TransformersReply, transfer: ArrayBufferLike[]): void;
  /** Node's; a worker in the app has none. */
  process?: { getBuiltinModule?(name: 'node:module'): { createRequire(file: string): (name: string) => unknown } };
}

class TooLong extends Error {}

declare const self: WorkerScope;
/** Private, so kept out of messages. */
let folders: string[] = [];
let loaded: { extractor: FeatureExtractor; model: TransformersModel } | null = null;

self.onmessage = ({ data }) => {
  void answer(data).then((reply) => {
    self.postMessage(reply, reply.kind === 'embedded' ? [reply.vector.buffer] : []);
  });
};

async function answer(request: TransformersRequest): Promise<TransformersReply> {
  try {
    if (request.kind === 'embed') return { kind: 'embedded', id: request.id, vector: await embed(request.text) };
    if (request.kind === 'describe') {
      folders = [homeOf(request.library)];
      const { env } = loadLibrary(request.library);
      return { kind: 'described', hub: env.remoteHost, pathTemplate: env.remotePathTemplate };
    }
    await load(request.model);
    return { kind: 'ready' };
  } catch (error) {
    const reason: EmbedFailure = error instanceof TooLong ? 'too-long' : 'embed-error';
    const message = withoutFolders(messageOf(error));
    return request.kind === 'embed' ? { kind: 'failed', id: request.id, reason, message } : { kind: 'broken', message };
  }
}

function loadLibrary(file: string): TransformersLibrary {
  const nodeModule = self.process?.getBuiltinModule?.('node:module');
  if (nodeModule === undefined)
    throw new Error(
      'it needs threads of Node, which the app does not offer: use it with the bridge, or choose another embedder',
    );
  return nodeModule.createRequire(file)(file) as TransformersLibrary;
}

async function load(model: TransformersModel): Promise<void> {
  folders = [model.model, model.hub ?? '', model.cacheFolder ?? '', homeOf(model.library)].filter(isFolder);
  const { env, pipeline } = loadLibrary(model.library);
  const isLocal = isFolder(model.model) || (model.hub !== null && isFolder(model.hub));
  env.allowRemoteModels = !isLocal;
  if (model.cacheFolder !== null) env.cacheDir = model.cacheFolder;
  if (model.hub !== null && isFolder(model.hub)) env.localModelPath = model.hub;
  else if (model.hub !== null) env.remoteHost = model.hub.replace(/\/*$/, '/');
  const extractor = await pipeline('feature-extraction', model.model, {
    dtype: model.dtype,
    local_files_only: isLocal,
    session_options: { intraOpNumThreads: model.threads },
  });
  loaded = { extractor, model };
  // A model that is not what its files say must fail now, not at a later text.
  await embed('The kettle is on the stove.');
}

async function embed(text: string): Promise<Float32Array> {
  if (loaded === null) throw new Error('The model is not loaded.');
  const { extractor, model } = loaded;
  // The library would silently truncate.
  const tokens = extractor.tokenizer.encode(text).length;
  if (tokens > model.maxTokens)
    throw new TooLong(`The text has ${tokens} tokens, and the model takes ${model.maxTokens}.`);
  const { dims, data } = await extractor(text, { pooling: model.pooling, normalize: true });
  const vector = Float32Array.from(data);
  if (dims.length !== 2 || vector.length !== model.vectorLength)
    throw new Error(`The model gives ${vector.length} numbers where ${model.vectorLength} were expected.`);
  if (!vector.every((value) => Number.isFinite(value)) || vector.every((value) => value === 0))
    throw new Error('The model gave a vector of nothing.');
  return vector;
}

function isFolder(place: string): boolean {
  return /^(?:\/|[a-z]:[\\/]|\\\\)/i.test(place);
}

/** The folder in which packages are installed. */
function homeOf(library: string): string {
  return library.slice(0, Math.max(0, library.indexOf('node_modules')));
}

/** Removes known folders; other paths keep their last two parts. */
function withoutFolders(message: string): string {
  const cleared = folders
    .filter((folder) => folder !== '')
    .reduce((text, folder) => text.replaceAll(folder, '…'), message);
  return cleared.replace(
    /(?<![\w:/])(?:[a-z]:)?[\\/](?:[^\\/\s"'`:]+[\\/]+)+(?=[^\\/\s"'`:]+[\\/][^\\/\s"'`:]+)/gi,
    '…/',
  );
}

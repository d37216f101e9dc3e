import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * Installs, in a new temporary folder, a package with the parts of the library in use. It reads a model's files from a
 * folder, a hub or its cache as the library does, takes a word for a token, and makes three numbers of a text.
 */
export async function installStandIn(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'vault-loom-transformers-'));
  const packageFolder = path.join(folder, 'node_modules', '@huggingface', 'transformers');
  await mkdir(packageFolder, { recursive: true });
  await writeFile(
    path.join(packageFolder, 'package.json'),
    JSON.stringify({ name: '@huggingface/transformers', version: '0.0.0', main: 'index.cjs' }),
  );
  await writeFile(path.join(packageFolder, 'index.cjs'), STAND_IN);
  return folder;
}

/** Writes a model's folder that the stand-in accepts; `files` add to the minimum or replace it. */
export async function writeModel(folder: string, files: Record<string, string | object> = {}): Promise<void> {
  const all = { ...modelFiles(), ...files };
  for (const [name, content] of Object.entries(all)) {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  }
}

export function modelFiles(): Record<string, string | object> {
  return {
    'config.json': { hidden_size: 3, max_position_embeddings: 64 },
    'tokenizer_config.json': { model_max_length: 32 },
    'tokenizer.json': {},
    'onnx/model_quantized.onnx': 'weights',
  };
}

const STAND_IN = `
const fs = require('node:fs');
const path = require('node:path');
const http = require('node:http');

const env = exports.env = {
  allowRemoteModels: true,
  remoteHost: 'http://127.0.0.1:9/',
  remotePathTemplate: '{model}/resolve/{revision}/',
  localModelPath: '/nowhere',
  cacheDir: null,
};

exports.pipeline = async (task, model, { dtype, local_files_only }) => {
  if (task !== 'feature-extraction') throw new Error('Unsupported task');
  const file = 'onnx/' + { fp32: 'model.onnx', q8: 'model_quantized.onnx' }[dtype];
  const weights = await readModelFile(model, file, local_files_only);
  if (weights.startsWith('damaged')) throw new Error('Load model from ' + path.join(env.localModelPath, model, file) + ' failed: protobuf');
  const extractor = async (text, { pooling, normalize }) => {
    if (text.includes('crash')) process.exit(1);
    const values = weights.startsWith('short') ? [1, 2] : [text.length, text.charCodeAt(0), { mean: 1, cls: 1000, last_token: 2000 }[pooling]];
    if (text.includes('infinite')) values[0] = Infinity;
    const length = normalize ? Math.hypot(...values) : 1;
    return { dims: [1, values.length], data: Float32Array.from(values.map((value) => value / length)) };
  };
  extractor.tokenizer = { encode: (text) => text.split(/\\s+/).map((_, i) => i) };
  return extractor;
};

async function readModelFile(model, file, localOnly) {
  const local = path.isAbsolute(model) ? path.join(model, file) : path.join(env.localModelPath, model, file);
  if (fs.existsSync(local)) return fs.readFileSync(local, 'utf8');
  const cached = path.join(env.cacheDir, model, file);
  if (fs.existsSync(cached)) return fs.readFileSync(cached, 'utf8');
  if (localOnly || !env.allowRemoteModels) throw new Error('file was not found locally at "' + local + '".');
  const url = env.remoteHost + env.remotePathTemplate.replace('{model}', model).replace('{revision}', 'main') + file;
  const text = await new Promise((resolve, reject) => {
    http.get(url, (response) => {
      if (response.statusCode !== 200) reject(new Error('Could not locate file: "' + url + '".'));
      let body = '';
      response.on('data', (part) => (body += part));
      response.on('end', () => resolve(body));
    }).on('error', reject);
  });
  fs.mkdirSync(path.dirname(cached), { recursive: true });
  fs.writeFileSync(cached, text);
  return text;
}
`;

import { stat } from 'node:fs/promises';
import path from 'node:path';
import { VaultLoomError } from '../../protocol/errors.ts';

export interface Weights {
  /** In the library's words. */
  dtype: string;
  bytes: number;
}

/**
 * The weights in a model's folder: the most exact that run well on a processor.
 * @throws VaultLoomError `embedder_unavailable` if there are none
 */
export async function weightsInFolder(folder: string): Promise<Weights> {
  for (const [dtype, file] of FILES) {
    const bytes = await sizeOf(path.join(folder, 'onnx', file));
    if (bytes !== null) return { dtype, bytes };
  }
  throw new VaultLoomError('embedder_unavailable', `The folder '${path.basename(folder)}' holds no ONNX model.`, {
    hint: `It needs config.json, tokenizer.json, tokenizer_config.json and one of ${FILES.map(([, file]) => `onnx/${file}`).join(', ')}.`,
  });
}

const FILES = [
  ['fp32', 'model.onnx'],
  ['q8', 'model_quantized.onnx'],
  ['int8', 'model_int8.onnx'],
  ['uint8', 'model_uint8.onnx'],
  ['fp16', 'model_fp16.onnx'],
  ['q4', 'model_q4.onnx'],
] as const;

async function sizeOf(file: string): Promise<number | null> {
  try {
    const stats = await stat(file);
    return stats.isFile() ? stats.size : null;
  } catch {
    return null;
  }
}

import type { Plugin } from 'rollup';

export interface UseModelFile {
  name: string;
  bytes: number;
  weightBytes: number;
  wordSpaceBytes: number;
  sha256: string;
}

export interface UseModelParts {
  graph: string;
  wasm: string;
  vocabulary: string;
  notice: string;
  weights: Buffer;
  wordSpace: Buffer;
  content: Buffer;
  file: UseModelFile;
}

export function useModel(): Plugin;
export function useModelModule(name: string, options?: { bundled?: boolean }): Promise<string>;
export function parts(): Promise<UseModelParts>;
export function quantiseUse(): Promise<UseModelParts>;

import type { Plugin } from 'rollup';

export interface UseModelParts {
  weights: string;
  graph: string;
  wasm: string;
  vocabulary: string;
  notice: string;
}

export function useModel(): Plugin;
export function useModelModule(name: string, options?: { bundled?: boolean }): Promise<string>;
export function quantiseUse(): Promise<UseModelParts>;

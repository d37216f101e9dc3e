import type { Plugin } from 'rollup';

export interface UseModelParts {
  weights: string;
  graph: string;
  wasm: string;
  vocabulary: string;
  notice: string;
}

export function useModel(): Plugin;
export function quantiseUse(): Promise<UseModelParts>;

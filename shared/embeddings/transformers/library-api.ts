import type { Pooling } from '../model/model-overrides.ts';

/** The parts of the library's interface in use, versions 3 and 4. */
export interface TransformersLibrary {
  env: {
    allowRemoteModels: boolean;
    remoteHost: string;
    remotePathTemplate: string;
    localModelPath: string;
    cacheDir: string | null;
  };
  pipeline(task: 'feature-extraction', model: string, options: PipelineOptions): Promise<FeatureExtractor>;
}

export interface PipelineOptions {
  dtype: string;
  local_files_only: boolean;
  session_options: { intraOpNumThreads: number };
}

export interface FeatureExtractor {
  (
    text: string,
    options: { pooling: Pooling; normalize: boolean },
  ): Promise<{ dims: number[]; data: ArrayLike<number> }>;
  tokenizer: { encode(text: string): number[] };
}

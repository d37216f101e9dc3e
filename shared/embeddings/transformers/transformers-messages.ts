import type { EmbeddingReply, EmbeddingRequest } from '../pool/embedding-messages.ts';
import type { Pooling } from '../model/model-overrides.ts';

export interface TransformersModel {
  /** Its file. */
  library: string;
  /** An absolute folder, or a name in the hub. */
  model: string;
  /** Where to look up names: an address, a folder laid out as a hub, or null for the library's own. */
  hub: string | null;
  /** The library's download folder; null for its default. */
  cacheFolder: string | null;
  /** Type of the weights, in the library's words. */
  dtype: string;
  pooling: Pooling;
  maxTokens: number;
  vectorLength: number;
  threads: number;
}

/** `describe` returns the library's configuration, and may be sent alone. */
export type TransformersRequest =
  | Exclude<EmbeddingRequest<TransformersModel>, { kind: 'piece' }>
  | { kind: 'describe'; library: string };
export type TransformersReply = EmbeddingReply | { kind: 'described'; hub: string; pathTemplate: string };

/** What the list of models offers; `other` is one that was set by hand. */
export type ModelKind = 'use' | 'lsa' | 'ollama' | 'none' | 'other';

const LOCAL_SERVER = 'ollama';

/** Which entry of the list an `embedder` setting belongs to. */
export function kindOfModel(embedder: string): ModelKind {
  const setting = embedder.trim().toLowerCase();
  if (setting === 'use' || setting === 'lsa' || setting === 'none') return setting;
  return setting.startsWith(`${LOCAL_SERVER}:`) ? LOCAL_SERVER : 'other';
}

/** The model of the local server that a setting names; empty for another setting. */
export function localModelOf(embedder: string): string {
  return kindOfModel(embedder) === LOCAL_SERVER ? embedder.trim().slice(LOCAL_SERVER.length + 1) : '';
}

/** The setting that names a model of the local server. */
export function localSetting(model: string): string {
  return `${LOCAL_SERVER}:${model.trim()}`;
}

import { isModelName, type NamedModel } from '../model/named-model.ts';

const NAME = /^[\w.-]+(?::\d+)?(?:\/[\w.-]+)*(?::[\w.-]+)?$/;

/** The model that a setting names, or what is wrong with the name. */
export function readOllamaName(model: string): NamedModel | string {
  return isModelName(model, NAME) ? { model } : 'that is not the name of a model in Ollama';
}

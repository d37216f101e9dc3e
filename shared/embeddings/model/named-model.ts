/**
 * What follows the provider in a setting: a model, an absolute folder with one, or nothing if the provider has a single
 * model.
 */
export type NamedModel =
  | { model?: undefined; folder?: undefined }
  | { model: string; folder?: undefined }
  | { folder: string; model?: undefined };

export const LONGEST_MODEL_NAME = 200;

/** Whether a model's name has this form. No part may be dots alone, as a name becomes part of a path. */
export function isModelName(model: string, form: RegExp): boolean {
  return model.length <= LONGEST_MODEL_NAME && form.test(model) && !/(?:^|\/)\.+(?:\/|$)/.test(model);
}

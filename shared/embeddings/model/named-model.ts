/** What a setting names after the provider: a model, or a folder (absolute) that holds one; neither if the provider has a single model. */
export type NamedModel =
  | { model?: undefined; folder?: undefined }
  | { model: string; folder?: undefined }
  | { folder: string; model?: undefined };

export const LONGEST_MODEL_NAME = 200;

/** Whether this is a name of this form. A part of dots alone would climb where a name becomes part of a path. */
export function isModelName(model: string, form: RegExp): boolean {
  return model.length <= LONGEST_MODEL_NAME && form.test(model) && !/(?:^|\/)\.+(?:\/|$)/.test(model);
}

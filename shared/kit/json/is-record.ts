/** Whether a value is an object with fields: neither `null` nor a list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `Array.isArray` for values of unknown type. */
export function isList(value: unknown): value is unknown[] {
  return Array.isArray(value);
}

/** Fields of initialisers that an event of the renderer is made with. */
const FIELDS = [
  'key',
  'code',
  'location',
  'repeat',
  'isComposing',
  'keyCode',
  'charCode',
  'ctrlKey',
  'shiftKey',
  'altKey',
  'metaKey',
  'button',
  'buttons',
  'detail',
  'clientX',
  'clientY',
  'screenX',
  'screenY',
  'movementX',
  'movementY',
  'pointerId',
  'pointerType',
  'isPrimary',
  'pressure',
  'deltaX',
  'deltaY',
  'deltaZ',
  'deltaMode',
  'data',
  'inputType',
];

/** What an event says of itself, as far as it is plain. */
export function eventFields(event: Event): Record<string, string | number | boolean | null> {
  const fields: Record<string, string | number | boolean | null> = {};
  for (const name of FIELDS) {
    const value: unknown = Reflect.get(event, name);
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' || value === null)
      fields[name] = value;
  }
  return fields;
}

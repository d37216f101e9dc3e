declare module 'use-model:*' {
  /** One part of the built-in sentence encoder (see build/quantise-use.mjs). */
  const read: () => string;
  export default read;
}

declare module 'use-model:file' {
  /** The file with the built-in sentence encoder's weights (see build/model/quantise-use.mjs). */
  const file: {
    /** Has the beginning of its hash in it. */
    name: string;
    bytes: number;
    /** How many of its bytes, from the first, are the weights; the space of words follows, then the licence. */
    weightBytes: number;
    wordSpaceBytes: number;
    /** Of all its bytes, in hex. */
    sha256: string;
  };
  export default file;
}

declare module 'use-model:*' {
  /** One part of the built-in sentence encoder (see build/model/quantise-use.mjs). */
  const read: () => string;
  export default read;
}

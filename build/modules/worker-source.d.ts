declare module 'worker-source:*' {
  /** The bundled worker as one string of JavaScript (see build/workers/worker-source.mjs). */
  const code: string;
  export default code;
}

declare module 'packed-worker:*' {
  /** The bundled worker as one string of JavaScript, which unpacks itself when it starts. */
  const read: () => string;
  export default read;
}

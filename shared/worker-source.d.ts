declare module 'worker-source:*' {
  /** The bundled worker as one string of JavaScript (see build/worker-source.mjs). */
  const code: string;
  export default code;
}

/** Writes to the real stdout; calls back when the bytes are on their way, or with the error. */
export type RawWrite = (text: string, done?: (error?: Error | null) => void) => void;

/**
 * Takes stdout for the protocol: from here on anything else that writes to it, a library's `console.log` included, goes to
 * stderr, for one stray line breaks the connection. Gives the only way left to the real stdout.
 */
export function takeStdout(): RawWrite {
  const { stdout, stderr } = process;
  const rawWrite = stdout.write.bind(stdout);
  stdout.write = stderr.write.bind(stderr);
  return (text, done) => {
    rawWrite(text, (error) => done?.(error));
  };
}

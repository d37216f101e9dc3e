/** Writes to the real stdout; calls back when the text is sent, or with the error. */
export type RawWrite = (text: string, done?: (error?: Error | null) => void) => void;

/**
 * Keeps stdout for the protocol, where one stray line breaks the connection: all other writes, such as a library's
 * `console.log`, go to stderr from now on. Returns the only way left to the real stdout.
 */
export function takeStdout(): RawWrite {
  const { stdout, stderr } = process;
  const rawWrite = stdout.write.bind(stdout);
  stdout.write = stderr.write.bind(stderr);
  return (text, done) => {
    rawWrite(text, (error) => done?.(error));
  };
}

const LOG_LEVELS = ['error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** One line for each call, least urgent last. */
export type Log = Record<LogLevel, (message: string) => void>;

/** A log of lines such as `vault-loom warn: …`; lines below `level` are dropped. */
export function createLog(level: LogLevel, write: (line: string) => void): Log {
  const at = (own: LogLevel) => (message: string) => {
    if (LOG_LEVELS.indexOf(own) > LOG_LEVELS.indexOf(level)) return;
    write(`vault-loom ${own}: ${message.replace(/\s*\n\s*/gu, ' | ')}\n`);
  };
  return { error: at('error'), warn: at('warn'), info: at('info'), debug: at('debug') };
}

/** The level a person set, or `warn`. */
export function parseLogLevel(given: string | undefined): LogLevel {
  return LOG_LEVELS.find((level) => level === given?.trim().toLowerCase()) ?? 'warn';
}

/** An error as the log has it, with its stack and its causes. */
export function traceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? '' : `; cause: ${traceOf(error.cause)}`;
  return `${error.stack ?? `${error.name}: ${error.message}`}${cause}`;
}

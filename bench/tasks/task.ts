/** Calls a tool of the server; the caller says what it expects of the answer. */
export type Call = <Answer>(tool: string, args?: Record<string, unknown>) => Promise<Answer>;

/** Rows as most lists have them. */
export interface Row {
  path: string;
  line?: number;
  text?: string;
  content?: string;
  excerpt?: string;
}

/** Something a person asks of an assistant, with the calls that a sensible one makes. */
export interface Task {
  /** In the person's words. */
  asked: string;
  /** Tools, or `tool.argument`, that it cannot do without. */
  needs: readonly string[];
  /** Makes the calls; true if the answer is the right one. */
  run: (call: Call) => Promise<boolean>;
}

/** Paths of the rows of a list. */
export function pathsOf(rows: readonly { path: string }[]): string[] {
  return rows.map(({ path }) => path);
}

/**
 * What is given to a tool from a terminal unless a flag says otherwise: a person who reads a note wants its text, and
 * does not pay for it by the token.
 */
export const TERMINAL_DEFAULTS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  read_note: { mode: 'full', maxContentLength: 1_000_000 },
};

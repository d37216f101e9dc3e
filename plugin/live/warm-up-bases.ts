import type { LiveParts } from './live-parts.ts';

/** A base of the usual kind, of which a few rows are shown. */
const USUAL = `
filters:
  and:
    - file.ext == "md"
    - or:
        - file.hasTag("none")
        - file.size > 0
        - not: {status: none}
views:
  - type: table
    name: usual
    order: [file.name, status, file.mtime]
    sort: [{property: file.mtime, direction: DESC}, {property: file.name, direction: ASC}]
    limit: 10
`;

/** Code is compiled well once it has run a few times. */
const ROUNDS = 3;

/** Evaluates a base over all notes, at rest: code that has run is compiled, and the first question is answered faster. Never throws. */
export async function warmUpBases({ base }: LiveParts): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    // Nothing is lost if bases are turned off, or the app is too old for them.
    const answer = await base?.({ yaml: USUAL, view: 'usual' }).catch(() => undefined);
    if (answer === undefined) return;
  }
}

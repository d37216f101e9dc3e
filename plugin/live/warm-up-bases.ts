import type { LiveParts } from './live-parts.ts';

/** A typical base. */
const USUAL = `
filters:
  and:
    - file.ext == "md"
    - or:
        - file.hasTag("none")
        - file.size > 0
        - not: {status: none}
formulas:
  age: (now() - file.mtime).days.round(1)
  label: if(status, status + " ", "") + file.name.lower()
views:
  - type: table
    name: usual
    order: [file.name, status, file.mtime, formula.age, formula.label]
    groupBy: {property: status, direction: ASC}
    sort: [{property: formula.age, direction: DESC}, {property: file.name, direction: ASC}]
    limit: 10
`;

/** After a few runs the code is compiled. */
const ROUNDS = 3;

/** Evaluates a base over all notes while nothing else runs, so that the first query is faster. Never rejects. */
export async function warmUpBases({ base }: LiveParts): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    // Bases may be turned off, or the app too old for them.
    const answer = await base?.({ yaml: USUAL, view: 'usual' }).catch(() => undefined);
    if (answer === undefined) return;
  }
}

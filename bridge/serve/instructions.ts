import type { SeesTool } from '../../shared/tools/offered-tools.ts';

interface Sentence {
  /** Those it is about; it names the ones that the client sees, and is left out if there are none. */
  tools: readonly string[];
  writes?: true;
  say: (names: string) => string;
}

const INTRODUCTION = "The person's vault of markdown notes. Paths are relative to the vault; lines count from 1.";
const SENTENCES: readonly Sentence[] = [
  {
    tools: ['search'],
    say: (name) =>
      `Use ${name} to find notes; for a question in the person's own words give it variants at once (other wordings, likely words of the notes, a likely title), and whenever nothing fits.`,
  },
  { tools: ['read_note'], say: (name) => `${name} (mode full) reads a note, or several, or a section.` },
  { tools: ['find_connections', 'find_path_between'], say: (names) => `To follow links: ${names}.` },
  { tools: ['detect_themes', 'rank_notes'], say: (names) => `For an overview: ${names}.` },
  {
    tools: ['edit_note'],
    writes: true,
    say: (name) =>
      `${name} changes part of a note and leaves the rest byte for byte; try dryRun first where it matters.`,
  },
  { tools: ['move_note'], writes: true, say: (name) => `${name} keeps every link right.` },
  {
    tools: ['search', 'read_note', 'find_connections'],
    say: () => 'context.next_actions of a result suggests calls that work as they are.',
  },
];
const ERRORS = 'Errors are JSON with a code, a message and a hint.';
const IN_THE_APP: Sentence = {
  tools: ['active_note', 'dql_query'],
  say: (names) => `Only with the notes app open: ${names}.`,
};

/** What a model is told of the server as a whole, about the tools that the client sees. */
export function instructions(sees: SeesTool): string {
  const said = ({ tools, writes, say }: Sentence): string[] => {
    const names = tools.filter((name) => sees({ name, writes: writes === true }));
    return names.length === 0 ? [] : [say(names.join(' and '))];
  };
  return [INTRODUCTION, ...SENTENCES.flatMap(said), ERRORS, ...said(IN_THE_APP)].join(' ');
}

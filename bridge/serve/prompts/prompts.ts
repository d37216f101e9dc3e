import type { GetPromptResult, ListPromptsResult } from '@modelcontextprotocol/server';
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { readDays, today } from '../../../shared/kit/time/day-spans.ts';

/** What a client completes an argument with. */
export type CompletedBy = 'days' | 'folders' | 'topics';

interface PromptArgument {
  name: string;
  title: string;
  description: string;
  required?: true;
  by: CompletedBy;
}

interface Prompt {
  name: string;
  title: string;
  description: string;
  arguments: readonly PromptArgument[];
  /**
   * What the model is asked to do. A step is left out if the client does not see its tool, and so is what it may write.
   */
  ask: (given: Record<string, string>) => { task: string; steps: readonly Step[]; end: string; writing: Writing };
}

/** The end of a prompt about what to write; left out if the client sees none of these tools. */
interface Writing {
  anyOf: readonly string[];
  text: string;
}

interface Step {
  tool: string;
  text: string;
}

const DAYS_OF_WEEK = 7;
const LONGEST_ARGUMENT = 500;
const CHANGES_A_NOTE = ['edit_note', 'link_notes', 'move_note', 'rename_tag', 'delete_note'];
const ANY_WRITES = [...CHANGES_A_NOTE, 'create_note', 'daily_note', 'undo_change'];

const PROMPTS: readonly Prompt[] = [
  {
    name: 'daily_review',
    title: 'Daily review',
    description: 'What happened in my notes on a day, what is due, and what to take up next.',
    arguments: [
      { name: 'date', title: 'Day', description: 'The day, such as 2026-03-01; today unless given', by: 'days' },
    ],
    ask: (given) => {
      const day = dayGiven(given['date']);
      return {
        task: `Review ${day} with me, from my notes.`,
        steps: [
          { tool: 'daily_note', text: `\`daily_note\` with date "${day}": what I wrote that day.` },
          { tool: 'list_tasks', text: `\`list_tasks\` with dueBefore "${day}": what is due or overdue.` },
          {
            tool: 'list_notes',
            text: `\`list_notes\` with modifiedAfter "${day}", modifiedBefore "${day}" and sort "modified": what I worked on.`,
          },
          { tool: 'read_note', text: '`read_note` for those that seem to matter.' },
        ],
        end: 'Then tell me briefly what I did, what is still open, and at most three things to take up next, each with its note.',
        writing: {
          anyOf: ['daily_note', 'edit_note'],
          text: 'Change nothing yet. If I like the review, offer to add it to the daily note.',
        },
      };
    },
  },
  {
    name: 'weekly_review',
    title: 'Weekly review',
    description: 'The last seven days in my notes: what moved, what is stuck, what comes next week.',
    arguments: [
      { name: 'date', title: 'Last day', description: 'The last day of the week; today unless given', by: 'days' },
    ],
    ask: (given) => {
      const last = dayGiven(given['date']);
      const first = daysFrom(last, 1 - DAYS_OF_WEEK);
      return {
        task: `Review my week from ${first} to ${last} with me, from my notes.`,
        steps: [
          {
            tool: 'list_notes',
            text: `\`list_notes\` with modifiedAfter "${first}", modifiedBefore "${last}" and sort "modified": what I worked on.`,
          },
          {
            tool: 'list_tasks',
            text: `\`list_tasks\` with status "done" and sort "done": what I finished; look at the days from ${first} on.`,
          },
          {
            tool: 'list_tasks',
            text: `\`list_tasks\` with dueBefore "${daysFrom(last, DAYS_OF_WEEK)}": overdue, or due next week.`,
          },
          { tool: 'daily_note', text: `\`daily_note\` for the days from ${first} to ${last}, if I keep daily notes.` },
          { tool: 'read_note', text: '`read_note` for the notes that seem to matter.' },
        ],
        end: 'Then tell me what moved, what did not though it should have, and what next week needs, each with its note.',
        writing: { anyOf: ANY_WRITES, text: 'Change nothing unless I ask for it.' },
      };
    },
  },
  {
    name: 'map_of_topic',
    title: 'Map of a topic',
    description: 'What my notes say about a topic, how they are connected, and where the gaps are.',
    arguments: [
      { name: 'topic', title: 'Topic', description: 'A word, a tag or a note', required: true, by: 'topics' },
    ],
    ask: ({ topic = '' }) => ({
      task: `Draw me a map of what my notes hold about ${quoted(topic)}.`,
      steps: [
        {
          tool: 'search',
          text: `\`search\` for ${quoted(topic)}, with variants: the same in two or three other wordings.`,
        },
        { tool: 'find_connections', text: '`find_connections` from the notes at the centre, depth 2.' },
        { tool: 'detect_themes', text: '`detect_themes`, if the topic is broad: which themes it belongs to.' },
        { tool: 'read_note', text: '`read_note` for the notes that carry the topic.' },
      ],
      end: 'Then give me an outline: the main strands, the notes of each in a sensible order for reading, how they hang together, and what is missing or contradicts itself. Use wikilinks for notes.',
      writing: {
        anyOf: ['create_note'],
        text: 'Offer to write the outline as a note, and write it only if I say so.',
      },
    }),
  },
  {
    name: 'tidy_links',
    title: 'Tidy links',
    description: 'Links that lead nowhere, notes that nothing links to, and names that should be links.',
    arguments: [
      { name: 'folder', title: 'Folder', description: 'Only notes in it; the whole vault unless given', by: 'folders' },
    ],
    ask: ({ folder = '' }) => {
      const within = folder === '' ? '' : ` and directory ${quoted(folder)}`;
      return {
        task: `Help me tidy the links of my notes${folder === '' ? '' : ` in ${quoted(folder)}`}.`,
        steps: [
          { tool: 'describe_vault', text: '`describe_vault` of "unresolved": targets that no note has.' },
          { tool: 'list_notes', text: `\`list_notes\` with links "unresolved"${within}: the notes with such links.` },
          { tool: 'list_notes', text: `\`list_notes\` with links "none"${within}: notes that stand alone.` },
          {
            tool: 'read_note',
            text: '`read_note` with mentions true for some of those: where other notes name them without a link.',
          },
        ],
        end: 'Then propose corrections in a table: the note, what is wrong, what you would do (correct the target, link, leave). Take the likeliest ten first.',
        writing: {
          anyOf: CHANGES_A_NOTE,
          text: 'Show each change as a dry run before you make it, and make none that I have not agreed to.',
        },
      };
    },
  },
  {
    name: 'prepare_meeting',
    title: 'Prepare a meeting',
    description: 'What my notes hold about the people and the subject of a meeting, and what is open between us.',
    arguments: [
      {
        name: 'about',
        title: 'With or about',
        description: 'A person, a project or a subject',
        required: true,
        by: 'topics',
      },
      { name: 'date', title: 'Day', description: 'When it is; today unless given', by: 'days' },
    ],
    ask: ({ about = '', date }) => {
      const day = dayGiven(date);
      return {
        task: `Prepare me for a meeting on ${day} about ${quoted(about)}.`,
        steps: [
          { tool: 'search', text: `\`search\` for ${quoted(about)}; a note of that name first, then others.` },
          { tool: 'read_note', text: '`read_note` for what was said and decided last, newest first.' },
          { tool: 'list_tasks', text: `\`list_tasks\` with text ${quoted(about)}: what is open, and whose it is.` },
          { tool: 'find_connections', text: '`find_connections` from the note about it: people and projects near it.' },
        ],
        end: 'Then give me one page: where we stand, what was promised by whom, what is open, and five questions to ask, each with the note it comes from. Say so if the notes hold little.',
        writing: { anyOf: ['create_note'], text: 'Offer to put it into a new note, and do so only if I agree.' },
      };
    },
  },
];

/** The prompts, as clients list them. */
export function listPrompts(): ListPromptsResult {
  return {
    prompts: PROMPTS.map(({ name, title, description, arguments: taken }) => ({
      name,
      title,
      description,
      arguments: taken.map(({ by: _by, ...argument }) => argument),
    })),
  };
}

/**
 * The text of a prompt, with its arguments put in, naming only tools that the client sees, and no writing that none of
 * them does.
 * @throws ProtocolError for an unknown prompt, and for an argument that is missing, too long or no date
 */
export function getPrompt(name: string, given: Record<string, string>, tools: ReadonlySet<string>): GetPromptResult {
  const prompt = PROMPTS.find((candidate) => candidate.name === name);
  if (prompt === undefined)
    throw invalid(`Unknown prompt: ${name.slice(0, 100)}. Prompts: ${PROMPTS.map((known) => known.name).join(', ')}`);
  const taken: Record<string, string> = {};
  for (const { name: argument, required } of prompt.arguments) {
    const value = (given[argument] ?? '').trim();
    if (value === '' && required === true) throw invalid(`\`${argument}\` of the prompt ${name} is missing.`);
    if (value.length > LONGEST_ARGUMENT) throw invalid(`\`${argument}\` has more than ${LONGEST_ARGUMENT} characters.`);
    if (value !== '') taken[argument] = value;
  }
  const { task, steps, end, writing } = prompt.ask(taken);
  const shown = steps.filter(({ tool }) => tools.has(tool)).map(({ text }, i) => `${i + 1}. ${text}`);
  const order = shown.length === 0 ? '' : ` Use the tools of Vault Loom, in about this order:\n\n${shown.join('\n')}`;
  const offer = writing.anyOf.some((tool) => tools.has(tool)) ? ` ${writing.text}` : '';
  const text = `${task}${order}\n\n${end}${offer}`;
  return { description: prompt.description, messages: [{ role: 'user', content: { type: 'text', text } }] };
}

/** How an argument of a prompt is completed; undefined for an unknown prompt or argument. */
export function completedBy(prompt: string, argument: string): CompletedBy | undefined {
  return PROMPTS.find(({ name }) => name === prompt)?.arguments.find(({ name }) => name === argument)?.by;
}

function dayGiven(text: string | undefined): string {
  if (text === undefined) return today();
  const days = readDays(text, 'past');
  if (days === null)
    throw invalid(`\`date\` is not a day: "${text.slice(0, 100)}". Give one such as 2026-03-01, today or yesterday.`);
  return days.last;
}

function daysFrom(day: string, count: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return today(new Date(year, month - 1, date + count));
}

function quoted(text: string): string {
  return JSON.stringify(text);
}

function invalid(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}

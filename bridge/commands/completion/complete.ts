import type { Argument, Command, Option } from 'commander';
import { COMMON_CLIENTS } from '../../../shared/clients/common-clients.ts';
import { ALL_TOOLS } from '../../../shared/tools/all-tools.ts';
import { commandOf, shortNames, type Reached } from '../named-command.ts';
import type { Candidate } from './candidate.ts';
import { changeIds } from './change-ids.ts';
import { foldersWithin } from './folders.ts';
import { plainWord } from './plain-word.ts';
import type { Shell } from './shells.ts';
import { pathsWithin } from './vault-paths.ts';

/** Arguments that name something in the vault, besides those that say so in their description. */
const PATHS = new Set([
  'name',
  'names',
  'like',
  'source',
  'target',
  'destination',
  'directory',
  'path',
  'file',
  'template',
]);

/**
 * The words that may complete the one being typed: commands, flags, the values of those that have a few, clients,
 * changes, folders for a vault, and paths in it.
 * @param words those before it, as typed in the shell
 * @param begun as typed so far; may be empty
 */
export async function complete(
  root: Command,
  words: readonly string[],
  begun: string,
  { env, shell = 'bash' }: { env: NodeJS.ProcessEnv; shell?: Shell },
): Promise<Candidate[]> {
  // Bash cuts `--flag=value` at the sign, other shells leave it whole.
  const [, flag = '', value = ''] = /^(--[\w-]+)=(.*)$/su.exec(begun) ?? [];
  if (flag !== '')
    return complete(root, [...words, flag], value, { env, shell }).then((found) =>
      found.map((one) => ({ ...one, value: `${flag}=${one.value}` })),
    );
  const before = words
    .filter((word) => word !== '=')
    // fish gives whole words without their quotes.
    .map((word) => (shell === 'fish' ? word : plainWord(word, shell)));
  const start = plainWord(begun === '=' ? '' : begun, shell);
  const reached = commandOf(root, before);
  const place = reached.pending ?? argumentAt(reached);
  const known = reached.pending === null ? wordsAt(reached, start) : valuesOf(reached.pending);
  const found = known ?? (await namesAt(place, reached, { root, vault: vaultOf(before, env), start, env }));
  return found.filter(({ value: word }) => word.startsWith(start));
}

interface Around {
  root: Command;
  vault: string;
  start: string;
  env: NodeJS.ProcessEnv;
}

/** What may be named where any text is allowed: what a command is about, or paths. */
async function namesAt(
  place: Option | Argument | null,
  { command, isOver }: Reached,
  { root, vault, start, env }: Around,
): Promise<Candidate[]> {
  if (place === null || (start.startsWith('-') && !isOver)) return [];
  const name = nameOf(place);
  if (name === 'vault') return pathsAsWords(await foldersWithin(start));
  if (!isToolsOwn(command)) {
    if (name === 'client') return COMMON_CLIENTS.map((client) => ({ value: client.id, about: client.name }));
    if (name === 'id') return changeIds(vault, env);
    if (name === 'command') return commandsBelow(command.parent ?? root);
  }
  return namesPath(place) ? pathsAsWords(await pathsWithin(vault, start)) : [];
}

function pathsAsWords(paths: readonly string[]): Candidate[] {
  return paths.map((path) => ({ value: path, about: '' }));
}

function commandsBelow(command: Command): Candidate[] {
  return command
    .createHelp()
    .visibleCommands(command)
    .flatMap((one) => [one.name(), ...shortNames(one)].map((name) => ({ value: name, about: aboutOf(one) })));
}

function isToolsOwn(command: Command): boolean {
  return ALL_TOOLS.some(({ name }) => name.replaceAll('_', '-') === command.name());
}

/** Commands, flags or the values of an argument; null if any text is allowed there. */
function wordsAt(reached: Reached, start: string): Candidate[] | null {
  const { command, operands, isOver } = reached;
  if (start.startsWith('-') && !isOver)
    return command
      .createHelp()
      .visibleOptions(command)
      .flatMap((option) => flagsOf(option));
  const below = operands.length > 0 ? [] : commandsBelow(command);
  if (below.length > 0) return below;
  const argument = argumentAt(reached);
  if (argument?.name() === 'tool') return ALL_TOOLS.map(({ name, title }) => ({ value: name, about: title }));
  return argument?.argChoices?.map((value) => ({ value, about: '' })) ?? null;
}

function argumentAt({ command, operands }: Reached): Argument | null {
  const { registeredArguments: places } = command;
  const last = places.at(-1);
  return places[operands.length] ?? (last?.variadic === true ? last : null);
}

function flagsOf({ long, description }: Option): Candidate[] {
  return long === null || long === undefined ? [] : [{ value: long, about: description }];
}

function valuesOf({ argChoices }: Option): Candidate[] | null {
  return argChoices?.map((value) => ({ value, about: '' })) ?? null;
}

function aboutOf(command: Command): string {
  return (command.summary() || command.description()).replace(/\s+/gu, ' ');
}

function namesPath(place: Option | Argument): boolean {
  return PATHS.has(nameOf(place)) || /\bnote\b/iu.test(place.description);
}

function nameOf(place: Option | Argument): string {
  return 'long' in place ? (place.long ?? '').replace(/^--/u, '') : place.name();
}

function vaultOf(words: readonly string[], env: NodeJS.ProcessEnv): string {
  const at = words.lastIndexOf('--vault');
  const joined = words.findLast((word) => word.startsWith('--vault='))?.slice('--vault='.length);
  return (at < 0 ? joined : words[at + 1]) ?? env['VAULT_PATH'] ?? '';
}

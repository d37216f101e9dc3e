import { text as readAll } from 'node:stream/consumers';
import { Argument, Option, type Command } from 'commander';
import { ALL_TOOLS } from '../../../shared/tools/all-tools.ts';
import type { Tool } from '../../../shared/tools/tool.ts';
import type { CommandLine } from '../surroundings.ts';
import { SHORT_NAMES } from './short-names.ts';
import { TERMINAL_DEFAULTS } from './terminal-defaults.ts';
import { readArguments } from './tool-arguments.ts';
import { flagsOf, kebabCase, placesOf, type ToolFlag } from './tool-flags.ts';

/** Adds a command for each tool, made from the tool's own schema. */
export function addToolCommands(root: Command, line: CommandLine): void {
  root.commandsGroup('Its tools, as assistants have them:');
  for (const tool of ALL_TOOLS) addToolCommand(root, tool, line);
}

function addToolCommand(root: Command, tool: Tool, line: CommandLine): void {
  const flags = flagsOf(tool).map((flag) => withTerminalDefault(tool, flag));
  const places = placesOf(flags);
  const short = SHORT_NAMES[tool.name];
  const names = [short, tool.name].filter((name) => name !== undefined && name !== kebabCase(tool.name));
  const command = root
    .command(kebabCase(tool.name))
    .aliases(names as string[])
    .summary(firstSentence(tool.description))
    .description(tool.description);
  for (const place of places) command.addArgument(argumentOf(place, places.length === 1));
  const byOption = new Map<ToolFlag, Option>();
  for (const flag of flags) {
    const option = optionOf(flag);
    // Shown in its place; it may still be given by the tool's own name for it.
    command.addOption(places.includes(flag) ? option.hideHelp() : option);
    if (flag.kind === 'switch' && flag.byDefault === true) command.addOption(new Option(`--no-${flag.name}`, 'Not so'));
    byOption.set(flag, option);
  }
  command
    .option('--vault <path>', "The vault's folder")
    .option('--json', 'Print the result as JSON, and nothing else')
    .action(async (...given: unknown[]) => {
      const words = given.slice(0, places.length) as (string | string[] | undefined)[];
      const options = command.opts<Record<string, unknown>>();
      const args = await readArguments(
        tool,
        flags,
        {
          flags: Object.fromEntries(flags.map((flag) => [flag.argument, options[attributeOf(byOption.get(flag))]])),
          places: places.map((flag, i) => ({ flag, value: joined(words[i]) })),
        },
        () => readAll(process.stdin),
      );
      const { runToolCommand } = await import('./run-tool-command.ts');
      await runToolCommand(
        line,
        line.config(command),
        tool,
        { ...TERMINAL_DEFAULTS[tool.name], ...args },
        {
          json: options['json'] === true,
        },
      );
    });
}

function withTerminalDefault(tool: Tool, flag: ToolFlag): ToolFlag {
  const defaults = TERMINAL_DEFAULTS[tool.name] ?? {};
  return flag.argument in defaults ? { ...flag, byDefault: defaults[flag.argument] } : flag;
}

/** A single text need not be quoted: its words are put together. */
function argumentOf(flag: ToolFlag, isOnly: boolean): Argument {
  const isWord = flag.choices.length > 0;
  const argument = new Argument(`[${flag.name}${isOnly && !isWord ? '...' : ''}]`, aboutOf(flag));
  return isWord ? argument.choices(flag.choices) : argument;
}

function optionOf(flag: ToolFlag): Option {
  if (flag.kind === 'switch') return new Option(`--${flag.name}`, aboutOf(flag));
  const option = new Option(`--${flag.name} <${VALUE_NAMES[flag.kind]}>`, aboutOf(flag));
  // With a parser of values, the check of choices has to be done by hand; no list has choices.
  if (flag.isList)
    return option.argParser((value, before: unknown) => [...(Array.isArray(before) ? before : []), value]);
  return flag.choices.length > 0 ? option.choices(flag.choices) : option;
}

const VALUE_NAMES = { text: 'text', number: 'n', json: 'json', any: 'json or text' } as const;

function aboutOf({ about, isList, kind, byDefault, isContent }: ToolFlag): string {
  const notes = [
    ...(isList ? [kind === 'number' ? 'again for more, or after a comma' : 'again for more'] : []),
    ...(isContent ? ['- reads it from stdin'] : []),
    ...(byDefault === undefined || byDefault === false ? [] : [`default: ${String(byDefault)}`]),
  ];
  const words = about === '' && kind === 'switch' ? 'Yes' : about;
  return notes.length === 0 ? words : `${words} (${notes.join('; ')})`;
}

function attributeOf(option: Option | undefined): string {
  return option?.attributeName() ?? '';
}

function joined(words: string | string[] | undefined): string | undefined {
  if (!Array.isArray(words)) return words;
  return words.length === 0 ? undefined : words.join(' ');
}

function firstSentence(text: string): string {
  return /^.*?[.:](?= |$)/u.exec(text)?.[0].replace(/[.:]$/u, '') ?? text;
}

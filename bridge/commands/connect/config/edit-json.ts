import { isDeepStrictEqual } from 'node:util';
import { parse, printParseErrorCode, stripComments, type ParseError } from 'jsonc-parser';
import { configText, jsonEntry, type JsonFormat } from '../../../../shared/clients/config-text.ts';
import type { ServerLaunch } from '../../../../shared/clients/server-launch.ts';
import { isRecord } from '../../../../shared/kit/json/is-record.ts';
import { parseJson } from '../../../../shared/kit/json/parse-json.ts';
import { isBareAt, removeAt, setAt } from './json-places.ts';
import { mergeEntry, type ConfigEditor, type Servers } from './config-editor.ts';

const NO_LAUNCH: ServerLaunch = { command: '', args: [], env: {} };

/** Edits JSON with comments and trailing commas, as editors read it. */
export function editJson(format: JsonFormat): ConfigEditor {
  const { at } = jsonEntry(format, NO_LAUNCH);
  return {
    servers: (text) => serversIn(text, at),
    set(text, name, launch) {
      const servers = serversIn(text, at);
      if (parseJson(text) === undefined && isEmpty(text)) return afterComments(text, configText(format, name, launch));
      const wanted = { ...jsonEntry(format, launch).entry };
      const entry = mergeEntry(servers[name], wanted);
      const steps = servers[name] === undefined ? [[[], entry] as const] : changes(servers[name], wanted);
      const result = steps.reduce((edited, [path, value]) => setAt(edited, [at, name, ...path], value), text);
      return checked(result, { ...rootOf(text), [at]: { ...servers, [name]: entry } });
    },
    hasEmptyList: (text) => at in rootOf(text) && Object.keys(serversIn(text, at)).length === 0,
    remove(text, name, keepsList = false) {
      const { [name]: _removed, ...left } = serversIn(text, at);
      const without = removeAt(text, [at, name]);
      if (!isBareAt(without, [at])) return checked(without, { ...rootOf(text), [at]: left });
      if (keepsList) return checked(setAt(without, [at], {}), { ...rootOf(text), [at]: {} });
      const { [at]: _servers, ...others } = rootOf(text);
      return checked(removeAt(without, [at]), others);
    },
  };
}

function serversIn(text: string, at: string): Servers {
  const servers = rootOf(text)[at];
  if (servers === undefined) return {};
  if (!isRecord(servers)) throw new Error(`"${at}" is not an object`);
  return { ...servers };
}

function rootOf(text: string): Record<string, unknown> {
  // Most are plain JSON, which is read far faster as such; some clients keep megabytes there.
  const plain = parseJson(text);
  if (isRecord(plain)) return { ...plain };
  if (isEmpty(text)) return {};
  const errors: ParseError[] = [];
  const root: unknown = parse(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first !== undefined) {
    const line = text.slice(0, first.offset).split('\n').length;
    throw new Error(`it is not valid JSON (${printParseErrorCode(first.error)} in line ${line})`);
  }
  if (!isRecord(root)) throw new Error('it is not a JSON object');
  return { ...root };
}

/** Whether a text has no value: a client reads one of comments alone as one without settings. */
function isEmpty(text: string): boolean {
  return stripComments(text).trim() === '';
}

function afterComments(comments: string, added: string): string {
  if (comments.trim() === '') return added;
  const end = comments.includes('\r\n') ? '\r\n' : '\n';
  return comments.trimEnd() + end + added.replaceAll('\n', end);
}

/** Where a known entry differs, so that comments in it stay. */
function changes(known: unknown, wanted: Record<string, unknown>): (readonly [path: string[], value: unknown])[] {
  if (!isRecord(known)) return [[[], wanted]];
  return Object.entries(wanted).flatMap(([key, value]) => {
    const there = known[key];
    if (isDeepStrictEqual(there, value)) return [];
    if (!isRecord(value) || !isRecord(there)) return [[[key], value] as const];
    return changes(there, value).map(([path, inner]) => [[key, ...path], inner] as const);
  });
}

function checked(result: string, wanted: Record<string, unknown>): string {
  // If a key is there twice, the edit changes the one that does not count.
  if (!isDeepStrictEqual(rootOf(result), wanted)) throw new Error('the entry could not be changed alone');
  return result;
}

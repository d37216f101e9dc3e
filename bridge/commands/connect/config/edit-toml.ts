import { isDeepStrictEqual } from 'node:util';
import { parse } from '@decimalturn/toml-patch';
import { configText, quoted } from '../../../../shared/clients/config-text.ts';
import type { ServerLaunch } from '../../../../shared/clients/server-launch.ts';
import { isRecord } from '../../../../shared/kit/json/is-record.ts';
import { mergeEntry, Unfit, type ConfigEditor, type Servers } from './config-editor.ts';
import { removeTomlAt, setTomlAt } from './toml-places.ts';

const AT = 'mcp_servers';

/** Edits TOML: a new server is put at the end, so that nothing before it changes. */
export const editToml: ConfigEditor = {
  servers: serversIn,
  set(text, name, launch) {
    const servers = serversIn(text);
    const { [name]: known } = servers;
    const wanted = { ...rootOf(text), [AT]: { ...servers, [name]: entryFor(known, name, launch) } };
    return checked(() => (isRecord(known) ? changed(text, name, known, launch) : added(text, name, launch)), wanted);
  },
  hasEmptyList: (text) => AT in rootOf(text) && Object.keys(serversIn(text)).length === 0,
  // A table's own line stays in any case.
  remove(text, name) {
    const { [name]: known, ...left } = serversIn(text);
    if (known === undefined) return text;
    const { [AT]: _servers, ...others } = rootOf(text);
    const wanted = { ...others, [AT]: left };
    return checked(() => removeTomlAt(text, [AT, name]), wanted, ...(Object.keys(left).length === 0 ? [others] : []));
  },
};

/** Without a last line end if the text has none, so that taking it out again leaves the text as it was. */
function added(text: string, name: string, launch: ServerLaunch): string {
  const end = text.includes('\r\n') ? '\r\n' : '\n';
  const entry = configText('toml', name, launch).replaceAll('\n', end);
  if (text === '') return entry;
  return text.endsWith('\n') ? text + end + entry : text + end + end + entry.slice(0, -end.length);
}

/** Each value that differs, where it is. */
function changed(text: string, name: string, known: Record<string, unknown>, launch: ServerLaunch): string {
  const { env, ...wanted } = entryFor(known, name, launch);
  const there = isRecord(known['env']) ? known['env'] : {};
  const values = [
    ...Object.entries(wanted).map(([key, value]) => ({ path: [key], value, before: known[key] })),
    ...Object.entries(isRecord(env) ? env : {}).map(([key, value]) => ({
      path: ['env', key],
      value,
      before: there[key],
    })),
  ];
  return values
    .filter(({ value, before }) => !isDeepStrictEqual(plain(value), plain(before)))
    .reduce((edited, { path, value }) => setTomlAt(edited, [AT, name, ...path], written(value)), text);
}

/** What an entry becomes: what a new one has as well is added, unless the person has said otherwise. */
function entryFor(known: unknown, name: string, launch: ServerLaunch): Record<string, unknown> {
  const fresh = serversIn(configText('toml', name, launch))[name];
  const whole = isRecord(known) && isRecord(fresh) ? { ...fresh, ...known } : fresh;
  return mergeEntry(whole, { ...launch });
}

/** A value of the kinds that entries have: texts, lists of them, numbers. */
function written(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(written).join(', ')}]`;
  return typeof value === 'string' ? quoted(value) : String(value);
}

function serversIn(text: string): Servers {
  const servers = rootOf(text)[AT];
  if (servers === undefined) return {};
  if (!isRecord(servers)) throw new Error(`${AT} is not a table`);
  return { ...servers };
}

function rootOf(text: string): Record<string, unknown> {
  try {
    const root: unknown = parse(text);
    return isRecord(root) ? { ...root } : {};
  } catch (error) {
    throw new Error(`it is not valid TOML (${reasonOf(error)})`, { cause: error });
  }
}

/** The parser says where, shows the line, and then says why. */
function reasonOf(error: unknown): string {
  const lines = (error instanceof Error ? error.message : String(error))
    .split('\n')
    .filter((line) => line.trim() !== '');
  const line = error instanceof Error && 'line' in error ? ` in line ${String(error.line)}` : '';
  return `${lines.at(-1) ?? ''}${line}`;
}

/** The result of an edit, if it is one of those that are wanted. */
function checked(edit: () => string, ...wanted: readonly Record<string, unknown>[]): string {
  let why: unknown;
  try {
    const result = edit();
    const root = plain(rootOf(result));
    if (wanted.some((each) => isDeepStrictEqual(root, plain(each)))) return result;
  } catch (error) {
    why = error;
  }
  throw Object.assign(
    new Unfit(
      `its servers are not tables of their own, and the entry could not be changed alone`,
      `Write each server there as a table, [${AT}.NAME], or edit the entry by hand (connect codex --print shows it).`,
    ),
    { cause: why },
  );
}

/** Cloned, since the parser's tables have no prototype. */
function plain(value: unknown): unknown {
  return structuredClone(value);
}

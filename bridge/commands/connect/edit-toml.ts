import { isDeepStrictEqual } from 'node:util';
import { parse, patch } from '@decimalturn/toml-patch';
import { configText } from '../../../shared/clients/config-text.ts';
import { isRecord } from '../../../shared/kit/json/is-record.ts';
import { mergeEntry, type ConfigEditor, type Servers } from './config-editor.ts';

const AT = 'mcp_servers';

/** Edits TOML: a new server is put at the end, so that nothing before it changes. */
export const editToml: ConfigEditor = {
  servers: serversIn,
  set(text, name, launch) {
    const servers = serversIn(text);
    if (servers[name] === undefined) {
      const added = inLinesOf(text, configText('toml', name, launch));
      const result = text.trim() === '' ? added : `${text}${gapAfter(text)}${added}`;
      const entry = serversIn(result)[name];
      return checked(result, { ...rootOf(text), [AT]: { ...servers, [name]: entry } });
    }
    const known = servers[name];
    // What a new entry would have as well, unless the person has said otherwise.
    const fresh = serversIn(configText('toml', name, launch))[name];
    const whole = isRecord(known) && isRecord(fresh) ? { ...fresh, ...known } : known;
    const entry = mergeEntry(whole, { ...launch });
    const wanted = { ...rootOf(text), [AT]: { ...servers, [name]: entry } };
    return checked(patch(text, wanted), wanted);
  },
  remove(text, name) {
    const { [name]: _removed, ...left } = serversIn(text);
    const { [AT]: _servers, ...others } = rootOf(text);
    const wanted = Object.keys(left).length === 0 ? others : { ...rootOf(text), [AT]: left };
    return checked(patch(text, wanted), wanted);
  },
};

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
    const [why = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    throw new Error(`it is not valid TOML (${why})`, { cause: error });
  }
}

function checked(result: string, wanted: Record<string, unknown>): string {
  // Cloned, since the parser's tables have no prototype.
  if (!isDeepStrictEqual(structuredClone(rootOf(result)), structuredClone(wanted)))
    throw new Error(`${AT} could not be changed alone`);
  return result;
}

function gapAfter(text: string): string {
  const end = text.includes('\r\n') ? '\r\n' : '\n';
  return text.endsWith('\n') ? end : end + end;
}

function inLinesOf(text: string, added: string): string {
  return text.includes('\r\n') ? added.replaceAll('\n', '\r\n') : added;
}

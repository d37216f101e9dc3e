import { VaultLoomError } from '../../protocol/errors.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The address of the Ollama server, ending in a slash: `VAULT_LOOM_OLLAMA_URL`, or `OLLAMA_HOST` in Ollama's formats (a
 * host, a port, both, an address), or this machine.
 * @throws VaultLoomError `invalid_arguments` for anything but an http or https address
 */
export function ollamaUrl(env: Environment): URL {
  const variable = isSet(env.VAULT_LOOM_OLLAMA_URL) ? 'VAULT_LOOM_OLLAMA_URL' : 'OLLAMA_HOST';
  const value = (env[variable] ?? '').trim();
  const url = parse(value === '' ? HOST : value);
  if (url === null) {
    throw new VaultLoomError('invalid_arguments', `${variable} is '${value}', which is not the address of a server.`, {
      hint: 'Give an address such as http://127.0.0.1:11434.',
    });
  }
  return url;
}

const HOST = '127.0.0.1';
const PORT = 11434;

function isSet(value: string | undefined): boolean {
  return value !== undefined && value.trim() !== '';
}

function parse(value: string): URL | null {
  const hasScheme = /^[a-z][a-z\d+.-]*:\/\//i.test(value);
  const address = hasScheme ? value : `http://${withHost(value)}`;
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
  // With a scheme, its own port is meant; without, Ollama's. URL drops a scheme's own port.
  if (!hasScheme && url.port === '' && !/:80(?:\/|$)/.test(value)) url.port = String(PORT);
  // Servers listen on the wildcard address; clients cannot connect to it.
  if (url.hostname === '0.0.0.0') url.hostname = HOST;
  if (url.hostname === '[::]') url.hostname = '[::1]';
  url.search = '';
  url.hash = '';
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  return url;
}

function withHost(value: string): string {
  if (/^[\da-f:]*:[\da-f:]*:[\da-f:.]*$/i.test(value)) return `[${value}]`;
  return value.startsWith(':') ? `${HOST}${value}` : value;
}

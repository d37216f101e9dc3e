import { open } from 'node:fs/promises';
import path from 'node:path';
import { VaultLoomError } from '../../protocol/errors.ts';
import { systemCode } from '../../kit/disk/disk-io.ts';
import type { Schedule } from '../../kit/time/schedule.ts';
import { boundedRequest } from '../request/bounded-request.ts';
import { retry } from '../request/retry.ts';

/** Where to read descriptions of models: a hub, or a folder laid out like one (`<owner>/<name>/<file>`). */
export interface ModelFiles {
  /** The text of a model's file; null if there is none. Rejects if that is unknown, as without a network. */
  read(model: string, file: string): Promise<string | null>;
}

export interface HubAddress {
  /** Of http or https, or a folder. */
  base: string;
  /** Contains `{model}` and `{revision}`. */
  pathTemplate: string;
}

/** The usual layout of addresses. */
const HUB_PATH_TEMPLATE = '{model}/resolve/{revision}/';

/**
 * The hub that `VAULT_LOOM_HUB_URL` names; null if unset.
 * @throws VaultLoomError `invalid_arguments` if it is neither an http or https address nor an absolute folder
 */
export function parseHub(value: string | undefined): HubAddress | null {
  const base = (value ?? '').trim();
  if (base === '') return null;
  const url = URL.canParse(base) && !path.isAbsolute(base) ? new URL(base) : null;
  const usable = path.isAbsolute(base) || url?.protocol === 'http:' || url?.protocol === 'https:';
  if (!usable) {
    throw new VaultLoomError(
      'invalid_arguments',
      `VAULT_LOOM_HUB_URL is '${base}', which is not the address of a hub.`,
      {
        hint: 'Give an address that begins with http:// or https://, or an absolute folder.',
      },
    );
  }
  return { base, pathTemplate: HUB_PATH_TEMPLATE };
}

function isFolderHub({ base }: HubAddress): boolean {
  return path.isAbsolute(base);
}

export function hubFiles(hub: HubAddress, schedule?: Schedule): ModelFiles {
  return {
    read: async (model, file) => {
      if (!HUB_MODEL.test(model)) return null;
      return isFolderHub(hub)
        ? readSmallFile(path.join(hub.base, model, file))
        : fetchSmallFile(fileUrl(hub, model, file), schedule);
    },
  };
}

/** A folder with one model, for any name. */
export function folderFiles(folder: string): ModelFiles {
  return { read: (_model, file) => readSmallFile(path.join(folder, file)) };
}

/** Reads each file once. */
export function remembering(files: ModelFiles): ModelFiles {
  const known = new Map<string, Promise<string | null>>();
  return {
    read: (model, file) => {
      const key = `${model}\n${file}`;
      const text = known.get(key) ?? files.read(model, file);
      known.set(key, text);
      return text;
    },
  };
}

/** An owner and a name. It becomes part of a path and an address, so it must not climb. */
const HUB_MODEL = /^(?!\.+(?:\/|$))[\w.-]+(?:\/(?!\.+$)[\w.-]+)?$/;
const MAX_BYTES = 1024 * 1024;
const TIMEOUT_MS = 8_000;

async function readSmallFile(file: string): Promise<string | null> {
  let handle;
  try {
    handle = await open(file, 'r');
    const bytes = Buffer.alloc(MAX_BYTES);
    const { bytesRead } = await handle.read(bytes, 0, MAX_BYTES, 0);
    return bytes.toString('utf8', 0, bytesRead);
  } catch (error) {
    if (ABSENT.has(systemCode(error))) return null;
    throw error;
  } finally {
    await handle?.close();
  }
}

const ABSENT = new Set(['ENOENT', 'ENOTDIR', 'EISDIR']);

function fileUrl({ base, pathTemplate }: HubAddress, model: string, file: string): URL {
  const place = pathTemplate.replaceAll('{model}', model).replaceAll('{revision}', 'main');
  return new URL(`${base.replace(/\/+$/, '')}/${place.replace(/\/*$/, '/')}${file}`);
}

async function fetchSmallFile(url: URL, schedule?: Schedule): Promise<string | null> {
  const bounds = { timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, maxRedirects: 4, ...(schedule && { schedule }) };
  return retry(
    async () => {
      const { status, text } = await boundedRequest(url, bounds);
      if (status === 200) return text;
      // Hubs answer 401 for unknown models.
      if (status === 404 || status === 401 || status === 403) return null;
      throw new Error(`${url.host} answered with status ${status}`);
    },
    { attempts: 2, firstDelayMs: 300, maxDelayMs: 1_000, mayPass: () => true, ...(schedule && { schedule }) },
  );
}

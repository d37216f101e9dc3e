import { dirname, isAbsolute } from 'node:path';
import { stat } from 'node:fs/promises';
import { vaultsOfApp } from '../../../shared/clients/app-vaults.ts';
import type { CommonClient } from '../../../shared/clients/common-clients.ts';
import { configFileOf, type ClientMachine } from '../../../shared/clients/find-config-file.ts';
import { findNode, isTooOld, npxOf, type FoundNode } from '../../../shared/clients/find-node.ts';
import { systemOf, type ServerSource } from '../../../shared/clients/server-launch.ts';
import { isServerFile, readServerNote, type ServerNote } from '../../../shared/clients/server-note.ts';
import { homeFolder } from '../../../shared/kit/disk/home-folder.ts';

/** The things on this computer that a client's entry is made from. */
export interface ConnectFacts {
  node: FoundNode | null;
  /** The `npx` of a program that is not too old; null if none was found. */
  npx: string | null;
  /** The server that recorded where it is. */
  noted: ServerNote | null;
  /** The server's file as the person gave it, if it is there. */
  given: string | null;
  /** The vaults that the app lists; an entry's name has to tell this vault from them. */
  vaults: string[];
}

/** A client's configuration file. */
export interface ClientFile {
  path: string;
  /** Absolute. */
  folder: string;
  isFolderThere: boolean;
}

/** This computer. Without a home folder no place in it is a full path. */
export function thisMachine(): ClientMachine {
  return { system: systemOf(process.platform), home: homeFolder() ?? '', env: process.env };
}

/** Looks around without running anything. Never rejects. */
export async function lookAround(dataFolder: string, givenScript: string): Promise<ConnectFacts> {
  const [node, noted, isGiven, vaults] = await Promise.all([
    findNode(thisMachine()),
    readServerNote(dataFolder),
    isServerFile(givenScript),
    vaultsOfApp(thisMachine()),
  ]);
  const npx = node === null || isTooOld(node) ? null : await npxOf(node, thisMachine().system);
  return { node, npx, noted, given: isGiven ? givenScript : null, vaults };
}

/** Where the server comes from: the file that the person gave, the recorded one, or npm. */
export function sourceOf({ node, npx, noted, given }: ConnectFacts, pluginVersion: string): ServerSource {
  const script = given ?? noted?.script;
  if (script === undefined) return { kind: 'package', version: pluginVersion, npx };
  return { kind: 'file', script, node: node === null || isTooOld(node) ? null : node.program };
}

/** Null for a client whose file is not known. Never rejects. */
export async function clientFile(client: CommonClient): Promise<ClientFile | null> {
  const path = await configFileOf(client, thisMachine());
  if (path === null || !isAbsolute(path)) return null;
  const folder = dirname(path);
  const isFolderThere = await stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );
  return { path, folder, isFolderThere };
}

import type { SpawnOptions } from 'node:child_process';

export const ROOT: string;
export const SOURCES: readonly string[];
export const TO_STDERR: ['ignore', 2, 2];
export function ensureBuilt(options?: SpawnOptions): Promise<boolean>;
export function run(command: string, args: readonly string[], options?: SpawnOptions): Promise<number>;
export function runNpm(args: readonly string[], options?: SpawnOptions): Promise<number>;

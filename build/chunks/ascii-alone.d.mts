import type { Plugin } from 'rollup';

export function asciiAlone(): Plugin;

import type { Plugin } from 'rollup';

export function oneValidator(): Plugin;

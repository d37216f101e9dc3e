import type { Plugin } from 'rollup';

export function fitForTheApp(): Plugin;
export function atMost(megabytes: number): Plugin;

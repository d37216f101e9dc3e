import type { Plugin } from 'rollup';

export function fitForTheApp(fileName: string): Plugin;
export function atMost(megabytes: number, fileName: string): Plugin;

import type { Plugin } from 'rollup';

export function withTexts(code: string): string;
export function textsInComments(): Plugin;

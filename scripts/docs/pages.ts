import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../setup.mjs';

/** A fenced block of a page. */
export interface Block {
  /** What follows the fence, such as `sh`. */
  language: string;
  text: string;
}

/** The pages of the repository, with those that are not committed yet; from its root. */
export function pages(): string[] {
  return execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((path) => path !== '' && !path.startsWith('e2e/vault/') && existsSync(join(ROOT, path)));
}

export function textOf(page: string): string {
  return readFileSync(join(ROOT, page), 'utf8');
}

/** The blocks of a page in one or all languages, and under one or all headings of the second rank. */
export function blocksOf(page: string, language?: string, heading?: string): Block[] {
  const text = textOf(page);
  const part =
    heading === undefined ? text : (text.split(/^## /mu).find((each) => each.startsWith(`${heading}\n`)) ?? '');
  const blocks = [...part.matchAll(/^( *)```(\w*)\n([\s\S]*?)^\1```$/gmu)].map(([, , kind = '', text = '']) => ({
    language: kind,
    text,
  }));
  return blocks.filter((block) => language === undefined || block.language === language);
}

/** The inline code of a page. */
export function inlineCodeOf(page: string): string[] {
  return [...withoutBlocks(page).matchAll(/(?<!`)`([^`\n]+)`(?!`)/gu)].map(([, code = '']) => code);
}

/** A page without code, where nothing is a link. */
export function proseOf(page: string): string {
  return withoutBlocks(page).replace(/(`+)(?!`)[\s\S]*?[^`]\1(?!`)/gu, '');
}

/** The anchors that a page has, as the hosts of repositories make them of headings. */
export function anchorsOf(page: string): Set<string> {
  const anchors = new Set<string>();
  const headings = withoutBlocks(page).matchAll(/^#{1,6} (.+)$/gmu);
  for (const [, heading = ''] of headings) {
    const slug = heading
      .replace(/\[([^\]]*)\]\([^)]*\)/gu, '$1')
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
      .replaceAll(' ', '-');
    let anchor = slug;
    for (let i = 1; anchors.has(anchor); i++) anchor = `${slug}-${i}`;
    anchors.add(anchor);
  }
  return anchors;
}

function withoutBlocks(page: string): string {
  return textOf(page).replace(/^( *)```[\s\S]*?^\1```$/gmu, '');
}

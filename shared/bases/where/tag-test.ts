import type { Scope } from '../expression/scope.ts';
import { writtenTagKey } from '../functions/file-members.ts';
import { isEmpty, isList, type BaseValue } from '../values/base-value.ts';
import { toText } from '../values/value-text.ts';

/** The tags of a note are those of its text, too. */
export function isTags(key: string): boolean {
  return /^(?:(?:note|frontmatter|file)\.)?tags$/i.test(key.trim());
}

/** Nested tags count as their parents; of several, each must be there. */
export function tagTest(operator: '==' | '!=' | 'contains', value: BaseValue): (scope: Scope) => boolean {
  const wanted = (isList(value) ? value : [value]).map((tag) => writtenTagKey(toText(tag)));
  const isThere: (scope: Scope) => boolean = isEmpty(value)
    ? ({ file }) => file.tags.length === 0
    : ({ file }) => {
        if (file.tags.length === 0) return false;
        const own = file.tags.map(writtenTagKey);
        return wanted.every((tag) => tag !== '' && own.some((one) => one === tag || one.startsWith(`${tag}/`)));
      };
  return operator === '!=' ? (scope) => !isThere(scope) : isThere;
}

/** A tag as a text has it, and as other conditions may name it. */
export function spellingsOf(tag: string): string[] {
  const bare = tag.replace(/^#/, '');
  return [`#${bare}`, bare];
}

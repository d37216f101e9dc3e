import { isNotePath } from '../../vault/paths.ts';
import type { BaseFile, BaseVault } from '../base-source.ts';
import type { Scope } from '../expression/scope.ts';
import type { BaseLink } from '../values/base-value.ts';

type Test = (scope: Scope) => boolean;

/**
 * Whether a file's links contain this one. `isThere` resolves all links, so it runs only for files that may link there.
 */
export function linkTest(wanted: BaseLink, isThere: Test): Test {
  let mayLink: ((file: BaseFile) => boolean) | null = null;
  return (scope) => {
    mayLink ??= candidates(wanted, scope.vault);
    return mayLink(scope.file) && isThere(scope);
  };
}

function candidates({ linkpath }: BaseLink, vault: BaseVault): (file: BaseFile) => boolean {
  const path = vault.resolveLink(linkpath, '');
  // A link that leads nowhere equals those with the same text.
  if (path === null) return ({ links }) => links.some(({ target }) => target.includes(linkpath));
  if (!isNotePath(path)) return () => true;
  const sources = vault.backlinks(path);
  return (file) => file.path === path || sources.has(file.path);
}

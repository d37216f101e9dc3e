import type { Shell } from './shells.ts';

/** Signs that a backslash quotes between double quotes; before any other it is itself. */
const QUOTED_WITHIN: Readonly<Record<Exclude<Shell, 'powershell'>, RegExp>> = {
  bash: /^["\\$`]$/u,
  zsh: /^["\\$`]$/u,
  fish: /^["\\$]$/u,
};

/** A word as the shell would pass it on, without variables; a quote may still be open. */
export function plainWord(word: string, shell: Shell): string {
  const signs = [...word];
  let plain = '';
  let quote = '';
  for (let i = 0; i < signs.length; i++) {
    const [sign = '', next = ''] = signs.slice(i, i + 2);
    if (isEscape(sign, next, quote, shell)) {
      plain += next;
      i++;
    } else if (quote === '' && (sign === "'" || sign === '"')) quote = sign;
    else if (sign !== '' && sign === quote) quote = '';
    else plain += sign;
  }
  return plain;
}

/** Whether a sign only quotes the next one. */
function isEscape(sign: string, next: string, quote: string, shell: Shell): boolean {
  if (shell === 'powershell')
    return (sign === '`' && quote !== "'") || (quote !== '' && sign === quote && next === quote);
  if (sign !== '\\') return false;
  if (quote === '') return true;
  if (quote === '"') return QUOTED_WITHIN[shell].test(next);
  return shell === 'fish' && (next === "'" || next === '\\');
}

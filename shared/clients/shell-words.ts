import type { System } from './server-launch.ts';

/** Shells that commands are written for. PowerShell is what Windows opens as its terminal. */
export type Shell = 'posix' | 'powershell' | 'cmd';

export function shellOf(system: System): Shell {
  return system === 'win32' ? 'powershell' : 'posix';
}

/**
 * A command line that the shell takes apart into exactly these words.
 * @param words none holds a NUL; for the shells of Windows none holds `"`, which no path there can
 */
export function commandLine(words: readonly string[], shell: Shell): string {
  const quoted = words.map((word, index) => QUOTED[shell](word, index));
  // Otherwise PowerShell takes a quoted word at the start for a text to print.
  const isQuotedText = shell === 'powershell' && quoted[0]?.startsWith("'") === true;
  return `${isQuotedText ? '& ' : ''}${quoted.join(' ')}`;
}

const PLAIN: Record<Shell, RegExp> = {
  posix: /^[\w@%+:,./-][\w@%+=:,./-]*$/,
  // It takes a flag with other characters for two words.
  powershell: /^(?:-{1,2}[a-z][a-z-]*|[\w./\\:+][\w./\\:+=@-]*)$/i,
  cmd: /^[\w./\\:+@-]+$/,
};

const QUOTED: Record<Shell, (word: string, index: number) => string> = {
  // `NAME=value` at the start would be a variable.
  posix: (word, index) =>
    PLAIN.posix.test(word) && !(index === 0 && word.includes('=')) ? word : `'${word.replaceAll("'", "'\\''")}'`,
  // It takes curly quotes for straight ones, and `--` for its own unless quoted.
  powershell: (word) => (PLAIN.powershell.test(word) ? word : `'${word.replace(/['\u2018-\u201b]/gu, '$&$&')}'`),
  // A percent sign stays one only outside of the quotes, escaped.
  cmd: (word) => (PLAIN.cmd.test(word) ? word : `"${word.replaceAll('%', '"^%"')}"`),
};

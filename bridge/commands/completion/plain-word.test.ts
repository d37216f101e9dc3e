import { describe, expect, it } from 'vitest';
import { plainWord } from './plain-word.ts';
import { SHELLS } from './shells.ts';

describe('a word as a shell passes it on', () => {
  it.each(SHELLS)('is the same without quotes, and may be in open ones: %s', (shell) => {
    for (const word of ['', 'Rain', 'Übung', '~/Notes', '--mode=f']) expect(plainWord(word, shell)).toBe(word);
    for (const word of ['"Rain b"', '"Rain b', "'Rain b'", "'Rain b"]) expect(plainWord(word, shell)).toBe('Rain b');
    expect(plainWord(`'say "hi'`, shell)).toBe('say "hi');
    expect(plainWord(`"It's`, shell)).toBe("It's");
  });

  it.each(['bash', 'zsh', 'fish'] as const)('%s quotes with a backslash', (shell) => {
    expect(plainWord('Rain\\ b', shell)).toBe('Rain b');
    expect(plainWord("It\\'", shell)).toBe("It'");
    expect(plainWord("'It'\\''s", shell)).toBe("It's");
    expect(plainWord('"\\$5 \\"a\\" \\b"', shell)).toBe('$5 "a" \\b');
    expect(plainWord('Rain\\', shell)).toBe('Rain');
  });

  it('fish does so between single quotes, too, and others do not', () => {
    expect(plainWord("'It\\'s \\\\ \\n'", 'fish')).toBe("It's \\ \\n");
    expect(plainWord("'a\\b'", 'bash')).toBe('a\\b');
  });

  it('PowerShell quotes with a grave accent or by doubling, and its paths keep their backslashes', () => {
    expect(plainWord('C:\\Users\\me', 'powershell')).toBe('C:\\Users\\me');
    expect(plainWord("'C:\\It''s here", 'powershell')).toBe("C:\\It's here");
    expect(plainWord('"say ""hi"" `$5"', 'powershell')).toBe('say "hi" $5');
    expect(plainWord('Rain` b', 'powershell')).toBe('Rain b');
  });
});

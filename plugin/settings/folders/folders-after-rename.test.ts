import { describe, expect, it } from 'vitest';
import { foldersAfterRename } from './folders-after-rename.ts';

describe('the settings of folders', () => {
  const settings = {
    excludedFolders: ['Recipes', 'Recipes old'],
    reviewFolders: [
      { folder: 'People', mode: 'read-only' as const },
      { folder: 'People/Family', mode: 'ask-always' as const },
    ],
  };

  it('follow a folder that is renamed, with those in it', () => {
    expect(foldersAfterRename(settings, 'People', 'Archive/Persons')).toEqual({
      excludedFolders: ['Recipes', 'Recipes old'],
      reviewFolders: [
        { folder: 'Archive/Persons', mode: 'read-only' },
        { folder: 'Archive/Persons/Family', mode: 'ask-always' },
      ],
    });
    expect(foldersAfterRename(settings, 'Recipes', 'Cooking')?.excludedFolders).toEqual(['Cooking', 'Recipes old']);
  });

  it('follow one whose name has blanks around it', () => {
    expect(foldersAfterRename(settings, ' Recipes', ' Cooking ')?.excludedFolders).toEqual(['Cooking', 'Recipes old']);
    expect(foldersAfterRename(settings, 'People/Family ', 'Kin')?.reviewFolders[1]?.folder).toBe('Kin');
  });

  it('stay as they are if another folder is renamed', () => {
    expect(foldersAfterRename(settings, 'Peop', 'X')).toBeNull();
    expect(foldersAfterRename(settings, 'People/Friends', 'X')).toBeNull();
  });
});

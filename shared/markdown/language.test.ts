import { expect, it } from 'vitest';
import { languageOf } from './language.ts';

it.each([
  ['en', 'You can use this to find the notes that link to a note, and open them with a click of the mouse.'],
  ['de', 'Du kannst die Notizen öffnen, wenn sie nicht in einem Ordner sind, und das ist mit einem Klick möglich.'],
  ['fr', 'Vous pouvez ouvrir les notes qui sont dans un dossier, et le nom de la note est dans la barre.'],
  ['es', 'Puedes abrir las notas que están en una carpeta, y el nombre de la nota se muestra en la barra.'],
  ['ja', 'ノートを開くには、フォルダーの中のファイルをクリックします。リンクも使えます。'],
  ['zh', '要打开笔记，请点击文件夹中的文件。您还可以使用链接来打开其他的笔记和附件。'],
  ['ru', 'Чтобы открыть заметку, нажмите на файл в папке. Можно также использовать ссылки.'],
  ['uk', 'Щоб відкрити нотатку, натисніть на файл у теці. Її можна знайти і за посиланням.'],
  ['ko', '노트를 열려면 폴더의 파일을 클릭하세요. 링크를 사용할 수도 있습니다.'],
])('tells %s', (language, text) => {
  expect(languageOf(text)).toBe(language);
});

it.each(['', 'Zucchini', '12 34', 'const x = y + 1;', 'foo bar baz qux'])('does not guess at %j', (text) => {
  expect(languageOf(text)).toBeNull();
});

it('goes by whole words, not by the letters between the digits of an id', () => {
  expect(languageOf('Deploy 3a7e0d1a4e9 of build 7e2a9d4e1a8 at https://example.org/a1e2a3e4d5')).toBeNull();
  const ids = 'See 3a7e0d1a4e9 and 7e2a9d4e1a8, a1e2a3e4d5 and 0e1a2e3a4.';
  expect(languageOf(`The owner of this is Dana, and the state is to be decided. ${ids}`)).toBe('en');
});

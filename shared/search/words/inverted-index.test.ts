import { describe, expect, it } from 'vitest';
import { runSteps } from '../../kit/concurrency/slices.ts';
import { InvertedIndex } from './inverted-index.ts';
import { found, indexOf, note } from './search-test-kit.ts';

describe('words', () => {
  it('match in any form of English', () => {
    expect(found(indexOf(['Linking notes', 'A linked note']), 'link')).toEqual([0, 1]);
  });

  it('are enough when any one of them occurs', () => {
    expect(found(indexOf(['apple', 'pear', 'plum']), 'apple pear').sort()).toEqual([0, 1]);
  });

  it('do not match the beginnings of longer words', () => {
    expect(found(indexOf(['projector']), 'proj')).toEqual([]);
  });
});

describe('letters with a number', () => {
  it.each(['RFC2119', 'rfc2119', 'Rfc2119'])(
    '%s is found with a blank between them, if no note has it without',
    (query) => {
      expect(found(indexOf(['RFC 2119 says MUST', 'something else']), query)).toEqual([0]);
      expect(found(indexOf(['RFC 2119 says MUST', 'RFC2119 too']), query)).toEqual([1]);
    },
  );

  it('are one word where either part says little', () => {
    for (const query of ['a12', 'h2o', 'ab1', '3f9a1c7'])
      expect(found(indexOf(['a 12 h 2 o ab 1 3f9']), query)).toEqual([]);
  });
});

describe('every script', () => {
  it.each([
    ['Chinese', '建立你的知识库。', '知识库', '数据'],
    ['Chinese, one character', '黑猫', '猫', '狗'],
    ['Japanese', 'ノートをリンクする', 'リンク', 'グラフ'],
    ['Korean with particles', '옵시디언은 노트 앱입니다', '옵시디언', '그래프'],
    ['Russian', 'Создание новых заметок', 'ЗАМЕТОК', 'граф'],
    ['Arabic', 'إنشاء مُلاحظة جديدة', 'ملاحظة', 'رسم'],
    ['Hebrew', 'שָׁלוֹם עולם', 'שלום', 'גרף'],
    ['Persian with joiners', 'می‌خواهم بنویسم', 'می‌خواهم', 'نمودار'],
    ['Thai', 'การเชื่อมโยงบันทึก', 'บันทึก', 'กราฟ'],
    ['Khmer', 'ការភ្ជាប់កំណត់ចំណាំ', 'កំណត់', 'ក្រាហ្វ'],
    ['Hindi', 'नया नोट बनाएं', 'नोट', 'ग्राफ'],
    ['accented Latin, typed plainly', 'Crème brûlée à la façon', 'creme brulee', 'gateau'],
    ['Vietnamese', 'Tạo ghi chú mới', 'ghi chu', 'do thi'],
    ['Greek', 'Σημειώσεις', 'σημειωσεις', 'γραφος'],
  ])('%s is found by what it contains and nothing else', (_name, text, present, absent) => {
    const index = indexOf([text, 'something else']);
    expect(found(index, present)[0]).toBe(0);
    expect(found(index, absent)).not.toContain(0);
  });
});

describe('symbols and signs', () => {
  const index = indexOf([
    note({ title: '🎉 Release', chunks: ['Party on.'] }),
    'Modern C++ for game engines',
    'C# and the .NET runtime',
    'Vitamin C, fish in a net',
    'Inbox → Archive ❤️',
    'ASP.NET',
  ]);

  it.each([
    ['🎉', [0]],
    ['C++', [1]],
    ['c#', [2]],
    ['".NET"', [2]],
    ['→', [4]],
    ['❤', [4]],
    ['"inbox archive"', [4]],
    ['"inbox → archive"', [4]],
    ['"modern c++ for"', [1]],
    ['.ne*', [2]],
    ['🎈', []],
  ])('%s means what it says', (query, expected) => {
    expect(found(index, query)).toEqual(expected);
  });

  it('a name with a full stop before it comes first, then those without', () => {
    expect(found(index, '.NET')[0]).toBe(2);
    expect(found(index, '.NET').sort()).toEqual([2, 3, 5]);
  });

  it('a word counts without its signs if no note has it with them', () => {
    expect(found(index, 'fish++')).toEqual([3]);
  });
});

describe('quoted words', () => {
  const index = indexOf(['drag and drop files', 'drop and drag files', 'drag, drop', note({ title: 'Drag and drop' })]);

  it('must occur together and in order', () => {
    expect(found(index, '"drag and drop"').sort()).toEqual([0, 3]);
    expect(found(index, '"drag drop"')).toEqual([2]);
  });

  it('are never given up, even if nothing has them', () => {
    expect(found(index, '"files drag" drop')).toEqual([]);
  });

  it('do not reach from one chunk, heading or alias to the next', () => {
    expect(
      found(
        indexOf([note({ title: 'one', aliases: ['two'], headings: ['three', 'four'], chunks: ['five', 'six'] })]),
        '"one two"',
      ),
    ).toEqual([]);
    expect(found(indexOf([note({ headings: ['three', 'four'] })]), '"three four"')).toEqual([]);
    expect(found(indexOf([note({ chunks: ['five', 'six'] })]), '"five six"')).toEqual([]);
  });

  it('work in scripts without spaces', () => {
    expect(found(indexOf(['我的知识库', '知识，水库']), '"知识库"')).toEqual([0]);
  });

  it('work in any case of a compound word', () => {
    expect(found(indexOf(['GitHub Actions', 'actions on git']), '"github actions"')).toEqual([0]);
  });

  it('may end in a prefix', () => {
    expect(found(indexOf(['daily notebook', 'daily bread']), '"daily note*"')).toEqual([0]);
  });
});

describe('a run with a hyphen, colon, slash or parenthesis', () => {
  const index = indexOf(['drag-and-drop files', 'drag and drop', 'a drop, and a drag', 'a tutorial']);

  it('counts only if its words occur together', () => {
    expect(found(index, 'drag-and-drop').sort()).toEqual([0, 1]);
  });

  it('leaves the rest of the query as it is', () => {
    expect(found(index, 'drag-and-drop tutorial').sort()).toEqual([0, 1, 3]);
  });

  it('is as good as single words if no note has it', () => {
    expect(found(index, 'drop-and-files').sort()).toEqual([0, 1, 2]);
  });

  it('comes first as it is typed, among notes that are equal otherwise', () => {
    const dates = indexOf(['on 2026 01 15', 'on 2026-01-15', 'on 2026/01/15']);
    expect(found(dates, '2026-01-15')).toEqual([1, 0, 2]);
    expect(found(dates, '2026 01 15')).toEqual([0, 1, 2]);
  });

  it('takes a number or version with signs as one, if a note has it', () => {
    const numbers = indexOf([
      note({ title: 'Version 3', chunks: ['3 of 210'] }),
      'it takes 3,210 seconds',
      'since v1.2.3 of 2 May',
      'version v1 of 3 and 2',
    ]);
    expect(found(numbers, '3,210')).toEqual([1]);
    expect(found(numbers, '3.210 seconds')[0]).toBe(1);
    expect(found(numbers, 'v1.2.3')).toEqual([2]);
    expect(found(numbers, '3.2').sort()).toEqual([0, 1, 2, 3]);
  });

  it('finds a version with and without v, and a number with and without its groups, but no other number', () => {
    const numbers = indexOf(['v2.4.0 is out', 'go to 2.4.0', '240 g of flour', '3210 seconds', '3,210 seconds']);
    expect(found(numbers, '2.4.0').sort()).toEqual([0, 1]);
    expect(found(numbers, 'v2.4.0').sort()).toEqual([0, 1]);
    expect(found(numbers, '3,210').sort()).toEqual([3, 4]);
    expect(found(numbers, '3.210').sort()).toEqual([3, 4]);
    expect(found(indexOf(['15 cups', '1 or 5']), '1.5')[0]).toBe(1);
  });

  it('finds the same compound spelled as one word, and the other way round', () => {
    const spelled = indexOf(['the wifi', 'the wi-fi', 'a pre']);
    expect(found(spelled, 'wi-fi').sort()).toEqual([0, 1]);
    expect(found(spelled, 'wifi').sort()).toEqual([0, 1]);
  });

  it('finds dates, times and nested tags', () => {
    const dated = indexOf(['on 2024-01-01', 'on 2024-02-01', 'at 10:30', note({ tags: ['project/alpha'] })]);
    expect(found(dated, '2024-01-01')).toEqual([0]);
    expect(found(dated, '10:30')).toEqual([2]);
    expect(found(dated, '#project/alpha')).toEqual([3]);
  });
});

describe('a camel-case word', () => {
  it('finds itself and its parts, and is found by its parts if no note has the whole', () => {
    const index = indexOf(['class VaultSource', 'the vault', 'a source']);
    expect(found(index, 'vaultsource')).toEqual([0]);
    expect(found(index, 'vault').sort()).toEqual([0, 1]);
    expect(found(index, 'SourceVault').sort()).toEqual([0, 1, 2]);
  });
});

describe('a trailing star', () => {
  const index = indexOf(['projector', 'project', 'prose', 'organization', 'settings']);

  it('finds all words that begin so', () => {
    expect(found(index, 'proj*').sort()).toEqual([0, 1]);
  });

  it('finds words whose stem is shorter than what was typed', () => {
    expect(found(index, 'organiz*')).toEqual([3]);
    expect(found(index, 'setting*')).toEqual([4]);
  });
});

describe('ranking', () => {
  it('puts a title before a body, and a whole title before a part of one', () => {
    const index = indexOf([
      note({ title: 'Weather', chunks: ['graph view graph view'] }),
      note({ title: 'Graph view settings and what they do' }),
      note({ title: 'Graph view' }),
    ]);
    expect(found(index, 'graph view')).toEqual([2, 1, 0]);
  });

  it('knows a whole title in scripts without spaces', () => {
    const titles = ['知识库', '知识库设置'];
    expect(found(indexOf(titles.map((title) => note({ title, chunks: ['知识库 '.repeat(3)] }))), '知识库')).toEqual([
      0, 1,
    ]);
    const [whole, part] = indexOf(titles.map((title) => note({ title }))).search('知识库', { limit: 2 });
    expect((whole?.score ?? 0) / (part?.score ?? 1)).toBeGreaterThan(1.2);
  });

  it('treats an alias like a title', () => {
    const index = indexOf([note({ chunks: ['network map'] }), note({ title: 'Graph view', aliases: ['Network map'] })]);
    expect(found(index, 'network map')).toEqual([1, 0]);
  });

  it('puts words side by side before the same words apart', () => {
    expect(
      found(indexOf(['note one, then another template', 'one and another note template']), 'note template'),
    ).toEqual([1, 0]);
  });

  it('weighs rare words more than common ones', () => {
    expect(found(indexOf(['common', 'common', 'common', 'rare', 'common']), 'common rare')[0]).toBe(3);
  });

  it('puts the lower number first if two notes are equal', () => {
    expect(found(indexOf(['same', 'same', 'same']), 'same')).toEqual([0, 1, 2]);
  });

  it('names the chunk that matches best, and the first if none does', () => {
    const index = indexOf([note({ title: 'Trees', chunks: ['nothing here', 'oak', 'oak and ash'] })]);
    expect(index.search('oak ash', { limit: 1 })).toMatchObject([{ chunk: 2 }]);
    expect(index.search('trees', { limit: 1 })).toMatchObject([{ chunk: 0 }]);
  });
});

describe('chunks', () => {
  const index = indexOf([
    note({ title: 'Trees', chunks: ['oak', 'nothing', 'oak and ash'] }),
    note({ title: 'Woods', chunks: ['ash'] }),
    note({ title: 'Oak', chunks: ['empty of it'] }),
  ]);

  it('come in one order over all notes, each once, without those that have no word of the query', () => {
    const hits = index.searchChunks('oak ash', { limit: 10 });
    expect(hits.findIndex((hit) => hit.id === 0)).toBe(hits.findIndex((hit) => hit.chunk === 2));
    expect(hits.map(({ id, chunk }) => `${id}:${chunk}`).sort()).toEqual(['0:0', '0:2', '1:0', '2:0']);
    const scores = hits.map((hit) => hit.chunkScore);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
  });

  it('are found by their heading, if known', () => {
    const headings = ['Water', 'Compost bins'];
    const garden = indexOf([
      note({ headings, chunks: ['before all', 'by can', 'of wood', 'of wire'], chunkHeadings: [-1, 0, 1, 1] }),
      note({ headings, chunks: ['a', 'b'] }),
    ]);
    expect(garden.searchChunks('compost', { limit: 10, filter: (id) => id === 0 }).map((hit) => hit.chunk)).toEqual([
      2, 3,
    ]);
    expect(garden.search('compost wire', { limit: 1 })).toMatchObject([{ id: 0, chunk: 3 }]);
    expect(garden.search('compost', { limit: 5, filter: (id) => id === 1 })).toMatchObject([{ chunk: 0 }]);
  });

  it('represent a note matched only by its title', () => {
    expect(index.searchChunks('woods', { limit: 10 })).toMatchObject([{ id: 1, chunk: 0 }]);
  });

  it('are the same ones, only fewer, under a limit', () => {
    const many = indexOf(
      Array.from({ length: 300 }, (_, i) =>
        note({ chunks: [`oak ${'tree '.repeat(i % 7)}`, `oak ${'ash '.repeat(i % 5)}`] }),
      ),
    );
    const all = many.searchChunks('oak ash', { limit: 1000 });
    expect(all).toHaveLength(600);
    expect(many.searchChunks('oak ash', { limit: 25 })).toEqual(all.slice(0, 25));
  });
});

describe('limits and filters', () => {
  const index = indexOf(['oak', 'oak', 'oak', 'ash']);

  it('give the best of the notes that pass, asking once for each candidate', () => {
    const asked: number[] = [];
    const filter = (id: number): boolean => asked.push(id) > 0 && id !== 1;
    expect(index.search('oak', { limit: 2, filter }).map((hit) => hit.id)).toEqual([0, 2]);
    expect(asked.sort()).toEqual([0, 1, 2]);
  });

  it('leave out the last in the order that is given, of notes with the same score', () => {
    const order = (a: number, b: number): number => b - a;
    expect(index.search('oak', { limit: 2, order }).map((hit) => hit.id)).toEqual([2, 1]);
    expect(index.searchChunks('oak', { limit: 2, order }).map((hit) => hit.id)).toEqual([2, 1]);
  });

  it('of nothing give nothing', () => {
    expect(index.search('oak', { limit: 0 })).toEqual([]);
    expect(index.search('...', { limit: 5 })).toEqual([]);
    expect(new InvertedIndex().search('oak', { limit: 5 })).toEqual([]);
  });
});

describe('changes', () => {
  it('made while the index is frozen or merged are all honoured', () => {
    const index = indexOf(['zero oak', 'one oak', 'two oak']);
    runSteps(index.freeze('a'));
    runSteps(index.insert(3, note({ chunks: ['three oak'] })));
    const freezing = index.freeze('b');
    freezing.next();
    index.remove(3);
    runSteps(index.insert(4, note({ chunks: ['four oak'] })));
    runSteps(freezing);
    expect(found(index, 'oak')).toEqual([0, 1, 2, 4]);
    const merging = index.merge(['a', 'b'], 'c');
    merging.next();
    index.remove(0);
    runSteps(index.insert(1, note({ chunks: ['one ash'] })));
    runSteps(merging);
    expect(found(index, 'oak')).toEqual([2, 4]);
    expect(found(index, 'ash')).toEqual([1]);
    expect(index.size).toBe(3);
  });

  it('begun before a freeze and ended after it are not lost', () => {
    const index = new InvertedIndex();
    const insertion = index.insert(7, note({ chunks: ['early '.repeat(20_000), 'late'] }));
    insertion.next();
    const bytes = runSteps(index.freeze('a'));
    runSteps(insertion);
    expect(found(index, 'early late')).toEqual([7]);
    const saved = new InvertedIndex();
    saved.attach('a', bytes);
    expect(saved.size).toBe(0);
  });

  it('of two concurrent notes do not mix', () => {
    const index = new InvertedIndex();
    const left = index.insert(0, note({ chunks: ['left shared '.repeat(20_000)] }));
    const right = index.insert(1, note({ chunks: ['right shared '.repeat(20_000)] }));
    for (let done = 0; done < 2; ) done = [left.next(), right.next()].filter((step) => step.done).length;
    expect(found(index, '"left shared"')).toEqual([0]);
    expect(found(index, '"right shared"')).toEqual([1]);
    expect(found(index, 'shared')).toEqual([0, 1]);
  });

  it('take a large note in many steps', () => {
    const index = new InvertedIndex();
    const steps = index.insert(0, note({ chunks: ['many words in one line '.repeat(50_000)] }));
    let count = 0;
    while (steps.next().done !== true) count += 1;
    expect(count).toBeGreaterThan(50);
    expect(found(index, '"words in one"')).toEqual([0]);
  });

  it('take a long line in which every character begins a term, and every word a compound', () => {
    const index = indexOf(['นำ'.repeat(60_000), 'a-b '.repeat(60_000)]);
    expect(found(index, '"นำนำ"')).toEqual([0]);
    expect(found(index, 'a-b')).toEqual([1]);
  });

  it('override what an earlier segment holds, in the order of attachment', () => {
    const old = runSteps(indexOf(['old text', 'kept text']).freeze('old'));
    const newer = runSteps(indexOf(['new text']).freeze('new'));
    const index = new InvertedIndex();
    index.attach('old', old);
    index.attach('new', newer);
    expect(found(index, 'old')).toEqual([]);
    expect(found(index, 'text')).toEqual([0, 1]);
  });

  it('drop segments that a newer one has replaced', () => {
    const index = indexOf(['one']);
    const one = runSteps(index.freeze('one'));
    runSteps(index.insert(1, note({ chunks: ['two'] })));
    const two = runSteps(index.freeze('two'));
    const both = runSteps(index.merge(['one', 'two'], 'both'));
    expect(index.segmentKeys).toEqual(['both']);
    const reader = new InvertedIndex();
    reader.attach('one', one);
    reader.attach('two', two);
    reader.attach('both', both);
    expect(reader.segmentKeys).toEqual(['both']);
    expect(found(reader, 'one two').sort()).toEqual([0, 1]);
  });

  it('keep a word that a compound comes to as a whole, as `es` of `es-ES`', () => {
    const notes = ['Wählt es-ES, und es geht.', 'Die Nacht ist lang.', 'Hier ist es, es und es.', 'Und so geht es.'];
    const index = indexOf(notes);
    const before = index.search('es', { limit: 9 });
    expect(before.map(({ id }) => id).sort()).toEqual([0, 2, 3]);
    runSteps(index.freeze('one'));
    expect(index.search('es', { limit: 9 })).toEqual(before);
    expect(found(index, '"und es geht"')).toEqual([0]);
  });

  it('with a number that cannot be kept are refused', () => {
    for (const id of [-1, 1.5, NaN, 2 ** 24])
      expect(() => runSteps(new InvertedIndex().insert(id, note({})))).toThrow(RangeError);
  });
});

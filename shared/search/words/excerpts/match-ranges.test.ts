import { describe, expect, it } from 'vitest';
import { looseRangesFor, rangesFor } from './match-ranges.ts';

/** The marked stretches in brackets. */
function marked(query: string, text: string, rangesOf = rangesFor): string {
  let shown = '';
  let at = 0;
  for (const [start, end] of rangesOf(query)(text)) {
    shown += `${text.slice(at, start)}[${text.slice(start, end)}]`;
    at = end;
  }
  return shown + text.slice(at);
}

describe('what is marked in a text', () => {
  it.each([
    ['keyb*', 'Keyboard and keyboards', '[Keyb]oard and [keyb]oards'],
    ['garden', 'Gardens, gardening', '[Gardens], [gardening]'],
    ['cafe*', 'Une cafétéria', 'Une [café]téria'],
    ['drag-and-drop', 'Use drag-and-drop.', 'Use [drag-and-drop].'],
    ['日本', '日本語のメモ', '[日本]語のメモ'],
    ['emoji', '👍 emoji', '👍 [emoji]'],
    ['👍', 'Done👍🏽, 👍', 'Done[👍🏽], [👍]'],
    ['❤️‍🔥', '❤️ ❤️‍🔥', '❤️ [❤️‍🔥]'],
    ['c++', 'C and C++', 'C and [C++]'],
    ['c++', 'Vitamin C', 'Vitamin [C]'],
    ['.net', 'ASP.NET, a net', 'ASP.[NET], a [net]'],
    ['.net', 'the .NET', 'the [.NET]'],
    ['.ne*', '.NET', '[.NE]T'],
    ['nothing', 'at all', 'at all'],
    // Japanese: a word, its parts, and what other words have of it by chance.
    ['バックリンク', 'バックリンクを使う', '[バックリンク]を使う'],
    [
      'バックリンク',
      'シンボリックリンクとジャンクションのバックアップ',
      'シンボリックリンクとジャンクションのバックアップ',
    ],
    ['バックリンク', 'リンクの一覧', '[リンク]の一覧'],
    ['プラグ*', 'フラグとプラグイン', 'フラグと[プラグ]イン'],
    ['プラグ*', 'フラグ', 'フラグ'],
    ['データベース設計', 'データベースの設計', '[データベース]の[設計]'],
    ['ノートを開く', 'ノートブックを取得し、ファイルを開く', '[ノート]ブックを取得し、ファイルを[開く]'],
    ['ありがとう', 'ありがと、とうとう', '[ありがと]、とうとう'],
    // Chinese: several words are written as one.
    ['数据库设计', '数据库的设计与数据', '[数据库]的[设计]与数据'],
    ['双向链接', '双向的链接', '[双向]的[链接]'],
    // Korean: words have particles, and compounds are written as one.
    ['링크', '백링크를', '백[링크]를'],
    ['노트를', '노트는 노란', '[노트]는 노란'],
    ['데이터베이스', '데이트와 베이스', '데이트와 [베이스]'],
    ['한국어사전', '한국어 사전', '[한국어] [사전]'],
    // Thai
    ['ภาษาไทย', 'ภาษา และ ไทย', '[ภาษา] และ [ไทย]'],
    ['ภาษาไทย', 'ข้อความภาษาไทยล้วน', 'ข้อความ[ภาษาไทย]ล้วน'],
    ['ภาษาไทย', 'ยาและษา', 'ยาและษา'],
    // Of a word that begins as asked, no half of a letter.
    ['दिल*', 'दिल्ली से', '[दिल्ली] से'],
    ['cafe*', 'cafe\u0301te\u0301ria', '[cafe\u0301]te\u0301ria'],
    // Letters that folding makes one of two, or two of one.
    ['サッカー', 'ﾊﾞｽｹｯﾄﾎﾞｰﾙとｻｯｶｰ部', 'ﾊﾞｽｹｯﾄﾎﾞｰﾙと[ｻｯｶｰ]部'],
    ['バスケットボール', 'ﾊﾞｽｹｯﾄﾎﾞｰﾙとｻｯｶｰ部', '[ﾊﾞｽｹｯﾄﾎﾞｰﾙ]とｻｯｶｰ部'],
    ['ボール', 'ﾊﾞｽｹｯﾄﾎﾞｰﾙとｻｯｶｰ部', 'ﾊﾞｽｹｯﾄ[ﾎﾞｰﾙ]とｻｯｶｰ部'],
    ['กุ้ง', 'ต้มยำกุ้งเป็นอาหาร', 'ต้มยำ[กุ้ง]เป็นอาหาร'],
    ['ต้มยำ', 'ต้มยำกุ้งเป็นอาหาร', '[ต้มยำ]กุ้งเป็นอาหาร'],
    ['葛城', '葛\u{e0100}城市', '[葛\u{e0100}城]市'],
    ['ภาษาไทย', 'ภาษา\u200bไทย\u200bสำคัญ', '[ภาษา\u200bไทย\u200b]สำคัญ'],
    ['น้ำปลา', 'ใส่น้ำปลาเล็กน้อย', 'ใส่[น้ำปลา]เล็กน้อย'],
    ['อาหาร', 'ต้มยำกุ้งเป็นอาหาร', 'ต้มยำกุ้งเป็น[อาหาร]'],
    [
      '학교',
      '우리학교에'.normalize('NFD'),
      `${'우리'.normalize('NFD')}[${'학교'.normalize('NFD')}]${'에'.normalize('NFD')}`,
    ],
    ['ガラス', 'まどガラスの'.normalize('NFD'), `${'まど'.normalize('NFD')}[${'ガラス'.normalize('NFD')}]の`],
  ])('%s in %s', (query, text, expected) => {
    expect(marked(query, text)).toBe(expected);
  });
});

describe('what is marked in a text that nothing else found', () => {
  it.each([
    ['たべられる', 'ごはんをたべる', 'ごはんを[たべ]る'],
    ['おしらせ', 'お知らせをみる', 'お知[らせ]をみる'],
    ['プラグ*', 'フラグ', 'フ[ラグ]'],
    ['keyb*', 'keyboard', '[keyb]oard'],
    ['たべ', 'のむ', 'のむ'],
  ])('%s in %s', (query, text, expected) => {
    expect(marked(query, text, looseRangesFor)).toBe(expected);
  });
});

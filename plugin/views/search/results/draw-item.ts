import { setIcon } from 'obsidian';
import type { BoxPassage, BoxRow } from '../../../../shared/protocol/schemas/search-box.ts';
import type { Ranges } from '../../text/ranges.ts';
import { nearFirstMark, piecesOf } from './marked-text.ts';
import { createFolderLine, directionOf, showFolderLine } from '../../folder-line.ts';
import { headingNamed, isByMeaning, isCanvas, type SearchItem } from './search-items.ts';
import { cutToTwoLines } from '../../words/draw-words.ts';
import { withoutMarkup } from '../../text/without-markup.ts';
import { WORDS } from '../search-words.ts';

/** Draws a row of the list. `titleOf` gives the title of a note that is not from an answer. */
export function drawItem(item: SearchItem, el: HTMLElement, titleOf: (path: string) => string): void {
  el.addClass('mod-complex');
  const content = el.createDiv('suggestion-content');
  const aux = el.createDiv('suggestion-aux');
  if (item.kind === 'search') {
    titleIn(content, item.query, []);
    sign(aux, 'history', WORDS.earlierSearch);
    return;
  }
  if (item.kind === 'recent') {
    titleIn(content, titleOf(item.path), []);
    folder(aux, item.path);
    sign(aux, 'file-text', WORDS.recentNote);
    return;
  }
  const { row, passage } = item;
  if (item.kind === 'note') {
    titleIn(content, row.title, row.titleRanges);
    folder(aux, row.path);
    const { length } = row.passages;
    if (length > 1)
      aux
        .createSpan('vault-loom-search-counted')
        .createSpan({ cls: 'vault-loom-search-count', text: WORDS.passages(length), attr: { dir: 'ltr' } });
    if (isByMeaning(row)) sign(aux, 'sparkles', WORDS.byMeaning);
  } else el.addClass('vault-loom-search-passage');
  if (item.kind === 'note' && row.fileName !== undefined) {
    const { text, ranges } = row.fileName;
    const name = content.createDiv({ cls: 'suggestion-note vault-loom-search-place', text: WORDS.fileName });
    drawMarked(name.createEl('bdi'), text, ranges);
  }
  if (item.kind !== 'note' || row.fileName === undefined || passage.isBeginning !== true)
    drawPlace(content, row, passage);
  const excerpt = content.createDiv({
    cls: 'suggestion-note vault-loom-search-excerpt vault-loom-two-lines',
    attr: { dir: 'auto' },
  });
  const isShort = item.kind === 'note' && (row.titleRanges.length > 0 || row.fileName !== undefined);
  excerpt.toggleClass('mod-short', isShort);
  const plain = withoutMarkup(passage.excerpt, passage.ranges);
  const near = nearFirstMark(plain.text, plain.ranges, isShort ? 'oneLine' : 'twoLines');
  drawMarked(excerpt, near.text, near.ranges);
}

/** A long one would take the room of the rows below; the tooltip has all of it. */
function titleIn(content: HTMLElement, title: string, ranges: Ranges): void {
  const element = content.createDiv({ cls: 'suggestion-title', attr: { dir: 'auto' } });
  drawMarked(element, title, ranges);
  cutToTwoLines(element, title);
}

/** Where in the note the passage is; of a canvas, in which group. */
function drawPlace(content: HTMLElement, row: BoxRow, passage: BoxPassage): void {
  const { line, headingRanges, inProperties, isBeginning } = passage;
  const heading = headingNamed(row, passage);
  const hasLines = !isCanvas(row.path);
  if (!hasLines && (heading === null || isBeginning === true)) return;
  const place = content.createDiv('suggestion-note vault-loom-search-place');
  // Our own words run in the app's direction; a heading runs in its own.
  if (isBeginning === true) place.setText(WORDS.top);
  else if (inProperties === true) place.setText(WORDS.properties + WORDS.afterHeading(line));
  else if (heading === null) place.setText(WORDS.line(line));
  else {
    place.dir = directionOf(heading);
    drawMarked(place.createEl('bdi'), heading, headingRanges ?? []);
    if (hasLines) place.appendText(WORDS.afterHeading(line));
  }
}

/** Appends a text with its marked stretches. */
function drawMarked(el: HTMLElement, text: string, ranges: Ranges): void {
  for (const piece of piecesOf(text, ranges)) {
    if (piece.isMarked) el.createSpan({ cls: 'suggestion-highlight', text: piece.text });
    else el.appendText(piece.text);
  }
}

function folder(aux: HTMLElement, path: string): void {
  showFolderLine(createFolderLine(aux, 'vault-loom-search-folder'), path);
}

function sign(aux: HTMLElement, icon: string, label: string): void {
  setIcon(aux.createSpan({ cls: 'suggestion-flair', attr: { role: 'img', 'aria-label': label } }), icon);
}

import { jsonBytes } from '../../kit/json/json-size.ts';
import { isRecord } from '../../kit/json/is-record.ts';
import { parseJson } from '../../kit/json/parse-json.ts';
import { oneLine, shorten } from '../../kit/text/shorten.ts';
import type { CanvasCardRow, CardLink, NoteDetails } from '../../protocol/schemas/find.ts';

/** Of a card's text in brief. */
const BRIEF_LENGTH = 240;

/** The cards and links of a canvas. */
interface CanvasCards {
  cards: CanvasCardRow[];
  links: CardLink[];
}

/**
 * The cards of a canvas and what joins them, as plain JSON; each card names the group it is in. Null if the text is not
 * a canvas.
 * @param isShown whether a file card may be named
 */
export function canvasCards(
  text: string,
  { isBrief, isShown }: { isBrief: boolean; isShown: (path: string) => boolean },
): CanvasCards | null {
  const canvas = text.trim() === '' ? {} : parseJson(text.replace(/^\uFEFF/, ''));
  if (!isRecord(canvas)) return null;
  const nodes = recordsIn(canvas['nodes']);
  const groups = nodes.filter((node) => node['type'] === 'group');
  const cards: CanvasCardRow[] = [];
  const numbers = new Map<unknown, number>();
  for (const node of nodes) {
    if (node['type'] === 'group' || (typeof node['file'] === 'string' && !isShown(node['file']))) continue;
    const group = groups.find((candidate) => liesIn(node, candidate));
    const card = cards.length + 1;
    numbers.set(node['id'], card);
    cards.push({
      card,
      kind: String(node['type'] ?? 'text'),
      ...textOf(node, isBrief),
      ...(typeof group?.['label'] === 'string' && group['label'] !== '' ? { group: group['label'] } : {}),
    });
  }
  const links = recordsIn(canvas['edges']).flatMap((edge) => {
    const [from, to] = [numbers.get(edge['fromNode']), numbers.get(edge['toNode'])];
    const label = edge['label'];
    if (from === undefined || to === undefined) return [];
    return { from, to, ...(typeof label === 'string' && label !== '' ? { label } : {}) };
  });
  return { cards, links };
}

/**
 * As many cards as fit into an answer, each with the links that begin at it, and which card comes next.
 * @param offset cards to skip
 * @param room bytes of JSON; one card is shown anyway
 */
export function cardWindow(
  { cards, links }: CanvasCards,
  { offset, room }: { offset: number; room: number },
): Pick<NoteDetails, 'cards' | 'links' | 'cardsTotal' | 'truncated' | 'nextOffset'> {
  const linkBytes = new Map<number, number>();
  for (const link of links) linkBytes.set(link.from, (linkBytes.get(link.from) ?? 0) + jsonBytes(link) + 1);
  let left = room;
  let end = offset;
  for (const row of cards.slice(offset)) {
    left -= jsonBytes(row) + 1 + (linkBytes.get(row.card) ?? 0);
    if (left < 0 && end > offset) break;
    end++;
  }
  const isWhole = offset === 0 && end === cards.length;
  return {
    cards: cards.slice(offset, end),
    links: links.filter(({ from }) => from > offset && from <= end),
    ...(isWhole ? {} : { cardsTotal: cards.length, truncated: end < cards.length }),
    ...(end < cards.length ? { nextOffset: end } : {}),
  };
}

function textOf(node: Record<string, unknown>, isBrief: boolean): Partial<CanvasCardRow> {
  const { text, file, subpath, url } = node;
  if (typeof text === 'string') return { text: isBrief ? shorten(oneLine(text), BRIEF_LENGTH) : text };
  if (typeof file === 'string') return { file: file + (typeof subpath === 'string' ? subpath : '') };
  return typeof url === 'string' ? { url } : {};
}

/** Whether a card's middle is within a group's frame. */
function liesIn(node: Record<string, unknown>, group: Record<string, unknown>): boolean {
  const [card, frame] = [boxOf(node), boxOf(group)];
  const [x, y] = [card.x + card.width / 2, card.y + card.height / 2];
  return x >= frame.x && x <= frame.x + frame.width && y >= frame.y && y <= frame.y + frame.height;
}

function boxOf(node: Record<string, unknown>): { x: number; y: number; width: number; height: number } {
  const number = (name: string): number => (typeof node[name] === 'number' ? node[name] : 0);
  return { x: number('x'), y: number('y'), width: number('width'), height: number('height') };
}

function recordsIn(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

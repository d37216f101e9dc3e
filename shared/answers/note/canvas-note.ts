import { isRecord } from '../../kit/json/is-record.ts';
import { parseJson } from '../../kit/json/parse-json.ts';
import { oneLine, shorten } from '../../kit/text/shorten.ts';
import type { CanvasCardRow, NoteDetails } from '../../protocol/schemas/find.ts';

/** Of a card's text in brief. */
const BRIEF_LENGTH = 240;

/**
 * The cards of a canvas and what joins them, as plain JSON; groups are named by each card that lies in them. Null if the text is no canvas.
 * @param isShown whether a file card may be named
 */
export function canvasCards(
  text: string,
  { isBrief, isShown }: { isBrief: boolean; isShown: (path: string) => boolean },
): Required<Pick<NoteDetails, 'cards' | 'links'>> | null {
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

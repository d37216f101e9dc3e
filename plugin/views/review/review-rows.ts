import type { Claim } from '../../review/claim.ts';
import type { ReviewItem } from '../../review/review-item.ts';
import { nameOf } from '../notes/name-of.ts';
import { placesOf } from '../notes/places.ts';
import { fileWord } from '../words/counted-files.ts';
import { plainWords, type Phrase, type Said } from '../words/said.ts';
import { folderMoveOf } from '../../review/folder-move.ts';
import { WORDS } from './review-words.ts';

/** A change in the queue, in words. */
export interface ReviewRow {
  id: string;
  /** What it does, to the first of its notes. */
  title: Phrase;
  /** About the others; empty if there are none. */
  others: string;
  /** Where the note is, if another one in the queue has its name; who asks, and since when. */
  who: Phrase;
  /** Why it is worth a look; empty if it is not. */
  risks: Said[];
  hasProblem: boolean;
}

/** The queue in words, in its order. */
export function reviewRows(items: readonly ReviewItem[], now: number): ReviewRow[] {
  const named = items.map((item) => {
    const { plan, claimed } = item;
    return folderMoveOf(item)?.from ?? (plan === null ? claimed.paths[0] : mainOf(plan)?.path) ?? '';
  });
  const placeOf = placesOf(named, WORDS.inTopFolder);
  return items.map((item, index) => {
    const place = placeOf(named[index] ?? '');
    return {
      id: item.id,
      ...titleOf(item),
      who: [
        ...(place === '' ? [] : [`${place} · `]),
        ...WORDS.claims(item.client, LONGEST_CLIENT),
        `, ${agoWords(now - item.receivedAt)}`,
      ],
      risks: riskWords(item),
      hasProblem: item.problem !== null || item.wasInterrupted,
    };
  });
}

type ReviewPlan = NonNullable<ReviewItem['plan']>;

/** The most telling of the files. */
function mainOf({ files }: ReviewPlan): ReviewPlan['files'][number] | undefined {
  const firstOf = (wanted: string) => files.find(({ kind }) => kind === wanted);
  return firstOf('move') ?? firstOf('delete') ?? firstOf('create') ?? files[0];
}

/** Why a change is worth a look, in words, each once. */
export function riskWords({ plan, claimed, risks }: Pick<ReviewItem, 'plan' | 'claimed' | 'risks'>): Said[] {
  if (plan === null) return claimedRisks(claimed);
  const folder = folderMoveOf({ plan, claimed });
  const words = risks.map((risk): Said => {
    if (risk.kind === 'deletes') return WORDS.deletes;
    if (risk.kind === 'moves') return folder === null ? WORDS.moves(risk.path) : WORDS.movesFolder;
    if (risk.kind === 'rewrites') return WORDS.rewrites(risk.lines, risk.total, fileWord(risk.path));
    if (risk.kind === 'removes-properties') return WORDS.removes(risk.properties);
    return risk.kind === 'many-files' ? WORDS.manyFiles(risk.files) : WORDS.marked(risk.folder);
  });
  return [...new Map(words.map((each) => [plainWords(each), each])).values()].slice(0, MOST_RISKS);
}

function claimedRisks({ deed, paths: [first = ''] }: Claim): Said[] {
  if (deed.kind === 'delete') return [WORDS.deletes];
  return deed.kind === 'move' ? [WORDS.moves(first)] : [];
}

/** What a change does, to the most telling of its notes, and to how many others. */
export function titleOf({ plan, claimed }: Pick<ReviewItem, 'plan' | 'claimed'>): { title: Phrase; others: string } {
  if (plan === null) return claimedTitle(claimed);
  const { files } = plan;
  const first = mainOf(plan);
  if (first === undefined) return { title: WORDS.unplanned, others: '' };
  const folder = folderMoveOf({ plan, claimed });
  const edited = first.kind === 'edit' ? [] : files.filter(({ kind }) => kind === 'edit');
  const paths = new Set(files.map(({ path }) => path));
  for (const { path } of [first, ...edited]) paths.delete(path);
  // With a move, other notes are edited because they link to what is moved.
  const words = first.kind === 'move' ? WORDS.links : WORDS.edits;
  const others = [
    ...(folder !== null ? [WORDS.inFolder(folder.paths)] : paths.size > 0 ? [WORDS.others([...paths])] : []),
    ...(edited.length > 0 ? [words(edited.map(({ path }) => path))] : []),
  ].join(', ');
  if (folder !== null) return { title: WORDS.moveFolder(nameOf(folder.from), folder.to), others };
  const name = nameOf(first.path);
  if (first.kind === 'move') return { title: WORDS.move(name, first.to), others };
  return { title: DEED_WORDS[first.kind](name), others };
}

/** For a change that is not planned, or no longer can be. */
function claimedTitle({ deed, paths: [first, ...more] }: Claim): { title: Phrase; others: string } {
  // Those of a move hold the old path and the new one.
  const others = [...new Set(more)].slice(deed.kind === 'move' ? 1 : 0);
  const title =
    deed.kind === 'move'
      ? WORDS.move(nameOf(deed.from), deed.to)
      : first === undefined
        ? WORDS.unplanned
        : DEED_WORDS[deed.kind](nameOf(first));
  return { title, others: others.length === 0 ? '' : WORDS.others(others) };
}

const DEED_WORDS = { create: WORDS.create, edit: WORDS.edit, delete: WORDS.remove };

/** How long ago, roughly. */
export function agoWords(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return WORDS.justNow;
  return minutes < 60 ? WORDS.minutesAgo(minutes) : WORDS.hoursAgo(Math.floor(minutes / 60));
}

/** Whether parts of a change can be left out: it edits one note. */
export function hasParts({ tool, plan }: Pick<ReviewItem, 'tool' | 'plan'>): boolean {
  return tool === 'edit_note' && plan?.files.length === 1 && plan.files[0]?.kind === 'edit';
}

const MOST_RISKS = 5;
/** A name that is longer would leave no room for the time; the whole is with the change. */
const LONGEST_CLIENT = 24;

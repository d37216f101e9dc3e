import type { Steps } from '../../kit/concurrency/slices.ts';
import type { ThemeNote } from '../graph-types.ts';
import { labelText, shortenedTo } from './theme-text.ts';
import {
  foldersOf,
  longerPhrases,
  TraitReader,
  type LongerPhrase,
  type NoteTraits,
  type Trait,
} from './theme-traits.ts';

export interface LabelInput {
  /** Its notes, most central first; never empty. */
  notes: readonly ThemeNote[];
  /** Its best linked members, stubs included, and how closely their neighbours match the cluster, 0 to 1. */
  hubs: readonly { title: string; score: number }[];
  /** Kept if it still fits almost as well as the best. */
  previousLabel?: string;
}

interface Candidate {
  label: string;
  score: number;
}

/** The share of a cluster's notes that must share a trait for it to be a name. */
const MIN_SHARE = 0.25;
/** More than one title, or a title and a heading. */
const MIN_WEIGHT = 1.5;
const MAX_LENGTH = 60;
const NOTES_A_STEP = 8;
const PREVIOUS_BONUS = 1.15;
/** A date, a number or an emoji alone does not name a theme … */
const HAS_LETTER = /\p{L}/u;
/** … but a date or a number is better than nothing. */
const IS_READABLE = /[\p{L}\p{N}]/u;
const NAMELESS = 'Theme';
const HUB_FACTOR = 0.8;
const KIND_FACTOR = { folder: 1, tag: 1, phrase: 0.9 } as const;
/** Of phrases that fit equally well, the longer says more. */
const WORDS_FACTOR = [1, 1, 1.1, 1.15] as const;

/**
 * A label for each cluster, all different: what its notes have in common and others do not. Folders, tags, and words of
 * titles and headings compete by the Dice coefficient of 'has it' and 'is in the cluster', hubs by their neighbours;
 * the best fitting pair of cluster and label is settled first. Dice, 'Measures of the amount of ecologic association
 * between species', 1945.
 * @param allNotes every note, in a cluster or not: what is common everywhere is not a name
 */
export function* labelSteps(clusters: readonly LabelInput[], allNotes: readonly ThemeNote[]): Steps<string[]> {
  const traits = yield* readAll(allNotes);
  const everywhere = new Map<string, number>();
  for (const { short } of traits.values()) {
    for (const trait of short) addWeight(everywhere, trait);
    yield;
  }
  const shared: SharedTraits[] = [];
  for (const { notes } of clusters) shared.push(yield* sharedTraits(notes, traits));
  yield* countLonger(shared, traits, everywhere);
  const folders = ambiguousNames(allNotes);
  yield;
  const candidates: Candidate[][] = [];
  for (const [number, cluster] of clusters.entries()) {
    const hubs = cluster.hubs.map(({ title, score }) => ({ label: labelOf(title), score: score * HUB_FACTOR }));
    candidates.push([...traitCandidates(cluster, shared[number] ?? new Map(), everywhere, folders), ...hubs]);
    yield;
  }
  return settle(clusters, candidates);
}

interface TraitCount {
  kind: Trait['kind'];
  /** Sum over the notes. */
  weight: number;
  /** The spelling seen first. */
  text: string;
  /** Once there are several: how many notes use each. */
  spellings?: Map<string, number>;
  notes: number;
  /** Of a longer phrase. */
  ends?: Pick<LongerPhrase, 'head' | 'tail'>;
}

type SharedTraits = Map<string, TraitCount>;
type TraitsOfNotes = ReadonlyMap<ThemeNote, NoteTraits>;

function* readAll(notes: readonly ThemeNote[]): Steps<TraitsOfNotes> {
  const reader = new TraitReader();
  const traits = new Map<ThemeNote, NoteTraits>();
  for (const note of notes) {
    traits.set(note, reader.read(note));
    if (traits.size % NOTES_A_STEP === 0) yield;
  }
  return traits;
}

/**
 * What enough of the notes have in common. A phrase is shared by no more notes than those it begins and ends with, so
 * the longer ones are made of shared ones alone. Agrawal and Srikant, 'Fast algorithms for mining association rules',
 * 1994.
 */
function* sharedTraits(notes: readonly ThemeNote[], traits: TraitsOfNotes): Steps<SharedTraits> {
  const short = new Map<string, TraitCount>();
  const read = notes.flatMap((note) => traits.get(note) ?? []);
  for (const [place, note] of read.entries()) {
    for (const trait of note.short) count(short, trait);
    if (place % NOTES_A_STEP === NOTES_A_STEP - 1) yield;
  }
  const shared = onlyShared(short, notes.length);
  const longer = new Map<string, TraitCount>();
  for (const [place, note] of read.entries()) {
    for (const trait of longerPhrases(note, (head, tail) => shared.has(head) && shared.has(tail)).values())
      count(longer, trait, { head: trait.head, tail: trait.tail });
    if (place % NOTES_A_STEP === NOTES_A_STEP - 1) yield;
  }
  for (const [key, trait] of onlyShared(longer, notes.length)) shared.set(key, trait);
  return shared;
}

/** Adds the weights of shared longer phrases in all notes. */
function* countLonger(
  shared: readonly SharedTraits[],
  traits: TraitsOfNotes,
  everywhere: Map<string, number>,
): Steps<void> {
  const wanted = new Set<string>();
  const tails = new Map<string, Set<string>>();
  for (const [key, { ends }] of shared.flatMap((one) => [...one])) {
    if (ends === undefined) continue;
    wanted.add(key);
    const known = tails.get(ends.head);
    if (known === undefined) tails.set(ends.head, new Set([ends.tail]));
    else known.add(ends.tail);
  }
  const mayJoin = (head: string, tail: string): boolean => tails.get(head)?.has(tail) === true;
  let place = 0;
  for (const note of traits.values()) {
    for (const trait of longerPhrases(note, mayJoin).values()) if (wanted.has(trait.key)) addWeight(everywhere, trait);
    if (++place % NOTES_A_STEP === 0) yield;
  }
}

function addWeight(weights: Map<string, number>, { key, weight }: Trait): void {
  weights.set(key, (weights.get(key) ?? 0) + weight);
}

function count(counts: Map<string, TraitCount>, { key, kind, text, weight }: Trait, ends?: TraitCount['ends']): void {
  const known = counts.get(key);
  if (known === undefined) counts.set(key, { kind, weight, text, notes: 1, ...(ends === undefined ? {} : { ends }) });
  else addOccurrence(known, text, weight);
}

function addOccurrence(count: TraitCount, text: string, weight: number): void {
  if (text !== count.text) count.spellings ??= new Map([[count.text, count.notes]]);
  count.spellings?.set(text, (count.spellings.get(text) ?? 0) + 1);
  count.weight += weight;
  count.notes++;
}

function onlyShared(traits: Map<string, TraitCount>, notes: number): SharedTraits {
  const least = Math.max(MIN_WEIGHT, notes * MIN_SHARE);
  return new Map([...traits].filter(([, { weight }]) => weight >= least));
}

/** Names shared by several folders, in lower case. */
function ambiguousNames(allNotes: readonly ThemeNote[]): Set<string> {
  const seen = new Set<string>();
  const ambiguous = new Set<string>();
  for (const folder of new Set(allNotes.flatMap(({ path }) => foldersOf(path)))) {
    const name = lastPart(folder).toLowerCase();
    if (seen.has(name)) ambiguous.add(name);
    seen.add(name);
  }
  return ambiguous;
}

function traitCandidates(
  cluster: LabelInput,
  shared: SharedTraits,
  everywhere: ReadonlyMap<string, number>,
  folders: ReadonlySet<string>,
): Candidate[] {
  return [...shared].map(([key, trait]) => {
    const dice = (2 * trait.weight) / ((everywhere.get(key) ?? trait.weight) + cluster.notes.length);
    const text = favourite(trait);
    const label =
      trait.kind === 'folder' ? folderLabel(text, folders) : trait.kind === 'tag' ? tagLabel(text) : capitalised(text);
    return { label: labelOf(label), score: dice * KIND_FACTOR[trait.kind] * lengthFactor(trait.kind, text) };
  });
}

function lengthFactor(kind: Trait['kind'], text: string): number {
  if (kind !== 'phrase') return 1;
  const words = text.split(/\s+/u).length;
  // In a script without spaces, each further character adds a little.
  return words > 1 ? (WORDS_FACTOR[Math.min(words, 3)] ?? 1) : 1 + Math.min(text.length, 12) / 1000;
}

/** Gives each cluster its best label not taken by a better fitting one. */
function settle(clusters: readonly LabelInput[], candidates: readonly (readonly Candidate[])[]): string[] {
  const labels: string[] = [];
  const taken = new Set<string>();
  const bids = candidates.flatMap((list, cluster) => {
    const previous = clusters[cluster]?.previousLabel;
    const naming = list.filter(({ label }) => HAS_LETTER.test(label));
    return naming.map(({ label, score }) => ({
      cluster,
      label,
      score: label === previous ? score * PREVIOUS_BONUS : score,
    }));
  });
  bids.sort((a, b) => b.score - a.score || a.cluster - b.cluster || (a.label < b.label ? -1 : 1));
  for (const { cluster, label } of bids) {
    if (labels[cluster] !== undefined || taken.has(comparable(label))) continue;
    labels[cluster] = label;
    taken.add(comparable(label));
  }
  return clusters.map((cluster, number) => labels[number] ?? fallbackLabel(cluster, taken));
}

/** The most central readable title; if taken, with its folder or a number. */
function fallbackLabel({ notes }: LabelInput, taken: Set<string>): string {
  const titles = notes.flatMap(({ title, path }) =>
    [title, lastPart(path).replace(/\.md$/i, '')].map((text) => ({ name: labelOf(text), path })),
  );
  const { name, path } = titles.find((candidate) => IS_READABLE.test(candidate.name)) ?? {
    name: NAMELESS,
    path: notes[0]?.path ?? '',
  };
  const folder = labelOf(lastPart(foldersOf(path).pop() ?? ''));
  const options = [name, ...(folder === '' ? [] : [`${name} (${folder})`])];
  for (let number = 2; ; number++) {
    const free = options.find((option) => !taken.has(comparable(option)));
    if (free !== undefined) {
      taken.add(comparable(free));
      return free;
    }
    options.push(`${name} (${number})`);
  }
}

/** A folder's name, with its parent's if several share the name or it is just a number. */
function folderLabel(folder: string, ambiguous: ReadonlySet<string>): string {
  const name = lastPart(folder);
  const outer = foldersOf(folder).pop();
  if (outer === undefined) return withoutOrderNumber(name);
  if (!HAS_LETTER.test(name)) return `${withoutOrderNumber(lastPart(outer))} ${name}`;
  return ambiguous.has(name.toLowerCase())
    ? `${withoutOrderNumber(name)} (${lastPart(outer)})`
    : withoutOrderNumber(name);
}

/** `02 - Projects` is called Projects. */
function withoutOrderNumber(name: string): string {
  return name.replace(/^\d+[\s._-]+(?=\p{L})/u, '');
}

function tagLabel(tag: string): string {
  return capitalised(lastPart(tag).replace(/[-_]+/g, ' ').trim());
}

/** The most used spelling; ties go by code units. */
function favourite({ text, spellings }: TraitCount): string {
  return [...(spellings ?? [])].sort(([a, timesA], [b, timesB]) => timesB - timesA || (a < b ? -1 : 1))[0]?.[0] ?? text;
}

function capitalised(text: string): string {
  const firstWord = text.split(/\s/u, 1)[0] ?? '';
  if (firstWord !== firstWord.toLowerCase()) return text;
  const [first = ''] = text;
  return first.toUpperCase() + text.slice(first.length);
}

function labelOf(text: string): string {
  return shortenedTo(labelText(text), MAX_LENGTH);
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1);
}

function comparable(label: string): string {
  return label.normalize('NFKC').toLowerCase();
}

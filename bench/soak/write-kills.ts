import { appendFile, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { seededRandom } from '../../shared/kit/random.ts';
import type { Random } from '../../shared/kit/random.ts';
import type { Server } from '../support/server.ts';
import { copyVault, notePaths } from '../support/scratch-vault.ts';
import type { Outcome, SoakOptions, Stage } from './scenario.ts';
import { differencesInTime, freshAnswers, makeQuestions, onStage, startServer } from './scenario.ts';
import { changedPaths, leftovers, vaultState } from './vault-state.ts';
import type { VaultState } from './vault-state.ts';

const DATA = 'killed';
const TWIN_DATA = 'twin';
const MOST_AT_ONCE = 3;
const HUBS = 5;
const LINKS_TO_A_HUB = 60;
/** A server that has just started is about this much slower than the twin, which is warm. */
const FIRST_SLOWNESS = 3;
const CATCH_UP_MS = 30_000;

/** One call of a tool that writes. */
interface Call {
  tool: string;
  args: Record<string, unknown>;
}

/**
 * Kills the server during writes, up to three at a time on different notes. A twin of the vault, whose server is not
 * killed, shows what a complete write leaves.
 */
export function killWhileWriting(options: SoakOptions): Promise<Outcome> {
  return onTwins(options, 'writes', options.writes, (random, notes, round) => {
    const count = 1 + random.below(MOST_AT_ONCE);
    const calls: Call[] = [];
    for (let i = 0; i < count; i++) calls.push(randomWrite(random, notes, `${round} ${i}`));
    return calls;
  });
}

/** The same during moves of notes that sixty others link to. */
export function killWhileMoving(options: SoakOptions): Promise<Outcome> {
  return onTwins(options, 'moves', options.moves, (random, _notes, round) => [
    {
      tool: 'move_note',
      args: {
        source: hubName(round % HUBS),
        destination: `moved ${random.below(1_000)}/in ${round}/${hubName(round % HUBS)}.md`,
      },
    },
  ]);
}

type Draw = (random: Random, notes: string[], round: number) => Call[];

async function onTwins(options: SoakOptions, what: string, kills: number, draw: Draw): Promise<Outcome> {
  return onStage(options, async (stage) => {
    const random = seededRandom(options.seed);
    await addHubs(stage, random);
    const twin: Stage = { ...stage, vault: `${stage.vault}-twin` };
    await copyVault(stage.vault, twin.vault);
    const whole = await startServer(twin, TWIN_DATA);
    const run = new KillRun(stage, twin, whole, random);
    try {
      await whole.callWhenReady('list_notes', { limit: 1 });
      await run.start();
      for (let round = 0; round < kills; round++)
        await run.killDuring(draw(random, await notePaths(stage.vault), round), `kill ${round + 1}`);
      await run.compareAnswers(options.seed);
    } finally {
      await whole.kill();
      await run.end();
    }
    const { calls, answered, midway, torn, done, problems } = run;
    return {
      problems,
      numbers: `${kills} kills in ${calls} ${what}: ${answered} answered before, of the others ${done} done and ${calls - answered - done} not; ${midway} kills left an open journal, ${torn} files torn until the next start`,
    };
  });
}

/** Makes the same calls to both vaults, and kills one server each time. */
class KillRun {
  calls = 0;
  answered = 0;
  done = 0;
  midway = 0;
  torn = 0;
  readonly problems: string[] = [];
  readonly #stage: Stage;
  readonly #twin: Stage;
  readonly #whole: Server;
  readonly #random: Random;
  #server: Server | null = null;
  /**
   * Kills come at random within the twin's time multiplied by this, which adapts to how many calls are over by then.
   */
  #slowness = FIRST_SLOWNESS;

  constructor(stage: Stage, twin: Stage, whole: Server, random: Random) {
    this.#stage = stage;
    this.#twin = twin;
    this.#whole = whole;
    this.#random = random;
  }

  async start(): Promise<void> {
    this.#server = await startServer(this.#stage, DATA);
    await this.#server.callWhenReady('list_notes', { limit: 1 });
  }

  async end(): Promise<void> {
    await this.#server?.kill();
  }

  async killDuring(calls: readonly Call[], name: string): Promise<void> {
    const old = await vaultState(this.#stage.vault);
    const { effects, ms } = await this.#learn(calls, old);
    const answers = await this.#callAndKill(calls, ms);
    const cutOff = await vaultState(this.#stage.vault);
    if ((await this.#openJournal()) > 0) this.midway++;
    await this.start();
    const now = await vaultState(this.#stage.vault);

    for (const path of changedPaths(cutOff, now))
      if (cutOff.has(path) && !this.#isOneOf(path, cutOff, [old, ...effects])) this.torn++;
    for (const path of leftovers(now)) this.problems.push(`${name}: ${path} is left over`);
    if ((await this.#openJournal()) > 0) this.problems.push(`${name}: the journal is not empty after the start`);
    for (const path of changedPaths(old, now)) {
      if (!effects.some((effect) => effect.has(path)))
        this.problems.push(`${name}: ${path} changed, which no call was about`);
    }
    for (const [i, effect] of effects.entries())
      await this.#judge(name, calls[i] as Call, effect, { old, now, answered: answers[i] === true });
    const apart = changedPaths(await vaultState(this.#stage.vault), await vaultState(this.#twin.vault));
    if (apart.length > 0) throw new Error(`${name}: the vaults went apart in ${apart.slice(0, 3).join(', ')}`);
  }

  async compareAnswers(seed: number): Promise<void> {
    const server = this.#server as Server;
    const ask = await makeQuestions(this.#stage, seed);
    const { answers } = await freshAnswers(this.#stage, 'fresh', ask);
    this.problems.push(
      ...(await differencesInTime(answers, () => ask(server), CATCH_UP_MS)).map((line) => `in the end, ${line}`),
    );
  }

  /** What each call does to the files of the twin (null if it removes one), and how long all took. */
  async #learn(
    calls: readonly Call[],
    start: VaultState,
  ): Promise<{ effects: Map<string, string | null>[]; ms: number }> {
    const effects: Map<string, string | null>[] = [];
    let before = start;
    let ms = 0;
    for (const { tool, args } of calls) {
      ms += (await this.#whole.call(tool, args)).ms;
      const after = await vaultState(this.#twin.vault);
      effects.push(new Map(changedPaths(before, after).map((path) => [path, after.get(path) ?? null])));
      before = after;
    }
    return { effects, ms };
  }

  /** Which of the calls were answered before the kill. */
  async #callAndKill(calls: readonly Call[], twinMs: number): Promise<boolean[]> {
    const server = this.#server as Server;
    const answers = calls.map(() => false);
    const asked = calls.map(({ tool, args }, i) =>
      server.call(tool, args).then(
        () => (answers[i] = true),
        () => undefined,
      ),
    );
    await delay(this.#random.next() * twinMs * this.#slowness);
    this.#slowness *= answers.every((answer) => answer) ? 0.9 : 1.03;
    const before = [...answers];
    await server.kill();
    await Promise.all(asked);
    return before;
  }

  /**
   * Checks that each call was done completely or not at all, and done if answered. Repeats calls not done, so that the
   * vaults stay alike.
   */
  async #judge(
    name: string,
    { tool, args }: Call,
    effect: ReadonlyMap<string, string | null>,
    { old, now, answered }: { old: VaultState; now: VaultState; answered: boolean },
  ): Promise<void> {
    this.calls++;
    if (answered) this.answered++;
    const isOld = [...effect.keys()].every((path) => now.get(path) === old.get(path));
    const isNew = [...effect].every(([path, hash]) => (now.get(path) ?? null) === hash);
    if (!isOld && !isNew) {
      const bad = [...effect]
        .filter(([path, hash]) => now.get(path) !== old.get(path) && (now.get(path) ?? null) !== hash)
        .map(([path]) => path);
      throw new Error(
        `${name}: ${tool} ${JSON.stringify(args).slice(0, 200)} is done in part; neither old nor new: ${bad.join(', ') || 'none'}`,
      );
    }
    if (answered && !isNew) this.problems.push(`${name}: ${tool} was answered and is not done`);
    if (isNew && !answered) this.done++;
    if (!isNew) await (this.#server as Server).call(tool, args);
  }

  #isOneOf(path: string, state: VaultState, known: readonly ReadonlyMap<string, string | null>[]): boolean {
    return known.some((files) => files.get(path) === state.get(path));
  }

  async #openJournal(): Promise<number> {
    const entries = await readdir(this.#stage.dataDir(DATA), { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile() && entry.parentPath.endsWith(join('writing', 'journal'))).length;
  }
}

function randomWrite(random: Random, notes: string[], number: string): Call {
  // Each call removes its notes from the list, so that no two concern one note.
  const take = (): string => notes.splice(random.below(notes.length), 1)[0] ?? '';
  const words = `Written in round ${number}. `.repeat(1 + random.below(20) ** 3);
  const kind = random.below(10);
  if (kind < 4) return { tool: 'edit_note', args: { name: take(), mode: 'append', content: words } };
  if (kind < 6) return { tool: 'edit_note', args: { name: take(), mode: 'prepend', content: words } };
  if (kind < 7)
    return { tool: 'edit_note', args: { name: take(), mode: 'patch_frontmatter', key: 'round', value: number } };
  if (kind < 8)
    return { tool: 'link_notes', args: { source: take(), target: `No such note ${number}`, context: 'Because' } };
  if (kind < 9 || notes.length < 50)
    return {
      tool: 'create_note',
      args: { title: `Made in ${number}`, content: words, directory: `made/${random.below(9)}` },
    };
  return { tool: 'delete_note', args: { name: take(), confirm: true } };
}

/** Notes that many link to; deleted files go to the vault's own trash. */
async function addHubs({ vault }: Stage, random: Random): Promise<void> {
  await mkdir(join(vault, '.obsidian'), { recursive: true });
  await writeFile(join(vault, '.obsidian', 'app.json'), '{"trashOption":"local"}');
  const notes = await notePaths(vault);
  for (let hub = 0; hub < HUBS; hub++) {
    for (let i = 0; i < LINKS_TO_A_HUB; i++)
      await appendFile(
        join(vault, random.pick(notes)),
        `\nSee [[${hubName(hub)}]] and [it](${encodeURIComponent(hubName(hub))}.md).\n`,
      );
    await writeFile(join(vault, `${hubName(hub)}.md`), `I am [[${hubName(hub)}]].\n`);
  }
}

function hubName(number: number): string {
  return `Hub of soak ${number}`;
}

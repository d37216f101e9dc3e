import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { seededRandom } from '../../shared/kit/random.ts';
import { ToolError, type Server } from '../support/server.ts';
import type { Outcome, SoakOptions, Stage } from './scenario.ts';
import { onStage, startServer } from './scenario.ts';

const FOLDER = 'Links of soak';
const LONGEST_PAUSE_MS = 15;

/**
 * Writes links while their targets move, by one client without a pause, then by two servers. None may be lost silently.
 */
export async function linkWhileMoving(options: SoakOptions): Promise<Outcome> {
  const outcomes = [await race(options, 1), await race(options, 2)];
  return {
    problems: outcomes.flatMap(({ problems }) => problems),
    numbers: outcomes.map(({ numbers }) => numbers).join('; '),
  };
}

function race(options: SoakOptions, count: number): Promise<Outcome> {
  return onStage(options, async (stage) => {
    const random = seededRandom(options.seed);
    await makeNotes(stage, options.links);
    const servers = await Promise.all(Array.from({ length: count }, () => startServer(stage, 'links')));
    try {
      for (const server of servers) await server.callWhenReady('list_notes', { limit: 1 });
      const [mover, linker] = [servers[0], servers.at(-1)];
      const told = new Set<string>();
      for (let round = 0; mover !== undefined && linker !== undefined && round < options.links; round++) {
        // Text written after the move by a program unaware of it does not count as a lost link.
        const linking = count > 1 || random.below(2) === 0 ? link(linker, round) : edit(linker, round);
        await sleep(random.below(LONGEST_PAUSE_MS));
        const [isTold] = await Promise.all([
          linking,
          mover.call('move_note', {
            source: `${FOLDER}/Target ${round}.md`,
            destination: `${FOLDER}/moved/Gone ${round}`,
          }),
        ]);
        if (isTold) told.add(`Source ${round}.md`);
      }
      const lost: string[] = [];
      let kept = 0;
      for (const name of (await readdir(join(stage.vault, FOLDER))).filter((file) => file.startsWith('Source '))) {
        const text = await readFile(join(stage.vault, FOLDER, name), 'utf8');
        if (/\[\[[^\]]*Target/.test(text) && !told.has(name))
          lost.push(`${name}: ${text.trim().split('\n').at(-1) ?? ''}`);
        else if (/\[\[[^\]]*Gone/.test(text)) kept++;
      }
      return {
        problems: lost.map((line) => `${count} servers lost a link: ${line}`),
        numbers: `${options.links} links written while their targets moved, ${count} servers: ${kept} kept, ${told.size} said to lead nowhere or refused, ${lost.length} lost`,
      };
    } finally {
      for (const server of servers) await server.close();
    }
  });
}

async function makeNotes(stage: Stage, rounds: number): Promise<void> {
  await mkdir(join(stage.vault, FOLDER));
  for (let i = 0; i < rounds; i++) {
    await writeFile(join(stage.vault, FOLDER, `Source ${i}.md`), `Source ${i}.\n`);
    await writeFile(join(stage.vault, FOLDER, `Target ${i}.md`), `Target ${i}.\n`);
  }
}

/** True if the answer says that the link leads nowhere, or refuses. */
async function link(server: Server, round: number): Promise<boolean> {
  const args = { source: `${FOLDER}/Source ${round}.md`, target: `${FOLDER}/Target ${round}.md`, context: 'See' };
  return server
    .call<{ targetStub?: boolean }>('link_notes', args)
    .then(({ result }) => result.targetStub === true, isRefusal);
}

async function edit(server: Server, round: number): Promise<boolean> {
  const args = { name: `${FOLDER}/Source ${round}.md`, mode: 'append', content: `See [[Target ${round}]].` };
  return server.call('edit_note', args).then(() => false, isRefusal);
}

function isRefusal(error: unknown): true {
  if (error instanceof ToolError) return true;
  throw error;
}

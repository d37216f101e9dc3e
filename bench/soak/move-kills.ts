import { existsSync } from 'node:fs';
import { appendFile, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { seededRandom } from '../../shared/kit/random.ts';
import { notePaths } from '../support/scratch-vault.ts';
import type { Outcome, SoakOptions, Stage } from './scenario.ts';
import { onStage, startServer } from './scenario.ts';
import { leftovers, vaultState } from './vault-state.ts';

const LINKING = 40;
const DATA = 'edited';
/** From the journal's record to the kill: some moves are being written then, others wait to be answered. */
const LONGEST_DELAY_MS = 100;

/** Kills a server during moves, and edits a linking note before the next start: no link may silently lead nowhere. */
export function editAfterKilledMove(options: SoakOptions): Promise<Outcome> {
  return onStage(options, async (stage) => {
    const random = seededRandom(options.seed);
    const linking = (await notePaths(stage.vault)).slice(0, LINKING);
    let name = 'Moved by soak 0';
    await writeFile(join(stage.vault, `${name}.md`), 'I am moved.\n');
    for (const note of linking) await appendFile(join(stage.vault, note), `\nSee [[${name}]].\n`);
    const problems: string[] = [];
    let [moved, midway, mended, warned] = [0, 0, 0, 0];
    for (let round = 1; round <= options.edits; round++) {
      const next = `Moved by soak ${round}`;
      const server = await startServer(stage, DATA);
      await server.callWhenReady('list_notes', { limit: 1 });
      let answered = false;
      const asked = server.call('move_note', { source: name, destination: next }).then(
        () => (answered = true),
        () => undefined,
      );
      while (!answered && (await openJournals(stage)) === 0) await delay(1);
      await delay(random.next() * LONGEST_DELAY_MS);
      await server.kill();
      await asked;

      const rewritten = await linksTo(stage.vault, linking, next);
      if (rewritten > 0 && (rewritten < linking.length || !existsSync(join(stage.vault, `${next}.md`)))) midway++;

      // The person's editor has the current text, or the one from before the move.
      const note = join(stage.vault, random.pick(linking));
      const text = (await readFile(note, 'utf8')).replaceAll(
        `[[${next}]]`,
        random.below(2) === 0 ? `[[${next}]]` : `[[${name}]]`,
      );
      if (random.below(2) === 0) await writeFile(note, `${text}Edited in round ${round}.\n`);
      else {
        await writeFile(`${note}.saved`, `${text}Edited in round ${round}.\n`);
        await rename(`${note}.saved`, note);
      }
      const after = await startServer(stage, DATA);
      await after.callWhenReady('list_notes', { limit: 1 });
      const { result } = await after.call<{ warnings: { path: string }[] }>('index_status');
      if (existsSync(join(stage.vault, `${next}.md`))) [name, moved] = [next, moved + 1];
      warned += result.warnings.length;
      for (const path of linking) {
        const now = await readFile(join(stage.vault, path), 'utf8');
        if (now.includes(`[[${name}]]`)) continue;
        if (!result.warnings.some((warning) => warning.path === path))
          problems.push(`round ${round}: ${path} does not link to ${name}, and nothing says so`);
      }
      if (!(await readFile(note, 'utf8')).includes(`Edited in round ${round}.`))
        problems.push(`round ${round}: the person's edit is lost`);
      if ((await readFile(note, 'utf8')) !== `${text}Edited in round ${round}.\n`) mended++;
      for (const path of leftovers(await vaultState(stage.vault)))
        problems.push(`round ${round}: ${path} is left over`);
      await after.close();
    }
    return {
      problems,
      numbers: `${options.edits} kills in moves with an edit by a person before the next start: ${moved} moves stood, ${midway} were cut off midway, ${mended} edited notes had links to mend, ${warned} warnings`,
    };
  });
}

async function openJournals(stage: Stage): Promise<number> {
  const entries = await readdir(stage.dataDir(DATA), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile() && entry.parentPath.endsWith(join('writing', 'journal'))).length;
}

/** The number of notes with a link to this name. */
async function linksTo(vault: string, notes: readonly string[], name: string): Promise<number> {
  const texts = await Promise.all(notes.map((note) => readFile(join(vault, note), 'utf8')));
  return texts.filter((text) => text.includes(`[[${name}]]`)).length;
}

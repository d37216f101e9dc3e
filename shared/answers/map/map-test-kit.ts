import { createDiskEngine } from '../../engine/disk-engine.ts';
import type { EngineHost } from '../../engine/engine.ts';
import type { Place } from '../../engine/suite/suite-kit.ts';

/** A started engine on the vault of a place, by this embedder. */
export async function startEngine({ vault, data }: Place, embedder: string): Promise<EngineHost> {
  const engine = await createDiskEngine({
    vaultPath: vault,
    env: { VAULT_LOOM_DATA_DIR: data, VAULT_LOOM_EMBEDDER: embedder },
    log: () => undefined,
  });
  await engine.start();
  return engine;
}

export const SUBJECTS = {
  bread: 'Sourdough bread needs flour, water, salt and a starter. Knead the dough, then bake the loaf.',
  boats: 'A sailing boat needs a mast, a keel and a rudder. Hoist the sail and tack to windward.',
  bees: 'Bees need a hive, frames and brood comb. Smoke calms the colony while the queen is found.',
};

/** Three subjects of linked notes each, and a note that no link leads to. */
export function subjects(): Record<string, string> {
  const files: Record<string, string> = { 'Alone.md': `${SUBJECTS.bread}\n` };
  for (const [subject, text] of Object.entries(SUBJECTS))
    for (let i = 0; i < 12; i++)
      files[`${subject}/${subject} ${i}.md`] =
        `${text} Part ${i}. [[${subject} ${(i + 1) % 12}]] [[${subject} ${(i + 3) % 12}]] [[Missing ${subject}]]\n`;
  return files;
}

/** The same, and a theme of many notes with subjects of its own. */
export function manySubjects(): Record<string, string> {
  const files: Record<string, string> = { ...subjects(), 'big/Index.md': 'All letters.\n' };
  for (let group = 0; group < 8; group++)
    for (let i = 0; i < 20; i++)
      files[`big/g${group} n${i}.md`] =
        `Letters ${group}. [[g${group} n${(i + 1) % 20}]] [[g${group} n${(i + 5) % 20}]] ${i < 10 ? `[[g${(group + 1) % 8} n${i}]] [[g${(group + 3) % 8} n${i}]]` : ''} [[Index]]\n`;
  return files;
}

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { freePort } from '../driver/free-port.ts';
import { BY_WORDS_ALONE, journey, PATIENT } from './kits/hosts.ts';
import { clickOn, folderOf, open, row, saved, says, typeInto } from './kits/settings-kit.ts';

// Nothing answers there.
process.env.VAULT_LOOM_OLLAMA_URL = `http://127.0.0.1:${await freePort()}`;

journey('open settings that a sync changes', BY_WORDS_ALONE, (host) => {
  const [ask, leave] = ['Folders to ask about', 'Folders to leave alone'] as const;
  const local = 'Model of the local server';
  const arrives = async (changes: object): Promise<void> =>
    writeFile(join(folderOf(host()), 'data.json'), JSON.stringify({ ...(await saved(host())), ...changes }));
  const isIn = (name: string, label: string, value: string): Promise<void> =>
    vi.waitFor(
      async () => expect(await row(host(), name).getByLabel(label, { exact: true }).inputValue()).toBe(value),
      PATIENT,
    );

  it('show the folders that are marked, and lose none when the person adds one', async () => {
    await open(host());
    await arrives({ reviewFolders: [{ folder: 'Garden', mode: 'read-only' }] });
    await isIn(leave, leave, 'Garden');
    await isIn(ask, ask, '');
    await typeInto(host(), row(host(), leave).getByLabel(leave), 'Garden\nTravel');
    await arrives({
      reviewFolders: [
        { folder: 'Garden', mode: 'read-only' },
        { folder: 'People', mode: 'read-only' },
      ],
    });
    await vi.waitFor(
      async () =>
        expect(
          await host().driver.evaluate((app) => {
            const { settingsStore } = app.plugins.plugins['vault-loom'] as unknown as {
              settingsStore: { current: { reviewFolders: { folder: string }[] } };
            };
            return settingsStore.current.reviewFolders.map(({ folder }) => folder);
          }),
        ).toEqual(['Garden', 'People']),
      PATIENT,
    );
    expect(await row(host(), leave).getByLabel(leave).inputValue()).toBe('Garden\nTravel');
    await row(host(), leave).getByLabel(leave).blur();
    await isIn(leave, leave, 'Garden\nTravel\nPeople');
    await vi.waitFor(
      async () =>
        expect((await saved(host()))['reviewFolders']).toEqual(
          ['Garden', 'Travel', 'People'].map((folder) => ({ folder, mode: 'read-only' })),
        ),
      PATIENT,
    );
  });

  it('keep the person in a list when what has the focus goes from it', async () => {
    const focused = (): Promise<string | null | undefined> =>
      host().driver.page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    const excluded = row(host(), 'Excluded now');
    await arrives({ excludedFolders: ['Garden', 'Travel', 'People'] });
    await excluded.getByLabel('Search “Travel” again').focus();
    await host().driver.settle();
    await arrives({ excludedFolders: ['Garden', 'People'] });
    await vi.waitFor(async () => expect(await focused()).toBe('Search “People” again'), PATIENT);
    await arrives({ excludedFolders: [] });
    await vi.waitFor(async () => expect(await focused()).toBe('Folder'), PATIENT);
    const [claude, cursor] = [
      { client: 'Claude', mode: 'ask-always' },
      { client: 'Cursor', mode: 'read-only' },
    ];
    await arrives({ reviewClients: [claude, cursor] });
    await host().driver.page.getByLabel('Before Claude writes').focus();
    await host().driver.settle();
    await arrives({ reviewClients: [cursor] });
    await vi.waitFor(async () => expect(await focused()).toBe('Before Cursor writes'), PATIENT);
    await arrives({ reviewClients: [] });
    await vi.waitFor(async () => expect(await focused()).toBe('Before an assistant writes'), PATIENT);
  });

  it('show the model, and ask whether one of a server is to be used on this computer too', async () => {
    await isIn('Model', 'Model', 'none');
    await arrives({ embedder: 'ollama:toy' });
    await isIn('Model', 'Model', 'ollama');
    await isIn(local, 'Name of the model', 'toy');
    await says(host(), 'Model', 'name the model “ollama:toy”, which has not been chosen on this computer');
    expect(await row(host(), local).isVisible()).toBe(true);
    await arrives({ embedder: 'openai:other' });
    await isIn('Model', 'Model', 'other');
    await says(host(), 'Model', 'name the model “openai:other”');
    const useHere = row(host(), 'Model').getByRole('button', { name: 'Use on this computer' });
    expect(await useHere.count()).toBe(1);
    expect(await row(host(), local).isVisible()).toBe(false);
    await useHere.focus();
    await host().driver.settle();
    await arrives({ embedder: 'ollama:toy' });
    await isIn('Model', 'Model', 'ollama');
    await vi.waitFor(
      async () =>
        expect(await host().driver.page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
          'Model',
        ),
      PATIENT,
    );
    await says(host(), 'Model', 'name the model “ollama:toy”');
    await clickOn(host(), useHere);
    await says(host(), 'Model', 'Finds notes by meaning');
    await arrives({ embedder: 'none' });
    await isIn('Model', 'Model', 'none');
    expect(await useHere.count()).toBe(0);
    expect(await row(host(), local).isVisible()).toBe(false);
    expect(await host().driver.errors()).toEqual([]);
  });
});

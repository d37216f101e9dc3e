import { pathsOf, type Row, type Task } from './task.ts';

interface Found {
  data: Row[];
  notes: Row[];
  tasks: Row[];
  total: number;
}
interface Read {
  data: Row & { cards?: unknown[]; outgoing?: Row[]; incoming?: Row[] };
}

const TOURER = 'Projects/Frames/014 Tourer';

/** Questions about the sample vault. */
export const READING_TASKS: readonly Task[] = [
  {
    asked: 'What is due in the last full week of June 2026?',
    needs: ['list_tasks'],
    run: async (call) => {
      const { tasks } = await call<Found>('list_tasks', { dueAfter: '2026-06-22', dueBefore: '2026-06-28' });
      return pathsOf(tasks).sort().join() === 'Garden/Notes.md,Projects/Rain Barrel Irrigation.md';
    },
  },
  {
    asked: 'What went wrong with the joint, according to the build log?',
    needs: ['read_note.section'],
    run: async (call) => {
      const { data } = await call<Read>('read_note', { name: '014 log', section: 'The bad one' });
      return data.content?.includes('Overheated flux does not come back') === true;
    },
  },
  {
    asked: 'Give me the gist of these five people.',
    needs: ['read_note.names'],
    run: async (call) => {
      const names = ['Aled', 'Dan', 'Gwen', 'Samir', 'Priya'];
      const { data } = await call<Found>('read_note', { names, mode: 'full', links: 'none' });
      return data.length === names.length && data.every(({ content }) => content !== undefined);
    },
  },
  {
    asked: 'Which notes have the status active?',
    needs: ['list_notes.where'],
    run: async (call) => {
      const { notes } = await call<Found>('list_notes', { where: { status: 'active' }, includeStubs: false });
      return notes.length === 4 && pathsOf(notes).includes('Projects/Rain Barrel Irrigation.md');
    },
  },
  {
    asked: 'Which notes are linked with nothing?',
    needs: ['list_notes.links'],
    run: async (call) => {
      const { notes } = await call<Found>('list_notes', { links: 'none', includeStubs: false });
      return pathsOf(notes).join() === 'Ideas/Things overheard on the harbour wall.md,Untitled.md';
    },
  },
  {
    asked: 'What tags and properties do I use?',
    needs: ['describe_vault'],
    run: async (call) => {
      const text = JSON.stringify(await call<unknown>('describe_vault', {}));
      return ['journal', 'recipe', 'rating', 'status'].every((word) => text.includes(word));
    },
  },
  {
    asked: 'What is on the board for the tourer?',
    needs: ['read_note'],
    run: async (call) => {
      const { data } = await call<Read>('read_note', { name: `${TOURER}/Plan.canvas` });
      return (data.cards?.length ?? 0) > 2;
    },
  },
  {
    asked: 'What did I write about brazing this spring?',
    needs: ['search.modifiedAfter'],
    run: async (call) => {
      const { data } = await call<Found>('search', {
        query: 'brazing',
        directory: 'Journal',
        modifiedAfter: '1y',
        limit: 5,
      });
      return pathsOf(data).includes('Journal/2026/2026-03-28.md');
    },
  },
  {
    asked: 'Where do I mention a date in March 2026, and in which lines?',
    needs: ['search.query'],
    run: async (call) => {
      const { data } = await call<Found>('search', { query: '\\[due:: 2026-03-\\d\\d\\]', mode: 'regex' });
      return data.length > 4 && data.every(({ line }) => line !== undefined);
    },
  },
  {
    asked: 'What stops creatures chewing my seedlings in the dark?',
    needs: ['search.variants'],
    run: async (call) => {
      const query = 'what stops creatures chewing my seedlings in the dark';
      const variants = ['slugs and snails', 'garden pests control', 'protect young plants at night'];
      const { data } = await call<Found>('search', { query, variants, limit: 5 });
      const [top] = data;
      if (top === undefined) return false;
      const read = await call<Read>('read_note', { name: top.path, mode: 'full', links: 'none' });
      return read.data.content?.includes('Going out and picking them off') === true;
    },
  },
  {
    asked: 'The concert page says where it is said who brings what. What is said there?',
    needs: ['read_note'],
    run: async (call) => {
      const { data } = await call<Read>('read_note', { name: '[[2026-05-11 Concert Planning#Who does what]]' });
      return data.content?.includes('Urn and cups') === true;
    },
  },
  {
    asked: 'Who mentions Marguerite, and in what words?',
    needs: ['read_note.mentions'],
    run: async (call) => {
      const { data } = await call<Read & { data: { mentions?: Row[] } }>('read_note', {
        name: 'Marguerite Duval',
        mode: 'full',
        mentions: true,
        maxContentLength: 1,
      });
      return (data.incoming?.length ?? 0) > 3 && (data.mentions?.length ?? 0) > 0;
    },
  },
  {
    asked: 'How does Dan come to have to do with the tide clock?',
    needs: ['find_path_between'],
    run: async (call) => {
      const { length } = await call<{ length: number }>('find_path_between', { from: 'Dan', to: 'Tide Clock' });
      return length === 1;
    },
  },
  {
    asked: 'What are my notes about, as a whole?',
    needs: ['detect_themes'],
    run: async (call) => {
      const { clusters } = await call<{ clusters: unknown[] }>('detect_themes', {});
      return clusters.length > 2;
    },
  },
  {
    asked: 'What else is like my note on soil?',
    needs: ['search.like'],
    run: async (call) => {
      const { data } = await call<Found>('search', { like: 'Soil is a slow battery', limit: 5 });
      return pathsOf(data).some((path) => path === 'Garden/Compost Log.md' || path === 'Books/Entangled Life.md');
    },
  },
  {
    asked: 'What does my base of quick suppers show?',
    needs: ['base_query.source'],
    run: async (call) => {
      const { total } = await call<Found>('base_query', { file: 'Recipes/Recipes.base', view: 'Quick suppers' });
      return total >= 3;
    },
  },
];

import { pathsOf, type Row, type Task } from './task.ts';

interface Changed {
  data: Row & { frontmatter?: Record<string, unknown> };
  notes: Row[];
  tasks: Row[];
  path: string;
  total: number;
}

/** Changes of the sample vault, each of other notes. */
export const CHANGING_TASKS: readonly Task[] = [
  {
    asked: "Add to today's note that the paint is dry.",
    needs: ['daily_note'],
    run: async (call) => {
      const { path } = await call<Changed>('daily_note', { content: 'The paint is dry.' });
      const { data } = await call<Changed>('read_note', { name: path, mode: 'full', links: 'none' });
      return data.content?.includes('The paint is dry.') === true;
    },
  },
  {
    asked: 'Call the tag book/nature book/outdoors.',
    needs: ['rename_tag'],
    run: async (call) => {
      await call('rename_tag', { from: 'book/nature', to: 'book/outdoors' });
      const { total } = await call<Changed>('list_notes', { tag: 'book/outdoors', limit: 1 });
      return total === 4;
    },
  },
  {
    asked: 'Rename the folder Places to Rooms.',
    needs: ['move_note.keepAlias'],
    run: async (call) => {
      await call('move_note', { source: 'Places', destination: 'Rooms' });
      const { data } = await call<Changed>('read_note', { name: 'Net Loft', links: 'counts' });
      return data.path === 'Rooms/Net Loft.md';
    },
  },
  {
    asked: 'Mark all books as reviewed.',
    needs: ['edit_note.where'],
    run: async (call) => {
      const edit = { mode: 'patch_frontmatter', key: 'reviewed', value: true };
      const { total } = await call<Changed>('edit_note', { directory: 'Books', where: { tags: 'book' }, ...edit });
      return total === 8;
    },
  },
  {
    asked: 'Put the overheard things into the note on slack, and drop the old note.',
    needs: ['move_note.onExists'],
    run: async (call) => {
      const source = 'Ideas/Things overheard on the harbour wall.md';
      await call('move_note', { source, destination: 'Ideas/Slack is not waste.md', onExists: 'merge' });
      const { data } = await call<Changed>('read_note', {
        name: 'Slack is not waste',
        mode: 'full',
        maxContentLength: 9_999,
      });
      return data.content?.includes("That's Redruth") === true;
    },
  },
  {
    asked: 'Undo what you just did.',
    needs: ['undo_change'],
    run: async (call) => {
      await call('edit_note', { name: 'Quay Voices', mode: 'append', content: 'A slip.' });
      await call('undo_change', { id: 'last' });
      const { data } = await call<Changed>('read_note', { name: 'Quay Voices', mode: 'full', maxContentLength: 9_999 });
      return data.content?.includes('A slip.') === false;
    },
  },
  {
    asked: 'Add a spare fleece to what I want to ask Aled about.',
    needs: ['edit_note.expect'],
    run: async (call) => {
      const edit = {
        mode: 'patch_heading',
        heading: 'Ask him about',
        headingOp: 'append',
        content: '- [ ] A spare fleece',
      };
      await call('edit_note', { name: 'Aled Price', ...edit });
      const { data } = await call<Changed>('read_note', { name: 'Aled Price', section: 'Ask him about' });
      return data.content?.endsWith('use the lathe\n- [ ] A spare fleece') === true;
    },
  },
  {
    asked: 'Write a note on the paint booth that we want, in Projects.',
    needs: ['create_note'],
    run: async (call) => {
      const content = 'For the [[Net Loft]]: a booth of our own.\n';
      const { path } = await call<Changed>('create_note', {
        title: 'Paint booth plan',
        directory: 'Projects',
        content,
      });
      return path === 'Projects/Paint booth plan.md';
    },
  },
  {
    asked: 'The photographs of frame 014 are done.',
    needs: ['list_tasks', 'edit_note.expect'],
    run: async (call) => {
      const { tasks } = await call<Changed>('list_tasks', { name: 'Frame 014', text: 'Photographs' });
      const [task] = tasks;
      if (task === undefined || pathsOf(tasks).length > 1) return false;
      const [before, after] = ['- [ ] Photographs for the page', '- [x] Photographs for the page'];
      await call('edit_note', { name: task.path, mode: 'at_line', line: task.line, expect: before, content: after });
      const { total } = await call<Changed>('list_tasks', { name: 'Frame 014', text: 'Photographs' });
      return total === 0;
    },
  },
];

import { describe, expect, it } from 'vitest';
import { entry, runBaseText } from './base-test-kit.ts';

/** Bases in the manner of people's, with the answers that the app's documentation lets expect. */

const NOW = new Date(2026, 5, 20, 9, 30).getTime();
const day = (month: number, date: number): number => new Date(2026, month - 1, date, 12).getTime();

const NOTES = [
  entry(
    'Books/Emma.md',
    {
      type: 'book',
      author: '[[Jane Austen]]',
      status: 'read',
      rating: 5,
      pages: 474,
      price: 9.5,
      finished: '2026-02-01',
      genres: ['novel', 'classic'],
      cover: '[[emma.jpg]]',
      publish: true,
    },
    { tags: ['#book', '#book/classic'], ctime: day(1, 5), links: [{ target: 'Jane Austen' }] },
  ),
  entry(
    'Books/Dune.md',
    {
      type: 'book',
      author: '[[Frank Herbert|Herbert]]',
      status: 'reading',
      rating: 4,
      pages: 612,
      'pages-read': 306,
      price: 12,
      started: '2026-06-10',
      genres: ['sf'],
    },
    { tags: ['#book', '#book/sf'], ctime: day(6, 10) },
  ),
  entry(
    'Books/Beowulf.md',
    { type: 'book', author: 'unknown', status: 'to read', pages: 120, genres: 'epic', publish: false },
    { tags: ['#book'], ctime: day(3, 1) },
  ),
  entry(
    'Recipes/Soup.md',
    {
      categories: ['[[Dinner]]'],
      minutes: 35,
      servings: 4,
      ingredients: ['leek', 'potato', 'salt'],
      cost: 6,
      last_cooked: '2026-06-15',
    },
    { tags: ['#recipe'], mtime: day(6, 15) },
  ),
  entry(
    'Recipes/Bread.md',
    {
      categories: ['[[Baking]]', '[[Breakfast]]'],
      minutes: 180,
      servings: 8,
      ingredients: ['flour', 'water', 'salt'],
      cost: 2,
    },
    { tags: ['#recipe', '#vegan'], mtime: day(5, 1) },
  ),
  entry(
    'Projects/Clock.md',
    {
      status: 'active',
      due: '2026-06-18',
      start: '2026-05-01',
      budget: 400,
      spent: 250,
      priority: 1,
      area: '[[Workshop]]',
      people: ['[[Ada]]'],
    },
    { tags: ['#project'], links: [{ target: 'Ada' }, { target: 'Workshop' }] },
  ),
  entry(
    'Projects/Concert.md',
    {
      status: 'active',
      due: '2026-07-04',
      start: '2026-06-01',
      budget: 1_000,
      spent: 100,
      priority: 2,
      area: '[[Choir]]',
      people: ['[[Ada]]', '[[Ben]]'],
    },
    { tags: ['#project'], links: [{ target: 'Ada' }, { target: 'Ben' }] },
  ),
  entry(
    'Projects/Shed.md',
    { status: 'done', due: '2026-03-01', start: '2026-02-01', budget: 300, spent: 320, priority: 3 },
    { tags: ['#project', '#archived'] },
  ),
  entry(
    'People/Ada.md',
    { born: '1990-06-21', city: 'Leeds', email: 'ada@example.org', last_contact: '2026-06-01' },
    { tags: ['#person'], links: [{ target: 'Ben' }] },
  ),
  entry('People/Ben.md', { born: '1985-12-03', city: 'York', last_contact: '2025-12-20' }, { tags: ['#person'] }),
  entry(
    'Meetings/2026-06-12 Clock.md',
    { date: '2026-06-12T10:00', attendees: ['[[Ada]]', '[[Ben]]'], project: '[[Clock]]', minutes: 45 },
    { tags: ['#meeting'], links: [{ target: 'Clock' }, { target: 'Ada' }] },
  ),
  entry(
    'Meetings/2026-06-25 Choir.md',
    { date: '2026-06-25T19:30', attendees: ['[[Ben]]'], project: '[[Concert]]', minutes: 60 },
    { tags: ['#meeting'], links: [{ target: 'Concert' }] },
  ),
  entry('Journal/2026-06-18.md', { mood: 4, run: true, water: 6, sleep: 7.5 }, { tags: ['#daily'] }),
  entry('Journal/2026-06-19.md', { mood: 2, run: false, water: 8, sleep: 6 }, { tags: ['#daily'] }),
  entry('Journal/2026-06-20.md', { mood: 5, run: true, water: 7 }, { tags: ['#daily'] }),
  entry(
    'Tasks/Call Ben.md',
    {
      status: 'open',
      priority: 'high',
      due: '2026-06-20',
      scheduled: '2026-06-19',
      contexts: ['phone'],
      projects: ['[[Concert]]'],
      timeEstimate: 15,
    },
    { tags: ['#task'], links: [{ target: 'Concert' }] },
  ),
  entry(
    'Tasks/Buy wood.md',
    {
      status: 'open',
      priority: 'normal',
      due: '2026-06-17',
      contexts: ['town', 'errand'],
      projects: ['[[Clock]]'],
      timeEstimate: 60,
    },
    { tags: ['#task'], links: [{ target: 'Clock' }] },
  ),
  entry(
    'Tasks/Old one.md',
    { status: 'done', priority: 'low', completedDate: '2026-06-02', timeEstimate: 30 },
    { tags: ['#task'] },
  ),
  entry('emma.jpg', undefined, { size: 250_000 }),
  entry('Plan.canvas', undefined, { size: 900, links: [{ target: 'Projects/Clock.md', isFile: true }] }),
  entry('Dashboards/Books.base', undefined, { size: 300 }),
];

interface Expected {
  rows: string;
  /** Values of one column, in the order of the rows. */
  cells?: Record<string, unknown[]>;
  groups?: [unknown, number][];
  summaries?: Record<string, unknown>;
  warnings?: string[];
}

/** A base with one view `V`; lines of the view and lines before `views:`. */
function base(view: string, before = ''): string {
  const lines = view === '' ? '' : `${view.replace(/^(?=.)/gm, '    ')}\n`;
  return `${before === '' ? '' : `${before}\n`}views:\n  - type: table\n    name: V\n${lines}`;
}
const of = (filter: string): string => `filters:\n  and:\n    - ${filter}`;
const books = of('file.hasTag("book")');
const projects = of('file.hasTag("project")');
const tasks = of('file.hasTag("task")');
const daily = of('file.inFolder("Journal")');

const CASES: [what: string, yaml: string, expected: Expected][] = [
  ['books: all, by name', base('', books), { rows: 'Beowulf, Dune, Emma' }],
  [
    'books: a formula for what is left to read',
    base(
      'order: [file.name, formula.left]\nsort: [{property: formula.left, direction: DESC}]',
      `${books}\nformulas:\n  left: pages - number(if(note["pages-read"], note["pages-read"], 0))`,
    ),
    { rows: 'Emma, Dune, Beowulf', cells: { 'formula.left': [474, 306, 120] } },
  ],
  [
    'books: progress in per cent',
    base(
      'filters: \'status == "reading"\'\norder: [formula.progress]',
      `${books}\nformulas:\n  progress: '(note["pages-read"] / pages * 100).round() + "%"'`,
    ),
    { rows: 'Dune', cells: { 'formula.progress': ['50%'] } },
  ],
  [
    'books: price as text, nothing without one',
    base('order: [formula.price]', `${books}\nformulas:\n  price: if(price, "$" + price.toFixed(2), "")`),
    { rows: 'Beowulf, Dune, Emma', cells: { 'formula.price': ['', '$12.00', '$9.50'] } },
  ],
  [
    'books: stars',
    base('order: [formula.stars]', `${books}\nformulas:\n  stars: '"★".repeat(rating)'`),
    { rows: 'Beowulf, Dune, Emma', cells: { 'formula.stars': ['', '★★★★', '★★★★★'] } },
  ],
  ['books: by author, a link', base('filters: author == link("Jane Austen")', books), { rows: 'Emma' }],
  ['books: by author, a link in a text', base('filters: author == "[[Jane Austen]]"', books), { rows: 'Emma' }],
  [
    'books: grouped by state, descending',
    base('groupBy:\n  property: note.status\n  direction: DESC', books),
    {
      rows: 'Beowulf, Dune, Emma',
      groups: [
        ['to read', 1],
        ['reading', 1],
        ['read', 1],
      ],
    },
  ],
  [
    'books: grouped by whether they are rated',
    base('groupBy: {property: formula.rated}', `${books}\nformulas: {rated: "!rating.isEmpty()"}`),
    {
      rows: 'Beowulf, Dune, Emma',
      groups: [
        [false, 1],
        [true, 2],
      ],
    },
  ],
  [
    'books: a group without a value comes last',
    base('groupBy: {property: rating, direction: ASC}', books),
    {
      rows: 'Dune, Emma, Beowulf',
      groups: [
        [4, 1],
        [5, 1],
        [null, 1],
      ],
    },
  ],
  [
    'books: summaries of numbers',
    base('order: [pages, rating, price]\nsummaries:\n  pages: Sum\n  rating: Average\n  price: Max', books),
    { rows: 'Beowulf, Dune, Emma', summaries: { pages: 1_206, rating: 4.5, price: 12 } },
  ],
  [
    'books: summaries of anything',
    base('summaries:\n  rating: Empty\n  status: Unique\n  note.publish: Checked\n  author: Filled', books),
    { rows: 'Beowulf, Dune, Emma', summaries: { rating: 1, status: 3, 'note.publish': 1, author: 3 } },
  ],
  [
    'books: a summary of their own',
    base(
      'summaries:\n  pages: mean\n  rating: best',
      `${books}\nsummaries:\n  mean: values.mean().round(1)\n  best: values.filter(value.isType("number")).reduce(if(acc == null || value > acc, value, acc), null)`,
    ),
    { rows: 'Beowulf, Dune, Emma', summaries: { pages: 402, rating: 5 } },
  ],
  [
    'books: genres, a list or not',
    base('filters: list(genres).contains("epic") || genres.contains("novel")', books),
    { rows: 'Beowulf, Emma' },
  ],
  [
    'books: genres joined',
    base('order: [formula.all]', `${books}\nformulas: {all: 'list(genres).join(" / ")'}`),
    { rows: 'Beowulf, Dune, Emma', cells: { 'formula.all': ['epic', 'sf', 'novel / classic'] } },
  ],
  ['books: read this year', base('filters: finished.year == now().year', books), { rows: 'Emma' }],
  ['books: added in the last month', base('filters: file.ctime > now() - "1 month"', books), { rows: 'Dune' }],
  [
    'books: cards with a cover',
    'views:\n  - type: cards\n    name: V\n    image: note.cover\n    imageFit: contain\n    cardSize: 190\n    filters: cover\n    order: [file, author]\n',
    { rows: 'Emma', cells: { author: ['[[Jane Austen]]'] } },
  ],
  [
    'books: short names',
    base('order: [formula.short]', `${books}\nformulas: {short: 'file.name.slice(0, 3).lower() + "…"'}`),
    { rows: 'Beowulf, Dune, Emma', cells: { 'formula.short': ['beo…', 'dun…', 'emm…'] } },
  ],
  [
    'books: a title of the file',
    base('order: [formula.show]', `${books}\nformulas: {show: 'file.asLink(file.name.title())'}`),
    {
      rows: 'Beowulf, Dune, Emma',
      cells: { 'formula.show': ['[[Books/Beowulf|Beowulf]]', '[[Books/Dune|Dune]]', '[[Books/Emma|Emma]]'] },
    },
  ],
  ['recipes: a category is a link', base('', of('categories.contains(link("Dinner"))')), { rows: 'Soup' }],
  [
    'recipes: quick ones',
    base('filters:\n  or:\n    - minutes < 40\n    - servings >= 10', of('file.hasTag("recipe")')),
    { rows: 'Soup' },
  ],
  [
    'recipes: how many ingredients, and the cost of each portion',
    base(
      'order: [formula.count, formula.portion]\nsort: [formula.portion]',
      `${of('file.inFolder("Recipes")')}\nformulas:\n  count: ingredients.length\n  portion: (cost / servings).round(2)`,
    ),
    { rows: 'Bread, Soup', cells: { 'formula.count': [3, 3], 'formula.portion': [0.25, 1.5] } },
  ],
  [
    'recipes: with salt, without flour',
    base(
      'filters:\n  and:\n    - ingredients.containsAny("salt", "soy")\n    - not:\n        - ingredients.contains("flour")',
    ),
    { rows: 'Soup' },
  ],
  [
    'recipes: cooked when',
    base(
      'filters: file.hasTag("recipe")\norder: [formula.when]',
      'formulas:\n  when: \'if(last_cooked, last_cooked.relative(), "never")\'',
    ),
    { rows: 'Bread, Soup', cells: { 'formula.when': ['never', '5 days ago'] } },
  ],
  [
    'recipes: hours and minutes',
    base(
      'order: [formula.time]',
      `${of('file.hasTag("recipe")')}\nformulas:\n  time: 'if(minutes >= 60, (minutes / 60).floor() + "h ", "") + minutes % 60 + "m"'`,
    ),
    { rows: 'Bread, Soup', cells: { 'formula.time': ['3h 0m', '35m'] } },
  ],
  ['recipes: not vegan', base('filters: \'!file.hasTag("vegan") && file.hasTag("recipe")\''), { rows: 'Soup' }],
  [
    'projects: open ones by due date',
    base('filters:\n  not:\n    - status == "done"\nsort:\n  - property: note.due\n    direction: ASC', projects),
    { rows: 'Clock, Concert' },
  ],
  [
    'projects: overdue',
    base(
      'order: [formula.state]\nsort: [file.name]',
      `${projects}\nformulas:\n  state: 'if(due < today() && status != "done", "Overdue", if(status == "done", "Done", "On time"))'`,
    ),
    { rows: 'Clock, Concert, Shed', cells: { 'formula.state': ['Overdue', 'On time', 'Done'] } },
  ],
  [
    'projects: days that are left',
    base('order: [formula.left]', `${projects}\nformulas:\n  left: (due - today()).days`),
    { rows: 'Clock, Concert, Shed', cells: { 'formula.left': [-2, 14, -111] } },
  ],
  [
    'projects: days that are left, by milliseconds',
    base(
      'filters: status == "active"\norder: [formula.left]',
      `${projects}\nformulas:\n  left: ((date(due) - today()) / 86400000).floor()`,
    ),
    { rows: 'Clock, Concert', cells: { 'formula.left': [-2, 14] } },
  ],
  [
    'projects: how long they take',
    base('order: [formula.weeks]', `${projects}\nformulas:\n  weeks: ((due - start).days / 7).toFixed(1)`),
    { rows: 'Clock, Concert, Shed', cells: { 'formula.weeks': ['6.9', '4.7', '4.0'] } },
  ],
  [
    'projects: what is left of the budget, formulas upon formulas',
    base(
      'order: [formula.rest, formula.share]\nsummaries:\n  formula.rest: Sum',
      `${projects}\nformulas:\n  share: (formula.rest / budget * 100).round() + "%"\n  rest: budget - spent`,
    ),
    {
      rows: 'Clock, Concert, Shed',
      cells: { 'formula.rest': [150, 900, -20], 'formula.share': ['38%', '90%', '-7%'] },
      summaries: { 'formula.rest': 1_030 },
    },
  ],
  [
    'projects: by area, a link',
    base('groupBy: {property: area, direction: ASC}', projects),
    {
      rows: 'Concert, Clock, Shed',
      groups: [
        ['[[Choir]]', 1],
        ['[[Workshop]]', 1],
        [null, 1],
      ],
    },
  ],
  [
    'projects: not in the archive',
    base('filters: \'!file.tags.contains("#archived")\'', projects),
    { rows: 'Clock, Concert' },
  ],
  ['projects: with someone', base('filters: people.contains(link("Ben"))', projects), { rows: 'Concert' }],
  [
    'projects: how many people',
    base(
      'order: [formula.n]\nsort: [{property: formula.n, direction: DESC}, {property: file.name, direction: DESC}]',
      `${projects}\nformulas: {n: list(people).length}`,
    ),
    { rows: 'Concert, Clock, Shed', cells: { 'formula.n': [2, 1, 0] } },
  ],
  [
    'projects: names of people',
    base(
      'order: [formula.names]',
      `${projects}\nformulas: {names: 'list(people).map(value.asFile().name).join(", ")'}`,
    ),
    { rows: 'Clock, Concert, Shed', cells: { 'formula.names': ['Ada', 'Ada, Ben', ''] } },
  ],
  [
    'projects: dates in a format',
    base('filters: status == "active"\norder: [formula.d]', `${projects}\nformulas: {d: 'due.format("dddd, MMM Do")'}`),
    { rows: 'Clock, Concert', cells: { 'formula.d': ['Thursday, Jun 18th', 'Saturday, Jul 4th'] } },
  ],
  [
    'projects: the latest and the range of due dates',
    base('summaries: {due: Latest, start: Earliest, note.due: Range}', projects),
    {
      rows: 'Clock, Concert, Shed',
      summaries: { due: '2026-07-04', start: '2026-02-01', 'note.due': 125 * 86_400_000 },
    },
  ],
  [
    'projects: icons by state',
    base(
      'filters: priority < 3\norder: [formula.mark]',
      `${projects}\nformulas:\n  mark: if(priority == 1, icon("flame"), icon("circle"))`,
    ),
    { rows: 'Clock, Concert', cells: { 'formula.mark': [{ icon: 'flame' }, { icon: 'circle' }] } },
  ],
  [
    'people: not heard of for three months',
    base('filters: last_contact < today() - "3M"', of('file.hasTag("person")')),
    { rows: 'Ben' },
  ],
  [
    'people: ages',
    base(
      'order: [formula.age]\nsort: [formula.age]',
      `${of('file.hasTag("person")')}\nformulas:\n  age: ((today() - born).days / 365.25).floor()`,
    ),
    { rows: 'Ada, Ben', cells: { 'formula.age': [35, 40] } },
  ],
  [
    'people: the next birthday',
    base(
      'filters: born\norder: [formula.next]',
      'formulas:\n  this_year: date(now().year + born.format("-MM-DD"))\n  next: if(formula.this_year < today(), formula.this_year + "1y", formula.this_year).format("YYYY-MM-DD")',
    ),
    { rows: 'Ada, Ben', cells: { 'formula.next': ['2026-06-21', '2026-12-03'] } },
  ],
  [
    'people: what links to them',
    base('order: [file.backlinks, formula.n]', `${of('file.hasTag("person")')}\nformulas: {n: file.backlinks.length}`),
    { rows: 'Ada, Ben', cells: { 'formula.n': [3, 2] } },
  ],
  [
    'people: meetings of each',
    base(
      'order: [formula.m]',
      `${of('file.hasTag("person")')}\nformulas: {m: file.backlinks.filter(value.asFile().hasTag("meeting")).map(value.asFile().name)}`,
    ),
    { rows: 'Ada, Ben', cells: { 'formula.m': [['2026-06-12 Clock'], []] } },
  ],
  [
    'people: with an e-mail address',
    base('filters:\n  and:\n    - file.hasProperty("email")\n    - \'/@example\\.org$/.matches(email)\''),
    { rows: 'Ada' },
  ],
  [
    'meetings: those to come',
    base('filters: date >= now()', of('file.hasTag("meeting")')),
    { rows: '2026-06-25 Choir' },
  ],
  [
    'meetings: of a project, by its link',
    base(
      'order: [formula.time, minutes]\nsummaries: {minutes: Sum}',
      `${of('project == link("Clock")')}\nformulas: {time: 'date.time()'}`,
    ),
    { rows: '2026-06-12 Clock', cells: { 'formula.time': ['10:00:00'] }, summaries: { minutes: 45 } },
  ],
  [
    'meetings: the day in the name',
    base('filters: date(file.name.slice(0, 10)) < today()', of('file.folder == "Meetings"')),
    { rows: '2026-06-12 Clock' },
  ],
  [
    'meetings: the ends',
    base(
      'order: [formula.end]',
      `${of('file.hasTag("meeting")')}\nformulas: {end: '(date + duration(minutes + "m")).format("HH:mm")'}`,
    ),
    { rows: '2026-06-12 Clock, 2026-06-25 Choir', cells: { 'formula.end': ['10:45', '20:30'] } },
  ],
  [
    'habits: how often, and the mean',
    base(
      'order: [mood, run, sleep]\nsummaries: {run: Checked, note.run: Unchecked, mood: Median, sleep: Average, water: Stddev}',
      daily,
    ),
    {
      rows: '2026-06-18, 2026-06-19, 2026-06-20',
      summaries: { run: 2, 'note.run': 1, mood: 4, sleep: 6.75, water: Math.sqrt(2 / 3) },
    },
  ],
  [
    'habits: this week, newest first',
    base(
      'filters: date(file.basename) > today() - "2d"\nsort:\n  - property: file.name\n    direction: DESC\nlimit: 1',
      daily,
    ),
    { rows: '2026-06-20' },
  ],
  [
    'habits: a bar',
    base('order: [formula.bar]', `${daily}\nformulas:\n  bar: '"▓".repeat(mood) + "░".repeat(5 - mood)'`),
    { rows: '2026-06-18, 2026-06-19, 2026-06-20', cells: { 'formula.bar': ['▓▓▓▓░', '▓▓░░░', '▓▓▓▓▓'] } },
  ],
  [
    'habits: weekday and week',
    base('order: [formula.w]\nlimit: 2', `${daily}\nformulas: {w: 'date(file.name).format("ddd [W]WW")'}`),
    { rows: '2026-06-18, 2026-06-19', cells: { 'formula.w': ['Thu W25', 'Fri W25'] } },
  ],
  [
    'habits: a score of the best',
    base(
      'order: [formula.score]\nsort: [{property: formula.score, direction: DESC}]',
      `${daily}\nformulas: {score: 'max(mood * 2, water, number(run) * 7)'}`,
    ),
    { rows: '2026-06-20, 2026-06-18, 2026-06-19', cells: { 'formula.score': [10, 8, 8] } },
  ],
  [
    'tasknotes: open by urgency',
    base(
      'order: [file.name, formula.rank]\nsort:\n  - property: formula.rank\n    direction: DESC',
      `filters:\n  and:\n    - file.hasTag("task")\n    - status != "done"\nformulas:\n  weight: 'if(priority == "high", 3, if(priority == "normal", 2, 1))'\n  late: if(due, max(0, (today() - date(due)).days), 0)\n  rank: formula.weight + formula.late`,
    ),
    { rows: 'Buy wood, Call Ben', cells: { 'formula.rank': [5, 3] } },
  ],
  [
    'tasknotes: today',
    base('filters:\n  or:\n    - date(due) == today()\n    - date(scheduled) == today()', tasks),
    { rows: 'Call Ben' },
  ],
  ['tasknotes: due is empty', base('filters: due.isEmpty()', tasks), { rows: 'Old one' }],
  [
    'tasknotes: by context, unnested',
    base('groupBy: {property: formula.first}', `${tasks}\nformulas: {first: 'list(contexts)[0]'}`),
    {
      rows: 'Call Ben, Buy wood, Old one',
      groups: [
        ['phone', 1],
        ['town', 1],
        [null, 1],
      ],
    },
  ],
  [
    'tasknotes: hours in all',
    base(
      'order: [timeEstimate]\nsummaries: {timeEstimate: hours}',
      `${tasks}\nsummaries:\n  hours: '(values.reduce(acc + value, 0) / 60).toFixed(2) + "h"'`,
    ),
    { rows: 'Buy wood, Call Ben, Old one', summaries: { timeEstimate: '1.75h' } },
  ],
  [
    'tasknotes: of a project that is active',
    base('filters: projects[0].asFile().properties.status == "active"', tasks),
    { rows: 'Buy wood, Call Ben' },
  ],
  [
    'tasknotes: done in June',
    base('filters: completedDate.month == 6 && completedDate >= date("2026-06-01")', tasks),
    { rows: 'Old one' },
  ],
  [
    'all files: attachments',
    base(
      'order: [file.name, file.size, formula.kb]',
      `${of('file.ext != "md"')}\nformulas: {kb: '(file.size / 1024).round(1) + " KB"'}`,
    ),
    { rows: 'Books.base, emma.jpg, Plan.canvas', cells: { 'formula.kb': ['0.3 KB', '244.1 KB', '0.9 KB'] } },
  ],
  [
    'all files: a dashboard by folder',
    base('groupBy: {property: file.folder, direction: ASC}\nlimit: 3\nsort: [{property: file.path, direction: ASC}]'),
    { rows: 'Beowulf, Dune, Emma', groups: [['Books', 3]] },
  ],
  [
    'all files: what links to a canvas or note',
    base('filters: file.hasLink(link("Clock"))'),
    { rows: '2026-06-12 Clock, Buy wood, Plan.canvas' },
  ],
  [
    'all files: a filter that fails for one drops it',
    base('filters: number(priority) >= 1'),
    { rows: 'Clock, Concert, Shed', warnings: ['filters'] },
  ],
  [
    'all files: a formula that fails for one is null there',
    base('order: [formula.n]', `${books}\nformulas: {n: genres.map(value.lower()).length}`),
    { rows: 'Beowulf, Dune, Emma', cells: { 'formula.n': [null, 1, 2] }, warnings: ['formula.n'] },
  ],
];

describe('a base', () => {
  it.each(CASES)('%s', (_what, yaml, { rows, cells = {}, groups, summaries = {}, warnings = [] }) => {
    const answer = runBaseText(yaml, 'V', NOTES, { now: NOW });
    expect(answer.rows.map(({ file }) => file.name).join(', ')).toBe(rows);
    for (const [column, values] of Object.entries(cells)) expect(answer.rows.map((row) => row[column])).toEqual(values);
    if (groups !== undefined) expect(answer.groups?.map(({ value, count }) => [value, count])).toEqual(groups);
    for (const [column, value] of Object.entries(summaries)) {
      const found = answer.summaries?.[column]?.value;
      if (typeof value === 'number') expect(found).toBeCloseTo(value, 10);
      else expect(found).toEqual(value);
    }
    expect((answer.warnings ?? []).map(({ place }) => place)).toEqual(warnings);
  });
});

describe('`this`', () => {
  const at = (basePath: string, filter: string): string =>
    runBaseText(base(`filters: '${filter}'`), 'V', NOTES, { basePath })
      .rows.map(({ file }) => file.name)
      .join(', ');

  it.each([
    ['People/Ben.md', 'file.hasLink(this.file)', 'Ada, Concert'],
    ['People/Ben.md', 'attendees.contains(this)', '2026-06-12 Clock, 2026-06-25 Choir'],
    ['Projects/Clock.md', 'project == this', '2026-06-12 Clock'],
    ['Dashboards/Books.base', 'file.folder == this.file.folder', 'Books.base'],
    ['People/Ada.md', 'city == this.city', 'Ada'],
    ['', 'this.name == null && file.hasTag("person")', 'Ada, Ben'],
  ])('of %s: %s', (basePath, filter, expected) => {
    expect(at(basePath, filter)).toBe(expected);
  });

  it('that is no file is null, with a warning', () => {
    const { warnings } = runBaseText(base("filters: 'author == this'"), 'V', NOTES);
    expect(warnings).toEqual([expect.objectContaining({ place: 'this' })]);
  });

  it('is warned of only if the view asks for it', () => {
    const warned = (yaml: string, view: string): unknown[] => runBaseText(yaml, view, NOTES).warnings ?? [];
    expect(warned('views:\n  - {type: table, name: Due this week, order: [file.name]}\n', 'Due this week')).toEqual([]);
    const formulas = 'formulas: {mine: this.city, name: file.name}\nviews:\n';
    expect(warned(`${formulas}  - {type: table, name: V, order: [formula.name]}\n`, 'V')).toEqual([]);
    expect(warned(`${formulas}  - {type: table, name: V, order: [formula.mine]}\n`, 'V')).toEqual([
      expect.objectContaining({ place: 'this' }),
    ]);
  });
});

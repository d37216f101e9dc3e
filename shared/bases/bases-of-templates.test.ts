import { describe, expect, it } from 'vitest';
import { entry, evaluate, runBaseText } from './base-test-kit.ts';

/** Whole bases as people share them on forums and in templates of vaults, each with several views over one vault. */

const NOW = new Date(2026, 10, 24, 9, 30).getTime();
const links = (...targets: string[]): { links: { target: string }[] } => ({
  links: targets.map((target) => ({ target })),
});

const NOTES = [
  entry(
    'Books/Emma.md',
    {
      author: '[[Jane Austen]]',
      status: 'finished',
      rating: 5,
      pages: 474,
      'pages-read': 474,
      price: 9.5,
      started: '2026-01-10',
      finished: '2026-02-01',
    },
    { tags: ['#book', '#book/fiction'], ...links('Jane Austen') },
  ),
  entry(
    'Books/Dune.md',
    {
      author: '[[Frank Herbert|Herbert]]',
      status: 'reading',
      rating: 4.5,
      pages: 612,
      'pages-read': 306,
      price: 1234567.891,
      started: '2026-11-10',
    },
    { tags: ['#book', '#book/sf'], ...links('Frank Herbert') },
  ),
  entry(
    'Books/Beowulf.md',
    { author: ['Anonymous', '[[Seamus Heaney]]'], status: 'to read', rating: null, pages: 120 },
    { tags: ['#book'] },
  ),
  entry(
    'People/Ada.md',
    { birthday: '1990-11-28', 'last-contact': '2026-11-01', 'contact-frequency': 30, tags: ['person'] },
    { tags: ['#person'], ...links('Ben') },
  ),
  entry(
    'People/Ben.md',
    { birthday: '1985-03-02', 'last-contact': '2026-06-01', 'contact-frequency': 60, tags: ['person'] },
    { tags: ['#person'] },
  ),
  entry('People/Cyd.md', { birthday: null, tags: ['person', 'friend'] }, { tags: ['#person', '#friend'] }),
  entry(
    'Projects/Clock.md',
    {
      status: 'active',
      priority: 'high',
      due: '2026-11-20',
      start: '2026-10-01',
      budget: 400,
      spent: 250,
      progress: 60,
    },
    { tags: ['#project', '#todo'], ...links('Ada') },
  ),
  entry(
    'Projects/Concert.md',
    {
      status: 'active',
      priority: 'low',
      due: '2026-11-29',
      start: '2026-11-01',
      budget: 1_000,
      spent: 100,
      progress: 35,
    },
    { tags: ['#project'], ...links('Ada', 'Ben') },
  ),
  entry('Projects/Garden.md', { status: 'someday' }, { tags: ['#project'] }),
  entry(
    'Recipes/Soup.md',
    {
      time: 35,
      ingredients: ['leek', 'potato', 'salt'],
      source: 'https://www.example.com/soup?x=1',
      cover: 'soup.png',
    },
    { tags: ['#recipe'] },
  ),
  entry('Recipes/Bread.md', { time: 180, ingredients: ['flour', 'water', 'salt'] }, { tags: ['#recipe', '#vegan'] }),
  entry('Daily/2026-11-24.md', { mood: 5, run: true, meditate: false }, { tags: ['#daily'] }),
  entry('Daily/2026-11-23.md', { mood: 2, run: false, meditate: true }, { tags: ['#daily'], ...links('Ada') }),
  entry('Daily/2025-11-24.md', { mood: 3, run: false, meditate: false }, { tags: ['#daily'] }),
  entry('Places/Eiffel Tower.md', { coordinates: ['48.85837', '2.294481'], type: '[[Sights]]' }, { tags: ['#places'] }),
  entry('Places/Cafe.md', { latitude: 48.86, longitude: 2.3, type: ['[[Food]]'] }, { tags: ['#places'] }),
  entry('Types/Sights.md', { icon: 'camera' }),
  entry('Types/Food.md', { icon: 'utensils' }),
  entry(
    'Invoices/2026-001.md',
    {
      client: '[[Acme]]',
      date: '2026-09-15',
      due: '2026-10-15',
      net: 1_200,
      paid: true,
      items: [
        { qty: 2, price: 100 },
        { qty: 10, price: 100 },
      ],
    },
    { tags: ['#invoice'] },
  ),
  entry(
    'Invoices/2026-002.md',
    { client: '[[Acme]]', date: '2026-11-01', due: '2026-11-15', net: 800.5, paid: false },
    { tags: ['#invoice'] },
  ),
  entry('Plants/Ficus.md', { last_watered: '2026-11-10', water_every: 7 }, { tags: ['#plant'] }),
  entry('Plants/Cactus.md', { last_watered: '2026-11-01', water_every: 30 }, { tags: ['#plant'] }),
  entry(
    'Papers/smith2020.md',
    { citekey: 'smith2020', authors: ['Smith, John', 'Doe, Jane', 'Roe, R.'], year: 2020 },
    { tags: ['#paper'], ...links('@doe2018') },
  ),
  entry('Papers/@doe2018.md', { citekey: '@doe2018', authors: ['Doe, Jane'], year: '2018' }, { tags: ['#paper'] }),
  entry('Home.md', {}, links('Emma', 'Nowhere')),
];

interface Expected {
  rows: string;
  cells?: Record<string, unknown[]>;
  groups?: [unknown, number][];
  summaries?: Record<string, unknown>;
}

/** A base, what `this` is, and its views with their answers. */
const BASES: [string, string, Record<string, Expected>, string?][] = [
  [
    'books, with progress bars and stars',
    `
filters:
  and:
    - file.hasTag("book")
formulas:
  Untitled: ""
  pct: (pages-read / pages * 100).round()
  bar: if(pages-read, "█".repeat((formula.pct / 10).floor()) + "░".repeat(10 - (formula.pct / 10).floor()), "")
  stars: '"★".repeat(rating) + "☆".repeat(5 - rating)'
  days: if(finished, (finished - started).days + " days", if(started, (today() - started).days + " days so far"))
  money: 'if(price, "$" + price.toFixed(2).replace(/\\B(?=(\\d{3})+(?!\\d))/g, ","), "")'
  by: list(author).map(value.toString().replace(/\\[\\[|\\]\\]/g, "").split("|").reverse()[0]).join(", ")
views:
  - type: table
    name: Progress
    order: [formula.pct, formula.bar, formula.days, formula.by, formula.Untitled]
    sort: [{property: formula.pct, direction: DESC}]
    summaries: {pages-read: Sum}
  - type: cards
    name: Rated
    filters: '!rating.isEmpty()'
    groupBy: {property: status, direction: DESC}
    order: [formula.stars, formula.money]
  - type: table
    name: Unstarted
    filters: {and: ['!pages-read', note.pages < 200]}
  - type: table
    name: Halfway
    filters: {and: [note.pages-read < pages, pages-read >= 300]}
`,
    {
      Progress: {
        rows: 'Emma, Dune, Beowulf',
        cells: {
          'formula.pct': [100, 50, null],
          'formula.bar': ['██████████', '█████░░░░░', ''],
          'formula.days': ['22 days', '14 days so far', null],
          'formula.by': ['Jane Austen', 'Herbert', 'Anonymous, Seamus Heaney'],
          'formula.Untitled': [null, null, null],
        },
        summaries: { 'pages-read': 780 },
      },
      Rated: {
        rows: 'Dune, Emma',
        cells: { 'formula.stars': ['★★★★', '★★★★★'], 'formula.money': ['$1,234,567.89', '$9.50'] },
        groups: [
          ['reading', 1],
          ['finished', 1],
        ],
      },
      Unstarted: { rows: 'Beowulf' },
      Halfway: { rows: 'Dune' },
    },
  ],
  [
    'people to keep in touch with, by names with hyphens',
    `
filters: file.hasTag("person")
formulas:
  days-since: (today() - last-contact).days
  next: last-contact + (contact-frequency + "d")
  seen: if(last-contact, last-contact.format("MMM D"), "never")
views:
  - type: table
    name: All
    order: [formula.days-since, formula.seen]
    sort: [{property: formula.days-since, direction: DESC}]
  - {type: table, name: Overdue, filters: formula.days-since > contact-frequency, order: [formula.next]}
  - {type: table, name: Lost, filters: note.last-contact < today() - "3M"}
  - {type: table, name: Never, filters: last-contact.isEmpty()}
`,
    {
      All: {
        rows: 'Ben, Ada, Cyd',
        cells: { 'formula.days-since': [176, 23, null], 'formula.seen': ['Jun 1', 'Nov 1', 'never'] },
      },
      Overdue: { rows: 'Ben', cells: { 'formula.next': ['2026-07-31'] } },
      Lost: { rows: 'Ben' },
      Never: { rows: 'Cyd' },
    },
  ],
  [
    'birthdays',
    `
filters: {and: [file.hasTag("person"), birthday]}
formulas:
  this_year: date(today().year + birthday.format("-MM-DD"))
  next: if(formula.this_year >= today(), formula.this_year, formula.this_year + "1y")
  in: (formula.next - today()).days
  age: (formula.next - birthday).years.round()
  month: birthday.format("MM MMMM")
views:
  - {type: table, name: Next, order: [formula.in, formula.age], sort: [{property: formula.in, direction: ASC}]}
  - {type: table, name: Months, groupBy: {property: formula.month, direction: ASC}}
`,
    {
      Next: { rows: 'Ada, Ben', cells: { 'formula.in': [4, 98], 'formula.age': [36, 42] } },
      Months: {
        rows: 'Ben, Ada',
        groups: [
          ['03 March', 1],
          ['11 November', 1],
        ],
      },
    },
  ],
  [
    'projects, overdue and in the next seven days',
    `
filters: {and: [file.hasTag("project"), '!file.inFolder("Archive")']}
formulas:
  state: 'if(!due, "no date", if(due < today(), "overdue by " + (today() - due).days + "d", if(due <= today() + "7d", "soon", "fine")))'
  weeks: ((due - start) / duration("1w")).round(1)
  share: (due - today()) / "1d"
  rank: '{"high": 1, "medium": 2, "low": 3}[priority]'
  bar: 'html("<progress value=\\"" + progress + "\\" max=\\"100\\"></progress>")'
summaries:
  euros: '"€" + values.filter(value.isType("number")).reduce(acc + value, 0).toFixed(2)'
views:
  - type: table
    name: All
    order: [formula.state, formula.weeks, formula.share, formula.rank]
    sort: [{property: formula.rank, direction: DESC}]
    summaries: {budget: euros, due: Range, spent: Empty}
  - {type: table, name: Next 7, filters: {and: [due >= today(), due - today() <= "7d"]}, order: [formula.bar]}
  - {type: kanban, name: Board, groupBy: {property: status, direction: DESC}}
`,
    {
      All: {
        rows: 'Concert, Clock, Garden',
        cells: {
          'formula.state': ['soon', 'overdue by 4d', 'no date'],
          'formula.weeks': [4, 7.1, null],
          'formula.share': [5, -4, null],
          'formula.rank': [3, 1, null],
        },
        summaries: { budget: '€1400.00', due: 9 * 86_400_000, spent: 1 },
      },
      'Next 7': {
        rows: 'Concert',
        cells: { 'formula.bar': [{ html: '<progress value="35" max="100"></progress>' }] },
      },
      Board: {
        rows: 'Garden, Clock, Concert',
        groups: [
          ['someday', 1],
          ['active', 2],
        ],
      },
    },
  ],
  [
    'recipes',
    `
filters: file.hasTag("recipe")
formulas:
  time: if(time >= 60, (time / 60).floor() + "h" + if(time % 60 > 0, " " + time % 60 + "m", ""), time + " min")
  host: source.replace(/^https?:\\/\\/(www\\.)?([^\\/]+).*$/, "$2")
  from: if(source, link(source, formula.host), "")
  shop: ingredients.filter(!["salt", "water"].contains(value)).map(value.title()).sort().join(" · ")
  steps: ingredients.map((index + 1) + ". " + value).join("; ")
  longest: ingredients.reduce(if(value.length > acc.length, value, acc), "")
  cover: if(cover, image(cover), icon("chef-hat"))
views:
  - {type: table, name: All, order: [formula.time, formula.from, formula.shop, formula.longest, formula.cover]}
  - {type: cards, name: Pantry, filters: 'ingredients.containsAny(["leek", "rice"])', order: [formula.steps]}
`,
    {
      All: {
        rows: 'Bread, Soup',
        cells: {
          'formula.time': ['3h', '35 min'],
          'formula.from': ['', '[example.com](https://www.example.com/soup?x=1)'],
          'formula.shop': ['Flour', 'Leek · Potato'],
          'formula.longest': ['flour', 'potato'],
          'formula.cover': [{ icon: 'chef-hat' }, { image: 'soup.png' }],
        },
      },
      Pantry: { rows: 'Soup', cells: { 'formula.steps': ['1. leek; 2. potato; 3. salt'] } },
    },
  ],
  [
    'habits, with what was yesterday',
    `
filters: file.inFolder("Daily")
formulas:
  done: '[run, meditate].filter(value).length'
  bar: '"🟩".repeat(formula.done) + "⬜".repeat(2 - formula.done)'
  face: '["😢", "😕", "😐", "🙂", "😄"][mood - 1]'
  before: link((date(file.name) - "1d").format("YYYY-MM-DD")).asFile().properties.mood
views:
  - type: table
    name: All
    order: [formula.bar, formula.face, formula.before]
    sort: [{property: file.name, direction: DESC}]
    summaries: {run: Checked, mood: Max}
  - {type: table, name: On this day, filters: {and: [file.name.slice(5) == this.file.name.slice(5), file.name != this.file.name]}}
`,
    {
      All: {
        rows: '2026-11-24, 2026-11-23, 2025-11-24',
        cells: {
          'formula.bar': ['🟩⬜', '🟩⬜', '⬜⬜'],
          'formula.face': ['😄', '😕', '😐'],
          'formula.before': [2, null, null],
        },
        summaries: { run: 1, mood: 5 },
      },
      'On this day': { rows: '2025-11-24' },
    },
    'Daily/2026-11-24.md',
  ],
  [
    'a map, with icons of the types',
    `
filters: file.hasTag("places")
formulas:
  coords: if(coordinates, coordinates, [latitude, longitude])
  Type icon: list(type)[0].asFile().properties.icon
  maps: link("https://maps.example/" + file.name.replace(" ", "+"), "Map")
views:
  - {type: map, name: Map, coordinates: formula.coords, markerIcon: formula.Type icon, order: [formula.coords, formula.Type icon, formula.maps]}
`,
    {
      Map: {
        rows: 'Cafe, Eiffel Tower',
        cells: {
          'formula.coords': [
            [48.86, 2.3],
            ['48.85837', '2.294481'],
          ],
          'formula.Type icon': ['utensils', 'camera'],
          'formula.maps': ['[Map](https://maps.example/Cafe)', '[Map](https://maps.example/Eiffel+Tower)'],
        },
      },
    },
  ],
  [
    'invoices by month',
    `
filters: file.hasTag("invoice")
formulas:
  gross: (net * 1.2).round(2)
  fmt: formula.gross.toFixed(2).replace(".", ",") + " €"
  state: 'if(paid, "paid", if(due < today(), "late " + ((today() - due) / 86400000).floor() + "d", "open"))'
  sum: items.map(value.qty * value.price).reduce(acc + value, 0)
  quarter: date.year + "-Q" + (date.month / 3).ceil()
  month: date.format("YYYY-MM")
summaries: {open: 'values.filter(value == false).length + " open"'}
views:
  - {type: table, name: Months, groupBy: {property: formula.month, direction: DESC}, order: [formula.fmt, formula.state, formula.sum, formula.quarter], summaries: {formula.gross: Sum, paid: open}}
  - {type: table, name: Acme, filters: {and: ['!paid', client == link("Acme")]}}
`,
    {
      Months: {
        rows: '2026-002, 2026-001',
        cells: {
          'formula.fmt': ['960,60 €', '1440,00 €'],
          'formula.state': ['late 9d', 'paid'],
          'formula.sum': [0, 1_200],
          'formula.quarter': ['2026-Q4', '2026-Q3'],
        },
        groups: [
          ['2026-11', 1],
          ['2026-09', 1],
        ],
        summaries: { 'formula.gross': 2_400.6, paid: '1 open' },
      },
      Acme: { rows: '2026-002' },
    },
  ],
  [
    'plants to water',
    `
filters: file.hasTag("plant")
formulas:
  next: last_watered + duration(water_every + "d")
  dry: ((today() - last_watered) / duration(water_every + "d") * 100).round() + "%"
views:
  - {type: table, name: All, order: [formula.next, formula.dry], sort: [{property: formula.next, direction: ASC}]}
  - {type: table, name: Now, filters: formula.next <= today()}
`,
    {
      All: {
        rows: 'Ficus, Cactus',
        cells: { 'formula.next': ['2026-11-17', '2026-12-01'], 'formula.dry': ['200%', '77%'] },
      },
      Now: { rows: 'Ficus' },
    },
  ],
  [
    'papers with citekeys',
    `
filters: file.hasTag("paper")
formulas:
  key: if(citekey.startsWith("@"), citekey, "@" + citekey)
  first: authors[0].split(",")[0]
  cite: formula.first + if(authors.length > 2, " et al.", "") + " (" + year + ")"
  names: authors.map(value.replace(/^(.+), (.+)$/, "$2 $1")).join("; ")
  cites: file.links.filter(value.asFile().hasTag("paper")).map(value.asFile().properties.citekey)
views:
  - {type: table, name: All, order: [formula.key, formula.cite, formula.names, formula.cites]}
`,
    {
      All: {
        rows: '@doe2018, smith2020',
        cells: {
          'formula.key': ['@doe2018', '@smith2020'],
          'formula.cite': ['Doe (2018)', 'Smith et al. (2020)'],
          'formula.names': ['Jane Doe', 'John Smith; Jane Doe; R. Roe'],
          'formula.cites': [[], ['@doe2018']],
        },
      },
    },
  ],
  [
    'upkeep: orphans, untagged, links that lead nowhere',
    `
filters: file.ext == "md"
views:
  - {type: table, name: Orphans, filters: {and: [file.backlinks.isEmpty(), file.links.length == 0, file.inFolder("Books")]}}
  - {type: table, name: Untagged, filters: {not: [file.tags]}}
  - {type: table, name: Nowhere, filters: {and: ['file.links.filter(!value.asFile()).length > 0', file.folder == "/"]}, order: ['file.links.filter(!value.asFile())']}
`,
    {
      Orphans: { rows: 'Beowulf' },
      Untagged: { rows: 'Food, Home, Sights' },
      Nowhere: { rows: 'Home', cells: { 'file.links.filter(!value.asFile())': [['[[Nowhere]]']] } },
    },
  ],
  [
    'a dashboard in the note of a person',
    `
views:
  - {type: table, name: Mentions, filters: {and: [file.hasLink(this.file), file != this]}}
  - {type: table, name: Same tag, filters: {and: [file.tags.containsAny(this.file.tags), file != this.file]}}
  - {type: table, name: Same tags, filters: {and: [tags.containsAll(this.tags), file.path != this.file.path]}}
  - {type: table, name: Since, filters: last-contact < this.last-contact}
`,
    {
      Mentions: { rows: '2026-11-23, Clock, Concert' },
      'Same tag': { rows: 'Ben, Cyd' },
      'Same tags': { rows: 'Ben, Cyd' },
      Since: { rows: 'Ben' },
    },
    'People/Ada.md',
  ],
];

describe.each(BASES)('a base of %s', (_what, yaml, views, basePath = '') => {
  it.each(Object.entries(views))('%s', (view, { rows, cells = {}, groups, summaries = {} }) => {
    const answer = runBaseText(yaml, view, NOTES, { now: NOW, basePath });
    expect(answer.warnings).toBeUndefined();
    expect(answer.rows.map(({ file }) => file.name).join(', ')).toBe(rows);
    for (const [column, values] of Object.entries(cells)) expect(answer.rows.map((row) => row[column])).toEqual(values);
    expect(answer.groups?.map(({ value, count }) => [value, count])).toEqual(groups);
    for (const [column, value] of Object.entries(summaries)) expect(answer.summaries?.[column]?.value).toEqual(value);
  });
});

describe('a list stands for its items', () => {
  it.each<[string, unknown]>([
    ['[1, 2, 3].containsAny([3, 4])', true],
    ['[1, 2, 3].containsAny([4], [5])', false],
    ['[1, 2, 3].containsAll([1, 2], 3)', true],
    ['[1, 2, 3].containsAll([1, 4])', false],
    ['[[1, 2], [3]].containsAny([1, 2])', true],
    ['"reading list".containsAny(["list", "map"])', true],
    ['"reading list".containsAll(["list", "map"])', false],
  ])('%s', (text, value) => {
    expect(evaluate(text)).toBe(value);
  });
});

import { describe, expect, it, vi } from 'vitest';
import { PATIENT, startSandbox, type TestSandbox } from '../test-kit.ts';
import { Component } from '../util/component.ts';
import { MarkdownRenderer } from './markdown-renderer.ts';
import {
  createCodeBlockPostProcessor,
  registerPostProcessor,
  unregisterPostProcessor,
  type PostProcessorContext,
} from './post-processors.ts';
import { renderSections } from './render-sections.ts';
import { sanitizeHTMLToDom } from './sanitize.ts';

async function render({ app }: TestSandbox, markdown: string, sourcePath = 'Source.md'): Promise<HTMLElement> {
  const element = createDiv();
  const component = new Component();
  component.load();
  await MarkdownRenderer.render(app, markdown, element, sourcePath, component);
  return element;
}

/** The rendered HTML without attributes that say nothing here. */
function plain(element: HTMLElement): string {
  return element.innerHTML.replace(/ (?:dir|target|rel|data-line|aria-label|tabindex)="[^"]*"/g, '').replace(/\n/g, '');
}

describe("the sandbox's rendering", () => {
  it.each([
    ['# A *b*', '<h1 data-heading="A *b*">A <em>b</em></h1>'],
    ['Setext\n---', '<h2 data-heading="Setext">Setext</h2>'],
    ['**b** _i_ ~~s~~ ==h== `c`', '<p><strong>b</strong> <em>i</em> <del>s</del> <mark>h</mark> <code>c</code></p>'],
    ['snake_case_name 2*3*4', '<p>snake_case_name 2<em>3</em>4</p>'],
    ['a\nb', '<p>a<br>b</p>'],
    [
      '- a\n- b\n    - c',
      '<ul class="has-list-bullet"><li>a</li><li>b<ul class="has-list-bullet"><li>c</li></ul></li></ul>',
    ],
    ['3. a\n4. b', '<ol start="3"><li>a</li><li>b</li></ol>'],
    ['a\n    b\n\n    c\n\n      d\n\ne', '<p>a<br>    b</p><pre><code>c  d</code></pre><p>e</p>'],
    [
      '- [ ] a\n- [x] b',
      '<ul class="contains-task-list"><li class="task-list-item" data-task=""><input class="task-list-item-checkbox" type="checkbox">a</li><li class="task-list-item is-checked" data-task="x"><input class="task-list-item-checkbox" type="checkbox" checked="">b</li></ul>',
    ],
    ['```js\nlet a;\n```', '<pre class="language-js"><code class="language-js is-loaded">let a;</code></pre>'],
    ['> q\n> r', '<blockquote><p>q<br>r</p></blockquote>'],
    [
      '| a | b |\n|---|:-:|\n| 1 | [[N\\|x]] |',
      '<table><thead><tr><th>a</th><th style="text-align: center">b</th></tr></thead><tbody><tr><td>1</td><td style="text-align: center"><a class="internal-link is-unresolved" data-href="N" href="N">x</a></td></tr></tbody></table>',
    ],
    [
      '[[There#H]] [[There|t]]',
      '<p><a class="internal-link" data-href="There#H" href="There#H">There &gt; H</a> <a class="internal-link" data-href="There" href="There">t</a></p>',
    ],
    [
      '[m](There.md) [e](https://x.invalid/a_(b)) https://y.invalid.',
      '<p><a class="internal-link" data-href="There.md" href="There.md">m</a> <a class="external-link" href="https://x.invalid/a_(b)">e</a> <a class="external-link" href="https://y.invalid">https://y.invalid</a>.</p>',
    ],
    ['a #tag/b #1 %%gone%% \\*x\\*', '<p>a <a class="tag" href="#tag/b">#tag/b</a> #1  *x*</p>'],
    ['---\na: 1\n---\nBody ^id', '<p>Body</p>'],
    ['<b onclick="x()">h</b><script>1</script>', '<b>h</b>'],
    ['***', '<hr>'],
  ])('renders %j', async (markdown, html) => {
    const sandbox = await startSandbox({ 'There.md': '# H' });
    expect(plain(await render(sandbox, markdown))).toBe(html);
  });

  it('renders callouts with type, title and fold', async () => {
    const sandbox = await startSandbox({});
    const callout = (await render(sandbox, '> [!Warning]- Mind *this*\n> body')).find('.callout');
    expect(callout?.getAttribute('data-callout')).toBe('warning');
    expect(callout?.className).toBe('callout is-collapsible is-collapsed');
    expect(callout?.querySelector('.callout-title-inner')?.innerHTML).toBe('Mind <em>this</em>');
    expect(callout?.querySelector('.callout-content')?.textContent).toBe('body');
  });

  it('embeds notes, sections and images, and says what is missing', async () => {
    const sandbox = await startSandbox({ 'There.md': '# One\ntext one\n# Two\ntext two\n![[There]]', 'pic.png': 'x' });
    const element = await render(sandbox, '![[There#Two]] ![[pic.png|100x50]] ![[None]]');
    expect(element.querySelector('.markdown-embed-content p')?.textContent).toContain('text two');
    const image = element.querySelector('.image-embed img');
    expect([image?.getAttribute('width'), image?.getAttribute('height')]).toEqual(['100', '50']);
    expect(image?.getAttribute('src')).toContain('pic.png');
    expect(element.querySelector('.mod-empty')?.textContent).toBe('"None" could not be found.');
  });

  it('runs post-processors by their order, code blocks among them, and goes on after one that throws', async () => {
    const sandbox = await startSandbox({ 'Source.md': '---\nk: v\n---\n' });
    const seen: unknown[] = [];
    const child = new Component();
    const processors = [
      Object.assign(
        createCodeBlockPostProcessor('query', (source, element, context: PostProcessorContext) => {
          element.setText(source.toUpperCase());
          context.addChild(child);
          seen.push([
            'block',
            source,
            element.className,
            context.getSectionInfo(element),
            context.frontmatter,
            context.sourcePath,
          ]);
        }),
        { sortOrder: 5 },
      ),
      (): void => {
        seen.push('late');
        throw new Error('bad processor');
      },
      Object.assign(() => void seen.push('early'), { sortOrder: -100 }),
    ];
    for (const processor of processors) registerPostProcessor(processor);
    const element = await render(sandbox, 'Text\n\n```query\nfrom a\n```\n');
    for (const processor of processors) unregisterPostProcessor(processor);
    expect(element.querySelector('div.block-language-query')?.textContent).toBe('FROM A');
    expect(seen.filter((each) => each !== 'late')).toEqual([
      'early',
      ['block', 'from a', 'block-language-query', null, { k: 'v' }, 'Source.md'],
    ]);
    expect(child._loaded).toBe(true);
    await vi.waitFor(() => expect(sandbox.errors.join()).toContain('bad processor'), PATIENT);
  });
  it('tells post-processors of a reading view which lines a section has', async () => {
    const sandbox = await startSandbox({});
    const text = '---\nx: y\n---\nText\n\n```query\nfrom a\n```\n';
    const lines: unknown[] = [];
    const processor = createCodeBlockPostProcessor(
      'query',
      (_source, element, context) => void lines.push(context.getSectionInfo(element)),
    );
    registerPostProcessor(processor);
    await renderSections(sandbox.app, text, createDiv(), { sourcePath: '', owner: new Component(), frontmatter: null });
    unregisterPostProcessor(processor);
    expect(lines).toEqual([{ text, lineStart: 5, lineEnd: 7 }]);
  });
});

describe('HTML', () => {
  it('loses what could run', async () => {
    await startSandbox({});
    const box = createDiv();
    box.appendChild(
      sanitizeHTMLToDom(
        '<a href=" java\nscript:x()">l</a><img src="a.png" onerror="x()"><iframe src="y"></iframe><p>t</p>',
      ),
    );
    expect(box.innerHTML).toBe('<a>l</a><img src="a.png"><p>t</p>');
  });
});

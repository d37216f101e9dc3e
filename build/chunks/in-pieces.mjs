import { createHash } from 'node:crypto';

/** One that no piece holds stands for the end of a comment in them, and has its length, so that columns stay. */
const COMMENT_ENDS = ['*@', '*#', '*~', '*^', '*?'];
/** What `new Function` puts before the body. */
const LINES_OF_A_FUNCTION = 2;
const WORK_IN_A_TURN_MS = 8;

/**
 * Rollup plugin: puts the chunks of a CommonJS bundle into its entry's one file, a script or a module. The entry, with
 * all that it imports statically, is code. Any other chunk is its own text in a comment, which loading the file skips,
 * and is compiled when it is first required: parsing all code took four times as long as the rest of a start. A frame
 * of a stack trace names the chunk, and its line is that of the file, source map included. The file does not name its
 * map, which is not shipped with it.
 *
 * @param options `name` precedes the chunks' names in stack traces; `mostAtOnce` is how many bytes of code loading the
 *   file may parse; `footer` returns the comment at the file's end, from the plugin context and the chunks; `program`
 *   makes a module that Node runs, not a script that exports. `import.meta.pieces` of such a program has the `id` of
 *   the pieces' code, and may be given a function `evaluate` that returns the value of a piece's code in place of the
 *   loader's
 */
export function inPieces({ name, mostAtOnce, footer, program = false }) {
  return {
    name: 'in-pieces',
    resolveImportMeta: (property) => (program ? (IN_PROGRAM[property] ?? null) : null),
    renderDynamicImport: ({ targetChunk }) => (targetChunk === null ? null : { left: 'require.inTurns(', right: ')' }),
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
        const entry = chunks.find((chunk) => chunk.isEntry);
        const atOnce = needsOf(entry, bundle);
        const bytes = [...atOnce].reduce((sum, chunk) => sum + chunk.code.length, 0);
        if (bytes > mostAtOnce) this.error(`loading ${entry.fileName} parses ${bytes} bytes, more than ${mostAtOnce}`);
        const commentEnd = COMMENT_ENDS.find((end) => chunks.every(({ code }) => !code.includes(end)));
        if (commentEnd === undefined) this.error(`The chunks hold all of ${COMMENT_ENDS.join(' ')}: add one.`);
        const file = new Lines(program ? PROGRAM_HEAD : '"use strict";');
        file.add(loader(commentEnd, idOf(chunks)));
        for (const chunk of [...chunks].sort((a, b) => atOnce.has(b) - atOnce.has(a))) {
          const key = JSON.stringify(`./${chunk.fileName}`);
          const code = chunk.code.replace(/\n+$/, '');
          if (atOnce.has(chunk)) {
            // In brackets it is compiled at once, and not parsed twice.
            file.add(`pieces[${key}]={needs:[],run:(function(require,module,exports){`);
            file.addMapped(code, chunk.map);
            file.add('})};');
          } else {
            const url = JSON.stringify(`${name}/${chunk.fileName}`);
            const needs = JSON.stringify([...needsOf(chunk, bundle)].map((each) => `./${each.fileName}`));
            file.add(`pieces[${key}]={needs:${needs},compile:inComment(${file.next + 1},${url},()=>{/*`);
            file.addMapped(code.replaceAll('*/', commentEnd), chunk.map);
            file.add('*/})};');
          }
        }
        file.add(`${program ? '' : 'module.exports='}piece(${JSON.stringify(`./${entry.fileName}`)});`);
        file.add(await footer(this, chunks));
        for (const each of Object.keys(bundle)) Reflect.deleteProperty(bundle, each);
        this.emitFile({ type: 'asset', fileName: entry.fileName, source: file.text });
        const map = { version: 3, file: entry.fileName, sections: file.sections };
        this.emitFile({ type: 'asset', fileName: `${entry.fileName}.map`, source: JSON.stringify(map) });
      },
    },
  };
}

/** What a program has for properties of `import.meta`. */
const IN_PROGRAM = { url: 'moduleUrl', pieces: 'loader' };

const PROGRAM_HEAD = `#!/usr/bin/env node
import { createRequire } from "node:module";
const moduleUrl = import.meta.url;
const require = createRequire(moduleUrl);`;

const loader = (commentEnd, id) => `const loader = { id: "${id}", evaluate: null };
const pieces = {};
const evaluated = new Map();
const outside = require;
const inside = (name) => (Object.hasOwn(pieces, name) ? piece(name) : outside(name));
const compiled = (name) => {
  const found = pieces[name];
  found.run ??= found.compile();
  return found.run;
};
const piece = (name) => {
  const known = evaluated.get(name);
  if (known !== undefined) return known.exports;
  const fresh = { exports: {} };
  evaluated.set(name, fresh);
  try {
    compiled(name)(inside, fresh, fresh.exports);
  } catch (error) {
    evaluated.delete(name);
    throw error;
  }
  return fresh.exports;
};
// The code of a piece, as it is in the comment, is compiled when it is first needed. Blank lines keep its place.
const inComment = (line, url, holder) => () => {
  const text = holder.toString();
  const code = text.slice(text.indexOf("/*") + 3, text.lastIndexOf("*/")).replaceAll("${commentEnd}", "*" + "/");
  if (loader.evaluate !== null)
    return loader.evaluate({ name: url, code: "(function(require,module,exports){\\n" + code + "\\n})", line: line - ${LINES_OF_A_FUNCTION} });
  const above = "\\n".repeat(line - ${LINES_OF_A_FUNCTION + 1});
  return new Function("require", "module", "exports", above + code + "\\n//# sourceURL=" + url);
};
// A dynamic import: what it needs is compiled and evaluated piece by piece, with turns for the window in between.
let turnSince = 0;
const turn = async () => {
  if (performance.now() - turnSince < ${WORK_IN_A_TURN_MS}) return;
  await new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
  turnSince = performance.now();
};
inside.inTurns = async (name) => {
  await null;
  for (const needed of pieces[name].needs) {
    if (evaluated.has(needed)) continue;
    await turn();
    compiled(needed);
    await turn();
    piece(needed);
  }
  return piece(name);
};`;

/** Tells what is in the pieces. */
function idOf(chunks) {
  const hash = createHash('sha256');
  for (const { fileName, code } of chunks) hash.update(`${fileName}\n${code.length}\n${code}`);
  return hash.digest('hex').slice(0, 16);
}

/** A text of whole lines, and which of them have a source map. */
class Lines {
  text = '';
  sections = [];
  /** The number of the line that comes next, from 1. */
  next = 1;

  constructor(text) {
    this.add(text);
  }

  add(text) {
    this.text += `${text}\n`;
    this.next += text.split('\n').length;
  }

  addMapped(text, map) {
    this.sections.push({ offset: { line: this.next - 1, column: 0 }, map });
    this.add(text);
  }
}

/** A chunk and all that it imports statically, in the order in which they are evaluated. */
function needsOf(chunk, bundle, found = new Set(), visited = new Set()) {
  if (visited.has(chunk)) return found;
  visited.add(chunk);
  for (const name of chunk.imports) if (name in bundle) needsOf(bundle[name], bundle, found, visited);
  return found.add(chunk);
}

import { posix, relative, sep } from 'node:path';
import { problemOfImport, problemOfPackage, problemOfPlace } from './table.mjs';

/** ESLint rule: every file is in a room, and imports, including type and dynamic ones, follow the arrows. */
export const arrows = {
  meta: { type: 'problem', schema: [] },
  create(context) {
    const file = relative(context.cwd, context.filename).split(sep).join('/');
    const check = (node) => {
      if (node === null || node === undefined || typeof node.value !== 'string') return;
      const target = pathNamed(file, node.value);
      const problem = target === null ? problemOfPackage(file, node.value) : problemOfImport(file, target);
      if (problem !== null) context.report({ node, message: problem });
    };
    const ofSource = ({ source }) => check(source);
    return {
      Program(node) {
        const problem = problemOfPlace(file);
        if (problem !== null) context.report({ node, message: problem });
      },
      ImportDeclaration: ofSource,
      ExportNamedDeclaration: ofSource,
      ExportAllDeclaration: ofSource,
      ImportExpression: ofSource,
      TSImportType: ofSource,
    };
  },
};

/** The path that a module specifier in `file` names, those of workers included; null for a package. */
export function pathNamed(file, specifier) {
  const [, path] = /^(?:(?:worker-source|packed-worker):)?(\.\.?\/[^?]*)/.exec(specifier) ?? [];
  return path === undefined ? null : posix.join(posix.dirname(file), path);
}

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { obsidianModule } from './obsidian-module.ts';

const DECLARATIONS = createRequire(import.meta.url).resolve('obsidian/obsidian.d.ts');
const given: Record<string, unknown> = { ...obsidianModule };

interface DeclaredClass {
  name: string;
  methods: string[];
  statics: string[];
}

/** What the app's published types promise: exported values, and the methods of exported classes that can be called. */
function readDeclarations(): { values: string[]; classes: DeclaredClass[] } {
  const source = ts.createSourceFile('obsidian.d.ts', readFileSync(DECLARATIONS, 'utf8'), ts.ScriptTarget.Latest, true);
  const values: string[] = [];
  const classes: DeclaredClass[] = [];
  for (const statement of source.statements) {
    const flags = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
    if (!flags.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) continue;
    if (ts.isVariableStatement(statement)) for (const { name } of statement.declarationList.declarations) values.push(name.getText(source));
    if ((ts.isFunctionDeclaration(statement) || ts.isEnumDeclaration(statement)) && statement.name) values.push(statement.name.text);
    if (!ts.isClassDeclaration(statement) || statement.name === undefined) continue;
    values.push(statement.name.text);
    const declared = statement.members.filter(ts.isMethodDeclaration).filter((method) => !has(method, ts.SyntaxKind.AbstractKeyword) && method.questionToken === undefined);
    const names = (isStatic: boolean): string[] => [
      ...new Set(declared.filter((method) => has(method, ts.SyntaxKind.StaticKeyword) === isStatic).map(({ name }) => name.getText(source))),
    ];
    classes.push({ name: statement.name.text, methods: names(false), statics: names(true) });
  }
  return { values: [...new Set(values)], classes };
}

function has(method: ts.MethodDeclaration, kind: ts.SyntaxKind): boolean {
  return ts.getModifiers(method)?.some((modifier) => modifier.kind === kind) ?? false;
}

const { values, classes } = readDeclarations();
/** Phones only, and internal to how the app renders. */
const LEFT_OUT = new Set(['CapacitorAdapter', 'MarkdownPreviewRenderer']);

describe("the sandbox's obsidian module", () => {
  it('exports every value that the published types declare', () => {
    expect(values.length).toBeGreaterThan(150);
    expect(values.filter((name) => given[name] === undefined)).toEqual([]);
  });

  it.each(classes.filter(({ name }) => !LEFT_OUT.has(name)))('has all methods of $name', ({ name, methods, statics }) => {
    const constructor = given[name] as { prototype: object };
    expect(methods.filter((method) => !(method in constructor.prototype))).toEqual([]);
    expect(statics.filter((method) => !(method in constructor))).toEqual([]);
  });
});

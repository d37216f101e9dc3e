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
    if (ts.isVariableStatement(statement))
      for (const { name } of statement.declarationList.declarations) values.push(name.getText(source));
    if ((ts.isFunctionDeclaration(statement) || ts.isEnumDeclaration(statement)) && statement.name)
      values.push(statement.name.text);
    if (!ts.isClassDeclaration(statement) || statement.name === undefined) continue;
    values.push(statement.name.text);
    const declared = statement.members
      .filter(ts.isMethodDeclaration)
      .filter((method) => !has(method, ts.SyntaxKind.AbstractKeyword) && method.questionToken === undefined);
    const names = (isStatic: boolean): string[] => [
      ...new Set(
        declared
          .filter((method) => has(method, ts.SyntaxKind.StaticKeyword) === isStatic)
          .map(({ name }) => name.getText(source)),
      ),
    ];
    classes.push({ name: statement.name.text, methods: names(false), statics: names(true) });
  }
  return { values: [...new Set(values)], classes };
}

function has(method: ts.MethodDeclaration, kind: ts.SyntaxKind): boolean {
  return ts.getModifiers(method)?.some((modifier) => modifier.kind === kind) ?? false;
}

const { values, classes } = readDeclarations();

/**
 * Bases, CodeMirror, phones, and the libraries that the app loads late: neither our screens nor the plugins of these
 * tests ask for them.
 */
const LEFT_OUT = [
  'BasesEntry',
  'BasesEntryGroup',
  'BasesQueryResult',
  'BasesView',
  'BasesViewConfig',
  'BooleanValue',
  'CapacitorAdapter',
  'ColorComponent',
  'DateValue',
  'DisplayValueComponent',
  'DurationValue',
  'EditorSuggest',
  'FileValue',
  'HTMLValue',
  'IconValue',
  'ImageValue',
  'LinkValue',
  'ListValue',
  'MomentFormatComponent',
  'NotNullValue',
  'NullValue',
  'NumberValue',
  'ObjectValue',
  'PrimitiveValue',
  'QueryController',
  'RegExpValue',
  'RelativeDateValue',
  'RenderContext',
  'SecretComponent',
  'StringValue',
  'TagValue',
  'UrlValue',
  'Value',
  'WorkspaceMobileDrawer',
  'arrayBufferToBase64',
  'arrayBufferToHex',
  'base64ToArrayBuffer',
  'editorEditorField',
  'editorInfoField',
  'editorLivePreviewField',
  'editorViewField',
  'finishRenderMath',
  'getBlobArrayBuffer',
  'hexToArrayBuffer',
  'htmlToMarkdown',
  'iterateCacheRefs',
  'iterateRefs',
  'livePreviewState',
  'loadMathJax',
  'loadMermaid',
  'loadPdfJs',
  'loadPrism',
  'parsePropertyId',
  'renderMath',
];

/** Likewise, of the classes that there are. */
const METHODS_LEFT_OUT: Record<string, string[]> = {
  ConfirmationButton: ['setInitialFocus', 'setSecondary'],
  ConfirmationModal: ['addCheckbox'],
  Editor: ['getDoc', 'processLines'],
  FileSystemAdapter: ['getFilePath', 'readLocalFile'],
  FileView: ['canAcceptExtension'],
  MarkdownView: ['showSearch'],
  Menu: ['forEvent', 'setNoIcon', 'setParentElement', 'setUseNativeMenu'],
  MenuItem: ['setIsLabel'],
  Plugin: ['registerBasesView', 'registerEditorExtension', 'registerEditorSuggest', 'registerObsidianProtocolHandler'],
  Setting: ['addColorPicker', 'addComponent', 'addDisplayValue', 'addMomentFormat'],
  SliderComponent: ['setDynamicTooltip', 'setInstant'],
  ValueComponent: ['registerOptionListener'],
  Vault: ['appendBinary', 'createBinary'],
  View: ['onPaneMenu'],
  Workspace: [
    'changeLayout',
    'duplicateLeaf',
    'getGroupLeaves',
    'getLayout',
    'getLeafById',
    'getLeftLeaf',
    'getUnpinnedLeaf',
    'handleLinkContextMenu',
    'iterateRootLeaves',
    'moveLeafToPopout',
    'updateOptions',
  ],
  WorkspaceLeaf: ['setGroup', 'setGroupMember', 'togglePinned'],
};

describe("the sandbox's obsidian module", () => {
  it('exports every value that the published types declare, but for those that it is known to leave out', () => {
    expect(values.length).toBeGreaterThan(150);
    expect(values.filter((name) => given[name] === undefined).sort()).toEqual(LEFT_OUT);
  });

  it.each(classes.filter(({ name }) => !LEFT_OUT.includes(name)))(
    'has the methods of $name, but for those that it is known to leave out',
    ({ name, methods, statics }) => {
      const constructor = given[name] as { prototype: object };
      const missing = [
        ...methods.filter((method) => !(method in constructor.prototype)),
        ...statics.filter((method) => !(method in constructor)),
      ];
      expect(missing.sort()).toEqual(METHODS_LEFT_OUT[name] ?? []);
    },
  );
});

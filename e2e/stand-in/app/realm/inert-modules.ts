import { NodeProp, Tree } from '@lezer/common';

/** Names that editor plugins import, so that a copy of the module's own members has them too. */
const NAMES: Record<string, string[]> = {
  '@codemirror/language': [
    'HighlightStyle', 'IndentContext', 'Language', 'LanguageDescription', 'LanguageSupport', 'LRLanguage', 'ParseContext', 'StreamLanguage', 'StringStream', 'bracketMatching',
    'continuedIndent', 'defaultHighlightStyle', 'defineLanguageFacet', 'foldAll', 'foldCode', 'foldEffect', 'foldGutter', 'foldInside', 'foldKeymap', 'foldNodeProp', 'foldService',
    'foldState', 'foldable', 'foldedRanges', 'forceParsing', 'getIndentUnit', 'getIndentation', 'indentNodeProp', 'indentOnInput', 'indentRange', 'indentService', 'indentString',
    'indentUnit', 'language', 'languageDataProp', 'matchBrackets', 'syntaxHighlighting', 'syntaxParserRunning', 'unfoldAll', 'unfoldCode', 'unfoldEffect',
  ],
  '@codemirror/commands': ['defaultKeymap', 'history', 'historyKeymap', 'indentLess', 'indentMore', 'indentWithTab', 'insertNewlineAndIndent', 'redo', 'standardKeymap', 'undo'],
  '@codemirror/autocomplete': ['CompletionContext', 'acceptCompletion', 'autocompletion', 'closeBrackets', 'closeBracketsKeymap', 'closeCompletion', 'completionKeymap', 'startCompletion'],
  '@codemirror/search': ['RegExpCursor', 'SearchCursor', 'SearchQuery', 'closeSearchPanel', 'highlightSelectionMatches', 'openSearchPanel', 'search', 'searchKeymap', 'setSearchQuery'],
  '@codemirror/lint': ['Diagnostic', 'forceLinting', 'lintGutter', 'linter', 'setDiagnostics'],
};

/**
 * Stands for an editor package that is not installed: whatever is taken from it can be called, constructed and extended, and does
 * nothing. The sandbox's editor is a text area, so no code of an editor extension runs.
 */
export function inertEditorModule(name: string): object {
  const members = Object.fromEntries((NAMES[name] ?? []).map((member) => [member, inert()]));
  const known = name === '@codemirror/language' ? { syntaxTree: () => Tree.empty, ensureSyntaxTree: () => Tree.empty, tokenClassNodeProp: new NodeProp() } : {};
  return Object.assign(Object.create(ANY_MEMBER) as object, members, known);
}

/** What is not named above comes from here, also through a copy that has this as its prototype. */
const ANY_MEMBER: object = new Proxy({}, { get: (_target, name) => (typeof name === 'symbol' || name === 'then' || name === '__esModule' ? undefined : inert()) });

function inert(): unknown {
  return new Proxy(function inertMember() {}, {
    get: (target, name, receiver) => {
      if (name === 'prototype') return Reflect.get(target, name, receiver) as unknown;
      if (name === Symbol.toPrimitive) return () => '';
      return typeof name === 'symbol' || name === 'then' ? undefined : inert();
    },
    apply: () => inert(),
  });
}

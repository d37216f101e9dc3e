import type { App, MarkdownView, TextFileView, View, WorkspaceLeaf } from 'obsidian';

/**
 * Views are recognized by their methods: a tab that was never opened has a stand-in that names the same type and can
 * nothing yet.
 */
export function isMarkdownView(view: object | null | undefined): view is MarkdownView {
  return (
    isObject(view) &&
    'editor' in view &&
    'getMode' in view &&
    'getViewType' in view &&
    (view as MarkdownView).getViewType() === 'markdown'
  );
}

/** Whether the view edits the text of one file: a note, a canvas, any file type of a plugin. */
export function isTextFileView(view: View | null | undefined): view is TextFileView {
  return isObject(view) && 'file' in view && 'save' in view && 'getViewData' in view;
}

/** Every open view of text, in any window. */
export function openTextViews(app: App): TextFileView[] {
  const views: TextFileView[] = [];
  app.workspace.iterateAllLeaves(({ view }: WorkspaceLeaf) => {
    if (isTextFileView(view)) views.push(view);
  });
  return views;
}

function isObject(view: object | null | undefined): view is object {
  return view !== null && view !== undefined;
}

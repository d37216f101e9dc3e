import type { App, MarkdownView, TextFileView, View, WorkspaceLeaf } from 'obsidian';

/** Told by its methods: a tab that was never opened has a placeholder of the same type, without them. */
export function isMarkdownView(view: object | null | undefined): view is MarkdownView {
  return isObject(view) && 'editor' in view && 'getMode' in view && isView(view) && view.getViewType() === 'markdown';
}

/** Whether the view edits the text of one file: a note, a canvas, a file type of a plugin. */
function isTextFileView(view: View | null | undefined): view is TextFileView {
  return isObject(view) && 'file' in view && 'save' in view && 'getViewData' in view;
}

/** All open text views, in any window. */
export function openTextViews(app: App): TextFileView[] {
  const views: TextFileView[] = [];
  app.workspace.iterateAllLeaves(({ view }: WorkspaceLeaf) => {
    if (isTextFileView(view)) views.push(view);
  });
  return views;
}

function isView(view: object): view is View {
  return 'getViewType' in view;
}

function isObject(view: object | null | undefined): view is object {
  return view !== null && view !== undefined;
}

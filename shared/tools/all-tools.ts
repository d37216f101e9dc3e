import { activeNote } from './live/active-note.ts';
import { applyEditPreview } from './write/apply-edit-preview.ts';
import { baseQuery } from './live/base-query.ts';
import { createNote } from './write/create-note.ts';
import { dailyNote } from './write/daily-note.ts';
import { deleteNote } from './write/delete-note.ts';
import { describeVault } from './read/describe-vault.ts';
import { detectThemes } from './read/detect-themes.ts';
import { dqlQuery } from './live/dql-query.ts';
import { editNote } from './write/edit-note.ts';
import { findConnections } from './read/find-connections.ts';
import { findPathBetween } from './read/find-path-between.ts';
import { indexStatus } from './read/index-status.ts';
import { listChanges } from './read/list-changes.ts';
import { linkNotes } from './write/link-notes.ts';
import { listNotes } from './read/list-notes.ts';
import { listTasks } from './read/list-tasks.ts';
import { moveNote } from './write/move/move-note.ts';
import { rankNotes } from './read/rank-notes.ts';
import { readNote } from './read/read-note.ts';
import { renameTag } from './write/rename-tag.ts';
import { reindex } from './read/reindex.ts';
import { search } from './read/search.ts';
import { undoChange } from './write/undo-change.ts';
import type { Tool } from './tool.ts';

/** Every tool, in the order clients list them. */
export const ALL_TOOLS: readonly Tool[] = [
  search,
  listNotes,
  listTasks,
  describeVault,
  readNote,
  findConnections,
  findPathBetween,
  detectThemes,
  rankNotes,
  createNote,
  editNote,
  applyEditPreview,
  linkNotes,
  moveNote,
  deleteNote,
  dailyNote,
  renameTag,
  listChanges,
  undoChange,
  activeNote,
  dqlQuery,
  baseQuery,
  reindex,
  indexStatus,
];

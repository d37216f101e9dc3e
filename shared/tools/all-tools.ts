import { activeNote } from './active-note.ts';
import { applyEditPreview } from './apply-edit-preview.ts';
import { baseQuery } from './base-query.ts';
import { createNote } from './create-note.ts';
import { deleteNote } from './delete-note.ts';
import { detectThemes } from './detect-themes.ts';
import { dqlQuery } from './dql-query.ts';
import { editNote } from './edit-note.ts';
import { findConnections } from './find-connections.ts';
import { findPathBetween } from './find-path-between.ts';
import { indexStatus } from './index-status.ts';
import { linkNotes } from './link-notes.ts';
import { listNotes } from './list-notes.ts';
import { moveNote } from './move-note.ts';
import { rankNotes } from './rank-notes.ts';
import { readNote } from './read-note.ts';
import { reindex } from './reindex.ts';
import { search } from './search.ts';
import type { Tool } from './tool.ts';

/** Every tool, in the order clients list them. A new tool is a new file and one line here. */
export const ALL_TOOLS: readonly Tool[] = [
  search,
  listNotes,
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
  activeNote,
  dqlQuery,
  baseQuery,
  reindex,
  indexStatus,
];

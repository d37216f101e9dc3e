import { basename, dirname, joinVaultPath, withoutMd } from '../vault/paths.ts';

/** Extensions the app never treats as notes: a broken link to one creates no stub. */
const ATTACHMENT_ENDINGS = new Set(
  (
    'avif bmp gif jpeg jpg png svg webp heic tif tiff ico flac m4a mp3 ogg wav webm 3gp aac opus mkv mov mp4 ogv avi ' +
    'pdf canvas base excalidraw doc docx odt xls xlsx ods csv tsv ppt pptx odp epub zip gz 7z rar tar json yaml yml toml xml ' +
    'html htm css js ts py sh txt rtf bib tex psd ai sketch fig drawio'
  ).split(' '),
);

/** The name of the missing note that a link to no file means, as its stub's path has it; null for an attachment. */
export function missingName(linkPath: string, source: string): string | null {
  if (hasAttachmentEnding(linkPath)) return null;
  const joined = linkPath.startsWith('.') ? joinVaultPath(dirname(source), linkPath) : null;
  return withoutMd(joined ?? linkPath.replace(/^\/+/, ''));
}

function hasAttachmentEnding(linkPath: string): boolean {
  const name = basename(linkPath);
  const dot = name.lastIndexOf('.');
  return dot > 0 && ATTACHMENT_ENDINGS.has(name.slice(dot + 1).toLowerCase());
}

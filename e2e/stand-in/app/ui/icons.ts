const SVG = 'http://www.w3.org/2000/svg';

/** Icons that plugins brought, by id: the inside of an SVG of 100 by 100. */
const added = new Map<string, string>();

/** Shapes of a few of the app's icons, 24 by 24, drawn for the sandbox; any other id gets a plain square. */
const SHAPES: Record<string, string> = {
  'book-open': 'M12 6c-2-2-5-2-9-2v14c4 0 7 0 9 2 2-2 5-2 9-2V4c-4 0-7 0-9 2zM12 6v14',
  'arrow-left': 'M20 12H4M10 6l-6 6 6 6',
  check: 'M4 12l5 5L20 6',
  'chevron-down': 'M6 9l6 6 6-6',
  'chevron-right': 'M9 6l6 6-6 6',
  'chevrons-up-down': 'M7 15l5 5 5-5M7 9l5-5 5 5',
  'chevrons-down-up': 'M7 20l5-5 5 5M7 4l5 5 5-5',
  eye: 'M3 12q9-11 18 0-9 11-18 0M12 10a2 2 0 110 4 2 2 0 110-4',
  'eye-off': 'M3 12q9-11 18 0-9 11-18 0M12 10a2 2 0 100 4M4 4l16 16',
  file: 'M6 3h8l4 4v14H6z',
  'columns-2': 'M3 4h18v16H3zM12 4v16',
  copy: 'M8 8h12v12H8zM16 8V4H4v12h4',
  'file-plus': 'M6 3h8l4 4v14H6zM9 14h6M12 11v6',
  'file-text': 'M6 3h8l4 4v14H6zM9 12h6M9 16h6',
  folder: 'M3 6h6l2 2h10v11H3z',
  'folder-plus': 'M3 6h6l2 2h10v11H3zM9 14h6M12 11v6',
  history: 'M4 12a8 8 0 108-8 8 8 0 00-6 3L4 9M4 4v5h5M12 8v5l3 2',
  info: 'M12 3a9 9 0 100 18 9 9 0 000-18zM12 11v6M12 7v1',
  link: 'M10 14l4-4M8 12l-2 2a4 4 0 006 6l2-2M16 12l2-2a4 4 0 00-6-6l-2 2',
  list: 'M8 6h13M8 12h13M8 18h13M3 6h1M3 12h1M3 18h1',
  'list-checks': 'M11 6h10M11 12h10M11 18h10M3 6l1 1 3-3M3 12l1 1 3-3M3 18l1 1 3-3',
  'list-tree': 'M4 5h5M4 5v14h4M4 12h4M12 12h8M12 19h8M12 5h8',
  map: 'M3 6l6-3 6 3 6-3v15l-6 3-6-3-6 3zM9 3v15M15 6v15',
  maximize: 'M8 3H3v5M16 3h5v5M8 21H3v-5M16 21h5v-5',
  minus: 'M5 12h14',
  'more-vertical': 'M12 5v.5M12 12v.5M12 19v.5',
  'panel-left': 'M3 4h18v16H3zM9 4v16',
  'panel-right': 'M3 4h18v16H3zM15 4v16',
  pin: 'M9 3h6l-1 7 4 4H6l4-4zM12 14v7',
  pencil: 'M4 20l1-5L16 4l4 4L9 19z',
  plus: 'M5 12h14M12 5v14',
  'redo-2': 'M15 5l5 4-5 4M20 9H9a5 5 0 000 10h3',
  reset: 'M4 5v5h5M4 10a8 8 0 112 7',
  'refresh-cw': 'M4 12a8 8 0 0114-5l2 2M20 4v5h-5M20 12a8 8 0 01-14 5l-2-2M4 20v-5h5',
  search: 'M11 4a7 7 0 100 14 7 7 0 000-14zM16 16l5 5',
  'separator-vertical': 'M12 3v18M8 8l-4 4 4 4M16 8l4 4-4 4',
  settings: 'M12 8a4 4 0 100 8 4 4 0 000-8zM12 2v4M12 18v4M2 12h4M18 12h4',
  sparkles: 'M12 3l2 7 7 2-7 2-2 7-2-7-7-2 7-2zM19 3v4M17 5h4',
  table: 'M3 5h18v14H3zM3 10h18M9 5v14',
  terminal: 'M4 6l6 6-6 6M12 18h8',
  'text-search': 'M3 6h18M3 12h5M3 18h7M17 11a4 4 0 100 8 4 4 0 000-8zM20 18l2 2',
  trash: 'M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13',
  'trash-2': 'M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13M10 11v5M14 11v5',
  'triangle-alert': 'M12 4l9 16H3zM12 10v4M12 17v1',
  'undo-2': 'M9 5L4 9l5 4M4 9h11a5 5 0 010 10h-3',
  unlink: 'M10 14l4-4M8 12l-2 2a4 4 0 006 6l2-2M16 12l2-2a4 4 0 00-6-6l-2 2M4 4l16 16',
  waypoints: 'M12 3v5M5 12H3M21 12h-2M12 16v5M8 12l4-4 4 4-4 4z',
  x: 'M6 6l12 12M18 6L6 18',
};

/** Puts an icon into an element, in place of the one it has. An id that the app does not know leaves it empty there. */
export function setIcon(parent: HTMLElement, iconId: string | null | undefined): void {
  parent.empty();
  const icon = iconId ? getIcon(iconId) : null;
  if (icon !== null) parent.appendChild(parent.ownerDocument.importNode(icon, true));
}

export function getIcon(iconId: string): SVGSVGElement | null {
  if (!/^[\w-]+$/.test(iconId)) return null;
  const name = iconId.replace(/^lucide-/, '');
  const svg = activeDocument.createElementNS(SVG, 'svg');
  const own = added.get(iconId);
  const box = own === undefined ? 24 : 100;
  for (const [key, value] of Object.entries({
    xmlns: SVG,
    width: '24',
    height: '24',
    viewBox: `0 0 ${String(box)} ${String(box)}`,
    fill: 'none',
    stroke: 'currentColor',
    'stroke-width': '2',
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
    class: `svg-icon ${own === undefined ? `lucide-${name}` : iconId}`,
  }))
    svg.setAttribute(key, value);
  if (own !== undefined) svg.innerHTML = own;
  else svg.appendChild(activeDocument.createElementNS(SVG, 'path')).setAttribute('d', SHAPES[name] ?? 'M5 5h14v14H5z');
  return svg;
}

export function getIconIds(): string[] {
  return [...Object.keys(SHAPES).map((name) => `lucide-${name}`), ...added.keys()];
}

export function addIcon(iconId: string, svgContent: string): void {
  added.set(iconId, svgContent);
}

export function removeIcon(iconId: string): void {
  added.delete(iconId);
}

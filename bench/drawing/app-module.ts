const SVG = 'http://www.w3.org/2000/svg';

/** What the screens draw with, in place of the app's module: an icon costs about what the app's does. */
export function setIcon(parent: HTMLElement, icon: string): void {
  const element = document.createElementNS(SVG, 'svg');
  element.setAttribute('class', `svg-icon lucide-${icon}`);
  element.setAttribute('viewBox', '0 0 24 24');
  for (const d of ['M4 12a8 8 0 108-8', 'M4 4v5h5', 'M12 8v5l3 2']) {
    const path = element.appendChild(document.createElementNS(SVG, 'path'));
    path.setAttribute('d', d);
  }
  parent.replaceChildren(element);
}

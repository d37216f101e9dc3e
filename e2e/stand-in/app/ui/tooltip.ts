export interface TooltipOptions {
  placement?: 'bottom' | 'right' | 'left' | 'top';
  classes?: string[];
  gap?: number;
  delay?: number;
}

/** Gives an element a tooltip, which is also its accessible name. */
export function setTooltip(element: HTMLElement, tooltip: string, options: TooltipOptions = {}): void {
  element.setAttribute('aria-label', tooltip);
  if (options.placement !== undefined) element.setAttribute('data-tooltip-position', options.placement);
  if (options.delay !== undefined) element.setAttribute('data-tooltip-delay', String(options.delay));
}

/** Shows a tooltip at an element until the pointer leaves it. */
export function displayTooltip(
  target: HTMLElement,
  content: string | DocumentFragment,
  options: TooltipOptions = {},
): void {
  const tooltip = target.ownerDocument.body.createDiv({ cls: ['tooltip', ...(options.classes ?? [])] });
  tooltip.setText(content);
  tooltip.createDiv('tooltip-arrow');
  target.addEventListener('mouseleave', () => tooltip.detach(), { once: true });
}

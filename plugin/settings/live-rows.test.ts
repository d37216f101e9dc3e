import { JSDOM, type DOMWindow } from 'jsdom';
import { beforeEach, expect, it, vi } from 'vitest';
import { addDomHelpers } from '../../e2e/stand-in/app/dom/dom-helpers.ts';
import { Setting } from '../../e2e/stand-in/app/ui/settings/setting.ts';
import { renderPort } from './port-row.ts';
import { renderReadingLog } from './reading-log-row.ts';
import type { SettingsHost } from './settings-group.ts';

let window: DOMWindow;
let current: { port: number; keepsReadingLog: boolean };
let refresh: () => void;
const save = vi.fn(() => Promise.resolve());

beforeEach(() => {
  ({ window } = new JSDOM('<main></main>', { pretendToBeVisual: true }));
  addDomHelpers(window);
  current = { port: 27_125, keepsReadingLog: true };
  save.mockClear();
  refresh = () => undefined;
});

function input(render: (setting: never, host: SettingsHost) => void): HTMLInputElement {
  const setting = new Setting(window.document.querySelector('main') as HTMLElement);
  const host = {
    store: { current },
    save,
    follow: (_: unknown, show: (facts: { state: null; status: null }) => void) => {
      refresh = () => show({ state: null, status: null });
      refresh();
    },
  } as unknown as SettingsHost;
  render(setting as never, host);
  return setting.settingEl.querySelector('input') as HTMLInputElement;
}

it('shows whether a reading log is kept, also once a sync has changed it, and saves nothing of itself', () => {
  const isOn = (): boolean => toggle.closest('.checkbox-container')?.classList.contains('is-enabled') === true;
  const toggle = input(renderReadingLog);
  expect(isOn()).toBe(true);
  current.keepsReadingLog = false;
  refresh();
  expect(isOn()).toBe(false);
  expect(save).not.toHaveBeenCalled();
  toggle.click();
  expect(save).toHaveBeenCalledExactlyOnceWith({ keepsReadingLog: true });
});

it('shows the port, also once a sync has changed it, but leaves alone what the person types', () => {
  const field = input(renderPort);
  expect(field.value).toBe('27125');
  field.value = '27';
  refresh();
  expect(field.value).toBe('27');
  field.focus();
  current.port = 27_200;
  refresh();
  expect(field.value).toBe('27');
  field.blur();
  refresh();
  expect(field.value).toBe('27200');
});

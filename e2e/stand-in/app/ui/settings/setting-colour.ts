import { ValueComponent } from './setting-values.ts';

interface Rgb {
  r: number;
  g: number;
  b: number;
}

interface Hsl {
  h: number;
  s: number;
  l: number;
}

/** A colour field. Colours are `#rrggbb`, channels 0–255, hue 0–360, the other two 0–100. */
export class ColorComponent extends ValueComponent<string> {
  colorPickerEl: HTMLInputElement;
  #callback: ((value: string) => unknown) | null = null;

  constructor(containerEl: HTMLElement) {
    super();
    this.colorPickerEl = containerEl.createEl('input', { type: 'color' });
    this.colorPickerEl.addEventListener('change', () => this.#callback?.(this.getValue()));
  }

  override setDisabled(disabled: boolean): this {
    this.colorPickerEl.disabled = disabled;
    return super.setDisabled(disabled);
  }

  getValue(): string {
    return this.colorPickerEl.value;
  }

  getValueRgb(): Rgb {
    const value = Number.parseInt(this.getValue().slice(1), 16);
    return { r: (value >> 16) & 255, g: (value >> 8) & 255, b: value & 255 };
  }

  getValueHsl(): Hsl {
    return toHsl(this.getValueRgb());
  }

  setValue(value: string): this {
    this.colorPickerEl.value = value;
    return this;
  }

  setValueRgb({ r, g, b }: Rgb): this {
    return this.setValue(`#${[r, g, b].map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`);
  }

  setValueHsl({ h, s, l }: Hsl): this {
    const chroma = (s / 100) * Math.min(l / 100, 1 - l / 100);
    const channel = (n: number): number => {
      const k = (n + h / 30) % 12;
      return 255 * (l / 100 - chroma * Math.max(-1, Math.min(k - 3, 9 - k, 1)));
    };
    return this.setValueRgb({ r: channel(0), g: channel(8), b: channel(4) });
  }

  onChange(callback: (value: string) => unknown): this {
    this.#callback = callback;
    return this;
  }
}

function toHsl({ r, g, b }: Rgb): Hsl {
  const [red, green, blue] = [r / 255, g / 255, b / 255];
  const max = Math.max(red, green, blue);
  const span = max - Math.min(red, green, blue);
  const light = max - span / 2;
  const hue = span === 0 ? 0 : max === red ? ((green - blue) / span) % 6 : max === green ? (blue - red) / span + 2 : (red - green) / span + 4;
  const saturation = span === 0 ? 0 : span / (1 - Math.abs(2 * light - 1));
  return { h: Math.round((hue * 60 + 360) % 360), s: Math.round(saturation * 100), l: Math.round(light * 100) };
}

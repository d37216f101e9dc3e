import { Component } from '../util/component.ts';
import { NullValue, type Value } from './values.ts';

/** A row of a Base. */
export class BasesEntry {
  file: unknown = null;

  getValue(_propertyId: string): Value | null {
    return null;
  }
}

export class BasesEntryGroup {
  key: Value | undefined;
  entries: BasesEntry[] = [];

  hasKey(): boolean {
    return this.key !== undefined;
  }
}

export class BasesQueryResult {
  data: BasesEntry[] = [];

  get groupedData(): BasesEntryGroup[] {
    return [];
  }

  get properties(): string[] {
    return [];
  }

  getSummaryValue(): Value {
    return NullValue.value;
  }
}

export class BasesViewConfig {
  name = '';
  readonly #values: Record<string, unknown> = {};

  get(key: string): unknown {
    return this.#values[key];
  }

  getAsPropertyId(key: string): string | null {
    const value = this.#values[key];
    return typeof value === 'string' ? value : null;
  }

  getEvaluatedFormula(): Value {
    return NullValue.value;
  }

  set(key: string, value: unknown): void {
    this.#values[key] = value;
  }

  getOrder(): string[] {
    return [];
  }

  getSort(): { property: string; direction: 'ASC' | 'DESC' }[] {
    return [];
  }

  getDisplayName(propertyId: string): string {
    return parsePropertyId(propertyId).name;
  }
}

export class QueryController extends Component {}

/** What plugins extend for a view of their own. The sandbox registers them and shows none. */
export abstract class BasesView extends Component {
  abstract type: string;
  config = new BasesViewConfig();
  allProperties: string[] = [];
  data = new BasesQueryResult();

  constructor(_controller: QueryController) {
    super();
  }

  abstract onDataUpdated(): void;

  async createFileForView(): Promise<void> {
    throw new Error('The sandbox shows no Bases.');
  }
}

export function parsePropertyId(propertyId: string): { type: string; name: string } {
  const dot = propertyId.indexOf('.');
  const type = propertyId.slice(0, Math.max(0, dot));
  return ['note', 'formula', 'file'].includes(type) ? { type, name: propertyId.slice(dot + 1) } : { type: 'note', name: propertyId };
}

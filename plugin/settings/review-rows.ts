import type { Setting, TextAreaComponent } from 'obsidian';
import type { PluginSettings } from '../../shared/protocol/plugin-settings.ts';
import { REVIEW_MODES, type FolderMark, type ReviewMode } from '../../shared/protocol/review.ts';

/** A row's texts and control. */
export interface ReviewSettingRow {
  name: string;
  desc: string;
  render: (setting: Setting) => void;
}

export interface ReviewRowsOptions {
  settings: () => PluginSettings;
  save: (changes: Partial<PluginSettings>) => Promise<void>;
}

const MODES: Record<ReviewMode, string> = {
  write: 'Write, and show me',
  'ask-risky': 'Ask me if it is risky',
  'ask-always': 'Always ask me',
  'read-only': 'Never: read only',
};
const AS_ABOVE = 'As above';
const ABOUT_RISKY =
  'Risky are deleting, moving, changing more than half or 60 lines of a note, removing properties, and more than 10 files at once. While you want to be asked, an assistant cannot write with the app closed.';

/** What happens before an assistant writes: in general, for single clients, and in single folders. */
export function reviewRows(options: ReviewRowsOptions): ReviewSettingRow[] {
  const { settings, save } = options;
  return [
    {
      name: 'Before an assistant writes',
      desc: ABOUT_RISKY,
      render: (setting) =>
        void setting.addDropdown((dropdown) =>
          dropdown
            .addOptions(MODES)
            .setValue(settings().reviewMode)
            .onChange((value) => save({ reviewMode: modeOf(value) })),
        ),
    },
    ...settings().reviewClients.map(({ client }) => clientRow(client, options)),
    folderRow(
      'ask-always',
      'Folders to ask about',
      'One in each line. Before anything there is written, you are asked.',
      options,
    ),
    folderRow(
      'read-only',
      'Folders to leave alone',
      'One in each line. Assistants may read there, but not write.',
      options,
    ),
  ];
}

function clientRow(client: string, { settings, save }: ReviewRowsOptions): ReviewSettingRow {
  const change = (mode: ReviewMode | null): Promise<void> => {
    const others = settings().reviewClients.filter((rule) => rule.client !== client);
    return save({ reviewClients: mode === null ? others : [...others, { client, mode }] });
  };
  return {
    name: `Before ${client} writes`,
    desc: 'For whoever says this name. It can only be tighter than the setting above.',
    render: (setting) => {
      const rule = settings().reviewClients.find((one) => one.client === client);
      setting.addDropdown((dropdown) =>
        dropdown
          .addOptions({ ...MODES, write: AS_ABOVE })
          .setValue(rule?.mode ?? 'write')
          .onChange((value) => change(modeOf(value))),
      );
      setting.addExtraButton((button) =>
        button
          .setIcon('trash-2')
          .setTooltip(`Forget ${client}`)
          .onClick(async () => {
            await change(null);
            setting.settingEl.hide();
          }),
      );
    },
  };
}

function folderRow(
  mark: FolderMark,
  name: string,
  desc: string,
  { settings, save }: ReviewRowsOptions,
): ReviewSettingRow {
  const marked = (): string =>
    settings()
      .reviewFolders.filter(({ mode }) => mode === mark)
      .map(({ folder }) => folder)
      .join('\n');
  const change = async (area: TextAreaComponent): Promise<void> => {
    const others = settings().reviewFolders.filter(({ mode }) => mode !== mark);
    const own = area
      .getValue()
      .split('\n')
      .map((folder) => ({ folder, mode: mark }));
    await save({ reviewFolders: [...others, ...own] });
    area.setValue(marked());
  };
  return {
    name,
    desc,
    render: (setting) =>
      void setting.addTextArea((area) => {
        area.setPlaceholder('Contracts').setValue(marked());
        area.inputEl.rows = 2;
        area.inputEl.addEventListener('change', () => void change(area));
      }),
  };
}

function modeOf(value: string): ReviewMode {
  return REVIEW_MODES.find((mode) => mode === value) ?? 'ask-always';
}

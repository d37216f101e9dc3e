import moment from 'moment';
import { App } from './app.ts';
import { MarkdownPreviewRenderer, MarkdownRenderChild, MarkdownRenderer } from './markdown/markdown-renderer.ts';
import { sanitizeHTMLToDom } from './markdown/sanitize.ts';
import * as frontmatterFields from './metadata/frontmatter-entries.ts';
import * as linkText from './metadata/linktext.ts';
import { MetadataCache } from './metadata/metadata-cache.ts';
import { resolveSubpath } from './metadata/subpath.ts';
import { Plugin } from './plugins/plugin.ts';
import { HoverPopover } from './ui/hover-popover.ts';
import { addIcon, getIcon, getIconIds, removeIcon, setIcon } from './ui/icons.ts';
import { Keymap, Scope } from './ui/keymap.ts';
import { Menu, MenuItem, MenuSeparator } from './ui/menu.ts';
import { ConfirmationButton, ConfirmationModal, Modal } from './ui/modal.ts';
import { Notice } from './ui/notice.ts';
import { AbstractInputSuggest, PopoverSuggest } from './ui/suggest/popover-suggest.ts';
import { BaseComponent, ButtonComponent, ExtraButtonComponent } from './ui/settings/setting-buttons.ts';
import { PluginSettingTab, SettingPage, SettingTab } from './ui/settings/setting-tab.ts';
import * as settingTexts from './ui/settings/setting-texts.ts';
import * as settingValues from './ui/settings/setting-values.ts';
import { Setting, SettingGroup } from './ui/settings/setting.ts';
import { FuzzySuggestModal, SuggestModal } from './ui/suggest/suggest-modal.ts';
import { displayTooltip, setTooltip } from './ui/tooltip.ts';
import { Component } from './util/component.ts';
import { debounce } from './util/debounce.ts';
import { Events } from './util/events.ts';
import { normalizePath } from './util/normalize-path.ts';
import { Platform } from './util/platform.ts';
import { request, requestUrl } from './util/request-url.ts';
import {
  prepareFuzzySearch,
  prepareSimpleSearch,
  renderMatches,
  renderResults,
  sortSearchResults,
} from './util/fuzzy-search.ts';
import { SecretStorage } from './util/storage.ts';
import { Tasks } from './util/tasks.ts';
import { apiVersion, requireApiVersion } from './util/versions.ts';
import { parseYaml, stringifyYaml } from './util/yaml.ts';
import { FileSystemAdapter } from './vault/adapter.ts';
import { FileManager } from './files/file-manager.ts';
import { TAbstractFile, TFile, TFolder } from './vault/files.ts';
import { Vault } from './vault/vault.ts';
import { Editor } from './editor/editor.ts';
import { EditableFileView, FileView } from './views/file-view.ts';
import { MarkdownEditView, MarkdownView } from './views/markdown-view.ts';
import { MarkdownPreviewView } from './views/preview-view.ts';
import { TextFileView } from './views/text-file-view.ts';
import { ItemView, View } from './views/view.ts';
import {
  WorkspaceContainer,
  WorkspaceFloating,
  WorkspaceItem,
  WorkspaceParent,
  WorkspaceRoot,
  WorkspaceSidedock,
  WorkspaceSplit,
  WorkspaceTabs,
  WorkspaceWindow,
} from './workspace/items.ts';
import { WorkspaceLeaf } from './workspace/leaf.ts';
import { WorkspaceRibbon } from './workspace/skeleton.ts';
import { Workspace } from './workspace/workspace.ts';

const PopoverState = { Showing: 0, Shown: 1, Hiding: 2, Hidden: 3 };

/** What `require('obsidian')` gives. */
export const obsidianModule = {
  ...frontmatterFields,
  ...linkText,
  ...settingTexts,
  ...settingValues,
  AbstractInputSuggest,
  App,
  BaseComponent,
  ButtonComponent,
  Component,
  ConfirmationButton,
  ConfirmationModal,
  EditableFileView,
  Editor,
  Events,
  ExtraButtonComponent,
  FileManager,
  FileSystemAdapter,
  FileView,
  FuzzySuggestModal,
  HoverPopover,
  ItemView,
  Keymap,
  MarkdownEditView,
  MarkdownPreviewRenderer,
  MarkdownPreviewView,
  MarkdownRenderChild,
  MarkdownRenderer,
  MarkdownView,
  Menu,
  MenuItem,
  MenuSeparator,
  MetadataCache,
  Modal,
  Notice,
  Platform,
  Plugin,
  PluginSettingTab,
  PopoverState,
  PopoverSuggest,
  Scope,
  SecretStorage,
  Setting,
  SettingGroup,
  SettingPage,
  SettingTab,
  SuggestModal,
  TAbstractFile,
  TFile,
  TFolder,
  Tasks,
  TextFileView,
  Vault,
  View,
  Workspace,
  WorkspaceContainer,
  WorkspaceFloating,
  WorkspaceItem,
  WorkspaceLeaf,
  WorkspaceParent,
  WorkspaceRibbon,
  WorkspaceRoot,
  WorkspaceSidedock,
  WorkspaceSplit,
  WorkspaceTabs,
  WorkspaceWindow,
  addIcon,
  apiVersion,
  debounce,
  displayTooltip,
  getIcon,
  getIconIds,
  // Where the app keeps it.
  getLanguage: () => localStorage.getItem('language') ?? 'en',
  moment,
  normalizePath,
  parseYaml,
  prepareFuzzySearch,
  prepareSimpleSearch,
  removeIcon,
  renderMatches,
  renderResults,
  request,
  requestUrl,
  requireApiVersion,
  resolveSubpath,
  sanitizeHTMLToDom,
  setIcon,
  setTooltip,
  sortSearchResults,
  stringifyYaml,
};

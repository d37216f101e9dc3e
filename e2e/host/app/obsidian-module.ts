import { FileSystemAdapter } from './adapter.ts';
import { Component } from './component.ts';
import { Events } from './events.ts';
import { TAbstractFile, TFile, TFolder } from './files.ts';
import { Plugin } from './plugin.ts';

/** Texts of the notices shown so far. */
export const shownNotices: string[] = [];

class Notice {
  message: string;

  constructor(message: string, _durationMs?: number) {
    this.message = message;
    shownNotices.push(message);
  }

  setMessage(message: string): this {
    this.message = message;
    shownNotices.push(message);
    return this;
  }

  hide(): void {}
}

/** What `require('obsidian')` gives. */
export const obsidianModule = {
  apiVersion: '1.13.1',
  Component,
  Events,
  FileSystemAdapter,
  Notice,
  Platform: {
    isDesktop: true,
    isDesktopApp: true,
    isMobile: false,
    isMobileApp: false,
    isMacOS: process.platform === 'darwin',
    isWin: process.platform === 'win32',
    isLinux: process.platform === 'linux',
  },
  Plugin,
  TAbstractFile,
  TFile,
  TFolder,
  normalizePath,
  requestUrl: () => {
    throw new Error('The sandbox host has no network.');
  },
};

function normalizePath(path: string): string {
  const clean = path.replace(/[\\/]+/g, '/').replace(/^\/|\/$/g, '').replace(/\u00a0|\u202f/g, ' ').normalize('NFC');
  return clean === '' ? '/' : clean;
}

import { describe, expect, it } from 'vitest';
import { ollamaUrl } from './ollama-url.ts';

describe('the address of the Ollama server', () => {
  it.each([
    [undefined, 'http://127.0.0.1:11434/'],
    ['', 'http://127.0.0.1:11434/'],
    ['desk', 'http://desk:11434/'],
    ['desk:8080', 'http://desk:8080/'],
    ['desk:80', 'http://desk/'],
    [':8080', 'http://127.0.0.1:8080/'],
    ['0.0.0.0', 'http://127.0.0.1:11434/'],
    ['0.0.0.0:8080', 'http://127.0.0.1:8080/'],
    ['[::1]:8080', 'http://[::1]:8080/'],
    ['::1', 'http://[::1]:11434/'],
    ['http://desk', 'http://desk/'],
    ['https://desk.example/ollama', 'https://desk.example/ollama/'],
    [' http://desk:11434/?a=b#c ', 'http://desk:11434/'],
  ])('is read from OLLAMA_HOST as Ollama reads it: %s', (value, url) => {
    expect(ollamaUrl({ OLLAMA_HOST: value }).href).toBe(url);
  });

  it('is rather the one meant for this program', () => {
    expect(ollamaUrl({ OLLAMA_HOST: 'desk', VAULT_LOOM_OLLAMA_URL: 'http://other:1' }).href).toBe('http://other:1/');
    expect(ollamaUrl({ OLLAMA_HOST: 'desk', VAULT_LOOM_OLLAMA_URL: ' ' }).href).toBe('http://desk:11434/');
  });

  it.each(['file:///etc/passwd', 'ftp://desk', 'javascript:alert(1)', 'http://', 'a b', 'unix:///run/ollama.sock'])(
    'refuses what is no address of http: %s',
    (value) => {
      expect(() => ollamaUrl({ VAULT_LOOM_OLLAMA_URL: value })).toThrow(
        expect.objectContaining({
          code: 'invalid_arguments',
          message: expect.stringContaining('VAULT_LOOM_OLLAMA_URL'),
        }),
      );
    },
  );
});

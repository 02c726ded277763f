import { expect, test } from 'vitest';
import { findDocumentErrors } from './documents.ts';
import { findRejectedTerms } from './vocabulary.ts';

const terms = (path: string, text: string) => findRejectedTerms([{ path, text }]);

test('rejects a word in an identifier, with its line and replacement', () => {
  expect(terms('a.ts', 'const x = 1;\nexport const READ_PATIENCE = x;')).toEqual([
    'a.ts:2: READ_PATIENCE: "PATIENCE", use timeout',
  ]);
  expect(terms('a.tsx', 'const a = <Panel shownTool={1} />;')).toEqual([
    'a.tsx:1: shownTool: "shown", use visible, displayed',
  ]);
});

test('rejects a word in a file or folder name', () => {
  expect(terms('src/many-pieces.ts', '')).toEqual([
    'src/many-pieces.ts:1: many-pieces: "pieces", use chunks, segments',
  ]);
});

test('rejects words of comments and test titles, not of other strings', () => {
  expect(terms('a.ts', '// Draws it anew.\nconst text = "he";')).toEqual(['a.ts:1: "anew", use again']);
  expect(terms('a.test.ts', "test.each([1])('a user and his devices', () => undefined);")).toEqual([
    'a.test.ts:1: "his", use they, their, them',
  ]);
});

test('rejects words of documents outside of code, and of English screen texts', () => {
  expect(terms('docs/a.md', 'Nothing.\n\nThe server hears `anew`.')).toEqual([
    'docs/a.md:3: "hears", use receive',
  ]);
  expect(terms('docs/a.md', '```\nanew\n```')).toEqual([]);
  expect(terms('en_US/app.json', '{ "told": "The list is drawn anew" }')).toEqual([
    'en_US/app.json:1: "anew", use again',
  ]);
});

test('allows names of the wire that stay, each with a reason', () => {
  expect(terms('a.ts', 'interface Row {\n  asked_at: Date;\n}')).toEqual([]);
});

test('rejects lines of documents beyond 120 characters, except tables, code and URLs', () => {
  const long = 'word '.repeat(25);
  const url = `https://example.org/${'a'.repeat(120)}`;
  const text = [long, `| ${long} |`, '```', long, '```', url].join('\n');
  expect(findDocumentErrors([{ path: 'a.md', text }])).toEqual([
    'a.md:1: 125 characters, more than 120: wrap the line',
  ]);
});

test('rejects links to files that do not exist', () => {
  const text = '[a](b.md#part) [c](gone.md) [d](https://example.org) [e](#here)';
  expect(findDocumentErrors([{ path: 'docs/a.md', text }], (path) => path === 'docs/b.md')).toEqual([
    'docs/a.md:1: gone.md does not exist',
  ]);
});

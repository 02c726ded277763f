import { textsOfSource } from './texts-of-source.ts';
import { ALLOWED_IDENTIFIERS, ALLOWED_PROSE, IDENTIFIER_WORDS, PROSE_PATTERNS } from './vocabulary-words.ts';

/** They contain the rejected words. */
const WORD_LISTS = /^scripts\/check\/vocabulary(-words|\.test)\.ts$|^CONTRIBUTING\.md$/;

interface TextFile {
  readonly path: string;
  readonly text: string;
}

/** A line for each identifier, file name, comment, test title, document and English screen text with a rejected word. */
export function findRejectedTerms(files: readonly TextFile[]): readonly string[] {
  return files.flatMap((file) => {
    if (WORD_LISTS.test(file.path)) return [];
    if (/\.(ts|tsx)$/.test(file.path)) return [...checkFileName(file.path), ...checkSource(file)];
    if (file.path.endsWith('.json')) return checkProse(file.path, linesOf(textsOfJson(file.text)));
    return [...checkFileName(file.path), ...checkProse(file.path, linesOf(withoutCode(file.text)))];
  });
}

function checkFileName(path: string): readonly string[] {
  return path.split('/').flatMap((name) => checkWords(path, 1, name.replace(/\..*$/, '')));
}

function checkSource({ path, text }: TextFile): readonly string[] {
  const { identifiers, prose } = textsOfSource(path, text);
  return [
    ...[...identifiers].flatMap(([name, line]) => checkWords(path, line, name)),
    ...checkProse(path, prose),
  ];
}

function checkWords(path: string, line: number, name: string): readonly string[] {
  if (name in ALLOWED_IDENTIFIERS) return [];
  const words = name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? [];
  return words.flatMap((word) => {
    const replacement = IDENTIFIER_WORDS[word.toLowerCase()];
    return replacement === undefined ? [] : [`${path}:${line}: ${name}: "${word}", use ${replacement}`];
  });
}

function checkProse(
  path: string,
  prose: readonly { readonly text: string; readonly line: number }[],
): readonly string[] {
  return prose.flatMap(({ text, line }) =>
    PROSE_PATTERNS.flatMap(({ pattern, replacement }) => {
      const found = pattern.exec(text)?.[0];
      if (found === undefined || ALLOWED_PROSE[path]?.words.includes(found.toLowerCase())) return [];
      return [`${path}:${line}: "${found}", use ${replacement}`];
    }),
  );
}

const linesOf = (text: string) => text.split('\n').map((line, index) => ({ text: line, line: index + 1 }));

/** The text of a document with its code blocks, inline code and link targets blanked. */
const withoutCode = (text: string) =>
  text
    .replace(/^```[\s\S]*?^```/gm, (block) => block.replace(/[^\n]/g, ' '))
    .replace(/`[^`\n]*`/g, '')
    .replace(/\]\([^)]*\)/g, ']');

/** The values of a message file, a line each; keys are identifiers of the code. */
const textsOfJson = (text: string) => text.replace(/^\s*"[^"]*":/gm, '');

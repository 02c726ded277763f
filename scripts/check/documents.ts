import { existsSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const MAX_LINE_LENGTH = 120;

/** A line for each line of a document that is too long, and for each link to a file that does not exist. */
export function findDocumentErrors(
  files: readonly { readonly path: string; readonly text: string }[],
  exists: (path: string) => boolean = existsSync,
): readonly string[] {
  return files.flatMap(({ path, text }) => {
    let inCode = false;
    return text.split('\n').flatMap((line, index) => {
      if (line.startsWith('```')) inCode = !inCode;
      const at = `${path}:${index + 1}`;
      const errors: string[] = [];
      if (!inCode && line.length > MAX_LINE_LENGTH && !mayBeLong(line))
        errors.push(`${at}: ${line.length} characters, more than ${MAX_LINE_LENGTH}: wrap the line`);
      if (inCode) return errors;
      for (const [, target] of line.matchAll(/\]\(([^)\s]+)\)/g)) {
        const file = target?.split('#')[0] ?? '';
        if (file === '' || /^[a-z]+:/.test(file)) continue;
        if (!exists(normalize(join(dirname(path), file)))) errors.push(`${at}: ${target} does not exist`);
      }
      return errors;
    });
  });
}

/** A row of a table cannot be wrapped, nor can a line whose length comes from a URL. */
const mayBeLong = (line: string) => line.startsWith('|') || /https?:\/\/\S{40,}/.test(line);

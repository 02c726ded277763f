import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

type Program = 'ogr2ogr' | 'gpsbabel' | 'xmllint';

/** Whether a program is installed; `npm test` installs those of `Program` if possible, and reports them otherwise. */
export function isInstalled(program: Program | 'mariadbd'): boolean {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.some((folder) => existsSync(join(folder, program)));
}

/** Runs a program on a file with this content, and returns its output. */
export function runProgram(
  program: Program,
  content: string | Uint8Array,
  extension: string,
  args: (file: string) => string[],
): string {
  const folder = mkdtempSync(join(tmpdir(), 'wakeline-formats-'));
  try {
    const file = join(folder, `file${extension}`);
    writeFileSync(file, content);
    return execFileSync(program, args(file), {
      encoding: 'utf8',
      maxBuffer: 64 * 1_048_576,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Validates a text against an XML schema with xmllint.
 *
 * @throws Error with the output of xmllint if the text is not valid
 */
export function validateXml(text: string, schema: string): void {
  runProgram('xmllint', text, '.xml', (file) => ['--noout', '--nonet', '--schema', schema, file]);
}

/** Converts a file with this content by a program. */
export function convertFile(
  program: Program,
  content: string | Uint8Array,
  extension: string,
  args: (file: string, out: string) => string[],
): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'wakeline-formats-'));
  try {
    const [file, out] = [join(folder, `file${extension}`), join(folder, 'out')];
    writeFileSync(file, content);
    execFileSync(program, args(file, out), { stdio: ['ignore', 'pipe', 'pipe'] });
    return readFileSync(out);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const MAX_LINES = 400;
/** The comment with the reason at the top of a file. */
const REASON_COMMENT = /^\/\/ Length: \S.{10,}$/m;

/** Returns a line for each file that is too long without a reason. Tests are exempt. */
export function findLongFiles(
  files: readonly { readonly path: string; readonly text: string }[],
): readonly string[] {
  return files
    .filter(({ path }) => !/\.test\.tsx?$/.test(path))
    .filter(
      ({ text }) =>
        lineCount(text) > MAX_LINES && !REASON_COMMENT.test(text.split('\n').slice(0, 5).join('\n')),
    )
    .map(
      ({ path, text }) =>
        `${path}: ${lineCount(text)} lines, more than ${MAX_LINES}: split it, or give the reason at the top ("// Length: ...")`,
    );
}

/** `160 files, median 58 lines, longest 312 (path)`. */
export function summarizeLengths(files: readonly { readonly path: string; readonly text: string }[]): string {
  const sorted = files
    .map(({ path, text }) => ({ path, lines: lineCount(text) }))
    .sort((a, b) => a.lines - b.lines);
  const median = sorted[Math.floor(sorted.length / 2)]?.lines ?? 0;
  const longest = sorted.at(-1);
  return `${sorted.length} files, median ${median} lines, longest ${longest?.lines ?? 0} (${longest?.path ?? 'none'})`;
}

function lineCount(text: string): number {
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}

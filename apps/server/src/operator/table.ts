/** Lines of a table with a heading; the last column may be of any width. */
export function tableOf(heading: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const all = [heading, ...rows];
  const widths = heading.map((_, column) => Math.max(...all.map((row) => (row[column] ?? '').length)));
  return all.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

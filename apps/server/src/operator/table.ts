/** Lines of a table with a heading; line breaks in cells become spaces. */
export function tableOf(heading: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const all = [heading, ...rows].map((row) => row.map((cell) => cell.replaceAll(/\s/g, ' ')));
  const widths = heading.map((_, column) => Math.max(...all.map((row) => (row[column] ?? '').length)));
  return all.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

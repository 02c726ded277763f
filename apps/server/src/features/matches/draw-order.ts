/**
 * The order of a draw.
 *
 * @param random from 0 to 1, 1 excluded: Fisher and Yates, in the form of Durstenfeld (Communications of the ACM 7, 1964)
 */
export function drawOrder<Row extends { readonly number: string }>(
  rows: readonly Row[],
  order: 'random' | 'number',
  random: () => number,
): readonly Row[] {
  if (order === 'number') return rows.toSorted((a, b) => NUMBERS.compare(a.number, b.number));
  const drawn = [...rows];
  for (let last = drawn.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    const [row, swapped] = [drawn[last], drawn[other]];
    if (row === undefined || swapped === undefined) throw new Error('random is out of range');
    drawn[last] = swapped;
    drawn[other] = row;
  }
  return drawn;
}

const NUMBERS = new Intl.Collator('en', { numeric: true });

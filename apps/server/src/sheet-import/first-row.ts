/** The earlier row of a sheet with the same key, which this row is stored for otherwise; null: none. */
export function firstRow<Key>(rows: Map<Key, number>, key: Key, row: number): number | null {
  const first = rows.get(key) ?? null;
  if (first === null) rows.set(key, row);
  return first;
}

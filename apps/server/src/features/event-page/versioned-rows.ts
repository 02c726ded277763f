/** Rows by id with the version in which each has changed last. */
export class VersionedRows<Row> {
  readonly #rows = new Map<number, { readonly row: Row; readonly text: string; readonly version: number }>();

  /** Replaces a row. Returns whether it is another one. */
  set(id: number, row: Row, version: number): boolean {
    const text = JSON.stringify(row);
    if (this.#rows.get(id)?.text === text) return false;
    this.#rows.set(id, { row, text, version });
    return true;
  }

  /** Removes all rows but these. Returns whether one was removed. */
  keepOnly(ids: ReadonlySet<number>): boolean {
    const before = this.#rows.size;
    for (const id of this.#rows.keys()) if (!ids.has(id)) this.#rows.delete(id);
    return this.#rows.size < before;
  }

  /** The rows that have changed after a version; null: all rows. */
  since(version: number | null): Row[] {
    const rows: Row[] = [];
    for (const entry of this.#rows.values())
      if (version === null || entry.version > version) rows.push(entry.row);
    return rows;
  }
}

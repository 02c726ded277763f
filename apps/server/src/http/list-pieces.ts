/** Characters that are put together before they are sent: as much as a connection takes at once. */
const PIECE = 65_536;

/** The text of a list's answer, `rest` behind it, while the list is read. */
export async function* listPieces(
  parts: AsyncIterable<readonly object[]>,
  rest: object,
): AsyncGenerator<string> {
  let piece = '{"list":[';
  let total = 0;
  for await (const part of parts) {
    for (const item of part) {
      piece += (total === 0 ? '' : ',') + JSON.stringify(item);
      total += 1;
      if (piece.length < PIECE) continue;
      yield piece;
      piece = '';
    }
  }
  yield `${piece}],${JSON.stringify({ total, ...rest }).slice(1)}`;
}

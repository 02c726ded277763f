const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Splits a text into chunks of at most `limit` units without cutting a character; `measure` gives the units of a text and
 * must be additive over characters. A user-perceived character (letter with accents, joined emoji) that exceeds the limit
 * is split into its code points. An empty text has no chunks. Throws a RangeError if a code point exceeds the limit.
 */
export function splitText(text: string, limit: number, measure: (text: string) => number): readonly string[] {
  const chunks: string[] = [];
  let chunk = '';
  let used = 0;
  const add = (characters: string, size: number) => {
    if (size > limit) throw new RangeError(`a character of ${size} units exceeds the limit of ${limit}`);
    if (used + size > limit) {
      chunks.push(chunk);
      chunk = '';
      used = 0;
    }
    chunk += characters;
    used += size;
  };
  for (const { segment } of GRAPHEMES.segment(text)) {
    const size = measure(segment);
    if (size <= limit) add(segment, size);
    else for (const codePoint of segment) add(codePoint, measure(codePoint));
  }
  if (chunk !== '') chunks.push(chunk);
  return chunks;
}

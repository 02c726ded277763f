/**
 * Colors of participants without one of their own: distinguishable on a race map and on both themes; the purple of courses is
 * left out. After Sasha Trubetskoy's list of distinct colors (sashamaps.net), with darker light ones.
 */
const COLORS = [
  '#e6194b',
  '#1f9d3a',
  '#2f63d8',
  '#f58231',
  '#0097a7',
  '#b5860b',
  '#d81b8c',
  '#5d7a00',
  '#00796b',
  '#7a4a1e',
  '#455a9c',
  '#c62828',
] as const;

/** The color of a participant: their own, or one by their place in the list. */
export function participantColor(color: string | null, index: number): string {
  return color ?? COLORS[index % COLORS.length] ?? COLORS[0];
}

import type { ReactNode } from 'react';

/**
 * Text for the selected values that have no room in a narrow field: how many there are, or with room for none of them
 * the first one, and how many are selected.
 */
export function tagPlaceholder(
  omitted: readonly { readonly label?: ReactNode }[],
  selected: number,
): ReactNode {
  const first = omitted[0]?.label;
  if (omitted.length < selected) return `+${omitted.length}`;
  return selected === 1 ? (
    first
  ) : (
    <>
      ({selected}) {first}
    </>
  );
}

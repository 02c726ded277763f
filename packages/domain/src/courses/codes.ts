import type { Control } from './event.ts';

/** The smallest free code from `firstCode` on. */
export function nextCode(controls: readonly Pick<Control, 'code'>[], firstCode: number): string {
  const used = new Set(controls.map(({ code }) => code));
  let code = firstCode;
  while (used.has(String(code))) code += 1;
  return String(code);
}

/** The other control that has the code of a control, ignoring case; null if there is none. */
export function findCodeOwner(
  controls: readonly Control[],
  { id, code }: Pick<Control, 'id' | 'code'>,
): Control | null {
  if (code === null) return null;
  const normalized = normalizeCode(code);
  return (
    controls.find(
      (other) => other.id !== id && other.code !== null && normalizeCode(other.code) === normalized,
    ) ?? null
  );
}

export function normalizeCode(code: string): string {
  return code.trim().toUpperCase();
}

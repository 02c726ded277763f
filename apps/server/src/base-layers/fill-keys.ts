const PLACEHOLDER = /\$\{([A-Za-z_]\w*)\}/g;

/** Puts keys in the place of `${NAME}`; what is missing is told by its name. */
export function fillKeys(
  text: string,
  keys: ReadonlyMap<string, string>,
): { readonly text: string; readonly missing: readonly string[] } {
  const missing: string[] = [];
  const filled = text.replace(PLACEHOLDER, (placeholder, name: string) => {
    const key = keys.get(name);
    if (key === undefined) missing.push(name);
    return key === undefined ? placeholder : encodeURIComponent(key);
  });
  return { text: filled, missing };
}

const PLACEHOLDER = /\$\{([A-Za-z_]\w*)\}/g;

/** Replaces `${NAME}` by the key of that name; returns the names without a key. */
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

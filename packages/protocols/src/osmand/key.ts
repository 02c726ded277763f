/** What a request says of who sends it, apart from the rest. */
export interface KeyedTarget {
  /** The key that was sent, or null. Of several, the last. */
  readonly key: string | null;
  /** The request's target without it: what is stored of a request holds no secret. */
  readonly target: string;
}

/**
 * Takes `key` out of the query of a request's target. A phone sends it with each report, as a part of the address that is
 * entered once: `https://gps.example.org/?key=…`.
 */
export function extractKey(target: string): KeyedTarget {
  const start = target.indexOf('?');
  if (start < 0) return { key: null, target };
  let key: string | null = null;
  const rest = target
    .slice(start + 1)
    .split('&')
    .filter((parameter) => {
      const [[name, value] = ['', '']] = [...new URLSearchParams(parameter)];
      if (name !== 'key') return true;
      key = value === '' ? null : value;
      return false;
    });
  const query = rest.join('&');
  return { key, target: query === '' ? target.slice(0, start) : `${target.slice(0, start)}?${query}` };
}

/** The authentication key of a request, separated from its target. */
export interface KeyedTarget {
  /** The last `key` parameter, or null. */
  readonly key: string | null;
  /** The request target without the key, so that stored requests contain no secret. */
  readonly target: string;
}

/** What can decode to a parameter `key`: its name can be percent-encoded, or follow a second question mark. */
const MAYBE_KEY = /^(?:key(?:=|$)|\?|[^=]*%)/;

/**
 * Removes `key` from the query of a request target. A phone sends it with each report, because it is part of the server
 * address entered by the user: `https://gps.example.org/?key=…`.
 */
export function extractKey(target: string): KeyedTarget {
  const start = target.indexOf('?');
  if (start < 0) return { key: null, target };
  let key: string | null = null;
  const rest = target
    .slice(start + 1)
    .split('&')
    .filter((parameter) => {
      if (!MAYBE_KEY.test(parameter)) return true;
      const [[name, value] = ['', '']] = [...new URLSearchParams(parameter)];
      if (name !== 'key') return true;
      key = value === '' ? null : value;
      return false;
    });
  const query = rest.join('&');
  return { key, target: query === '' ? target.slice(0, start) : `${target.slice(0, start)}?${query}` };
}

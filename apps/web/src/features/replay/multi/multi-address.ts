/** Parameters of the address specific to a replay of several devices. */
export interface MultiView {
  /** Devices hidden on the map; they stay in the list. */
  readonly hidden: ReadonlySet<number>;
  /** Whether all visible devices are kept in view. */
  readonly keepAll: boolean;
  /** The two devices whose encounters are displayed; null: not selected. */
  readonly encounterPair: readonly [first: number | null, second: number | null];
}

/** The view of an address for these devices. Invalid values are ignored. */
export function parseMultiView(query: URLSearchParams, trackerIds: readonly number[]): MultiView {
  const known = new Set(trackerIds);
  const parseId = (text: string | undefined) => {
    const id = /^[1-9]\d{0,14}$/.test(text ?? '') ? Number(text) : null;
    return id !== null && known.has(id) ? id : null;
  };
  const hidden = (query.get('hide') ?? '').split(',').map(parseId);
  const [first, second] = (query.get('meet') ?? '').split(',').map(parseId);
  return {
    hidden: new Set(hidden.filter((id) => id !== null)),
    keepAll: query.get('keep') === 'all',
    encounterPair: [first ?? null, second ?? null],
  };
}

/** The query with a view in it; other parameters are kept. */
export function writeMultiView(
  query: URLSearchParams,
  { hidden, keepAll, encounterPair }: MultiView,
): URLSearchParams {
  const next = new URLSearchParams(query);
  const put = (name: string, value: string) => (value === '' ? next.delete(name) : next.set(name, value));
  put('hide', [...hidden].join(','));
  put('keep', keepAll ? 'all' : '');
  put('meet', encounterPair.every((id) => id === null) ? '' : encounterPair.map((id) => id ?? '').join(','));
  return next;
}

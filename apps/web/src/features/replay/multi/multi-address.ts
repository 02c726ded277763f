/** What of a replay of many stands in the address beside what every replay has there. */
export interface MultiView {
  /** Devices that are taken off the map; their lines of the list stay. */
  readonly hidden: ReadonlySet<number>;
  /** All that are shown are kept in view. */
  readonly keepAll: boolean;
  /** The two devices whose meetings are looked for; null: not chosen. */
  readonly encounterPair: readonly [first: number | null, second: number | null];
}

/** What an address asks for of these devices. What is wrong in it is as if it were left out. */
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

/** The address's query with a view in it; what else stood there stays. */
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
